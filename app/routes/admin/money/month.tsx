import { href, Link } from "react-router";
import { differencesByPerson, listMonth } from "#app/payments/close-day.server.ts";
import { differenceInWords, TAKEN_METHODS } from "#app/payments/money.ts";
import { listSellersFor } from "#app/payments/sellers.server.ts";
import { addDays, dateWords, dayInWords, localDateOf } from "#app/platform/date-time.ts";
import { isMonth } from "#app/platform/form-schemas.ts";
import { appContextOf } from "#app/platform/http/request.server.ts";
import { priceInFull } from "#app/platform/money-words.ts";
import { may } from "#app/platform/permissions.ts";
import { readPractice } from "#app/practice/read-practice.server.ts";
import { actorOf } from "#app/routes/account/identity.server.ts";
import { refusedAs } from "#app/routes/admin/edit-reply.ts";
import { type Column, DataTable } from "#app/ui/admin/data-table.tsx";
import { BackLink, PageHeading } from "#app/ui/admin/page-heading.tsx";
import { LinkButton } from "#app/ui/controls.tsx";
import { privateMeta } from "#app/ui/shell/page-meta.ts";
import type { Route } from "./+types/month.ts";

export async function loader({ request, context }: Route.LoaderArgs) {
  const [app, actor] = [appContextOf(context), actorOf(context)];
  const { payments, bookingRules } = (await readPractice(app)).settings;
  if (!payments.on || !may(actor, "see", "closings")) throw refusedAs("not-found");
  const query = new URL(request.url).searchParams;
  const thisMonth = localDateOf(app.clock.now(), bookingRules.zone).slice(0, 7);
  const month = isMonth(query.get("month") ?? "") ? (query.get("month") ?? "") : thisMonth;
  const db = app.db.kysely;
  const sellers = await listSellersFor(db, actor, ["see", "closings"]);
  const seller = query.has("seller") ? sellers.find(({ id }) => id === query.get("seller")) : sellers[0];
  if (!seller) throw refusedAs("not-found");
  const { days: found } = await listMonth(db, { sellerId: seller.id, month });
  const people = await differencesByPerson(
    db,
    found.flatMap(({ closing }) => closing ?? []),
  );
  const days = found.map(({ day, takenPence, closing }) => ({
    day,
    takenPence,
    counted: closing && TAKEN_METHODS.map((method) => closing.methods[method]?.counted ?? 0).reduce(add, 0),
    floatPence: closing?.floatPence ?? 0,
    bankedPence: closing?.methods.cash?.banked ?? null,
    differencePence: closing?.differencePence ?? null,
    sentence: closing?.sentence ?? null,
  }));
  return { month, thisMonth, people, seller, several: sellers.length > 1, days };
}

const add = (one: number, other: number) => one + other;

export const meta: Route.MetaFunction = (at) => privateMeta(at, "A month of closings");

type Row = Route.ComponentProps["loaderData"]["days"][number] & { to: string };

const COLUMNS: Column<Row>[] = [
  {
    title: "Day",
    place: "lead",
    cell: ({ day, to }) => (
      <Link to={to} className="prose-link inline-flex min-h-11 items-center">
        {dayInWords(day)}
      </Link>
    ),
  },
  {
    title: "Taken",
    place: "aside",
    cell: ({ takenPence }) => <span className="figures">{priceInFull(takenPence)}</span>,
  },
  {
    title: "Count",
    place: "tag",
    cell: ({ differencePence }) => (differencePence === null ? "Not closed" : differenceInWords(differencePence)),
  },
  {
    title: "For the bank",
    cell: ({ bankedPence }) => bankedPence !== null && <span className="figures">{priceInFull(bankedPence)}</span>,
  },
  { title: "What happened", place: "under", cell: ({ sentence }) => sentence },
];

export default function Month({
  loaderData: { month, thisMonth, seller, several, days, people },
}: Route.ComponentProps) {
  const of = seller.therapistId === null ? "" : `&seller=${seller.id}`;
  const other = (by: number) => `?month=${addDays(`${month}-15`, by * 30).slice(0, 7)}${of}`;
  const rows = days.map((row) => ({ ...row, to: `${href("/admin/money")}?day=${row.day}${of}` }));
  const open = days.filter(({ differencePence }) => differencePence === null).length;
  const total = days.map(({ takenPence }) => takenPence).reduce(add, 0);
  const banked = days.map(({ bankedPence }) => bankedPence ?? 0).reduce(add, 0);
  const off = days.map(({ differencePence }) => differencePence ?? 0).reduce(add, 0);
  return (
    <>
      <BackLink to={`${href("/admin/money")}?${month === thisMonth ? "" : `day=${month}-01`}${of}`}>Money</BackLink>
      <PageHeading
        title={dateWords(`${month}-01`, "en-GB", { month: "long", year: "numeric" })}
        intro={several ? seller.name : undefined}
      >
        <LinkButton to={other(-1)} look="outline" size="small">
          Month before
        </LinkButton>
        {month < thisMonth && (
          <LinkButton to={other(1)} look="outline" size="small">
            Month after
          </LinkButton>
        )}
      </PageHeading>
      {rows.length === 0 ? (
        <p>Nothing was taken in this month.</p>
      ) : (
        <>
          <p className="mb-4">
            {priceInFull(total)} taken.{" "}
            {open === 0 ? "Every day is closed" : `${open === 1 ? "1 day is" : `${open} days are`} open`}
            {off === 0 ? "." : `, in total ${differenceInWords(off)}.`}
            {banked > 0 && ` ${priceInFull(banked)} of cash for the bank.`}
          </p>
          <DataTable caption="Days of this month" columns={COLUMNS} rows={rows} keyOf={({ day }) => day} />
          {people.length > 0 && (
            <section aria-labelledby="people" className="mt-8">
              <h2 id="people" className="text-lg">
                Differences by who closed the day
              </h2>
              <ul>
                {people.map(({ who, days, pence }) => (
                  <li key={who} className="flex justify-between gap-3 border-b border-line py-2">
                    <span>
                      {who}, {days === 1 ? "1 day" : `${days} days`}
                    </span>
                    <span className="figures">{differenceInWords(pence)}</span>
                  </li>
                ))}
              </ul>
            </section>
          )}
        </>
      )}
    </>
  );
}
