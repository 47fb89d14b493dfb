import { data, Form, href, Link, redirect } from "react-router";
import { issueReceipt } from "#app/payments/issue-receipt.server.ts";
import { paidInWords } from "#app/payments/money.ts";
import { getSale } from "#app/payments/shop/read-shop.server.ts";
import { leftInWords, voucherName } from "#app/payments/shop/vouchers.ts";
import { takeBack } from "#app/payments/take-back.server.ts";
import { localeMoment } from "#app/platform/date-time.ts";
import type { FormReply } from "#app/platform/form-fields.ts";
import { newId } from "#app/platform/ids.server.ts";
import { priceInFull } from "#app/platform/money-words.ts";
import { may } from "#app/platform/permissions.ts";
import { openRequest } from "#app/routes/account/identity.server.ts";
import { refusedAs, sentTo, unconfirmed } from "#app/routes/admin/edit-reply.ts";
import { BackLink, PageHeading } from "#app/ui/admin/page-heading.tsx";
import { Button, ErrorSummary, Field, Notice, TextArea } from "#app/ui/controls.tsx";
import { privateMeta } from "#app/ui/shell/page-meta.ts";
import type { Route } from "./+types/sale.ts";

const PAGE = "/admin/money/sales/:id";

export async function loader({ params, context }: Route.LoaderArgs) {
  const { app, actor, locale } = openRequest(context);
  const sale = await getSale(app, actor, params.id);
  if (!sale) throw refusedAs("not-found");
  const { zone, payments, items, vouchers, ...rest } = sale;
  const moment = (at: number) => localeMoment(at, zone, locale);
  const [first] = payments;
  return {
    ...rest,
    when: moment(first?.at ?? 0),
    items: items.map(({ id, text, pence, reason }) => ({ id, text, pence, reason })),
    payments: payments.map(({ id, at, pence, method, who, reason }) => ({
      ...{ id, pence, reason },
      words: pence < 0 ? `Given back: ${paidInWords({ method, pence: -pence })}` : paidInWords({ method, pence }),
      when: who ? `${moment(at)}, ${who}` : moment(at),
    })),
    vouchers: vouchers.map((one) => ({ id: one.id, name: voucherName(one), left: leftInWords(one) })),
    pressKey: newId(),
    may: may(actor, "change", "payments"),
  };
}

type Reply = FormReply;

export async function action({ request, params, context }: Route.ActionArgs) {
  const { app, actor } = openRequest(context);
  const sale = await getSale(app, actor, params.id);
  if (!sale) throw refusedAs("not-found");
  const { fields, intent } = await sentTo(request);
  if (intent === "receipt") {
    const outcome = await issueReceipt(app, actor, { billId: params.id, address: fields.address ?? "" });
    if (outcome.kind === "not-found") throw refusedAs("not-found");
    if (outcome.kind === "invalid") return data<Reply>({ errors: outcome.errors, typed: fields }, { status: 422 });
    return redirect(href("/admin/money/receipts/:id", { id: outcome.id }), 303);
  }
  if (intent !== "back") return data<Reply>({ typed: fields }, { status: 422 });
  const press = { takingId: sale.takingId ?? "", reason: fields.reason ?? "", key: fields.key ?? "" };
  const outcome = await takeBack(app, actor, press);
  if (outcome.kind === "undone") return redirect(href(PAGE, params), 303);
  if (outcome.kind === "not-found") throw refusedAs("not-found");
  if (outcome.kind === "unconfirmed") throw unconfirmed(request);
  if (outcome.kind === "asked") return data<Reply>({ conflict: outcome.message, typed: fields }, { status: 202 });
  return outcome.kind === "invalid"
    ? data<Reply>({ errors: outcome.errors, typed: fields }, { status: 422 })
    : data<Reply>({ conflict: outcome.message, typed: fields }, { status: 409 });
}

export const meta: Route.MetaFunction = (at) => privateMeta(at, "Sale");

export default function SalePage({ loaderData, actionData }: Route.ComponentProps) {
  const { client, sellerName, when, items, payments, vouchers, totalPence, receiptId, pressKey: sentKey } = loaderData;
  return (
    <div className="max-w-2xl">
      {client ? (
        <BackLink to={href("/admin/clients/:id/money", { id: client.id })}>Account</BackLink>
      ) : (
        <BackLink to={href("/admin/money")}>Money</BackLink>
      )}
      <PageHeading title={client ? `Sale to ${client.name}` : "Sale at the desk"} intro={`${when}, ${sellerName}`} />
      {actionData?.conflict && (
        <Notice tone="warning" live className="mb-4">
          {actionData.conflict}
        </Notice>
      )}
      {actionData?.errors && <ErrorSummary errors={actionData.errors} />}
      <table className="w-full">
        <caption className="sr-only">What was sold</caption>
        <tbody>
          {items.map(({ id, text, pence, reason }) => (
            <tr key={id} className="border-b border-line">
              <th scope="row" className="py-3 text-left font-normal wrap-anywhere">
                {text}
                {reason && <span className="block text-sm text-ink-soft">{reason}</span>}
              </th>
              <td className="figures py-3 text-right align-top whitespace-nowrap">{priceInFull(pence)}</td>
            </tr>
          ))}
        </tbody>
      </table>
      <p className="figures mt-4 flex justify-between border-t-2 border-ink pt-3 text-xl font-[650]">
        <span>{items.length === 0 ? "Taken back" : "Paid"}</span>
        <span>{priceInFull(totalPence)}</span>
      </p>
      {vouchers.length > 0 && (
        <ul className="mt-4">
          {vouchers.map(({ id, name, left }) => (
            <li key={id} className="flex flex-wrap items-center justify-between gap-x-4 border-b border-line">
              <Link
                to={href("/admin/money/vouchers/:id", { id })}
                className="prose-link inline-flex min-h-11 items-center wrap-anywhere"
              >
                {name}
              </Link>
              {left}
            </li>
          ))}
        </ul>
      )}
      <section aria-labelledby="payments" className="mt-6">
        <h2 id="payments" className="text-lg">
          Payments
        </h2>
        <ul>
          {payments.map(({ id, words, when: at, reason }) => (
            <li key={id} className="border-b border-line py-2">
              {words}
              <span className="block text-sm text-ink-soft">{[at, reason].filter(Boolean).join(". ")}</span>
            </li>
          ))}
        </ul>
      </section>
      {loaderData.may && items.length > 0 && (
        <>
          <Form method="post" className="mt-6 space-y-3">
            {actionData?.errors?.address && (
              <TextArea label="Client’s address" name="address" rows={3} maxLength={300} />
            )}
            <Button name="intent" value="receipt" look="outline" size="small">
              {receiptId ? "See the receipt" : "Make a receipt"}
            </Button>
          </Form>
          <details className="mt-4 border-t border-line" open={actionData?.errors?.reason !== undefined}>
            <summary className="flex min-h-11 cursor-pointer items-center underline underline-offset-4">
              Take this sale back
            </summary>
            <Form method="post" className="space-y-3 pb-4">
              <input type="hidden" name="key" value={`${sentKey} back`} />
              <Field label="Reason" name="reason" maxLength={200} />
              <Button
                name="intent"
                value="back"
                look="outline"
                size="small"
                data-confirm={totalPence > loaderData.confirmAbovePence || undefined}
              >
                Take {priceInFull(totalPence)} back
              </Button>
            </Form>
          </details>
        </>
      )}
    </div>
  );
}
