import { data, redirect } from "react-router";
import { CARD_WAIT, MODE_WORDS } from "#app/payments/online/provider.ts";
import { payOrder } from "#app/payments/shop/buy-voucher.server.ts";
import {
  type ChangeOutcome,
  changeRecipient,
  openOwn,
  renewVoucher,
  resendVoucher,
  returnOrder,
} from "#app/payments/shop/change-order.server.ts";
import { recipientForm } from "#app/payments/shop/order.form.ts";
import { type OrderState, readOrderPage } from "#app/payments/shop/read-order.server.ts";
import { type FormReply, fieldsFrom, readFields } from "#app/platform/form-fields.ts";
import { appContextOf, readFormBody, requestInfoOf } from "#app/platform/http/request.server.ts";
import { priceInFull } from "#app/platform/money-words.ts";
import { PRIVATE_FORM } from "#app/routes/book/managed.server.ts";
import { PAY_DOWN, payMeta } from "#app/routes/website/pay-page.ts";
import { phoneOf } from "#app/routes/website/shell.server.ts";
import { Button, buttonClasses, ErrorSummary, Field, Notice } from "#app/ui/controls.tsx";
import type { Route } from "./+types/voucher-order.ts";

/** `?back`: they come from the provider's page; `?go`: they are on their way to it; `?done`: a press took effect. */
export async function loader({ url, params, context }: Route.LoaderArgs) {
  const app = appContextOf(context);
  const asks = (name: string) => url.searchParams.has(name);
  const view = await readOrderPage(app, { secret: params.token, isBack: asks("back") });
  if (!view) throw data(null, { status: 404 });
  return {
    ...view,
    goesTo: asks("go") ? view.url : null,
    notice: asks("done") ? DONE : null,
    alert: asks("down") ? PAY_DOWN : asks("limited") ? TOO_MANY : null,
    path: url.pathname,
    phone: await phoneOf(app),
  };
}

const DONE = "That is done.";

type Reply = FormReply<{ alert?: string }>;

export async function action({ request, url, params, context }: Route.ActionArgs) {
  const app = appContextOf(context);
  const typed = fieldsFrom(await readFormBody(request));
  const changer = { secret: params.token };
  if (typed.intent === "resend") return answered(url, await resendVoucher(app, changer), typed);
  if (typed.intent === "renew") return answered(url, await renewVoucher(app, changer), typed);
  if (typed.intent === "return") return answered(url, await returnOrder(app, params.token), typed);
  if (typed.intent === "recipient") {
    const read = readFields(recipientForm, typed);
    if (read.kind === "invalid") return data<Reply>({ typed, errors: read.errors }, { status: 422 });
    const to = { name: read.value.recipientName, email: read.value.recipientEmail || null };
    return answered(url, await changeRecipient(app, changer, to), typed);
  }
  if (typed.intent === "open") {
    const opened = await openOwn(app, params.token);
    if (!opened) throw data(null, { status: 404 });
    return redirect(opened.path, 303);
  }
  const { clientAddress } = requestInfoOf(context);
  const outcome = await payOrder(app, { secret: params.token, clientAddress });
  if (outcome.kind === "not-found") throw data(null, { status: 404 });
  if (outcome.kind === "ready") return redirect(`${url.pathname}?go`, 303);
  if (outcome.kind === "nothing") return redirect(url.pathname, 303);
  if (outcome.kind === "failed") return data<Reply>({ typed, alert: PAY_DOWN }, { status: 503 });
  const headers = { "Retry-After": String(outcome.retryAfterSeconds) };
  return data<Reply>({ typed, alert: TOO_MANY }, { status: 429, headers });
}

function answered(url: URL, outcome: ChangeOutcome, typed: Reply["typed"]) {
  if (outcome.kind === "not-found") throw data(null, { status: 404 });
  if (outcome.kind === "changed") return redirect(`${url.pathname}?done`, 303);
  if (outcome.kind === "conflict") return data<Reply>({ typed, alert: outcome.message }, { status: 409 });
  const headers = { "Retry-After": String(outcome.retryAfterSeconds) };
  return data<Reply>({ typed, alert: MAILED_OFTEN }, { status: 429, headers });
}

const TOO_MANY = "The payment page was opened often. Try again in an hour, or call the practice.";
const MAILED_OFTEN = "This was done often. Try again in an hour, or call the practice.";

export const headers: Route.HeadersFunction = () => PRIVATE_FORM;

export const meta: Route.MetaFunction = (at) =>
  payMeta(at, at.loaderData?.isCourse ? "Your course" : "Your gift voucher", at.loaderData);

const TITLES: Record<OrderState, string> = {
  open: "Pay for your voucher",
  checking: "Your payment is being checked.",
  paid: "Thank you, your voucher is paid",
  tested: "The test payment arrived",
  differs: "The practice is looking into your payment",
  released: "This order has ended",
  shut: "This voucher can’t be paid now",
  disputed: "This voucher is on hold",
  ended: "Nothing is left on this voucher",
  returned: "Your voucher is returned",
};

const WORDS: Partial<Record<OrderState, string>> = {
  checking: "This page looks again by itself.",
  tested: "It was paid with a test key, so no money moved and there is no voucher.",
  differs: "What arrived is not what was to be paid. The practice decides, or sends it back.",
  released: "It was not paid within a day, so its names and addresses are deleted. Nothing is owed.",
  shut: "Card payments do not work at the moment. Nothing was paid.",
  disputed:
    "The bank of the card that paid for it is taking the payment back. Nothing of it can be spent until that is decided.",
  ended: "It is used up or has expired.",
};

export default function VoucherOrder({ loaderData, actionData }: Route.ComponentProps) {
  const { state, mode, title, pence, phone, backPence, seller, isCourse } = loaderData;
  const alert = actionData?.alert ?? (actionData ? null : loaderData.alert);
  return (
    <div className="wrap booking-page lg:pt-10">
      <h1 className="text-3xl">{isCourse ? TITLES[state].replace("voucher", "course") : TITLES[state]}</h1>
      {mode && mode !== "live" && (
        <Notice tone="warning" className="measure mt-4">
          {MODE_WORDS[mode]}
        </Notice>
      )}
      {alert && (
        <Notice id="answer" tone="danger" live className="measure mt-4">
          {alert}
        </Notice>
      )}
      {actionData?.errors && (
        <div className="measure">
          <ErrorSummary errors={actionData.errors} id="answer" />
        </div>
      )}
      {loaderData.notice && !actionData && (
        <Notice tone="success" live className="measure mt-4">
          {loaderData.notice}
        </Notice>
      )}
      <p className="mt-4 text-lg font-[650]">{title}</p>
      <p>
        {priceInFull(pence)}
        {seller && `, sold by ${seller}`}
      </p>
      {WORDS[state] && (
        <p className="measure mt-4">{isCourse ? WORDS[state].replace("voucher", "course") : WORDS[state]}</p>
      )}
      {backPence > 0 && (
        <Notice tone="success" className="measure mt-4">
          {priceInFull(backPence)} goes back to the card by itself. {CARD_WAIT}
        </Notice>
      )}
      {state === "open" && <Pay {...loaderData} />}
      {state === "paid" && !isCourse && <Paid {...loaderData} reply={actionData ?? { typed: {} }} />}
      {state === "paid" && isCourse && <PaidCourse {...loaderData} />}
      <p className="measure mt-6">
        Something is not right?{" "}
        <a href={phone.href} className="prose-link whitespace-nowrap">
          Call {phone.label}
        </a>
      </p>
    </div>
  );
}

type Loaded = Route.ComponentProps["loaderData"];

function Pay({ goesTo, terms, pence, at }: Loaded) {
  if (goesTo) {
    return (
      <p className="measure mt-6">
        <a href={goesTo} className={buttonClasses({})}>
          Go on to the payment page
        </a>
      </p>
    );
  }
  return (
    <form method="post" action="#answer" className="measure mt-4">
      <ul className="list-disc space-y-2 pl-5">
        {terms.map((sentence) => (
          <li key={sentence}>{sentence}</li>
        ))}
      </ul>
      <Button className="mt-6">Pay {priceInFull(pence)}</Button>
      <p className="mt-3 text-ink-soft">
        This leads to {at}’s page, where you pay by card. Only {at} sees your card.
      </p>
    </form>
  );
}

function Paid(props: Loaded & { reply: Reply }) {
  const { recipient, email, isOpened, sending, canSendNow, leftPence, until, returnBy, pence, reply } = props;
  return (
    <div className="measure mt-4">
      <p>
        For {recipient}
        {email ? `, by email to ${email}. ${isOpened ? "It has been opened." : sending}` : ", printed by you."} It is
        valid until {until}.
      </p>
      {leftPence < pence && <p className="mt-2">{priceInFull(leftPence)} is left on it.</p>}
      {!email && (
        <form method="post" action="#answer" className="mt-4">
          <Button name="intent" value="open">
            Open the voucher to print
          </Button>
        </form>
      )}
      <div className="mt-6">
        {email && !isOpened && (
          <More title={canSendNow ? "Send it now" : "Send it again"}>
            <form method="post" action="#answer" className="space-y-3">
              <p>The same email goes to {email} now.</p>
              <Button name="intent" value="resend" look="outline">
                {canSendNow ? "Send it now" : "Send it again"}
              </Button>
            </form>
          </More>
        )}
        {!isOpened && (
          <More title="Change who gets it" open={reply.typed.intent === "recipient"}>
            <form method="post" action="#answer" noValidate className="space-y-3">
              <Field
                label="Who it is for"
                name="recipientName"
                maxLength={80}
                autoComplete="off"
                defaultValue={reply.typed.recipientName ?? recipient}
                error={reply.errors?.recipientName}
              />
              <Field
                label="Their email address (optional)"
                name="recipientEmail"
                hint="Leave blank to print it yourself."
                type="email"
                maxLength={254}
                autoComplete="off"
                defaultValue={reply.typed.recipientEmail ?? email ?? ""}
                error={reply.errors?.recipientEmail}
              />
              <p>An email that went to someone else before opens nothing from then on.</p>
              <Button name="intent" value="recipient" look="outline">
                Change it
              </Button>
            </form>
          </More>
        )}
        {isOpened && (
          <More title="Lost the code?">
            <form method="post" action="#answer" className="space-y-3">
              <p>
                The old code stops working.{" "}
                {email ? `A new one goes to ${email}.` : "A new one is on the voucher that you open here."}
              </p>
              <Button name="intent" value="renew" look="outline">
                Make a new code
              </Button>
            </form>
          </More>
        )}
        {returnBy && <Return what="voucher" used="spent" returnBy={returnBy} pence={pence} />}
      </div>
    </div>
  );
}

/** It has no code: whoever bought it says at the practice that they use it. */
function PaidCourse({ left, until, returnBy, pence }: Loaded) {
  return (
    <div className="measure mt-4">
      <p>
        It is in your name: {left}, until {until}. Tell the practice that you would like to use it, and a session pays
        for your appointment.
      </p>
      <p className="mt-2">
        <a href="/my-appointment/courses" className="prose-link">
          Your courses
        </a>{" "}
        shows what is left once you sign in with the email address that you bought it with.
      </p>
      {returnBy && (
        <div className="mt-6">
          <Return what="course" used="used" returnBy={returnBy} pence={pence} />
        </div>
      )}
    </div>
  );
}

type ReturnProps = { what: string; used: string; returnBy: string; pence: number };

function Return({ what, used, returnBy, pence }: ReturnProps) {
  return (
    <More title="Return it">
      <form method="post" action="#answer" className="space-y-3">
        <p>
          You can return it until {returnBy} if none of it has been {used}. The {what} ends, and the money goes back to
          your card.
        </p>
        <Button name="intent" value="return" look="danger">
          Return it for {priceInFull(pence)}
        </Button>
      </form>
    </More>
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
