import type { AdapterFault } from "#app/adapters/adapter.ts";
import { noteAdapter } from "#app/adapters/note-adapter.server.ts";
import { getAppointment } from "#app/appointments/appointments.db.server.ts";
import { isOpen } from "#app/appointments/booking/booking-hold.ts";
import { getHold, setPays } from "#app/appointments/booking/booking-holds.db.server.ts";
import * as schedule from "#app/appointments/schedule.server.ts";
import { confirmWaived, getPrepaid } from "#app/payments/online/prepaid.server.ts";
import type { ProviderName } from "#app/payments/online/provider.ts";
import { openTill } from "#app/payments/online/tills.server.ts";
import type { AppContext, Queries, Tx } from "#app/platform/app-context.server.ts";
import { readPractice } from "#app/practice/read-practice.server.ts";

/** So long a provider may be in trouble before nobody is asked to pay there any more. */
const PATIENCE_MS = 3 * 60_000;
const TRY_EVERY_MS = 60_000;
/** One that works is tried, too: its key may be taken back while nobody pays. */
const TRY_WORKING_EVERY_MS = 3_600_000;

/** What of a booking's price nobody could pay, as the practice reads it beside the booking. */
export const STOPPED_REASON = "Card payments did not work";

/**
 * Notes whether a seller's provider did what was asked; `fault` null: it did. Without its key nothing is paid there from
 * now on, and after three minutes of any other trouble; one answer that is none of it ends that.
 */
export async function noteTill(app: AppContext, sellerId: string, fault: AdapterFault | null): Promise<void> {
  const now = app.clock.now();
  const db = app.db.kysely;
  const till = db
    .selectFrom("tills")
    .select(["is_on", "provider", "failing_since", "stopped_at"])
    .where("seller_id", "=", sellerId);
  const before = await till.executeTakeFirst();
  if (!before) return;
  const isFailing = fault !== null && isOutage(fault);
  if (isFailing || before.failing_since !== null) {
    const since = isFailing ? (before.failing_since ?? now) : null;
    const stops = since !== null && fault !== null && (isWithoutKey(fault) || now - since >= PATIENCE_MS);
    await db
      .updateTable("tills")
      .set({
        failing_since: since,
        stopped_at: since === null ? null : stops ? (before.stopped_at ?? now) : before.stopped_at,
        try_at: now + (isFailing ? TRY_EVERY_MS : TRY_WORKING_EVERY_MS),
      })
      .where("seller_id", "=", sellerId)
      .execute();
  }
  // The connection works once every seller's does.
  if (fault === null && (await hasOtherFailing(app, { sellerId, provider: before.provider }))) return;
  await noteAdapter(app, before.provider, fault);
}

type Whose = { sellerId: string; provider: ProviderName };

async function hasOtherFailing({ db }: AppContext, { sellerId, provider }: Whose): Promise<boolean> {
  const failing = db.kysely.selectFrom("tills").select("seller_id").where("failing_since", "is not", null);
  const other = failing.where("provider", "=", provider);
  return (await other.where("seller_id", "<>", sellerId).where("is_on", "=", 1).executeTakeFirst()) !== undefined;
}

const isWithoutKey = ({ status }: AdapterFault) => status === 401 || status === 403;

/** It says no to everything, or nothing at all. A 429 passes, and any other 4xx is about what was asked. */
function isOutage(fault: AdapterFault): boolean {
  return fault.status === null || fault.status >= 500 || isWithoutKey(fault);
}

/** Asks the providers that are in trouble each minute and the others each hour, and lets bookings stand that nobody can pay. */
export async function tryTills(app: AppContext): Promise<void> {
  const now = app.clock.now();
  const db = app.db.kysely;
  const due = await db
    .selectFrom("tills")
    .select(["seller_id", "failing_since"])
    .where("is_on", "=", 1)
    .where((where) => where.or([where("try_at", "is", null), where("try_at", "<=", now)]))
    .execute();
  for (const { seller_id: sellerId, failing_since } of due) {
    const next = now + (failing_since === null ? TRY_WORKING_EVERY_MS : TRY_EVERY_MS);
    const mine = db.updateTable("tills").set({ try_at: next }).where("seller_id", "=", sellerId);
    const turn = mine.where((where) => where.or([where("try_at", "is", null), where("try_at", "<=", now)]));
    // Another process may have been first.
    if (Number((await turn.executeTakeFirst()).numUpdatedRows) !== 1) continue;
    const till = await openTill(app, db, { sellerId });
    if (!till) continue;
    const answer = await till.provider.ping();
    await noteTill(app, sellerId, answer.kind === "fault" ? answer.fault : null);
  }
  await waiveUnpayable(app);
}

/** Since when a seller's clients can't pay; null: all can. Epoch ms. */
export async function getStoppedAt(db: Queries): Promise<number | null> {
  const tills = db.selectFrom("tills").select("stopped_at").where("is_on", "=", 1).where("stopped_at", "is not", null);
  return (await tills.orderBy("stopped_at").executeTakeFirst())?.stopped_at ?? null;
}

const AT_ONCE = 50;

/** Bookings that wait for a payment where nobody can pay stand without it, if the owner chose that. */
async function waiveUnpayable(app: AppContext): Promise<void> {
  for (const id of await listUnpayable(app)) await waive(app, id);
}

/** True: it stands now, without its payment. */
export async function waiveIfStopped(app: AppContext, appointmentId: string): Promise<boolean> {
  const [id] = await listUnpayable(app, appointmentId);
  return id !== undefined && waive(app, id);
}

/** Of all bookings, or of one: those that may stand without the payment that they wait for. */
async function listUnpayable(app: AppContext, appointmentId?: string): Promise<string[]> {
  if ((await readPractice(app)).settings.prepayment.whenStopped !== "unpaid") return [];
  const waiting = app.db.kysely
    .selectFrom("prepayments")
    .innerJoin("pay_links", "pay_links.id", "prepayments.link_id")
    .innerJoin("tills", "tills.seller_id", "pay_links.seller_id")
    .select("prepayments.appointment_id")
    .where("prepayments.state", "=", "waiting")
    .where("tills.stopped_at", "is not", null)
    .$if(appointmentId !== undefined, (one) => one.where("prepayments.appointment_id", "=", appointmentId ?? ""));
  const rows = await waiting.orderBy("prepayments.at").limit(AT_ONCE).execute();
  return rows.map(({ appointment_id }) => appointment_id);
}

function waive(app: AppContext, appointmentId: string): Promise<boolean> {
  return schedule.retryOnConflict(app, async (tx): Promise<boolean | schedule.Conflict> => {
    const hold = await getHold(tx, appointmentId);
    const before = await getAppointment(tx, appointmentId);
    const now = app.clock.now();
    if (!before || !isOpen(hold) || hold.until <= now) return false;
    const outcome = await confirmWaived(tx, app, { before, now });
    if (outcome?.kind === "conflict") return outcome;
    if (outcome === null) return false;
    await setPays(tx, appointmentId, 0);
    const isCard = (await getPrepaid(tx, { appointmentId }))?.kind === "card";
    await noteWaived(tx, { appointmentId, pence: isCard ? 0 : hold.pays, now });
    return true;
  });
}

/** Writes down what of a booking was not paid as nobody could; 0: no card was kept for it. */
export async function noteWaived(
  tx: Tx,
  { appointmentId, pence, now }: { appointmentId: string; pence: number; now: number },
): Promise<void> {
  const row = { appointment_id: appointmentId, pence, reason: STOPPED_REASON, at: now, actor: "system" };
  await tx
    .insertInto("waived_prepayments")
    .values(row)
    .onConflict((conflict) => conflict.column("appointment_id").doNothing())
    .execute();
}
