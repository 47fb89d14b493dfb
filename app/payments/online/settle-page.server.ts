import * as schedule from "#app/appointments/schedule.server.ts";
import { openLedger, record } from "#app/payments/ledger.server.ts";
import { keepCard } from "#app/payments/online/kept-cards.server.ts";
import { getLink, listDue, owedBy, recipientOf } from "#app/payments/online/pay-links.db.server.ts";
import { mailLinkWithin } from "#app/payments/online/pay-links.server.ts";
import { confirmPaid, getPrepaid } from "#app/payments/online/prepaid.server.ts";
import type { Answer, CardPageState, ChargeState, PageState, Provider } from "#app/payments/online/provider.ts";
import { noteTill } from "#app/payments/online/stopped-tills.server.ts";
import { openTill } from "#app/payments/online/tills.server.ts";
import { fulfilOrder } from "#app/payments/shop/fulfil-order.server.ts";
import { addService, makeBill, openDayOf, type Writing } from "#app/payments/take-payment.server.ts";
import type { AppContext, Queries, Tx } from "#app/platform/app-context.server.ts";
import type { LedgerTables } from "#app/platform/database/ledger-tables.ts";
import { localDateOf } from "#app/platform/date-time.ts";
import { newId } from "#app/platform/ids.server.ts";
import type { Outgoing } from "#app/platform/outbound/send-out.server.ts";
import { readPractice } from "#app/practice/read-practice.server.ts";
import { canMailLeaveBy } from "#app/settings/can-mail-leave.server.ts";

export type StoredPage = LedgerTables["pay_pages"];

export async function getPage(db: Queries, id: string): Promise<StoredPage | null> {
  return (await db.selectFrom("pay_pages").selectAll().where("id", "=", id).executeTakeFirst()) ?? null;
}

type Settling = { limits?: Outgoing["limits"]; closes?: boolean };

/**
 * Asks the provider how a page stands, and does what follows from it once: notice, return page, job and press all end
 * here. `closes`: it is not to be paid any more. What is owed no longer is not to be paid either.
 */
export async function settlePage(
  app: AppContext,
  pageId: string,
  { limits = {}, closes = false }: Settling = {},
): Promise<StoredPage["state"] | null> {
  const db = app.db.kysely;
  const page = await getPage(db, pageId);
  if (!page || page.check_at === null) return page?.state ?? null;
  if (page.session === null && page.provider_ref === null && page.reader_id === null) return endUnopened(app, page);
  const till = await openTill(app, db, { sellerId: page.seller_id, limits });
  // With another provider's key nothing can be read of it.
  if (till?.name !== page.provider) {
    await askLater(app, page);
    return page.state;
  }
  const found = await readState(app, till.provider, { page, closes });
  await noteTill(app, page.seller_id, found.kind === "fault" ? found.fault : null);
  if (found.kind === "fault") {
    await askLater(app, page);
    return page.state;
  }
  const state = found.value;
  return schedule.retryOnConflict(app, (tx) => applyState(tx, app, { pageId, state }));
}

type State = PageState | CardPageState | ChargeState;

/** How it stands there; what is not to be paid any more is closed first, and a charge that took nothing. */
async function readState(
  { db, clock }: AppContext,
  provider: Provider,
  { page, closes }: { page: StoredPage; closes: boolean },
): Promise<Answer<State>> {
  const { cards } = provider;
  const isUnwanted = async () => closes || !(await isStillOwed(db.kysely, page));
  if (page.reader_id !== null) return readReader(provider, { page, isUnwanted, now: clock.now() });
  if (page.purpose === "charge" && cards) return cards.end(page.provider_ref ?? "");
  const pages = page.purpose === "card" && cards ? cards : provider;
  const session = page.session ?? "";
  const found: Answer<State> = await pages.read(session);
  const isOpen = found.kind === "answer" && found.value.state === "open";
  return isOpen && (await isUnwanted()) ? pages.expire(session) : found;
}

/** So long a reader may take to begin what it was sent. */
const BEGINS_MS = 70_000;

type AtReader = { page: StoredPage; isUnwanted: () => Promise<boolean>; now: number };

/** How a payment on a card reader stands. It has ended once its provider says so, or the reader waits for nobody. */
async function readReader({ reader }: Provider, { page, isUnwanted, now }: AtReader): Promise<Answer<PageState>> {
  const open = { kind: "answer", value: { state: "open" } } as const;
  if (!reader || page.reader_id === null) return open;
  const payment = { session: page.session, id: page.id, since: page.at - MINUTE_MS };
  const found = await reader.read(payment);
  if (found.kind === "fault" || (found.value !== null && found.value.state !== "open"))
    return found as Answer<PageState>;
  if (now >= page.until || (await isUnwanted())) {
    const stopped = await reader.stop(page.reader_id);
    // It says no where there is nothing to stop any more.
    if (stopped.kind === "fault" && stopped.fault.status === null) return stopped;
    const after = await reader.read(payment);
    if (after.kind === "fault") return after;
    if (after.value !== null) return { kind: "answer", value: after.value };
  }
  if (found.value !== null || now - page.at < BEGINS_MS) return open;
  const idle = await reader.isIdle(page.reader_id);
  if (idle.kind === "fault") return idle;
  return { kind: "answer", value: { state: idle.value ? "expired" : "open" } };
}

/** The press that made it ended before the provider answered: nobody has its address, so nobody can pay on it. */
async function endUnopened({ db, clock }: AppContext, page: StoredPage): Promise<StoredPage["state"]> {
  const { kysely } = db;
  if (clock.now() < page.until) return page.state;
  const ended = await kysely
    .updateTable("pay_pages")
    .set({ state: "expired", check_at: null })
    .where("id", "=", page.id)
    .where("session", "is", null)
    .where("provider_ref", "is", null)
    .executeTakeFirst();
  // A charge that the provider was never told to make has taken nothing.
  if (Number(ended.numUpdatedRows) === 1) await setCharge(kysely, page, { state: "failed", words: null });
  return "expired";
}

type Ended = Pick<LedgerTables["card_charges"], "state" | "words">;

async function setCharge(db: Queries, { id, purpose }: StoredPage, ended: Ended): Promise<void> {
  if (purpose === "charge") await db.updateTable("card_charges").set(ended).where("page_id", "=", id).execute();
}

async function isStillOwed(db: Queries, page: StoredPage): Promise<boolean> {
  const link = await getLink(db, page.link_id);
  if (!link || link.withdrawn_at !== null) return false;
  if (page.purpose === "card") return (await getPrepaid(db, { linkId: link.id }))?.state === "waiting";
  return (await owedBy(db, link)) === page.pence;
}

const MINUTE_MS = 60_000;
const READER_EVERY_MS = 10_000;
const SLOWEST_MS = 15 * MINUTE_MS;

/** Each time later than the last, as a page is paid soon or not at all. */
function nextCheck({ at, until, reader_id }: Pick<StoredPage, "at" | "until" | "reader_id">, now: number): number {
  // Somebody waits beside the reader.
  if (reader_id !== null && now < until) return now + READER_EVERY_MS;
  const wait = Math.min(SLOWEST_MS, Math.max(MINUTE_MS, (now - at) / 2));
  return now < until ? Math.min(now + wait, until + MINUTE_MS) : now + wait;
}

async function askLater({ db, clock }: AppContext, page: StoredPage): Promise<void> {
  const next = nextCheck(page, clock.now());
  const open = db.kysely.updateTable("pay_pages").set({ check_at: next }).where("id", "=", page.id);
  await open.where("check_at", "is not", null).execute();
}

async function applyState(
  tx: Tx,
  app: AppContext,
  { pageId, state }: { pageId: string; state: State },
): Promise<StoredPage["state"] | schedule.Conflict> {
  const before = await getPage(tx, pageId);
  if (!before) return "expired";
  // Desks and other reports of this page wait here.
  const ledger = await openLedger(tx, before.seller_id);
  const page = await getPage(tx, pageId);
  if (!page || page.check_at === null) return page?.state ?? "expired";
  const set = (values: Partial<StoredPage>) =>
    tx.updateTable("pay_pages").set(values).where("id", "=", pageId).execute();
  const now = app.clock.now();
  if (state.state === "kept") return applyKept(tx, app, { page, left: state, now });
  if (state.state !== "paid") {
    const isOpen = state.state === "open" || state.state === "busy";
    if (!isOpen) await applyRefusal(tx, app, { page, state, now });
    await set(isOpen ? { check_at: nextCheck(page, now) } : { state: "expired", check_at: null });
    return isOpen ? "open" : "expired";
  }
  const came = { provider_ref: state.ref, paid_amount: state.amount, paid_currency: state.currency, check_at: null };
  if (page.mode === "test") {
    await set({ ...came, state: "tested" });
    return "tested";
  }
  if (state.currency !== "gbp" || state.amount !== page.pence) {
    await set({ ...came, state: "differs" });
    return "differs";
  }
  const paymentId = newId();
  await set({ ...came, state: "paid", payment_id: paymentId, receipt_due: page.reader_id === null ? 1 : 0 });
  await setCharge(tx, page, { state: "paid", words: null });
  // Before the payment: what it is for is owed once the booking stands.
  const booked = await confirmPaid(tx, app, { linkId: page.link_id, now, pence: page.pence });
  if (booked?.kind === "conflict") return booked;
  const { zone } = (await readPractice(app, tx)).settings.bookingRules;
  const day = await openDayOf(tx, { sellerId: page.seller_id, day: localDateOf(now, zone) });
  const writing = { ledger, by: { at: now, actor: "system" }, takingId: newId(), day };
  await recordPayment(writing, app, { page, paymentId, isOwed: booked?.kind !== "not-found" });
  return "paid";
}

type Applying<Came> = { page: StoredPage; now: number } & Came;

/** The booking that a card was left for stands by it. Where none does, the card is removed again. */
async function applyKept(
  tx: Tx,
  app: AppContext,
  { page, left, now }: Applying<{ left: Extract<CardPageState, { state: "kept" }> }>,
): Promise<StoredPage["state"] | schedule.Conflict> {
  const { link_id: linkId } = page;
  const booked = page.mode === "test" ? null : await confirmPaid(tx, app, { linkId, now, pence: 0 });
  if (booked?.kind === "conflict") return booked;
  const prepaid = booked?.kind === "confirmed" ? await getPrepaid(tx, { linkId }) : null;
  const clientId = (await getLink(tx, linkId))?.client_id ?? null;
  await keepCard(tx, { page, clientId, left, prepaid, now });
  await tx.updateTable("pay_pages").set({ state: "kept", check_at: null }).where("id", "=", page.id).execute();
  return "kept";
}

/** A charge that took nothing. Where the bank asks its client, they get the link to pay by at once. */
async function applyRefusal(
  tx: Tx,
  app: AppContext,
  { page, state, now }: Applying<{ state: Exclude<State, { state: "paid" | "kept" }> }>,
): Promise<void> {
  if (page.purpose !== "charge") return;
  const { state: how } = state;
  const isRefused = how === "declined" || how === "needs-client";
  await setCharge(tx, page, isRefused ? { state: how, words: state.words } : { state: "failed", words: null });
  const link = how === "needs-client" ? await getLink(tx, page.link_id) : null;
  if (link && (await recipientOf(tx, link)) && canMailLeaveBy(app, (await readPractice(app, tx)).settings.mailServer)) {
    await mailLinkWithin(tx, link.id, now);
  }
}

const methodOf = ({ reader_id }: StoredPage) => (reader_id === null ? "online" : "card");

const NO_PAYMENT = { tip_pence: 0, tip_therapist_id: null, counters: null, reason: null };
const TOO_MUCH = "Paid online when it was owed no more";

/**
 * One payment, to what is owed of its link, or for the voucher that it orders. What is owed no more, as the desk was first,
 * goes back to the card; `isOwed` false: all of it.
 */
async function recordPayment(
  writing: Writing,
  app: AppContext,
  { page, paymentId, isOwed }: { page: StoredPage; paymentId: string; isOwed: boolean },
): Promise<void> {
  const { ledger, by, takingId, day } = writing;
  const { tx, sellerId } = ledger;
  const link = await getLink(tx, page.link_id);
  const keys = {
    seller_id: sellerId,
    client_id: link?.client_id ?? null,
    taking_id: takingId,
    day,
    method: methodOf(page),
  };
  await record(ledger, "payments", [{ ...NO_PAYMENT, ...keys, ...by, id: paymentId, pence: page.pence }]);
  let left = page.pence - (await fulfilOrder(writing, app, { linkId: page.link_id, paymentId, pence: page.pence }));
  for (const { appointment, bill, pence: owed } of link && isOwed ? await listDue(tx, link) : []) {
    const part = Math.min(left, owed);
    if (part === 0) continue;
    left -= part;
    const clientId = link?.client_id ?? null;
    const billId = bill?.id ?? (await makeBill(writing, { appointmentId: appointment.id, clientId }));
    if (!bill?.hasService && owed > (bill?.owedPence ?? 0)) await addService(writing, { billId, appointment });
    const allocation = {
      id: newId(),
      seller_id: sellerId,
      payment_id: paymentId,
      bill_id: billId,
      taking_id: takingId,
    };
    await record(ledger, "allocations", [{ ...allocation, pence: part, ...by }]);
  }
  if (left === 0) return;
  const back = { ...NO_PAYMENT, ...keys, ...by, id: newId(), taking_id: newId(), pence: -left };
  await record(ledger, "payments", [{ ...back, counters: paymentId, reason: TOO_MUCH }]);
}
