import { getAppointment } from "#app/appointments/appointments.db.server.ts";
import { listBills, listItems, listPaymentsOf } from "#app/payments/bills.db.server.ts";
import { openLedger, record } from "#app/payments/ledger.server.ts";
import { paidInWords } from "#app/payments/money.ts";
import { FULL_INVOICE_PENCE, type ReceiptFacts } from "#app/payments/receipts-and-statements.ts";
import type { Seller } from "#app/payments/sellers.server.ts";
import { ownerOf } from "#app/payments/shop/vouchers.db.server.ts";
import { momentOf } from "#app/payments/take-payment.server.ts";
import type { AppContext, Queries, Tx } from "#app/platform/app-context.server.ts";
import { localDateOf } from "#app/platform/date-time.ts";
import { hashOf, newId } from "#app/platform/ids.server.ts";
import { priceInFull } from "#app/platform/money-words.ts";
import { type Actor, actorName, mayWith } from "#app/platform/permissions.ts";

type IssueOutcome =
  | { kind: "saved"; id: string }
  | { kind: "invalid"; errors: { receipt?: string; address?: string } }
  | { kind: "not-found" };

const NO_SELLER = "Enter the name of the seller under Settings, Payments: a receipt has to say whose it is.";
const NO_ADDRESS = "Enter the client’s address: a VAT invoice above £250 has to name it.";
const LONGEST_ADDRESS = 300;

/** `billId`: of what was sold without an appointment. */
type Issued = ({ appointmentId: string } | { billId: string }) & { address?: string };

/**
 * Freezes what a bill says now, with the seller's next number of the year. What has one keeps it. A
 * seller who is registered for VAT issues an invoice once; what changes later is a credit note, or an invoice of the
 * difference. Clients may do it for themselves once something is paid.
 */
export async function issueReceipt(
  app: AppContext,
  actor: Actor,
  { address = "", ...which }: Issued,
): Promise<IssueOutcome> {
  return app.db.kysely.transaction().execute(async (tx): Promise<IssueOutcome> => {
    const moment = await momentOf(tx, app);
    const [known = null] = await listBills(
      tx,
      "billId" in which ? { ids: [which.billId] } : { appointmentIds: [which.appointmentId] },
    );
    const appointment = known?.appointmentId ? await getAppointment(tx, known.appointmentId) : null;
    if (!moment || !known || (known.appointmentId !== null && !appointment)) return { kind: "not-found" };
    const isTheirOwn = appointment !== null && isTheirs(actor, appointment);
    const isClients = isTheirOwn && (known.paidPence > 0 || (await isCovered(tx, known.id)));
    const therapistId = appointment ? appointment.therapistId : await ownerOf(tx, known.sellerId);
    if (!isClients && !mayWith(actor, ["change", "payments"], therapistId)) return { kind: "not-found" };
    const ledger = await openLedger(tx, known.sellerId);
    const seller = await tx.selectFrom("sellers").selectAll().where("id", "=", known.sellerId).executeTakeFirst();
    if (!seller?.legal_name) return { kind: "invalid", errors: { receipt: NO_SELLER } };
    const treated = appointment && {
      day: localDateOf(appointment.start, moment.zone),
      ...(await giverOf(tx, appointment.therapistId)),
      service: `${appointment.serviceTitle}, ${appointment.minutes} min`,
    };
    const content: Content = {
      seller: paperSellerOf(seller),
      treated,
      ...(await contentOf(tx, known.id, moment.zone)),
      appointmentId: known.appointmentId,
    };
    const state = hashOf(JSON.stringify(content));
    const before = await listReceiptsOf(tx, known.id);
    const last = before.at(-1);
    if (last?.facts.state === state) return { kind: "saved", id: last.id };
    const paper = nextPaper(
      content,
      before.map(({ facts }) => facts),
    );
    const typed = address.trim().replaceAll("\r\n", "\n").slice(0, LONGEST_ADDRESS);
    const needsAddress = paper.vat !== null && Math.abs(paper.totalPence) > FULL_INVOICE_PENCE;
    if (needsAddress && typed === "") return { kind: "invalid", errors: { address: NO_ADDRESS } };
    const year = Number(moment.today.slice(0, 4));
    const number = await nextNumber(tx, { sellerId: known.sellerId, year });
    const name = [seller.receipt_prefix, year, String(number).padStart(4, "0")].filter(Boolean).join("-");
    const facts: ReceiptFacts = { number: name, day: moment.today, ...paper, state };
    const id = newId();
    const row = { id, seller_id: known.sellerId, year, number, bill_id: known.id, facts: JSON.stringify(facts) };
    const by = { at: moment.at, actor: actorName(actor) };
    const who = appointment ? appointment.name : await clientNameOf(tx, known.clientId);
    const client = [who, needsAddress ? typed : ""].filter(Boolean).join("\n") || null;
    await record(ledger, "receipts", [{ ...row, name: client, ...by }]);
    return { kind: "saved", id };
  });
}

/** Whether a voucher or course has paid something of it. */
async function isCovered(tx: Tx, billId: string): Promise<boolean> {
  return (await listItems(tx, billId)).some(({ item }) => item === "spent");
}

async function clientNameOf(tx: Tx, clientId: string | null): Promise<string | null> {
  if (clientId === null) return null;
  return (await tx.selectFrom("clients").select("name").where("id", "=", clientId).executeTakeFirst())?.name ?? null;
}

type Content = Omit<ReceiptFacts, "number" | "day" | "state" | "type" | "about">;

/** Whether it is this client's own appointment. */
export function isTheirs(actor: Actor, { id, userId }: { id: string; userId: string | null }): boolean {
  if (actor.kind === "holder") return actor.appointmentId === id;
  return actor.kind === "client" && userId !== null && actor.userId === userId;
}

export function paperSellerOf({ legal_name, address, vat_number, bank_details }: Seller) {
  return { name: legal_name, address, vatNumber: vat_number, bankDetails: bank_details };
}

/** What is issued after these, of a bill that says this now. */
function nextPaper(content: Content, before: readonly ReceiptFacts[]): Omit<ReceiptFacts, "number" | "day" | "state"> {
  const invoice = before.find(({ vat }) => vat !== null);
  if (content.vat === null) return { type: "receipt", ...content };
  if (!invoice) return { type: "invoice", ...content };
  const about = invoice.number;
  const documented = before.filter(({ vat }) => vat !== null);
  const difference = content.totalPence - documented.reduce((all, { totalPence }) => all + totalPence, 0);
  // The invoice stands; only what was paid has changed.
  if (difference === 0) return { type: "receipt", ...content, vat: null, about };
  const of = (facts: Pick<ReceiptFacts, "vat">, rate: number) => facts.vat?.find((line) => line.rate === rate);
  const rates = new Set([content, ...documented].flatMap(({ vat }) => (vat ?? []).map(({ rate }) => rate)));
  const vat = [...rates].map((rate) => {
    const less = (name: "grossPence" | "vatPence") =>
      documented.reduce((rest, facts) => rest - (of(facts, rate)?.[name] ?? 0), of(content, rate)?.[name] ?? 0);
    return { rate, grossPence: less("grossPence"), vatPence: less("vatPence") };
  });
  const text = difference < 0 ? "Taken off the price, or given back" : "Added to the price";
  return {
    ...content,
    type: difference < 0 ? "credit-note" : "invoice",
    ...{ about, vat, items: [{ text, pence: difference }], totalPence: difference },
  };
}

export async function giverOf(tx: Queries, therapistId: string) {
  const row = await tx
    .selectFrom("therapists")
    .leftJoin("therapist_sales", "therapist_sales.therapist_id", "therapists.id")
    .select(["therapists.name", "therapists.role", "therapist_sales.qualification", "therapist_sales.register"])
    .select("therapist_sales.register_number")
    .where("therapists.id", "=", therapistId)
    .executeTakeFirst();
  return {
    ...{ by: row?.name ?? "", role: row?.role ?? "", qualification: row?.qualification ?? "" },
    ...{ register: row?.register ?? "", registerNumber: row?.register_number ?? "" },
  };
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
  // Without VAT, what a voucher or course pays is a payment; with it, it takes its VAT off here.
  const spent = rates.length === 0 ? items.filter(({ item }) => item === "spent") : [];
  const billed = items.filter((one) => !spent.includes(one));
  const words = (one: { method: string; pence: number; tipPence: number }) =>
    paidInWords({ method: one.method, pence: one.pence - one.tipPence });
  return {
    items: billed.map(({ text, pence }) => ({ text, pence })),
    payments: [
      ...spent.map(({ at, text, pence }) => ({
        day: localDateOf(at, zone),
        words: `${priceInFull(-pence)} with ${text}`,
      })),
      ...(given.length > 0 ? payments : standing).map((one) => ({
        day: localDateOf(one.at, zone),
        words: words(one),
      })),
    ],
    totalPence: sum(billed.map(({ pence }) => pence)),
    paidPence: sum(payments.map(({ pence, tipPence }) => pence - tipPence)) - sum(spent.map(({ pence }) => pence)),
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

async function listReceiptsOf(tx: Tx, billId: string): Promise<{ id: string; facts: ReceiptFacts }[]> {
  const rows = await tx
    .selectFrom("receipts")
    .select(["id", "facts"])
    .where("bill_id", "=", billId)
    .orderBy("year")
    .orderBy("number")
    .execute();
  return rows.map(({ id, facts }) => ({ id, facts: JSON.parse(facts) as ReceiptFacts }));
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
): Promise<{
  facts: ReceiptFacts;
  name: string | null;
  at: number;
  billId: string;
  clientId: string | null;
  email: string | null;
} | null> {
  const db = app.db.kysely;
  const row = await db
    .selectFrom("receipts")
    .innerJoin("bills", "bills.id", "receipts.bill_id")
    .innerJoin("sellers", "sellers.id", "bills.seller_id")
    .select([
      "receipts.facts",
      "receipts.name",
      "receipts.at",
      "receipts.bill_id",
      "bills.client_id",
      "sellers.therapist_id",
    ])
    .where("receipts.id", "=", id)
    .executeTakeFirst();
  if (!row) return null;
  const facts = JSON.parse(row.facts) as ReceiptFacts;
  const appointment = facts.appointmentId ? await getAppointment(db, facts.appointmentId) : null;
  const isClients = appointment !== null && isTheirs(actor, appointment);
  const therapistId = appointment ? appointment.therapistId : row.therapist_id;
  if (!isClients && !mayWith(actor, ["see", "payments"], therapistId)) return null;
  const { name, at, bill_id: billId, client_id: clientId } = row;
  return { facts, name, at, billId, clientId, email: appointment?.email ?? null };
}
