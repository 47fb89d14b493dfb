import { data, Form, href, Link, redirect } from "react-router";
import {
  type ChangeOutcome,
  changeRecipient,
  renewVoucher,
  resendVoucher,
} from "#app/payments/shop/change-order.server.ts";
import { recipientForm, shareForm } from "#app/payments/shop/order.form.ts";
import { sendingInWords } from "#app/payments/shop/orders.db.server.ts";
import { getVoucherRecord } from "#app/payments/shop/read-shop.server.ts";
import { returnVoucher } from "#app/payments/shop/return-voucher.server.ts";
import { renewCode } from "#app/payments/shop/sell.server.ts";
import { shareCourse, unshareCourse } from "#app/payments/shop/share-course.server.ts";
import { DISPUTED, moveInWords, VAT_WORDS, voucherName, worthInWords } from "#app/payments/shop/vouchers.ts";
import { dayInWords, localeMoment } from "#app/platform/date-time.ts";
import { type Fields, type FormReply, readFields } from "#app/platform/form-fields.ts";
import { newId } from "#app/platform/ids.server.ts";
import { priceInFull } from "#app/platform/money-words.ts";
import { openRequest } from "#app/routes/account/identity.server.ts";
import { refusedAs, sentTo, unconfirmed } from "#app/routes/admin/edit-reply.ts";
import { useMay } from "#app/ui/admin/abilities.tsx";
import { BackLink, PageHeading } from "#app/ui/admin/page-heading.tsx";
import { Button, ErrorSummary, Field, Notice } from "#app/ui/controls.tsx";
import { privateMeta } from "#app/ui/shell/page-meta.ts";
import type { Route } from "./+types/voucher.ts";

const PAGE = "/admin/money/vouchers/:id";

export async function loader({ params, context }: Route.LoaderArgs) {
  const { app, actor, locale } = openRequest(context);
  const record = await getVoucherRecord(app, actor, params.id);
  if (!record) throw refusedAs("not-found");
  const { voucher, zone, moves, soldAt, order, ...rest } = record;
  const now = app.clock.now();
  const moment = (at: number) => localeMoment(at, zone, locale);
  return {
    ...rest,
    name: voucherName(voucher),
    left: worthInWords(voucher),
    leftPence: voucher.leftPence,
    sold: `${priceInFull(voucher.facePence)}, ${moment(soldAt)}`,
    until: dayInWords(voucher.expiresOn, { year: true }),
    vat: VAT_WORDS[voucher.vatKind],
    hasCode: voucher.kind === "money",
    canShare: voucher.kind === "course" && voucher.clientId !== null,
    isDisputed: voucher.isDisputed === true,
    online: order && {
      ...{ buyer: order.buyer_name, buyerEmail: order.buyer_email, isGone: order.forgotten },
      ...{ recipient: order.recipient_name, email: order.recipient_email, isOpened: order.isOpened },
      sending: sendingInWords(order.sending, { now, zone }),
    },
    moves: moves.map(({ id, reason, at, who, appointmentId, ...move }) => ({
      ...{ id, appointmentId, words: moveInWords(move) },
      about: [who ? `${moment(at)}, ${who}` : moment(at), reason].filter(Boolean).join(". "),
    })),
    pressKey: newId(),
  };
}

type Reply = FormReply<{ code?: string }>;

export async function action({ request, params, context }: Route.ActionArgs) {
  const { app, actor } = openRequest(context);
  const record = await getVoucherRecord(app, actor, params.id);
  if (!record) throw refusedAs("not-found");
  const { fields, intent } = await sentTo(request);
  if (intent === "renew") {
    const outcome = await renewCode(app, actor, params.id);
    if (outcome.kind === "not-found") throw refusedAs("not-found");
    // Shown by this answer alone, as at its sale.
    return data<Reply>({ code: outcome.code, typed: {} });
  }
  const changer = { actor, voucherId: params.id };
  if (intent === "resend") return answered(params, await resendVoucher(app, changer), fields);
  if (intent === "reissue") return answered(params, await renewVoucher(app, changer), fields);
  if (intent === "recipient") {
    const read = readFields(recipientForm, fields);
    if (read.kind === "invalid")
      return data<Reply>({ errors: read.errors, typed: { ...fields, intent } }, { status: 422 });
    const to = { name: read.value.recipientName, email: read.value.recipientEmail || null };
    return answered(params, await changeRecipient(app, changer, to), { ...fields, intent });
  }
  if (intent === "share" || intent === "unshare") return shared({ params, context }, { ...fields, intent });
  if (intent !== "return") return data<Reply>({ typed: {} }, { status: 422 });
  const seenPence = /^\d{1,9}$/.test(fields.seen ?? "") ? Number(fields.seen) : -1;
  const typed = { reason: fields.reason ?? "" };
  const outcome = await returnVoucher(app, actor, { voucherId: params.id, seenPence, ...typed, key: fields.key ?? "" });
  if (outcome.kind === "undone") return redirect(href(PAGE, params), 303);
  if (outcome.kind === "not-found") throw refusedAs("not-found");
  if (outcome.kind === "unconfirmed") throw unconfirmed(request);
  if (outcome.kind === "asked") return data<Reply>({ conflict: outcome.message, typed }, { status: 202 });
  return outcome.kind === "invalid"
    ? data<Reply>({ errors: outcome.errors, typed }, { status: 422 })
    : data<Reply>({ conflict: outcome.message, typed }, { status: 409 });
}

/** Shares a course, or ends that. */
async function shared({ params, context }: Pick<Route.ActionArgs, "params" | "context">, typed: Fields) {
  const { app, actor } = openRequest(context);
  if (typed.intent === "unshare") {
    const sharing = { voucherId: params.id, email: typed.email ?? "" };
    return answered(params, await unshareCourse(app, actor, sharing), typed);
  }
  const read = readFields(shareForm, typed);
  if (read.kind === "invalid") return data<Reply>({ errors: read.errors, typed }, { status: 422 });
  return answered(params, await shareCourse(app, actor, { voucherId: params.id, ...read.value }), typed);
}

type Answered = ChangeOutcome | Awaited<ReturnType<typeof shareCourse>>;

function answered(params: { id: string }, outcome: Answered, typed: Fields) {
  if (outcome.kind === "changed" || outcome.kind === "saved") return redirect(href(PAGE, params), 303);
  if (outcome.kind === "not-found") throw refusedAs("not-found");
  const message = outcome.kind === "conflict" ? outcome.message : "This was done often. Try again in an hour.";
  return data<Reply>({ conflict: message, typed }, { status: outcome.kind === "conflict" ? 409 : 429 });
}

export const meta: Route.MetaFunction = (at) => privateMeta(at, at.loaderData?.name ?? "Voucher");

export default function VoucherPage({ loaderData, actionData }: Route.ComponentProps) {
  const { name, sellerName, client, sold, left, leftPence, until, vat, note, saleId, hasCode, moves, online } =
    loaderData;
  const can = useMay();
  const facts = [
    ["Left", left],
    ["Sold", sold],
    ["Sold by", sellerName],
    ["Last day", until],
    ...(online && !online.isGone ? onlineFacts(online).slice(0, hasCode ? 3 : 1) : []),
    ...(vat ? [["VAT", note ? `${vat} ${note}` : vat]] : []),
  ];
  return (
    <div className="max-w-2xl">
      <BackLink to={href("/admin/money/vouchers")}>Vouchers and courses</BackLink>
      <PageHeading title={name} intro={client ? `In the name of ${client.name}` : undefined} />
      {actionData?.conflict && (
        <Notice tone="warning" live className="mb-4">
          {actionData.conflict}
        </Notice>
      )}
      {actionData?.errors && <ErrorSummary errors={actionData.errors} />}
      {loaderData.isDisputed && (
        <Notice tone="warning" className="mb-4">
          {DISPUTED} It can be again once the dispute is won.{" "}
          {can("change", "settings") && (
            <Link to={href("/admin/money/disputes")} className="prose-link">
              See the dispute
            </Link>
          )}
        </Notice>
      )}
      {actionData?.code && (
        <section aria-labelledby="code" className="mb-6 rounded-md border border-edge p-4">
          <h2 id="code" className="text-lg">
            New code
          </h2>
          <p className="figures mt-2 text-2xl font-[650] wrap-anywhere">{actionData.code}</p>
          <p className="mt-2">It is shown only once. The old code has stopped working.</p>
        </section>
      )}
      <dl>
        {facts.map(([term, words]) => (
          <div key={term} className="flex flex-wrap justify-between gap-x-4 border-b border-line py-2">
            <dt>{term}</dt>
            <dd className="figures text-right font-[650]">{words}</dd>
          </div>
        ))}
      </dl>
      <p className="mt-2 flex flex-wrap gap-x-5">
        {saleId && (
          <Link
            to={href("/admin/money/sales/:id", { id: saleId })}
            className="prose-link inline-flex min-h-11 items-center"
          >
            See the sale
          </Link>
        )}
        {client && can("see", "clients") && (
          <Link
            to={href("/admin/clients/:id", { id: client.id })}
            className="prose-link inline-flex min-h-11 items-center"
          >
            See the client
          </Link>
        )}
      </p>
      <section aria-labelledby="moves" className="mt-6">
        <h2 id="moves" className="text-lg">
          Used
        </h2>
        {moves.length === 0 && <p>Not used yet.</p>}
        <ul>
          {moves.map(({ id, words, about, appointmentId }) => (
            <li key={id} className="border-b border-line py-2">
              {appointmentId ? (
                <Link to={href("/admin/appointments/:id/pay", { id: appointmentId })} className="prose-link">
                  {words}
                </Link>
              ) : (
                words
              )}
              <span className="block text-sm text-ink-soft">{about}</span>
            </li>
          ))}
        </ul>
      </section>
      {loaderData.may && leftPence > 0 && (
        <div className="mt-6">
          {hasCode && (
            <More title="Make a new code">
              <Form method="post" className="space-y-3">
                <p>For a lost voucher: the old code stops working.</p>
                <Button name="intent" value="renew" look="outline" size="small">
                  Make a new code
                </Button>
              </Form>
            </More>
          )}
          {loaderData.canShare && <Shared emails={loaderData.sharedWith} reply={actionData} />}
          {hasCode && online && !online.isGone && <Online {...online} reply={actionData} />}
          {saleId && !loaderData.isDisputed && (
            <More title="Give it back" open={actionData?.typed.reason !== undefined}>
              <Form method="post" className="space-y-3">
                <p>The money goes back the way it was paid, and the voucher ends.</p>
                <input type="hidden" name="key" value={`${loaderData.pressKey} return`} />
                <input type="hidden" name="seen" value={leftPence} />
                <Field label="Reason" name="reason" maxLength={200} defaultValue={actionData?.typed.reason} />
                <Button
                  name="intent"
                  value="return"
                  look="outline"
                  size="small"
                  data-confirm={leftPence > loaderData.confirmAbovePence || undefined}
                >
                  Give {priceInFull(leftPence)} back
                </Button>
              </Form>
            </More>
          )}
        </div>
      )}
    </div>
  );
}

/** Who else may use a course, as its client wants it. */
function Shared({ emails, reply }: { emails: readonly string[]; reply: Reply | undefined }) {
  return (
    <More title="Share it" open={emails.length > 0 || reply?.typed.intent === "share"}>
      <ul>
        {emails.map((email) => (
          <li key={email} className="flex flex-wrap items-center justify-between gap-3 border-b border-line py-2">
            <span className="wrap-anywhere">{email}</span>
            <Form method="post">
              <input type="hidden" name="email" value={email} />
              <Button name="intent" value="unshare" look="outline" size="small">
                Stop sharing<span className="sr-only"> with {email}</span>
              </Button>
            </Form>
          </li>
        ))}
      </ul>
      <Form method="post" className="space-y-3" noValidate>
        <Field
          label="Email address of who else may use it"
          hint="Share it only if its client wants that. They can use it for appointments with this address."
          name="email"
          type="email"
          maxLength={254}
          autoComplete="off"
          defaultValue={reply?.typed.intent === "share" ? reply.typed.email : ""}
          error={reply?.errors?.email}
        />
        <Button name="intent" value="share" look="outline" size="small">
          Share it
        </Button>
      </Form>
    </More>
  );
}

type Online = NonNullable<Route.ComponentProps["loaderData"]["online"]>;

function onlineFacts({ buyer, buyerEmail, recipient, email, isOpened, sending }: Online): [string, string][] {
  const state = isOpened ? "It has been opened." : (sending ?? "Its buyer prints it.");
  return [
    ["Bought online by", [buyer, buyerEmail].filter(Boolean).join(", ") || "Deleted"],
    ["For", [recipient, email].filter(Boolean).join(", ") || "Deleted"],
    ["Sent", state],
  ];
}

/** What its buyer can do on their own page, pressed for them. */
function Online({ recipient, email, isOpened, reply }: Online & { reply: Reply | undefined }) {
  return (
    <>
      {email && !isOpened && (
        <More title="Send it again">
          <Form method="post" className="space-y-3">
            <p>The email with its link goes to {email} now.</p>
            <Button name="intent" value="resend" look="outline" size="small">
              Send it again
            </Button>
          </Form>
        </More>
      )}
      {!isOpened && (
        <More title="Change who gets it" open={reply?.typed.intent === "recipient"}>
          <Form method="post" className="space-y-3">
            <Field
              label="Who it is for"
              name="recipientName"
              maxLength={80}
              defaultValue={reply?.typed.recipientName ?? recipient}
              error={reply?.errors?.recipientName}
            />
            <Field
              label="Their email address (optional)"
              name="recipientEmail"
              hint="Leave blank if the buyer prints it."
              type="email"
              maxLength={254}
              defaultValue={reply?.typed.recipientEmail ?? email ?? ""}
              error={reply?.errors?.recipientEmail}
            />
            <Button name="intent" value="recipient" look="outline" size="small">
              Change it
            </Button>
          </Form>
        </More>
      )}
      <More title="Send a new code">
        <Form method="post" className="space-y-3">
          <p>
            For a lost voucher: the old code and link stop working.{" "}
            {email ? `The new link goes to ${email}.` : "Its buyer opens the new one on their page."}
          </p>
          <Button name="intent" value="reissue" look="outline" size="small">
            Send a new code
          </Button>
        </Form>
      </More>
    </>
  );
}

function More({ title, open, children }: { title: string; open?: boolean; children: React.ReactNode }) {
  return (
    <details open={open} className="border-t border-line">
      <summary className="flex min-h-11 cursor-pointer items-center underline underline-offset-4">{title}</summary>
      <div className="space-y-3 pb-4">{children}</div>
    </details>
  );
}
