import { type FormEvent, useEffect, useState } from "react";
import { data, Form, href, Link, redirect } from "react-router";
import { storeUnsent } from "#app/offline/unsent-payments.ts";
import { changesIn, takingFrom, toPayOf } from "#app/payments/checkout.form.ts";
import { type Checkout, getCheckout } from "#app/payments/checkout.server.ts";
import { chargeFee, returnFee, waiveFee } from "#app/payments/fees.server.ts";
import { issueReceipt } from "#app/payments/issue-receipt.server.ts";
import { MONEY_ERROR, methodName, paidInWords, parseMoney, TAKEN_METHODS } from "#app/payments/money.ts";
import { startReader, stopReader } from "#app/payments/online/card-reader.server.ts";
import { type CardView, chargeCard, refusalInWords } from "#app/payments/online/charge-card.server.ts";
import { makeLink } from "#app/payments/online/pay-links.server.ts";
import { faceInWords } from "#app/payments/online/provider.ts";
import { findByCode } from "#app/payments/shop/sell.server.ts";
import { coverOf, leftInWords, type Voucher, voucherName } from "#app/payments/shop/vouchers.ts";
import { giveBack, takeBack, UNDO_MS, writeOff } from "#app/payments/take-back.server.ts";
import { takePayment } from "#app/payments/take-payment.server.ts";
import type { AppContext } from "#app/platform/app-context.server.ts";
import { localeMoment } from "#app/platform/date-time.ts";
import { type Fields, type FormReply, fieldsFrom } from "#app/platform/form-fields.ts";
import { newId } from "#app/platform/ids.server.ts";
import { priceInFull, priceInPounds } from "#app/platform/money-words.ts";
import { type Actor, mayWith } from "#app/platform/permissions.ts";
import { openRequest } from "#app/routes/account/identity.server.ts";
import { refusedAs, sentTo, unconfirmed } from "#app/routes/admin/edit-reply.ts";
import { FeePanel } from "#app/routes/admin/money/fee-panel.tsx";
import { chosenPence, ProductFields } from "#app/routes/admin/money/shop-fields.tsx";
import { useUnsent } from "#app/routes/admin/money/unsent-payments.tsx";
import { UndoNotice } from "#app/routes/admin/undo-notice.tsx";
import { useMay } from "#app/ui/admin/abilities.tsx";
import { BackLink, PageHeading } from "#app/ui/admin/page-heading.tsx";
import { useFreshEvery } from "#app/ui/admin/use-fresh-every.ts";
import {
  Button,
  ErrorSummary,
  Field,
  LinkButton,
  Notice,
  ScriptButton,
  Select,
  TextArea,
  TickBox,
} from "#app/ui/controls.tsx";
import { privateMeta } from "#app/ui/shell/page-meta.ts";
import type { Route } from "./+types/pay.ts";

const PAGE = "/admin/appointments/:id/pay";

export async function loader({ request, params, context }: Route.LoaderArgs) {
  const { app, actor, locale } = openRequest(context);
  const checkout = await getCheckout(app, actor, params.id);
  if (!checkout) throw refusedAs("not-found");
  const taken = new URL(request.url).searchParams.get("taken");
  const paid = checkout.payments.filter((one) => one.takingId === taken && one.pence > 0 && !one.isTakenBack);
  const spent = checkout.spent.filter(({ takingId }) => takingId === taken);
  const own = [...paid, ...spent];
  const isFresh = own.every(({ at }) => app.clock.now() - at < UNDO_MS);
  const words = [
    ...spent.map(({ text, pence }) => `${priceInFull(-pence)} with ${text}`),
    ...paid.map(paidInWords),
  ].join(" and ");
  const moment = (at: number) => localeMoment(at, checkout.zone, locale);
  return {
    ...viewCheckout(checkout, moment),
    sender: "userId" in actor ? actor.userId : "",
    // New at each look: what was sent twice has one, what is pressed again has another.
    pressKey: newId(),
    may: mayWith(actor, ["change", "payments"], checkout.appointment.therapistId),
    justTaken: own[0] ? { takingId: own[0].takingId, words, isFresh } : null,
  };
}

function viewCheckout(
  { appointment, payments, spent, proposal, fee, card, ...checkout }: Checkout,
  moment: (at: number) => string,
) {
  return {
    ...checkout,
    spent: spent.map(({ at, text, pence, takingId }) => ({
      ...{ takingId, text, pence },
      words: `${priceInFull(-pence)} with ${text}`,
      when: moment(at),
    })),
    proposal: proposal && {
      ...proposal,
      words: proposal.rule?.words ?? null,
      booked: moment(proposal.bookedAt),
      happened: moment(proposal.at),
    },
    fee: fee && { state: fee.state, pence: fee.pence },
    card: card ? viewCard(card, moment) : null,
    id: appointment.id,
    name: appointment.name,
    when: moment(appointment.start),
    payments: payments.map(({ at, tipPence, ...one }) => ({
      ...one,
      words: tipPence > 0 ? `${paidInWords(one)}, ${priceInFull(tipPence)} of it tip` : paidInWords(one),
      when: moment(at),
    })),
  };
}

function viewCard({ agreed, removedAt, left, last, leftPence, ...face }: CardView, moment: (at: number) => string) {
  return {
    ...{ name: faceInWords(face), words: agreed.words, agreed: moment(agreed.at), left, leftPence },
    removed: removedAt === null ? null : moment(removedAt),
    last: last && {
      ...{ state: last.state, linkId: last.linkId, when: moment(last.at) },
      words: last.state === "paid" ? null : refusalInWords({ ...last, state: last.state, isMailed: last.isMailed }),
    },
  };
}

/** `found`: the voucher of a typed code. */
type Reply = FormReply<{ found?: Voucher }>;

export async function action({ request, params, context }: Route.ActionArgs) {
  const { app, actor } = openRequest(context);
  const { fields, intent } = await sentTo(request);
  const here = href(PAGE, params);
  const key = fields.key ?? "";
  const answer = (reply: Omit<Reply, "typed">, status: number) => data<Reply>({ ...reply, typed: fields }, { status });
  if (intent === "receipt") {
    const outcome = await issueReceipt(app, actor, { appointmentId: params.id, address: fields.address ?? "" });
    if (outcome.kind === "not-found") throw refusedAs("not-found");
    if (outcome.kind === "invalid") return answer({ errors: outcome.errors }, 422);
    return redirect(href("/admin/money/receipts/:id", { id: outcome.id }), 303);
  }
  if (intent === "reader" || intent === "reader-stop")
    return pressReader(app, actor, { id: params.id, intent, fields });
  if (intent === "link") return linkFor(app, actor, { ids: [params.id], fields });
  if (intent === "find") return findVoucher(app, actor, { id: params.id, fields });
  if (intent === "save") {
    const read = takingFrom(fields);
    if (read.kind === "invalid") return answer({ errors: read.errors }, 422);
    const outcome = await takePayment(app, actor, { appointmentId: params.id, key, taking: read.taking });
    if (outcome.kind === "taken") return redirect(`${here}?taken=${outcome.takingId}`, 303);
    if (outcome.kind === "not-found") throw refusedAs("not-found");
    return outcome.kind === "invalid"
      ? answer({ errors: outcome.errors }, 422)
      : answer({ conflict: outcome.message }, 409);
  }
  const press = { appointmentId: params.id, key, reason: fields.reason ?? "" };
  const outcome = FEE_INTENTS.includes(intent)
    ? await decideFee(app, actor, { ...press, intent, fields })
    : await giveOrTakeBack(app, actor, { ...press, intent, fields });
  if (outcome.kind === "undone" || outcome.kind === "changed") return redirect(here, 303);
  if (outcome.kind === "not-found") throw refusedAs("not-found");
  if (outcome.kind === "unconfirmed") throw unconfirmed(request);
  if (outcome.kind === "asked") return answer({ conflict: outcome.message }, 202);
  return outcome.kind === "invalid"
    ? answer({ errors: outcome.errors }, 422)
    : answer({ conflict: outcome.message }, 409);
}

/** Makes a link for what is owed, and goes on to it. */
async function linkFor(app: AppContext, actor: Actor, { ids, fields }: { ids: readonly string[]; fields: Fields }) {
  const outcome = await makeLink(app, actor, ids);
  if (outcome.kind === "not-found") throw refusedAs("not-found");
  if (outcome.kind === "invalid") {
    return data<Reply>({ conflict: outcome.errors.link, typed: fields }, { status: 409 });
  }
  throw redirect(`${href("/admin/money/links")}?link=${outcome.id}`, 303);
}

type ReaderPress = { id: string; intent: "reader" | "reader-stop"; fields: Fields };

async function pressReader(app: AppContext, actor: Actor, { id, intent, fields }: ReaderPress) {
  const outcome = await (intent === "reader" ? startReader : stopReader)(app, actor, id);
  if (outcome.kind === "not-found") throw refusedAs("not-found");
  if (outcome.kind === "conflict") {
    return data<Reply>({ conflict: outcome.message, typed: fields }, { status: 409 });
  }
  throw redirect(href(PAGE, { id }), 303);
}

async function findVoucher(app: AppContext, actor: Actor, { id, fields }: { id: string; fields: Fields }) {
  const checkout = await getCheckout(app, actor, id);
  if (!checkout) throw refusedAs("not-found");
  const outcome = await findByCode(app, actor, { typed: fields.code ?? "", at: checkout.shop.where });
  if (outcome.kind === "not-found") throw refusedAs("not-found");
  if (outcome.kind === "found") return data<Reply>({ found: outcome.voucher, typed: fields });
  return data<Reply>({ errors: { code: outcome.message }, typed: fields }, { status: 422 });
}

type Press = { appointmentId: string; key: string; reason: string; intent: string; fields: Fields };

const FEE_INTENTS = ["charge", "waive", "return-fee", "charge-card"];

const unreadable = (name: string) => ({ kind: "invalid" as const, errors: { [name]: MONEY_ERROR } });

function decideFee(app: AppContext, actor: Actor, { intent, fields, reason, ...press }: Press) {
  if (intent === "waive") return waiveFee(app, actor, { ...press, reason });
  if (intent === "return-fee") return returnFee(app, actor, press);
  if (intent === "charge-card") return chargeFrom(app, actor, { ...press, fields, reason });
  const pence = parseMoney(fields.fee ?? "");
  return pence === null ? unreadable("fee") : chargeFee(app, actor, { ...press, pence });
}

/** One that took nothing has put the fee on the bill: the page says so beside the card. */
async function chargeFrom(app: AppContext, actor: Actor, { fields, ...press }: Omit<Press, "intent">) {
  const pence = parseMoney(fields.amount ?? "");
  if (pence === null) return unreadable("amount");
  const charged = await chargeCard(app, actor, { ...press, pence });
  return charged.kind === "refused" ? { kind: "changed" as const } : charged;
}

function giveOrTakeBack(app: AppContext, actor: Actor, { intent, fields, appointmentId, reason, key }: Press) {
  if (intent === "off") return writeOff(app, actor, { appointmentId, reason, seenPence: Number(fields.seen), key });
  if (intent !== "refund") return takeBack(app, actor, { takingId: fields.taking ?? "", reason, key });
  const pence = parseMoney(fields.back ?? "");
  const giving = { paymentId: fields.payment ?? "", owesAgain: fields.owes === "on", reason, key };
  return pence === null ? unreadable("back") : giveBack(app, actor, { ...giving, appointmentId, pence });
}

export const meta: Route.MetaFunction = (at) => privateMeta(at, `Payment: ${at.loaderData?.name ?? "Appointment"}`);

export default function Pay({ loaderData, actionData }: Route.ComponentProps) {
  const { id, name, when, items, owedPence, payments, spent, justTaken, may } = loaderData;
  const can = useMay();
  const isPaid = owedPence === 0 && loaderData.billId !== null;
  const { reader } = loaderData;
  const waitsAtReader = reader?.last?.state === "open";
  return (
    <div className="max-w-2xl">
      {can("see", "appointments") ? (
        <BackLink to={href("/admin/appointments/:id", { id })}>Appointment</BackLink>
      ) : (
        <BackLink to={href("/admin/money")}>Money</BackLink>
      )}
      <PageHeading title={name} intro={when} />
      {justTaken && <JustTaken key={justTaken.takingId} name={name} sentKey={loaderData.pressKey} {...justTaken} />}
      {actionData?.conflict && (
        <Notice tone="warning" live className="mb-4">
          {actionData.conflict}
        </Notice>
      )}
      {actionData?.errors && <ErrorSummary errors={actionData.errors} />}
      <table className="w-full">
        <caption className="sr-only">What is paid for</caption>
        <tbody>
          {items.map(({ text, pence, reason }, nth) => (
            <tr key={`${nth} ${text}`} className="border-b border-line">
              <th scope="row" className="py-3 text-left font-normal wrap-anywhere">
                {text}
                {reason && <span className="block text-sm text-ink-soft">{reason}</span>}
              </th>
              <td className="figures py-3 text-right align-top whitespace-nowrap">{priceInFull(pence)}</td>
            </tr>
          ))}
        </tbody>
      </table>
      {(payments.length > 0 || spent.length > 0) && <Payments {...loaderData} typed={actionData?.typed ?? {}} />}
      <FeePanel {...loaderData} typed={actionData?.typed ?? {}} />
      {reader && may && !isPaid && <OnReader reader={reader} owedPence={owedPence} />}
      {isPaid ? (
        <p className="figures mt-4 flex justify-between border-t-2 border-ink pt-3 text-xl font-[650]">
          <span>{payments.length === 0 && spent.length === 1 ? `Paid with ${spent[0]?.text}` : "Paid"}</span>
          <span>{priceInFull(sumOf(items) - sumOf(spent))}</span>
        </p>
      ) : may && !waitsAtReader ? (
        <Take
          key={`${owedPence} ${payments.length}`}
          {...loaderData}
          found={actionData?.found ?? null}
          codeError={actionData?.errors?.code}
          typed={actionData?.typed ?? {}}
        />
      ) : (
        <Owed pence={owedPence} />
      )}
      {may && loaderData.paysOnline && !waitsAtReader && (
        <Form method="post" className="mt-4 border-t border-line pt-4">
          <Button name="intent" value="link" look="outline" size="small">
            Let them pay online
          </Button>
        </Form>
      )}
      <Afterwards {...loaderData} isPaid={isPaid} asksAddress={actionData?.errors?.address !== undefined} />
    </div>
  );
}

// What a voucher or course has paid stands among the items, too, below zero.
const sumOf = (items: readonly { pence: number }[]) => items.reduce((all, { pence }) => all + pence, 0);

type Loaded = Route.ComponentProps["loaderData"];

/** The seller's card reader: its button, or what it does now. */
function OnReader({ reader: { name, last }, owedPence }: { reader: NonNullable<Loaded["reader"]>; owedPence: number }) {
  if (last?.state === "open") return <AtReader name={name} pence={last.pence} />;
  return (
    <div className="mt-4 space-y-3">
      {last && LAST_WORDS[last.state] && (
        <Notice tone="warning" live>
          {LAST_WORDS[last.state]}
        </Notice>
      )}
      {owedPence > 0 && (
        <Form method="post">
          <Button name="intent" value="reader" look="outline" className="w-full">
            Card reader, {priceInFull(owedPence)}
          </Button>
        </Form>
      )}
    </div>
  );
}

const LAST_WORDS: Partial<Record<NonNullable<NonNullable<Loaded["reader"]>["last"]>["state"], string>> = {
  expired: "The last payment on the card reader was stopped or declined. No money was taken.",
  differs: "Another amount than was owed arrived from the card reader. See Links to pay by.",
  tested: "The card reader worked. With a test key no money moves, and nothing is recorded.",
};

function AtReader({ name, pence }: { name: string; pence: number }) {
  useFreshEvery(READER_FRESH_MS);
  return (
    <Form method="post" className="mt-4">
      <Notice live>
        {priceInFull(pence)} is on the reader “{name}”. Ask the client to tap or insert their card.
      </Notice>
      <div className="mt-3 flex flex-wrap gap-2">
        <LinkButton to="." look="primary" size="small">
          Check again
        </LinkButton>
        <Button name="intent" value="reader-stop" look="outline" size="small">
          Stop the reader
        </Button>
      </div>
      <p className="mt-2 text-sm text-ink-soft">A card that was tapped just before you stop it is still recorded.</p>
    </Form>
  );
}

const READER_FRESH_MS = 3_000;

function JustTaken({
  name,
  words,
  takingId,
  isFresh,
  sentKey,
}: NonNullable<Loaded["justTaken"]> & { name: string; sentKey: string }) {
  const [offers, setOffers] = useState(isFresh);
  useEffect(() => {
    const timer = setTimeout(() => setOffers(false), UNDO_FOR);
    return () => clearTimeout(timer);
  }, []);
  const undo = offers ? { intent: "undo", taking: takingId, pressKey: sentKey } : null;
  return <UndoNotice tone="success" className="mb-4" words={`${name} paid ${words}`} undo={undo} />;
}

const UNDO_FOR = 8_000;

function Owed({ pence }: { pence: number }) {
  return (
    <p className="figures mt-4 flex justify-between border-t-2 border-ink pt-3 text-xl font-[650]">
      <span>To pay</span>
      <span>{priceInFull(pence)}</span>
    </p>
  );
}

/** The method is the pay button: the one of the last visit is filled. What is typed beside the price counts at once. */
function Take({
  id,
  when,
  sender,
  owedPence,
  creditPence,
  usual,
  shop,
  clientId,
  found,
  codeError,
  pressKey: sentKey,
  typed,
}: Loaded & { typed: Fields; found: Voucher | null; codeError?: string }) {
  const [fields, setFields] = useState<Fields>(typed);
  const [refusal, setRefusal] = useState("");
  const waiting = useUnsent(sender).filter(({ appointment, refused }) => appointment === id && refused === null);
  const isOwn = shop.vouchers.some((one) => one.id === found?.id);
  const vouchers = found && !isOwn ? [...shop.vouchers, found] : shop.vouchers;
  const voucher = vouchers.find((one) => one.id === (fields.voucher ?? found?.id)) ?? null;
  const productsPence = chosenPence(shop.products, fields);
  const before = changesIn({ ...fields, productsPence: String(productsPence), coverPence: "0" });
  const coverPence = voucher
    ? coverOf(voucher, {
        toPay: toPayOf(owedPence, before) - before.tipPence,
        servicePence: shop.servicePence,
        rate: null,
        most: parseMoney(fields.voucherAmount ?? ""),
      }).coveredPence
    : 0;
  const changes = { ...before, coverPence };
  const toPay = toPayOf(owedPence, changes);
  const rest = Math.max(0, toPay - changes.splitPence);
  const isSplit = changes.splitPence > 0;
  const given = parseMoney(fields.given ?? "");
  const field = (name: string) => ({ name, defaultValue: typed[name] ?? "" });
  const amounts = isSplit ? rest : toPay;
  const others = TAKEN_METHODS.filter((method) => method !== usual);
  const first = isSplit
    ? `${priceInFull(changes.splitPence)} ${methodName(fields.splitMethod ?? "voucher").toLowerCase()}, `
    : "";
  /** Without a network the press is kept, with its key, and sent later. */
  function keepOffline(event: FormEvent<HTMLFormElement>) {
    if (navigator.onLine) return;
    event.preventDefault();
    const submitter = (event.nativeEvent as SubmitEvent).submitter as HTMLButtonElement | null;
    const sent = fieldsFrom(new FormData(event.currentTarget, submitter));
    const read = takingFrom(sent);
    if (read.kind === "invalid") return setRefusal(Object.values(read.errors).join(" "));
    const { lines } = read.taking;
    const words = lines.length > 0 ? lines.map(paidInWords).join(" and ") : `${priceInFull(toPay)} not paid now`;
    const stored = { key: sentKey, sender, appointment: id, fields: sent, words, when, refused: null };
    setRefusal(storeUnsent(stored) ? "" : "You are offline, and this browser keeps nothing. Nothing was taken.");
  }
  function findOnline(event: FormEvent<HTMLFormElement>) {
    if (navigator.onLine) return;
    event.preventDefault();
    setRefusal("You are offline, so a voucher’s code can’t be looked up.");
  }
  if (waiting.length > 0) {
    return (
      <>
        <Owed pence={owedPence} />
        <p className="mt-4">{waiting.map(({ words }) => words).join(", ")}: waiting to be sent.</p>
      </>
    );
  }
  return (
    <>
      <Form id="find-voucher" method="post" onSubmit={findOnline} />
      <Form
        method="post"
        className="space-y-4"
        onSubmit={keepOffline}
        onChange={(event) => {
          const { name, value } = event.target as unknown as { name: string; value: string };
          setFields((before) => ({ ...before, [name]: value }));
        }}
      >
        <input type="hidden" name="key" value={sentKey} />
        <input type="hidden" name="seen" value={owedPence} />
        <input type="hidden" name="productsPence" value={productsPence} />
        <input type="hidden" name="coverPence" value={coverPence} />
        {voucher && (
          <>
            <input type="hidden" name="voucherKind" value={voucher.kind} />
            <input type="hidden" name="voucherLeft" value={leftInWords(voucher)} />
          </>
        )}
        {refusal && (
          <Notice tone="danger" live>
            {refusal}
          </Notice>
        )}
        {voucher && coverPence > 0 && (
          <p className="figures mt-4 flex justify-between gap-x-4">
            <span>
              {voucherName(voucher)}, {leftInWords(voucher)}
            </span>
            <span className="whitespace-nowrap">{priceInFull(-coverPence)}</span>
          </p>
        )}
        <Owed pence={toPay} />
        {voucher && toPay === 0 ? (
          <Button name="pay" value="later" className="min-h-14 w-full">
            {voucher.kind === "course" ? "Use one session" : `Pay ${priceInFull(coverPence)} with the voucher`}
          </Button>
        ) : (
          <>
            <div className="grid grid-cols-2 gap-2">
              <Button name="pay" value={usual} className="col-span-2 min-h-14">
                {first}
                {methodName(usual)}
                {amounts > 0 && `, ${priceInFull(amounts)}`}
              </Button>
              {others.map((method) => (
                <Button key={method} name="pay" value={method} look="outline">
                  {methodName(method)}
                </Button>
              ))}
              {creditPence > 0 && (
                <Button name="pay" value="credit" look="outline">
                  From credit of {priceInFull(creditPence)}
                </Button>
              )}
              {!isSplit && (
                <ScriptButton type="button" look="outline" onClick={openSplit}>
                  Split
                </ScriptButton>
              )}
            </div>
            <p className="text-center">
              <Button name="pay" value="later" look="quiet" size="small">
                {isSplit || voucher
                  ? `Keep the rest of ${priceInFull(rest)} on the balance`
                  : "Not paid now, keep it on the balance"}
              </Button>
            </p>
          </>
        )}
        <More title="Use a voucher or course" open={voucher !== null || codeError !== undefined}>
          {vouchers.length > 0 && (
            <Select
              label="Pays with"
              name="voucher"
              value={voucher?.id ?? ""}
              onChange={({ target }) => setFields((old) => ({ ...old, voucher: target.value }))}
            >
              <option value="">No voucher or course</option>
              {vouchers.map((one) => (
                <option key={one.id} value={one.id}>
                  {voucherName(one)}, {leftInWords(one)}
                </option>
              ))}
            </Select>
          )}
          {voucher?.kind === "money" && (
            <Field
              label="From the voucher in pounds (optional)"
              hint="Leave blank to use as much as there is."
              inputMode="decimal"
              {...field("voucherAmount")}
            />
          )}
          <Field
            label="Voucher code"
            name="code"
            form="find-voucher"
            autoComplete="off"
            maxLength={20}
            error={codeError}
            defaultValue={typed.code ?? ""}
          />
          <Button
            form="find-voucher"
            name="intent"
            value="find"
            look="outline"
            size="small"
            onClick={() => setFields(({ voucher: _voucher, ...old }) => old)}
          >
            Find voucher
          </Button>
        </More>
        <More title="Add an item" open={Boolean(typed.extra) || productsPence > 0}>
          <ProductFields products={shop.products} typed={typed} />
          {shop.otherSellers.map(({ id: seller, name }) => (
            <p key={seller}>
              What {name} sells is a payment of its own:{" "}
              <Link
                to={`${href("/admin/money/sell")}?${new URLSearchParams({ seller, ...(clientId ? { client: clientId } : {}) })}`}
                className="prose-link"
              >
                sell their products
              </Link>
              .
            </p>
          ))}
          <Field label="Item" {...field("extraText")} maxLength={80} />
          <Field label="Price of the item in pounds" inputMode="decimal" {...field("extra")} />
        </More>
        <More title="Change the price" open={Boolean(typed.off)}>
          <Field label="Take off in pounds" inputMode="decimal" {...field("off")} />
          <Field
            label="Reason"
            hint="For the practice: receipts show only that the price changed."
            {...field("reason")}
            maxLength={120}
          />
        </More>
        <More title="Add a tip" open={Boolean(typed.tip)}>
          <Field label="Tip in pounds" inputMode="decimal" {...field("tip")} />
        </More>
        <More id="split-payment" title="Split the payment" open={Boolean(typed.split)}>
          <Select label="First part" name="splitMethod" defaultValue={typed.splitMethod ?? "voucher"}>
            {TAKEN_METHODS.map((method) => (
              <option key={method} value={method}>
                {methodName(method)}
              </option>
            ))}
          </Select>
          <Field label="Amount in pounds" inputMode="decimal" {...field("split")} />
          <p aria-live="polite">
            {isSplit
              ? `Adds up: ${priceInFull(changes.splitPence)} and the rest of ${priceInFull(rest)}. Choose how the rest is paid above.`
              : "The button above takes the rest."}
          </p>
        </More>
        <More title="Work out change">
          <Field label="Cash given in pounds" inputMode="decimal" name="given" />
          <p aria-live="polite" className="figures font-[650]">
            {given !== null && given >= amounts && `Change: ${priceInFull(given - amounts)}`}
          </p>
        </More>
      </Form>
    </>
  );
}

/** Opens the split further down, with the cursor in its amount. */
function openSplit() {
  const split = document.getElementById("split-payment");
  split?.setAttribute("open", "");
  split?.querySelector("input")?.focus();
}

type MoreProps = { id?: string; title: string; open?: boolean; children: React.ReactNode };

function More({ id, title, open, children }: MoreProps) {
  return (
    <details id={id} open={open} className="border-t border-line">
      <summary className="flex min-h-11 cursor-pointer items-center underline underline-offset-4">{title}</summary>
      <div className="space-y-3 pb-4">{children}</div>
    </details>
  );
}

const backInWords = ({ method, pence, words }: { method: string; pence: number; words: string }) =>
  method === "credit" ? `${priceInFull(-pence)} is credit now` : `Given back: ${words.replace("\u2212", "")}`;

type Giving = { id: string; restPence: number; confirmAbovePence: number; sentKey: string; typed: Fields };

/** A part of a payment, the way it came. What was typed stays when it is refused. */
function GiveBack({ id, restPence, confirmAbovePence, sentKey, typed }: Giving) {
  const own = typed.payment === id ? typed : {};
  const [amount, setAmount] = useState(own.back ?? priceInPounds(restPence));
  const isAbove = (parseMoney(amount) ?? 0) > confirmAbovePence;
  const asks = isAbove && !useMay()("change", "settings");
  return (
    <More title="Give a part back" open={own.back !== undefined}>
      <Form method="post" className="space-y-3">
        <input type="hidden" name="key" value={sentKey} />
        <input type="hidden" name="payment" value={id} />
        <Field
          label="Give back in pounds"
          hint={`${priceInFull(restPence)} is left of it.`}
          name="back"
          id={`back-${id}`}
          inputMode="decimal"
          value={amount}
          onChange={(event) => setAmount(event.target.value)}
        />
        <Field label="Reason" name="reason" id={`why-${id}`} maxLength={200} defaultValue={own.reason} />
        <TickBox name="owes" defaultChecked={own.owes === "on"} hint="Or else the price falls by it.">
          They owe it again
        </TickBox>
        <Button name="intent" value="refund" look="outline" size="small" data-confirm={(isAbove && !asks) || undefined}>
          {asks ? "Ask an owner to give it back" : "Give it back"}
        </Button>
      </Form>
    </More>
  );
}

function Payments({ payments, spent, pressKey: sentKey, may, confirmAbovePence, typed }: Loaded & { typed: Fields }) {
  return (
    <section aria-labelledby="payments" className="mt-6">
      <h2 id="payments" className="text-lg">
        Payments
      </h2>
      <ul>
        {payments.map(({ id, takingId, words, when, who, reason, isTakenBack, restPence, pence, method }) => (
          <li key={`${takingId} ${id}`} className="border-b border-line py-2">
            {pence < 0 ? backInWords({ method, pence, words }) : words}
            <span className="block text-sm text-ink-soft">
              {[who ? `${when}, ${who}` : when, reason].filter(Boolean).join(". ")}
            </span>
            {may && !isTakenBack && (
              <More title="Take it back">
                <Form method="post" className="space-y-3">
                  <input type="hidden" name="key" value={`${sentKey} ${takingId}`} />
                  <input type="hidden" name="taking" value={takingId} />
                  <Field label="Reason" name="reason" id={`reason-${takingId}`} maxLength={200} />
                  <Button
                    name="intent"
                    value="back"
                    look="outline"
                    size="small"
                    data-confirm={pence > confirmAbovePence || undefined}
                  >
                    Take {words} back
                  </Button>
                </Form>
              </More>
            )}
            {may && pence > 0 && restPence > 0 && (
              <GiveBack
                {...{ id, restPence, confirmAbovePence }}
                sentKey={`${sentKey} give ${takingId}`}
                typed={typed}
              />
            )}
          </li>
        ))}
        {spent.map(({ takingId, words, when, pence }) => (
          <li key={`spent ${takingId}`} className="border-b border-line py-2">
            {words}
            <span className="block text-sm text-ink-soft">{when}</span>
            {may && !payments.some((one) => one.takingId === takingId) && (
              <More title="Take it back">
                <Form method="post" className="space-y-3">
                  <input type="hidden" name="key" value={`${sentKey} ${takingId}`} />
                  <input type="hidden" name="taking" value={takingId} />
                  <Field label="Reason" name="reason" id={`reason-${takingId}`} maxLength={200} />
                  <Button
                    name="intent"
                    value="back"
                    look="outline"
                    size="small"
                    data-confirm={-pence > confirmAbovePence || undefined}
                  >
                    Take {words} back
                  </Button>
                </Form>
              </More>
            )}
          </li>
        ))}
      </ul>
    </section>
  );
}

function Afterwards({
  billId,
  receiptId,
  owedPence,
  isPaid,
  may,
  asksAddress,
  confirmAbovePence,
  pressKey: sentKey,
}: Loaded & { isPaid: boolean; asksAddress: boolean }) {
  const can = useMay();
  if (billId === null) return null;
  const isAbove = owedPence > confirmAbovePence;
  const asks = isAbove && !can("change", "settings");
  return (
    <div className="mt-6 space-y-4">
      {may && (
        <Form method="post" className="flex flex-wrap gap-2">
          {asksAddress && <TextArea label="Client’s address" name="address" rows={3} maxLength={300} />}
          <Button name="intent" value="receipt" look={isPaid ? "primary" : "outline"} size="small">
            {receiptId ? "See the receipt" : "Make a receipt"}
          </Button>
          <LinkButton to={href("/admin")} look="outline" size="small">
            Back to Today
          </LinkButton>
        </Form>
      )}
      {!may && receiptId && (
        <Link to={href("/admin/money/receipts/:id", { id: receiptId })} className="prose-link">
          See the receipt
        </Link>
      )}
      {may && owedPence > 0 && (
        <More title="Write it off">
          <Form method="post" className="space-y-3">
            <input type="hidden" name="key" value={`${sentKey} off`} />
            <input type="hidden" name="seen" value={owedPence} />
            <Field label="Reason" name="reason" id="reason-off" maxLength={200} />
            <Button
              name="intent"
              value="off"
              look="outline"
              size="small"
              data-confirm={(isAbove && !asks) || undefined}
            >
              {asks ? "Ask an owner to write off" : "Write off"} {priceInFull(owedPence)}
            </Button>
          </Form>
        </More>
      )}
    </div>
  );
}
