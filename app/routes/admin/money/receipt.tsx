import { href } from "react-router";
import { priceInFull } from "#app/catalogue/price.ts";
import { getReceipt } from "#app/payments/issue-receipt.server.ts";
import { dayInWords } from "#app/platform/date-words.ts";
import { appContextOf } from "#app/platform/http/context.server.ts";
import { readPractice } from "#app/practice/read-practice.server.ts";
import { actorOf } from "#app/routes/account/identity.server.ts";
import { refusedAs } from "#app/routes/admin/edit-reply.ts";
import { BackLink } from "#app/ui/admin/back-link.tsx";
import { PageHeading } from "#app/ui/admin/page-heading.tsx";
import { ScriptButton } from "#app/ui/admin/script-button.tsx";
import { privateMeta } from "#app/ui/shell/page-meta.ts";
import type { Route } from "./+types/receipt.ts";
import "./receipt.css";

export async function loader({ params, context }: Route.LoaderArgs) {
  const app = appContextOf(context);
  const isOn = (await readPractice(app)).settings.payments.on;
  const receipt = isOn ? await getReceipt(app, actorOf(context), params.id) : null;
  if (!receipt) throw refusedAs("not-found");
  return receipt;
}

export const meta: Route.MetaFunction = (at) => privateMeta(at, `Receipt ${at.loaderData?.facts.number ?? ""}`);

export default function Receipt({ loaderData: { facts, name } }: Route.ComponentProps) {
  const { seller, treated, items, payments, totalPence, paidPence, vat } = facts;
  const left = totalPence - paidPence;
  return (
    <>
      <div className="receipt-tools">
        {facts.appointmentId && (
          <BackLink to={href("/admin/appointments/:id/pay", { id: facts.appointmentId })}>Payment</BackLink>
        )}
        <PageHeading title={`Receipt ${facts.number}`} intro="It stays as it is, whatever changes later.">
          <ScriptButton type="button" look="primary" size="small" onClick={() => window.print()}>
            Print
          </ScriptButton>
        </PageHeading>
      </div>
      <article className="receipt max-w-md border border-line bg-surface p-5" aria-label={`Receipt ${facts.number}`}>
        <p className="text-lg font-[650]">{seller.name}</p>
        <p className="text-sm whitespace-pre-line">{seller.address}</p>
        {seller.vatNumber && <p className="text-sm">VAT number {seller.vatNumber}</p>}
        <dl className="mt-4">
          <Line term="Receipt">{facts.number}</Line>
          <Line term="Date">{dayInWords(facts.day, { year: true })}</Line>
          {name && <Line term="Client">{name}</Line>}
          {treated && <Line term="Treated">{dayInWords(treated.day, { year: true })}</Line>}
          {treated && <Line term="Given by">{[treated.by, treated.role].filter(Boolean).join(", ")}</Line>}
        </dl>
        <table className="mt-2 w-full">
          <caption className="sr-only">What was paid for</caption>
          <tbody>
            {items.map(({ text, pence }, nth) => (
              <tr key={`${nth} ${text}`} className="border-t border-line">
                <th scope="row" className="py-2 text-left font-normal wrap-anywhere">
                  {text}
                </th>
                <td className="figures py-2 text-right align-top whitespace-nowrap">{priceInFull(pence)}</td>
              </tr>
            ))}
            <tr className="border-t-2 border-ink font-[650]">
              <th scope="row" className="py-2 text-left">
                Total
              </th>
              <td className="figures py-2 text-right">{priceInFull(totalPence)}</td>
            </tr>
          </tbody>
        </table>
        {vat?.map(({ rate, grossPence, vatPence }) => (
          <p key={rate} className="figures text-sm">
            {priceInFull(grossPence)} at {rate / 100} % VAT, of it {priceInFull(vatPence)} VAT
          </p>
        ))}
        <ul className="mt-2">
          {payments.map(({ day, words }, nth) => (
            <li key={`${nth} ${words}`} className="flex flex-wrap justify-between gap-x-4">
              <span>Paid {words}</span>
              <span className="text-sm">{dayInWords(day)}</span>
            </li>
          ))}
        </ul>
        {left > 0 && <p className="mt-2 font-[650]">Left to pay: {priceInFull(left)}</p>}
      </article>
    </>
  );
}

function Line({ term, children }: { term: string; children: React.ReactNode }) {
  return (
    <div className="flex flex-wrap justify-between gap-x-4 border-t border-line py-1.5">
      <dt className="text-ink-soft">{term}</dt>
      <dd className="text-right wrap-anywhere">{children}</dd>
    </div>
  );
}
