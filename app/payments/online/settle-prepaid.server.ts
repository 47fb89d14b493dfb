import { sql } from "kysely";
import { CANCEL_UNDO_MS } from "#app/appointments/cancel.server.ts";
import { keepByRule } from "#app/payments/fees.server.ts";
import { openLedger, record } from "#app/payments/ledger.server.ts";
import { restOf } from "#app/payments/take-back.server.ts";
import { openDayOf } from "#app/payments/take-payment.server.ts";
import type { AppContext } from "#app/platform/app-context.server.ts";
import { newId } from "#app/platform/ids.server.ts";
import { localDateOf } from "#app/platform/zoned-time.ts";
import { readPractice } from "#app/practice/read-practice.server.ts";

const AT_ONCE = 20;
// A press on the wrong line of the day can be put right until then.
const MISSED_MS = 86_400_000;

/**
 * What was paid at booking for an appointment that is cancelled, or was missed: the rule's part is kept, and the rest goes
 * back to the card by itself. Not before the practice can no longer undo the cancellation.
 */
export async function settlePrepaid(app: AppContext): Promise<void> {
  const db = app.db.kysely;
  const now = app.clock.now();
  const due = await db
    .selectFrom("prepayments")
    .innerJoin("appointments", "appointments.id", "prepayments.appointment_id")
    .leftJoin("cancellations", "cancellations.appointment_id", "appointments.id")
    .leftJoin("attendances", "attendances.appointment_id", "appointments.id")
    .select("appointments.id")
    .where("prepayments.state", "=", "paid")
    .where(
      sql<boolean>`case when lower(appointments.status) = 'cancelled'
        then cancellations.at <= ${now - CANCEL_UNDO_MS}
        else coalesce(attendances.state, '') = 'missed' and appointments.ends_at <= ${now - MISSED_MS} end`,
    )
    .orderBy("appointments.id")
    .limit(AT_ONCE)
    .execute();
  for (const { id } of due) await settleOne(app, id);
}

async function settleOne(app: AppContext, appointmentId: string): Promise<void> {
  await app.db.kysely.transaction().execute(async (tx) => {
    // Two pages may have been paid: which of them is kept, and which went back at once, is the ledger's to say.
    const pages = await tx
      .selectFrom("prepayments")
      .innerJoin("pay_pages", "pay_pages.link_id", "prepayments.link_id")
      .select(["pay_pages.payment_id", "pay_pages.seller_id"])
      .where("prepayments.appointment_id", "=", appointmentId)
      .where("pay_pages.payment_id", "is not", null)
      .execute();
    const paid = tx.updateTable("prepayments").set({ state: "settled" }).where("appointment_id", "=", appointmentId);
    const [page] = pages;
    if (Number((await paid.where("state", "=", "paid").executeTakeFirst()).numUpdatedRows) !== 1 || !page) return;
    const ledger = await openLedger(tx, page.seller_id);
    const { zone } = (await readPractice(app, tx)).settings.bookingRules;
    const at = app.clock.now();
    const day = await openDayOf(tx, { sellerId: page.seller_id, day: localDateOf(at, zone) });
    const writing = { ledger, by: { at, actor: "system" }, takingId: newId(), day };
    await keepByRule(writing, app, appointmentId);
    const ids = pages.flatMap(({ payment_id }) => payment_id ?? []);
    const payments = await tx.selectFrom("payments").selectAll().where("id", "in", ids).orderBy("id").execute();
    for (const payment of payments) {
      const { free } = await restOf(tx, payment);
      if (free === 0) continue;
      const back = { ...payment, ...writing.by, id: newId(), taking_id: newId(), day, pence: -free, tip_pence: 0 };
      await record(ledger, "payments", [
        { ...back, tip_therapist_id: null, counters: payment.id, reason: "Not kept, as the appointment is off" },
      ]);
    }
  });
}
