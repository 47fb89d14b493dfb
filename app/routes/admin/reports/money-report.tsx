import { href, useSearchParams } from "react-router";
import { dateInWords, localDateOf } from "#app/platform/date-time.ts";
import { appContextOf } from "#app/platform/http/request.server.ts";
import { priceInFull } from "#app/platform/money-words.ts";
import { readPractice } from "#app/practice/read-practice.server.ts";
import { getMoneyReport, type MoneyLine } from "#app/reports/get-money-report.server.ts";
import { type PeriodKind, periodChoices, periodFrom, periodInWords } from "#app/reports/period.ts";
import { actorOf } from "#app/routes/account/identity.server.ts";
import { refusedAs } from "#app/routes/admin/edit-reply.ts";
import { PeriodChoice } from "#app/routes/admin/reports/period-choice.tsx";
import { useOwnOnly } from "#app/ui/admin/abilities.tsx";
import { ChipLink } from "#app/ui/admin/filter-links.tsx";
import { withQuery } from "#app/ui/admin/list-address.ts";
import { BackLink, PageHeading } from "#app/ui/admin/page-heading.tsx";
import { privateMeta } from "#app/ui/shell/page-meta.ts";
import type { Route } from "./+types/money-report.ts";

export async function loader({ request, context }: Route.LoaderArgs) {
  const app = appContextOf(context);
  const query = new URL(request.url).searchParams;
  const { payments, moneyRules, bookingRules } = (await readPractice(app)).settings;
  if (!payments.on) throw refusedAs("not-found");
  const today = localDateOf(app.clock.now(), bookingRules.zone);
  const vatKind: PeriodKind = `vat-${moneyRules.vatEnds}`;
  const known: PeriodKind[] = ["day", "month", "quarter", "tax-quarter", vatKind, "dates"];
  const period = periodFrom(query, today, known);
  const report = await getMoneyReport(app, actorOf(context), { period, sellerId: query.get("seller") });
  if (!report) throw refusedAs("not-found");
  return {
    ...{ period, report, today },
    kinds: known.filter((kind) => kind !== vatKind || report.isRegistered),
    day: period.from <= today && today <= period.to ? today : period.to,
    choices: periodChoices(period, today),
  };
}

export const meta: Route.MetaFunction = (at) => privateMeta(at, "Money report");

const dayLabel = (day: string) =>
  dateInWords(day, { weekday: "short", day: "numeric", month: "short", year: "numeric" });

export default function MoneyReport({ loaderData }: Route.ComponentProps) {
  const { period, report, kinds, choices, day } = loaderData;
  const isOwn = useOwnOnly()("see", "figures");
  const [query] = useSearchParams();
  const { takenPence, tipPence, sellers, sellerId, totalsOnly, creditPence, commissions, rents, fees } = report;
  const tips = tipPence === 0 ? "" : `, and ${priceInFull(tipPence)} of tips beside it`;
  return (
    <>
      <BackLink to={href("/admin/reports")}>Reports</BackLink>
      <PageHeading title="Money report" intro={`${isOwn ? "Your own appointments, " : ""}${periodInWords(period)}`} />
      {sellers.length > 1 && (
        <ul aria-label="Whose money" className="mb-3 flex flex-wrap gap-2">
          {sellers.map(({ id, name }) => (
            <li key={id}>
              <ChipLink to={withQuery(query, { seller: id })} chosen={id === sellerId}>
                {name}
              </ChipLink>
            </li>
          ))}
        </ul>
      )}
      <PeriodChoice period={period} kinds={kinds} choices={choices} day={day} kept={{ seller: sellerId }} />
      <p className="max-w-prose">
        {periodInWords(period)}: {priceInFull(takenPence)} taken{tips}.
      </p>
      {totalsOnly && <p className="max-w-prose text-ink-soft">This seller shares the totals of each day only.</p>}
      <div className="mt-8 grid gap-10 xl:grid-cols-2">
        <Lines title="Taken by day" lines={report.byDay.map((line) => ({ ...line, label: dayLabel(line.label) }))} />
        {!totalsOnly && (
          <>
            <Lines title="Taken by method" lines={report.byMethod} />
            <Lines title="Taken by therapist" lines={report.byTherapist} />
            <Lines
              title="Taken by service"
              lines={report.byService}
              about="“No appointment yet” is credit: money on account that no bill has yet."
            />
            <Lines
              title="Sold by kind"
              lines={report.byKind}
              vat={report.isRegistered}
              about="What is on the bills of these days, paid or not: discounts and write-offs, too."
            />
            <Lines
              title="Owed now, by age"
              lines={report.outstanding}
              about="Counted from the day of the appointment."
            />
            {commissions.length > 0 && (
              <Lines
                title="Commission"
                lines={commissions.map(({ paidPence, ...line }) => ({
                  ...line,
                  label: `${line.label}, of ${priceInFull(paidPence)}`,
                }))}
                about="Of what was paid for their appointments, with VAT and without tips. Each therapist’s rate is under Settings, Payments."
              />
            )}
            {rents && rents.length > 0 && <Lines title="Rent" lines={rents} about="Due on the first of each month." />}
            {fees && (
              <Lines
                title={`What fees would have brought, ${periodInWords(fees.period)}`}
                lines={fees.lines.map(({ percent, ...line }) => ({ ...line, label: `${percent}% of the price` }))}
                about="For late cancellations and missed appointments, without times that were sold again and without the 14 days after booking."
              />
            )}
            {creditPence !== null && (
              <section>
                <h2 className="mb-2 text-xl">Credit held now</h2>
                <p className="figures">{priceInFull(creditPence)}</p>
              </section>
            )}
          </>
        )}
      </div>
    </>
  );
}

type LinesProps = { title: string; lines: readonly MoneyLine[]; vat?: boolean; about?: string };

function Lines({ title, lines, vat = false, about }: LinesProps) {
  const counts = lines.some(({ count }) => count !== undefined);
  const tips = lines.some(({ tipPence }) => (tipPence ?? 0) !== 0);
  const cell = "figures py-2 pl-4 text-right whitespace-nowrap";
  const head = "border-b border-edge py-2 pl-4 text-right font-[650]";
  return (
    <section aria-label={title}>
      <h2 className="mb-2 text-xl">{title}</h2>
      {lines.length === 0 ? (
        <p>Nothing in these days.</p>
      ) : (
        <table className="w-full text-sm">
          <caption className="sr-only">{title}</caption>
          <thead>
            <tr>
              <td className="border-b border-edge" />
              {counts && (
                <th scope="col" className={head}>
                  Number
                </th>
              )}
              <th scope="col" className={head}>
                Amount
              </th>
              {vat && (
                <th scope="col" className={head}>
                  VAT in it
                </th>
              )}
              {tips && (
                <th scope="col" className={head}>
                  Tips
                </th>
              )}
            </tr>
          </thead>
          <tbody>
            {lines.map(({ label, count, pence, tipPence, vatPence }) => (
              <tr key={label} className="border-b border-line">
                <th scope="row" className="py-2 text-left font-normal wrap-anywhere">
                  {label}
                </th>
                {counts && <td className={cell}>{count}</td>}
                <td className={cell}>{priceInFull(pence)}</td>
                {vat && <td className={cell}>{priceInFull(vatPence ?? 0)}</td>}
                {tips && <td className={cell}>{priceInFull(tipPence ?? 0)}</td>}
              </tr>
            ))}
          </tbody>
        </table>
      )}
      {about && <p className="mt-2 text-sm text-ink-soft">{about}</p>}
    </section>
  );
}
