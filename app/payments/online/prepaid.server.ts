import { type Appointment, CONFIRMED, PENDING, viewStatus } from "#app/appointments/appointment.ts";
import { getAppointment } from "#app/appointments/appointments.db.server.ts";
import { release } from "#app/appointments/booking/booking.jobs.server.ts";
import { isOpen } from "#app/appointments/booking/booking-hold.ts";
import { getHold, listLapsed, setPays } from "#app/appointments/booking/booking-holds.db.server.ts";
import * as schedule from "#app/appointments/schedule.server.ts";
import { getBillOf } from "#app/payments/bills.db.server.ts";
import { settleBill } from "#app/payments/fees.server.ts";
import { secretOf } from "#app/payments/online/pay-links.db.server.ts";
import type { AppContext, Queries, Tx } from "#app/platform/app-context.server.ts";
import type { LedgerTables } from "#app/platform/database/ledger-tables.ts";
import { hashOf, newId } from "#app/platform/ids.server.ts";
import { type Actor, actorName, isOfPractice } from "#app/platform/permissions.ts";
import { readPractice } from "#app/practice/read-practice.server.ts";

export type Prepaid = LedgerTables["prepayments"];

export async function getPrepaid(
  db: Queries,
  by: { linkId: string } | { appointmentId: string },
): Promise<Prepaid | null> {
  const [column, id] =
    "linkId" in by ? (["link_id", by.linkId] as const) : (["appointment_id", by.appointmentId] as const);
  return (await db.selectFrom("prepayments").selectAll().where(column, "=", id).executeTakeFirst()) ?? null;
}

type Noting = Pick<Prepaid, "kind" | "pence" | "words" | "request" | "notice" | "at"> & {
  appointmentId: string;
  clientId: string | null;
  sellerId: string;
  actor: Actor;
  state: "waiting" | "paid";
};

/** Writes down what was agreed on a booking, with the link on which it is paid: of one that is paid, none is any more. */
export async function notePrepaid(tx: Tx, app: Pick<AppContext, "secret">, noting: Noting): Promise<string> {
  const { appointmentId, clientId, sellerId, actor, state, ...agreed } = noting;
  const linkId = newId();
  await tx
    .insertInto("pay_links")
    .values({
      ...{ id: linkId, secret_hash: hashOf(secretOf(app, linkId)), seller_id: sellerId, client_id: clientId },
      ...{ appointments: JSON.stringify([appointmentId]), pence: agreed.kind === "payment" ? agreed.pence : 0 },
      ...{ at: agreed.at, actor: actorName(actor), withdrawn_at: state === "paid" ? agreed.at : null, mailed_at: null },
    })
    .execute();
  const row = { appointment_id: appointmentId, link_id: linkId, state };
  await tx
    .insertInto("prepayments")
    .values({ ...row, ...agreed })
    .execute();
  return linkId;
}

/** The pages on which a booking was paid, and the charges of the card that is kept for it. */
export function pagesOf(db: Queries, appointmentId: string) {
  const charges = db.selectFrom("card_charges").select("page_id as id").where("appointment_id", "=", appointmentId);
  return db
    .selectFrom("prepayments")
    .innerJoin("pay_pages", "pay_pages.link_id", "prepayments.link_id")
    .select("pay_pages.id")
    .where("prepayments.appointment_id", "=", appointmentId)
    .union(charges);
}

/** What whoever has its link reads of a booking that is paid. `words`: as they stood before the button. */
export type PaidBooking = Pick<Prepaid, "kind" | "state" | "words" | "request" | "pence"> & {
  appointment: Appointment;
  /** Its time is kept until then, unless it is paid; null: the practice has taken over. */
  until: number | null;
  isKept: boolean;
};

export async function readPaidBooking(db: Queries, by: { linkId: string }, now: number): Promise<PaidBooking | null> {
  const prepaid = await getPrepaid(db, by);
  const appointment = prepaid && (await getAppointment(db, prepaid.appointment_id));
  if (!appointment) return null;
  const hold = await getHold(db, appointment.id);
  const { kind, state, words, request, pence } = prepaid;
  const isStanding = viewStatus(appointment.status) !== "Cancelled";
  const isKept = state === "waiting" && isStanding && (!isOpen(hold) || hold.until > now);
  return { kind, state, words, request, pence, appointment, until: hold?.until ?? null, isKept };
}

async function setState(tx: Tx, appointmentId: string, state: Prepaid["state"]): Promise<void> {
  await tx.updateTable("prepayments").set({ state }).where("appointment_id", "=", appointmentId).execute();
}

/**
 * The booking of a link that was just paid, or for which a card was just kept, stands, in the transaction that counts it. One that was let go is
 * booked again while its time is free; if it is not, or a voucher that paid the rest was taken back, what was paid goes
 * back. `pence`: what comes now. Null: no booking waits for this link.
 */
export async function confirmPaid(
  tx: Tx,
  app: AppContext,
  { linkId, now, pence }: { linkId: string; now: number; pence: number },
): Promise<{ kind: "confirmed" | "not-found" } | schedule.Conflict | null> {
  const prepaid = await getPrepaid(tx, { linkId });
  if (!prepaid || !MAY_COME_TRUE.has(prepaid.state)) return null;
  const id = prepaid.appointment_id;
  const appointment = await getAppointment(tx, id);
  const isStanding = appointment && viewStatus(appointment.status) !== "Cancelled";
  // The practice was first.
  if (isStanding && viewStatus(appointment.status) === "Confirmed") {
    await setState(tx, id, stateOf(prepaid));
    if (prepaid.state === "waived" && prepaid.kind === "payment") await setPays(tx, id, prepaid.pence);
    return { kind: "confirmed" };
  }
  const isShort = await lacksVoucher(tx, prepaid, isStanding ? pence : null);
  // Its time is kept on, and all of it is to pay.
  if (isStanding && isShort) return { kind: "not-found" };
  const before =
    isStanding || isShort || !appointment ? isStanding && appointment : await bookAgain(tx, app, { appointment, now });
  if (!before) {
    await setState(tx, id, "returned");
    return { kind: "not-found" };
  }
  if ("kind" in before) return before;
  // What it waited for was a card: nothing was paid.
  if (prepaid.kind === "card") await setPays(tx, id, 0);
  return confirmBooking(tx, app, { before, linkId, state: stateOf(prepaid), now });
}

/**
 * A voucher had paid a part, and has it back: what was paid by card alone is not enough. `coming`: what is paid just now;
 * null: its time was let go, and its bill with it.
 */
async function lacksVoucher(tx: Tx, { appointment_id: id, ...prepaid }: Prepaid, coming: number | null) {
  const moved = tx
    .selectFrom("voucher_moves")
    .innerJoin("bills", "bills.id", "voucher_moves.bill_id")
    .select("voucher_moves.id")
    .where("bills.appointment_id", "=", id);
  if (!(await moved.limit(1).executeTakeFirst())) return false;
  const { paidPence = 0, spentPence = 0 } = (await getBillOf(tx, id)) ?? {};
  if (coming !== null) return paidPence + spentPence + coming < prepaid.pence;
  const pages = tx.selectFrom("pay_pages").select((all) => all.fn.sum<number>("pence").as("pence"));
  const paid = await pages.where("link_id", "=", prepaid.link_id).where("state", "=", "paid").executeTakeFirst();
  return Number(paid?.pence ?? 0) + spentPence < prepaid.pence;
}

const stateOf = ({ kind }: Prepaid) => (kind === "card" ? "kept" : "paid");

// One that stands without its payment may be paid on a page that was open before.
const MAY_COME_TRUE: ReadonlySet<Prepaid["state"]> = new Set(["waiting", "released", "waived"]);

/** A booking stands whose payment nobody can make, in the caller's transaction. Null: it waits for none. */
export async function confirmWaived(
  tx: Tx,
  app: AppContext,
  { before, now }: { before: Appointment; now: number },
): Promise<{ kind: "confirmed" } | schedule.Conflict | null> {
  const prepaid = await getPrepaid(tx, { appointmentId: before.id });
  if (prepaid?.state !== "waiting" || viewStatus(before.status) === "Cancelled") return null;
  return confirmBooking(tx, app, { before, linkId: prepaid.link_id, state: "waived", now });
}

type Standing = { before: Appointment; linkId: string; state: "paid" | "kept" | "waived"; now: number };

async function confirmBooking(
  tx: Tx,
  app: AppContext,
  { before, linkId, state, now }: Standing,
): Promise<{ kind: "confirmed" } | schedule.Conflict> {
  const { settings } = await readPractice(app, tx);
  // What the practice booked itself waits for nobody else.
  const waits = settings.bookingRules.waitsForConfirmation && !(await isFromPractice(tx, linkId));
  const status = waits ? PENDING : CONFIRMED;
  const actor = { kind: "holder" as const, appointmentId: before.id };
  const options = { actor, from: "online" as const, settings, now };
  const outcome = await schedule.confirm(tx, { before, status, isPaid: true }, { ...options, isProven: true });
  if (outcome.kind === "conflict") return outcome;
  await setState(tx, before.id, state);
  return { kind: "confirmed" };
}

async function isFromPractice(tx: Tx, linkId: string): Promise<boolean> {
  const link = tx.selectFrom("pay_links").select("actor").where("id", "=", linkId);
  return isOfPractice((await link.executeTakeFirst())?.actor ?? "");
}

/** Takes the time of a hold that has lapsed again. Null: someone else has it, its client gave it up, or it has begun. */
async function bookAgain(
  tx: Tx,
  app: AppContext,
  { appointment, now }: { appointment: Appointment; now: number },
): Promise<Appointment | schedule.Conflict | null> {
  const hold = await getHold(tx, appointment.id);
  if (!hold?.releasedAt || appointment.start <= now || (await schedule.isTaken(tx, appointment))) return null;
  const { bookingRules } = (await readPractice(app, tx)).settings;
  const after = { ...appointment, status: PENDING, sequence: appointment.sequence + 1 };
  const options = { actor: { kind: "system" as const }, from: "job" as const, settings: { bookingRules }, now };
  const outcome = await schedule.reinstate(tx, { before: appointment, after }, { ...options, reminds: true });
  return outcome.kind === "conflict" ? outcome : after;
}

/** Of a time that was kept for a payment: whoever the practice booked hears it where the link went, and the practice. */
async function notifiedOf(db: Queries, appointmentId: string): Promise<"everyone" | "team" | "nobody"> {
  const prepaid = await getPrepaid(db, { appointmentId });
  const link = db
    .selectFrom("pay_links")
    .select(["actor", "mailed_at"])
    .where("id", "=", prepaid?.link_id ?? "");
  const { actor = "", mailed_at = null } = (await link.executeTakeFirst()) ?? {};
  if (!isOfPractice(actor)) return "nobody";
  return mailed_at === null ? "team" : "everyone";
}

const AT_ONCE = 50;
const NOT_PAID = "It was not paid in time, so the time is free again.";
const NOT_KEPT = "No card was left in time, so the time is free again.";

/** The pages at the provider of a booking that may still be paid. */
export async function listOpenPages(db: Queries, appointmentId: string): Promise<string[]> {
  const rows = await db
    .selectFrom("pay_pages")
    .innerJoin("prepayments", "prepayments.link_id", "pay_pages.link_id")
    .select("pay_pages.id")
    .where("prepayments.appointment_id", "=", appointmentId)
    .where("pay_pages.check_at", "is not", null)
    .execute();
  return rows.map(({ id }) => id);
}

/**
 * Lets times go that were not paid, and gives back what a voucher had paid of them. `close`: what was paid a moment ago
 * confirms its booking instead; a page that the provider can't close now may be paid later, and then its money goes back.
 */
export async function releaseUnpaid(app: AppContext, close: (pageId: string) => Promise<unknown>): Promise<void> {
  const db = app.db.kysely;
  for (const { appointmentId } of await listLapsed(db, { now: app.clock.now(), most: AT_ONCE, pays: true })) {
    for (const pageId of await listOpenPages(db, appointmentId)) await close(pageId);
    const reason = (await getPrepaid(db, { appointmentId }))?.kind === "card" ? NOT_KEPT : NOT_PAID;
    // Before the hold ends, as nothing lists it afterwards: a process may die in between.
    const waiting = db
      .updateTable("prepayments")
      .set({ state: "released" })
      .where("appointment_id", "=", appointmentId);
    await waiting.where("state", "=", "waiting").execute();
    await release(app, appointmentId, { reason, notify: await notifiedOf(db, appointmentId) });
    await settleBill(app, appointmentId);
  }
}
