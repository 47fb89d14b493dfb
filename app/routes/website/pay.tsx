import { data, redirect } from "react-router";
import { viewStatus } from "#app/appointments/appointment.ts";
import { alternativeTimes, bookAgainUrl } from "#app/appointments/booking/free-times/near-times.server.ts";
import { manageSecretOf } from "#app/appointments/requests/manage-link.server.ts";
import { managePath } from "#app/appointments/requests/manage-link.ts";
import { openPayPage } from "#app/payments/online/open-page.server.ts";
import { isOrder } from "#app/payments/online/pay-links.db.server.ts";
import { type PublicLink, readPublicLink } from "#app/payments/online/pay-links.server.ts";
import type { PaidBooking } from "#app/payments/online/prepaid.server.ts";
import { KEEP_CARD } from "#app/payments/online/prepay-rule.ts";
import { CARD_WAIT, MODE_WORDS } from "#app/payments/online/provider.ts";
import { settlePage } from "#app/payments/online/settle-page.server.ts";
import { hasSpent, paidByVouchers, spendOnLink } from "#app/payments/shop/spend-on-link.server.ts";
import { hasCodes } from "#app/payments/shop/voucher-online.server.ts";
import { TOO_MANY_CODES, WRONG_CODE } from "#app/payments/shop/vouchers.ts";
import type { AppContext } from "#app/platform/app-context.server.ts";
import { localDateOf, localeMoment, localeTimes } from "#app/platform/date-time.ts";
import { appContextOf, readFormBody, requestInfoOf } from "#app/platform/http/request.server.ts";
import { consumeRateLimit } from "#app/platform/limits.server.ts";
import { priceInFull } from "#app/platform/money-words.ts";
import { PRIVATE_FORM } from "#app/routes/book/managed.server.ts";
import { NO_COURSE, PAY_DOWN, payMeta } from "#app/routes/website/pay-page.ts";
import { phoneOf } from "#app/routes/website/shell.server.ts";
import { Button, buttonClasses, ErrorSummary, Field, Notice } from "#app/ui/controls.tsx";
import type { Route } from "./+types/pay.ts";

/** `?back`: they come from the provider's page; `?go`: they are on their way to it; `?spent`: a voucher has just paid. */
export async function loader({ url, params, context }: Route.LoaderArgs) {
  const app = appContextOf(context);
  const isBack = url.searchParams.has("back");
  const found = await readPublicLink(app, params.token);
  if (!found) throw data(null, { status: 404 });
  if (isOrder(found.link)) throw redirect(`/vouchers/order/${params.token}${url.search}`, 303);
  const isFresh = isBack && found.page?.state === "open" && (await mayAsk(app, found.link.id));
  if (isFresh && found.page) await settlePage(app, found.page.id, { limits: { ms: 5_000 } });
  const view = isFresh ? ((await readPublicLink(app, params.token)) ?? found) : found;
  const { locale } = requestInfoOf(context);
  const { seller, firstName, lines, owedPence, paidPence, backPence, isOpen, mode, at, page, zone, booking } = view;
  if (booking && leadsOn(booking, app.clock.now())) {
    throw redirect(`${managePath(manageSecretOf(app, booking.appointment))}?booked`, 303);
  }
  const state = stateOf({ page: page?.state, paidPence, isBack, owedPence, isOpen, booking });
  return {
    ...{ state, seller, name: firstName, owedPence, paidPence, backPence, mode, at },
    lines: lines.map(({ service, minutes, start, pence }) => ({
      ...{ pence, what: `${service}, ${minutes} min`, when: localeMoment(start, zone, locale) },
    })),
    ...(await readLetGo(app, view, state)),
    isDown: url.searchParams.has("down"),
    lacksCourse: url.searchParams.has("no-course"),
    keepsCard: booking?.kind === "card",
    takesVoucher: await takesVoucher(app, view, state),
    voucherPence: url.searchParams.has("spent") ? await paidByVouchers(app.db.kysely, view.link.appointmentIds) : 0,
    kept: booking && {
      until: booking.until && untilInWords(booking.until, { now: app.clock.now(), zone, locale }),
      ...{ words: booking.words, request: booking.request },
    },
    goesTo: url.searchParams.has("go") && state === "open" && page?.state === "open" ? page.url : null,
    path: url.pathname,
    phone: await phoneOf(app),
  };
}

/** Of a time that was let go: what else is free, and whether a voucher had paid before a card was to pay the rest. */
async function readLetGo(app: AppContext, { booking, link, zone }: PublicLink, state: State) {
  if (!booking || (state !== "returned" && state !== "released"))
    return { times: [], again: "/book", hadVoucher: false };
  const { appointment } = booking;
  return {
    times: await alternativeTimes(app, { appointment, zone }),
    again: await bookAgainUrl(app, appointment),
    hadVoucher: await hasSpent(app.db.kysely, link.appointmentIds),
  };
}

/** Whether what is still to pay may be paid by a voucher's code: also by who comes back from the provider's page. */
async function takesVoucher({ db }: AppContext, { booking, mode, link }: PublicLink, state: State): Promise<boolean> {
  const waits = (state === "open" || state === "checking") && booking?.kind !== "card" && mode !== "test";
  return waits && (await hasCodes(db.kysely, link.seller_id));
}

/** A time of day, with its date unless that is today's. */
function untilInWords(until: number, { now, zone, locale }: { now: number; zone: string; locale: string }): string {
  const isToday = localDateOf(until, zone) === localDateOf(now, zone);
  return isToday ? localeTimes(until, zone, locale).time : localeMoment(until, zone, locale);
}

// Coming back asks the provider; a page that is loaded again and again does not.
async function mayAsk(app: AppContext, linkId: string): Promise<boolean> {
  const limit = { key: `pay-back:${linkId}`, limit: 40, windowSeconds: 600 };
  return (await consumeRateLimit(app, limit)).kind === "allowed";
}

/** It is booked: its own page says the rest. */
function leadsOn({ state, appointment }: PaidBooking, now: number): boolean {
  return (
    (state === "paid" || state === "kept" || state === "waived") &&
    viewStatus(appointment.status) !== "Cancelled" &&
    appointment.start > now
  );
}

type State =
  | "kept"
  | "paid"
  | "tested"
  | "differs"
  | "checking"
  | "nothing"
  | "shut"
  | "open"
  | "released"
  | "returned";

type Facts = Pick<PublicLink, "paidPence" | "owedPence" | "isOpen" | "booking"> & {
  page: string | undefined;
  isBack: boolean;
};

function stateOf({ page, paidPence, isBack, owedPence, isOpen, booking }: Facts): State {
  if (page === "differs" || page === "tested") return page;
  if (booking?.state === "returned") return "returned";
  // What was paid may have gone back, as a voucher was taken back that paid the rest.
  const isAllToPay = booking?.state === "waiting" && booking.kind === "payment" && owedPence > 0;
  if (paidPence > 0 && !isAllToPay) return "paid";
  if (booking?.state === "kept") return "kept";
  if (isBack && page === "open") return "checking";
  const waits = owedPence > 0 || (booking?.kind === "card" && booking.state === "waiting");
  if (booking && (booking.state === "released" || (waits && !booking.isKept))) return "released";
  if (!waits) return "nothing";
  return isOpen ? "open" : "shut";
}

type Reply = { alert?: string; errors?: { code: string }; code?: string };

export async function action({ request, url, params, context }: Route.ActionArgs) {
  const app = appContextOf(context);
  const { clientAddress } = requestInfoOf(context);
  const code = (await readFormBody(request)).get("code");
  if (typeof code === "string")
    return spendVoucher(app, { path: url.pathname, secret: params.token, code, clientAddress });
  const outcome = await openPayPage(app, { secret: params.token, clientAddress });
  if (outcome.kind === "not-found") throw data(null, { status: 404 });
  if (outcome.kind === "ready") return redirect(`${url.pathname}?go`, 303);
  if (outcome.kind === "nothing") return redirect(url.pathname, 303);
  if (outcome.kind === "limited") {
    const headers = { "Retry-After": String(outcome.retryAfterSeconds) };
    return data<Reply>(
      { alert: "The payment page was opened often. Try again in an hour, or call the practice." },
      { status: 429, headers },
    );
  }
  return data<Reply>({ alert: PAY_DOWN }, { status: 503 });
}

type Spending = { path: string; secret: string; code: string; clientAddress: string };

async function spendVoucher(app: AppContext, { path, secret, code, clientAddress }: Spending) {
  if (code.trim() === "") return data<Reply>({ errors: { code: "Enter the voucher’s code." }, code }, { status: 422 });
  const outcome = await spendOnLink(app, { secret, typed: code, clientAddress });
  if (outcome.kind === "not-found") throw data(null, { status: 404 });
  if (outcome.kind === "limited") {
    const headers = { "Retry-After": String(outcome.retryAfterSeconds) };
    return data<Reply>({ errors: { code: TOO_MANY_CODES }, code }, { status: 429, headers });
  }
  if (outcome.kind === "invalid") {
    return data<Reply>({ errors: { code: outcome.message ?? WRONG_CODE }, code }, { status: 422 });
  }
  return redirect(outcome.kind === "changed" ? `${path}?spent` : path, 303);
}

const CARD_DOWN =
  "The page for your card does not open at the moment. Nothing is booked yet. Try again in a few minutes.";
export const headers: Route.HeadersFunction = () => PRIVATE_FORM;

export const meta: Route.MetaFunction = (at) =>
  payMeta(at, at.loaderData?.keepsCard ? "Keep a card" : "Pay online", at.loaderData);

type Loaded = Route.ComponentProps["loaderData"];

export default function Pay({ loaderData, actionData }: Route.ComponentProps) {
  const { state, mode, name, lines, seller, phone } = loaderData;
  return (
    <div className="wrap booking-page lg:pt-10">
      <h1 className="text-3xl">{(loaderData.keepsCard && CARD_TITLES[state]) || TITLES[state]}</h1>
      {mode && mode !== "live" && (
        <Notice tone="warning" className="measure mt-4">
          {loaderData.keepsCard && mode === "pretend" ? PRETEND_CARD : MODE_WORDS[mode]}
        </Notice>
      )}
      {loaderData.isDown && state === "open" && !actionData?.alert && (
        <Notice tone="danger" className="measure mt-4">
          {loaderData.keepsCard ? CARD_DOWN : PAY_DOWN}
        </Notice>
      )}
      {loaderData.lacksCourse && state === "open" && !actionData && (
        <Notice tone="warning" className="measure mt-4">
          {NO_COURSE}
        </Notice>
      )}
      {actionData?.alert && (
        <Notice id="answer" tone="danger" live className="measure mt-4">
          {actionData.alert}
        </Notice>
      )}
      {actionData?.errors && (
        <div className="measure">
          <ErrorSummary errors={actionData.errors} id="answer" />
        </div>
      )}
      {loaderData.voucherPence > 0 && !actionData && (
        <Notice tone="success" live className="measure mt-4">
          {priceInFull(loaderData.voucherPence)} was paid by voucher.
        </Notice>
      )}
      <ul className="measure mt-4">
        {lines.map(({ what, when }) => (
          <li key={when}>
            <span className="font-[650]">{what}</span>, {when}
          </li>
        ))}
      </ul>
      <p className="mt-2">
        For {name || "you"}
        {seller && `, sold by ${seller}`}
      </p>
      <State {...loaderData} />
      {loaderData.takesVoucher && <VoucherForm reply={actionData ?? {}} />}
      <p className="measure mt-6">
        Something is not right?{" "}
        <a href={phone.href} className="prose-link whitespace-nowrap">
          Call {phone.label}
        </a>
      </p>
    </div>
  );
}

function VoucherForm({ reply: { errors, code } }: { reply: Reply }) {
  return (
    <details className="measure mt-6 border-y border-line" open={errors !== undefined}>
      <summary className="flex min-h-11 cursor-pointer items-center underline underline-offset-4">
        Pay with a voucher
      </summary>
      <form method="post" action="#answer" noValidate className="space-y-3 pb-4">
        <Field
          label="Voucher code"
          name="code"
          hint="The voucher pays what it can. You pay the rest by card."
          defaultValue={code}
          maxLength={60}
          autoComplete="off"
          autoCapitalize="characters"
          spellCheck={false}
          error={errors?.code}
        />
        <Button look="outline">Use the voucher</Button>
      </form>
      <p className="pb-4">
        <a href="/vouchers/balance" className="prose-link">
          See what is left on a voucher
        </a>
      </p>
    </details>
  );
}

const TITLES: Record<State, string> = {
  open: "Pay online",
  checking: "We’re checking your payment.",
  kept: "Thank you, your card is kept",
  paid: "Thank you, it is paid",
  tested: "The test payment arrived",
  differs: "The practice is looking into your payment",
  nothing: "There is nothing to pay",
  shut: "This link can’t be paid",
  released: "This time is free again",
  returned: "The time was gone when your payment arrived",
};

const CARD_TITLES: Partial<Record<State, string>> = {
  open: "Keep your card and book",
  checking: "Your card is being checked.",
  nothing: "There is nothing to do here",
  returned: "The time was gone when your card arrived",
};

const PRETEND_CARD = "This is pretend: no money moves. Type no real card.";

function State({
  state,
  owedPence,
  paidPence,
  backPence,
  goesTo,
  path,
  seller,
  at,
  kept,
  keepsCard,
  ...after
}: Loaded) {
  if (goesTo) {
    return (
      <p className="measure mt-6">
        <a href={goesTo} className={buttonClasses({})}>
          Go on to the {keepsCard ? "page for your card" : "payment page"}
        </a>
      </p>
    );
  }
  if (state === "paid") {
    return (
      <Notice tone="success" className="measure mt-4">
        {priceInFull(paidPence)} was paid{seller && ` to ${seller}`}.{" "}
        {backPence > 0
          ? `${priceInFull(backPence)} of it goes back to your card by itself. ${CARD_WAIT}`
          : "Your receipt comes by email, if the practice has your address."}
      </Notice>
    );
  }
  if (state === "returned") {
    return (
      <>
        <Notice tone="success" className="measure mt-4">
          {keepsCard
            ? "Nothing was charged, and your card is not kept."
            : `${priceInFull(paidPence)} goes back to your card by itself. ${CARD_WAIT}`}
        </Notice>
        <p className="measure mt-4">
          It was kept until {kept?.until}, and someone else has booked it since. Nothing is booked for you.
          {after.hadVoucher && ` ${VOUCHER_BACK}`}
        </p>
        <BookAgain {...after} />
      </>
    );
  }
  if (state === "released") {
    return (
      <>
        <p className="measure mt-4">
          It was kept until {kept?.until} and{" "}
          {keepsCard ? "no card was left" : `was not ${after.hadVoucher ? "all " : ""}paid`}, so nothing is booked.
          {after.hadVoucher && ` ${VOUCHER_BACK}`}
        </p>
        <BookAgain {...after} />
      </>
    );
  }
  if (state === "open") {
    return (
      <form method="post" action="#answer" className="mt-6">
        <p className="mb-3 text-xl">{keepsCard ? "Nothing to pay now" : `${priceInFull(owedPence)} to pay`}</p>
        {kept?.until && (
          <p className="measure mb-3">
            The time is kept for you until {kept.until}. It is booked once{" "}
            {keepsCard ? "your card is kept" : "it is paid"}.
          </p>
        )}
        <Button>{keepsCard ? KEEP_CARD : `Pay ${priceInFull(owedPence)}${kept ? " and book" : ""}`}</Button>
        {kept && (
          <p className="measure mt-3">
            {kept.words} {kept.request}
          </p>
        )}
        <p className="measure mt-3 text-ink-soft">
          This leads to {at}’s page, where you {keepsCard ? "enter your card" : "pay by card"}. Only {at} sees your
          card’s number.
        </p>
      </form>
    );
  }
  if (state === "checking") {
    return (
      <p className="measure mt-4">
        This page looks again by itself. You can also{" "}
        <a href={`${path}?back`} className="prose-link">
          look now
        </a>
        , or{" "}
        <a href={path.replace(/\?.*$/, "")} className="prose-link">
          go back to {keepsCard ? "your booking" : "what you pay for"}
        </a>{" "}
        if you did not {keepsCard ? "enter a card" : "pay"}.
      </p>
    );
  }
  return <p className="measure mt-4">{(keepsCard && CARD_WORDS[state]) || WORDS[state]}</p>;
}

const VOUCHER_BACK = "What your voucher had paid goes back on it.";

function BookAgain({ times, again }: Pick<Loaded, "times" | "again">) {
  return (
    <ul aria-label="Free times" className="measure mt-6 grid gap-2">
      {[...times, { label: "All times", href: again }].map(({ label, href }) => (
        <li key={label}>
          <a href={href} className={`${buttonClasses({ look: "outline" })} w-full`}>
            {label}
          </a>
        </li>
      ))}
    </ul>
  );
}

const WORDS: Record<Exclude<State, "paid" | "open" | "checking" | "released" | "returned">, string> = {
  kept: "Nothing was paid. What may be charged to it, and when, is what you read when you booked.",
  tested: "No money moved, and nothing was recorded.",
  differs:
    "What arrived is not what was to be paid. The practice looks into it and calls you, or sends it back to your card. Don’t pay again.",
  nothing: "All of it is paid, or was cancelled. Thank you.",
  shut: "The practice has withdrawn it, or takes no payments online at the moment.",
};

const CARD_WORDS: Partial<Record<State, string>> = {
  nothing: "Your booking is confirmed or was cancelled. Nothing was charged.",
};
