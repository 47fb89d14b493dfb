import { getAppointment } from "#app/appointments/appointments.db.server.ts";
import { getBillOf, listItems, listPaymentsOf } from "#app/payments/bills.db.server.ts";
import { openLedger, record } from "#app/payments/ledger.server.ts";
import { paidInWords } from "#app/payments/money.ts";
import { momentOf } from "#app/payments/take-payment.server.ts";
import { type Actor, actorName } from "#app/platform/actor.ts";
import type { AppContext } from "#app/platform/app-context.server.ts";
import type { Tx } from "#app/platform/database/database.server.ts";
import { newId } from "#app/platform/ids.server.ts";
import { mayWith } from "#app/platform/permissions.ts";
import { localDateOf } from "#app/platform/zoned-time.ts";

/** What a receipt says for good, but the client's name. Pence; local days. */
export type ReceiptFacts = {
  number: string;
  day: string;
  seller: { name: string; address: string; vatNumber: string };
  treated: { day: string; by: string; role: string } | null;
  items: { text: string; pence: number }[];
  payments: { day: string; words: string }[];
  totalPence: number;
  paidPence: number;
  /** By rate, in hundredths of a percent; null: the seller is not registered. */
  vat: { rate: number; grossPence: number; vatPence: number }[] | null;
  appointmentId: string | null;
};

type IssueOutcome = { kind: "saved"; id: string } | { kind: "invalid"; message: string } | { kind: "not-found" };

const NO_SELLER = "Enter the name of the seller under Settings, Payments: a receipt has to say whose it is.";

/** Freezes what an appointment's bill says now, with the seller's next number of the year. What has one keeps it. */
export async function issueReceipt(
  app: AppContext,
  actor: Actor,
  { appointmentId }: { appointmentId: string },
): Promise<IssueOutcome> {
  return app.db.kysely.transaction().execute(async (tx): Promise<IssueOutcome> => {
    const moment = await momentOf(tx, app);
    const appointment = await getAppointment(tx, appointmentId);
    const known = appointment && (await getBillOf(tx, appointmentId));
    if (!moment || !known || !mayWith(actor, ["change", "payments"], appointment.therapistId))
      return { kind: "not-found" };
    const ledger = await openLedger(tx, known.sellerId);
    const seller = await tx.selectFrom("sellers").selectAll().where("id", "=", known.sellerId).executeTakeFirst();
    if (!seller?.legal_name) return { kind: "invalid", message: NO_SELLER };
    const treated = {
      day: localDateOf(appointment.start, moment.zone),
      ...(await giverOf(tx, appointment.therapistId)),
    };
    const content = {
      seller: { name: seller.legal_name, address: seller.address, vatNumber: seller.vat_number },
      treated,
      ...(await contentOf(tx, known.id, moment.zone)),
      appointmentId,
    };
    const last = await lastReceipt(tx, known.id);
    if (last && isSame(last.facts, content)) return { kind: "saved", id: last.id };
    const year = Number(moment.today.slice(0, 4));
    const number = await nextNumber(tx, { sellerId: known.sellerId, year });
    const name = [seller.receipt_prefix, year, String(number).padStart(4, "0")].filter(Boolean).join("-");
    const facts: ReceiptFacts = { number: name, day: moment.today, ...content };
    const id = newId();
    const row = { id, seller_id: known.sellerId, year, number, bill_id: known.id, facts: JSON.stringify(facts) };
    const by = { at: moment.at, actor: actorName(actor) };
    await record(ledger, "receipts", [{ ...row, name: appointment.name, ...by }]);
    return { kind: "saved", id };
  });
}

async function giverOf(tx: Tx, therapistId: string) {
  const row = await tx
    .selectFrom("therapists")
    .select(["name", "role"])
    .where("id", "=", therapistId)
    .executeTakeFirst();
  return { by: row?.name ?? "", role: row?.role ?? "" };
}

async function contentOf(tx: Tx, billId: string, zone: string) {
  const items = await listItems(tx, billId);
  const payments = await listPaymentsOf(tx, billId);
  const back = new Set(payments.flatMap(({ id, counters }) => (counters ? [id, counters] : [])));
  const standing = payments.filter(({ id, pence }) => !back.has(id) && pence > 0);
  const given = payments.filter(({ pence, counters }) => pence < 0 && !isWhole(payments, { pence, counters }));
  const rates = [...new Set(items.map(({ vatRate }) => vatRate))].filter((rate) => rate !== null);
  const ofRate = (rate: number) => items.filter(({ vatRate }) => vatRate === rate);
  const sum = (parts: readonly number[]) => parts.reduce((all, part) => all + part, 0);
  const words = (one: { method: string; pence: number; tipPence: number }) =>
    paidInWords({ method: one.method, pence: one.pence - one.tipPence });
  return {
    items: items.map(({ text, pence }) => ({ text, pence })),
    payments: (given.length > 0 ? payments : standing).map((one) => ({
      day: localDateOf(one.at, zone),
      words: words(one),
    })),
    totalPence: sum(items.map(({ pence }) => pence)),
    paidPence: sum(payments.map(({ pence, tipPence }) => pence - tipPence)),
    vat:
      rates.length === 0
        ? null
        : rates.map((rate) => ({
            rate,
            grossPence: sum(ofRate(rate).map(({ pence }) => pence)),
            vatPence: sum(ofRate(rate).map(({ vatPence }) => vatPence)),
          })),
  };
}

/** Whether it took all of a payment back, so that neither stands. */
function isWhole(
  payments: readonly { id: string; pence: number }[],
  { pence, counters }: { pence: number; counters: string | null },
): boolean {
  return payments.some((one) => one.id === counters && one.pence === -pence);
}

async function lastReceipt(tx: Tx, billId: string): Promise<{ id: string; facts: ReceiptFacts } | null> {
  const row = await tx
    .selectFrom("receipts")
    .select(["id", "facts"])
    .where("bill_id", "=", billId)
    .orderBy("at", "desc")
    .orderBy("number", "desc")
    .limit(1)
    .executeTakeFirst();
  return row ? { id: row.id, facts: JSON.parse(row.facts) as ReceiptFacts } : null;
}

function isSame({ number: _number, day: _day, ...before }: ReceiptFacts, content: object): boolean {
  return JSON.stringify(before) === JSON.stringify(content);
}

async function nextNumber(tx: Tx, { sellerId, year }: { sellerId: string; year: number }): Promise<number> {
  const { last } = await tx
    .selectFrom("receipts")
    .select((all) => all.fn.max("number").as("last"))
    .where("seller_id", "=", sellerId)
    .where("year", "=", year)
    .executeTakeFirstOrThrow();
  return Number(last ?? 0) + 1;
}

/** A receipt as it was issued; null beyond scope. */
export async function getReceipt(
  app: AppContext,
  actor: Actor,
  id: string,
): Promise<{ facts: ReceiptFacts; name: string | null } | null> {
  const db = app.db.kysely;
  const row = await db.selectFrom("receipts").select(["facts", "name"]).where("id", "=", id).executeTakeFirst();
  if (!row) return null;
  const facts = JSON.parse(row.facts) as ReceiptFacts;
  const appointment = facts.appointmentId ? await getAppointment(db, facts.appointmentId) : null;
  return mayWith(actor, ["see", "payments"], appointment?.therapistId ?? null) ? { facts, name: row.name } : null;
}
