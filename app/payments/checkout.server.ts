import { viewStatus } from "#app/appointments/appointment.ts";
import { getAppointment } from "#app/appointments/appointments.db.server.ts";
import {
  type Bill,
  type BillItem,
  getBalance,
  getBillOf,
  listBills,
  listBrought,
  listItems,
  listPaymentsOf,
  listRests,
  listUnpaid,
  type Payment,
  sellerOf,
} from "#app/payments/bills.db.server.ts";
import { type Fee, type FeeProposal, getFee, listFeeProposals } from "#app/payments/fees.server.ts";
import { paidInWords, sum, TAKEN_METHODS, type TakenMethod } from "#app/payments/money.ts";
import { clientIdOf, listMissed, owedFor } from "#app/payments/take-payment.server.ts";
import type { Actor } from "#app/platform/actor.ts";
import type { AppContext } from "#app/platform/app-context.server.ts";
import type { Queries } from "#app/platform/database/database.server.ts";
import { mayWith } from "#app/platform/permissions.ts";
import { readPractice } from "#app/practice/read-practice.server.ts";

/** What a checkout shows. Pence. `billId` null: nothing was taken or kept yet. */
export type Checkout = {
  appointment: { id: string; name: string; start: number; therapistId: string };
  billId: string | null;
  clientId: string | null;
  items: Pick<BillItem, "text" | "pence" | "reason">[];
  payments: (Payment & { isTakenBack: boolean })[];
  /** What may cost a fee, and nothing is decided. */
  proposal: FeeProposal | null;
  /** A fee that stands. */
  fee: Fee | null;
  /** Giving back or writing off more needs an owner. */
  confirmAbovePence: number;
  owedPence: number;
  creditPence: number;
  /** What the client paid with last time. */
  usual: TakenMethod;
  receiptId: string | null;
  zone: string;
};

/** Null where there is nothing to take: no such appointment within scope, or payments are off. */
export async function getCheckout(app: AppContext, actor: Actor, appointmentId: string): Promise<Checkout | null> {
  const { settings } = await readPractice(app);
  const db = app.db.kysely;
  if (!settings.payments.on) return null;
  const appointment = await getAppointment(db, appointmentId);
  if (!appointment || !mayWith(actor, ["see", "payments"], appointment.therapistId)) return null;
  const bill = await getBillOf(db, appointmentId);
  const clientId = bill?.clientId ?? (await clientIdOf(db, appointmentId));
  const sellerId = bill?.sellerId ?? (await sellerOf(db, appointment.therapistId));
  const booked = {
    text: `${appointment.serviceTitle}, ${appointment.minutes} min`,
    pence: appointment.pricePence,
    reason: null,
  };
  // Nobody is missed before it has begun.
  const hasBegun = appointment.start <= app.clock.now();
  const isMissed = hasBegun && (await listMissed(db, [appointmentId])).has(appointmentId);
  const payments = bill ? await listPaymentsOf(db, bill.id) : [];
  const owedPence = owedFor({ ...appointment, isMissed }, bill);
  const [proposal = null] = await listFeeProposals(db, settings, { scope: "all", now: app.clock.now(), appointmentId });
  const receipts = bill && db.selectFrom("receipts").select("id").where("bill_id", "=", bill.id);
  return {
    appointment: {
      id: appointment.id,
      name: appointment.name ?? "Unknown",
      start: appointment.start,
      therapistId: appointment.therapistId,
    },
    billId: bill?.id ?? null,
    clientId,
    items: [...(owedPence > (bill?.owedPence ?? 0) ? [booked] : []), ...(bill ? await listItems(db, bill.id) : [])],
    payments: payments.map((one) => ({
      ...one,
      isTakenBack: isTakenBack(one, payments),
    })),
    proposal,
    fee: bill && bill.feePence > 0 ? await getFee(db, appointmentId) : null,
    confirmAbovePence: settings.moneyRules.confirmAbovePence,
    owedPence,
    creditPence: Math.max(0, sum(await listRests(db, { clientId, sellerId }))),
    usual: await usualMethod(db, clientId),
    receiptId: (await receipts?.orderBy("number", "desc").limit(1).executeTakeFirst())?.id ?? null,
    zone: settings.bookingRules.zone,
  };
}

function isTakenBack({ id, pence }: Payment, payments: readonly Payment[]): boolean {
  return pence <= 0 || payments.some(({ counters }) => counters === id);
}

async function usualMethod(db: Queries, clientId: string | null): Promise<TakenMethod> {
  if (clientId === null) return "card";
  const last = await db
    .selectFrom("payments")
    .select("method")
    .where("client_id", "=", clientId)
    .where("pence", ">", 0)
    .orderBy("at", "desc")
    .limit(1)
    .executeTakeFirst();
  return TAKEN_METHODS.find((method) => method === last?.method) ?? "card";
}

/** What an appointment's row says of its money: what is owed, or `£48.00 by card`. */
export type MoneyView = { owedPence: number; paid: string | null; mayCostFee: boolean };

type Priced = { id: string; pricePence: number; status: string; therapistId: string };

/** By appointment; null, and not a statement, while payments are off or for whoever may not see them. */
export async function moneyOf(
  app: AppContext,
  actor: Actor,
  appointments: readonly Priced[],
): Promise<Record<string, MoneyView> | null> {
  const { settings } = await readPractice(app);
  if (!settings.payments.on || appointments.length === 0) return null;
  const seen = appointments.filter(({ therapistId }) => mayWith(actor, ["see", "payments"], therapistId));
  if (seen.length === 0) return null;
  const bills = await listBills(app.db.kysely, { appointmentIds: seen.map(({ id }) => id) });
  const paid = await methodsOf(app.db.kysely, bills);
  const missed = await listMissed(
    app.db.kysely,
    seen.map(({ id }) => id),
  );
  const off = seen.filter(({ id, status }) => viewStatus(status) === "Cancelled" || missed.has(id));
  const proposed = new Set<string>();
  for (const { id: appointmentId } of off) {
    const [one] = await listFeeProposals(app.db.kysely, settings, {
      scope: "all",
      now: app.clock.now(),
      appointmentId,
    });
    if (one?.why === null) proposed.add(appointmentId);
  }
  return Object.fromEntries(
    seen.map((appointment) => {
      const bill = bills.find(({ appointmentId }) => appointmentId === appointment.id) ?? null;
      return [
        appointment.id,
        {
          owedPence: owedFor({ ...appointment, isMissed: missed.has(appointment.id) }, bill),
          mayCostFee: proposed.has(appointment.id),
          paid: bill && (paid.get(bill.id) ?? null),
        },
      ];
    }),
  );
}

export type ClientBalance = {
  owedPence: number;
  creditPence: number;
  /** Those that are to be paid. */
  appointmentIds: string[];
  /** What may cost a fee, and nobody has decided. */
  fees: Pick<FeeProposal, "appointmentId" | "occasion" | "start" | "mostPence">[];
};

/** What a client owes, and what is held for them; null while payments are off, and for whoever sees only a part of it. */
export async function balanceOf(app: AppContext, actor: Actor, clientId: string): Promise<ClientBalance | null> {
  const { settings } = await readPractice(app);
  const { payments } = settings;
  if (!payments.on || !mayWith(actor, ["see", "payments"], null)) return null;
  const since = payments.since ?? 0;
  const db = app.db.kysely;
  const { rows } = await listUnpaid(db, { scope: "all", now: app.clock.now(), since, clientId });
  const { credit } = await getBalance(db, clientId);
  const brought = await listBrought(db, clientId);
  // What was brought over from another system belongs to no appointment.
  const owedPence = [...rows, ...brought].reduce((all, row) => all + row.owedPence, 0);
  const proposals = await listFeeProposals(db, settings, { scope: "all", now: app.clock.now(), clientId });
  const fees = proposals
    .filter(({ why }) => why === null)
    .map(({ appointmentId, occasion, start, mostPence }) => ({ appointmentId, occasion, start, mostPence }));
  return { owedPence, creditPence: credit, appointmentIds: rows.map(({ id }) => id), fees };
}

async function methodsOf(db: Queries, bills: readonly Bill[]): Promise<Map<string, string>> {
  const paid = bills.filter(({ paidPence }) => paidPence > 0);
  if (paid.length === 0) return new Map();
  const rows = await db
    .selectFrom("allocations")
    .innerJoin("payments", "payments.id", "allocations.payment_id")
    .select(["allocations.bill_id", "payments.method"])
    .where(
      "allocations.bill_id",
      "in",
      paid.map(({ id }) => id),
    )
    .where("allocations.pence", ">", 0)
    .orderBy("allocations.at")
    .execute();
  const methods = new Map(rows.map(({ bill_id, method }) => [bill_id, method]));
  return new Map(
    paid.map(({ id, paidPence }) => [id, paidInWords({ method: methods.get(id) ?? "", pence: paidPence })]),
  );
}
