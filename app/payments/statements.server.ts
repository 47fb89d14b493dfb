import { enqueue } from "#app/mail/outbox.db.server.ts";
import { getReceipt, giverOf, paperSellerOf } from "#app/payments/issue-receipt.server.ts";
import { paidInWords } from "#app/payments/money.ts";
import { receiptByMail } from "#app/payments/payments.mail.tsx";
import {
  type Paper,
  type ReceiptFacts,
  receiptPaper,
  type StatementFacts,
  statementPaper,
} from "#app/payments/receipts-and-statements.ts";
import type { Seller } from "#app/payments/sellers.server.ts";
import { momentOf } from "#app/payments/take-payment.server.ts";
import type { AppContext, Queries } from "#app/platform/app-context.server.ts";
import { dayInWords, localDateOf } from "#app/platform/date-time.ts";
import { newId } from "#app/platform/ids.server.ts";
import { priceInFull } from "#app/platform/money-words.ts";
import { type Actor, actorName, mayWith } from "#app/platform/permissions.ts";
import { canMailLeave } from "#app/practice/read-practice.server.ts";

/** What a mail with a statement is about. */
export const STATEMENT = "statement";

type Period = { clientId: string; from: string; to: string };

type MadeOutcome =
  | { kind: "saved"; ids: string[] }
  | { kind: "invalid"; errors: Record<string, string> }
  | { kind: "not-found" };

/** Freezes a client's treatments and payments of these local days, one statement for each seller. */
export async function makeStatements(
  app: AppContext,
  actor: Actor,
  { clientId, from, to }: Period,
): Promise<MadeOutcome> {
  if (!(await mayReadClient(app.db.kysely, actor, clientId))) return { kind: "not-found" };
  if (from > to) return { kind: "invalid", errors: { to: "Choose a last day that is not before the first." } };
  return app.db.kysely.transaction().execute(async (tx): Promise<MadeOutcome> => {
    const moment = await momentOf(tx, app);
    const client = tx.selectFrom("clients").select("name").where("id", "=", clientId);
    const known = await client.executeTakeFirst();
    if (!moment || !known) return { kind: "not-found" };
    const rows = await listTreatments(tx, { clientId, from, to, zone: moment.zone });
    const payments = await listPaid(tx, { clientId, from, to, zone: moment.zone });
    const sellers = await tx.selectFrom("sellers").selectAll().orderBy("id").execute();
    const made = sellers.flatMap((seller) => {
      const own = <Row extends { sellerId: string }>(all: readonly Row[]) =>
        all.filter(({ sellerId }) => sellerId === seller.id);
      if (own(rows).length + own(payments).length === 0) return [];
      const period = { name: known.name, from, to, day: moment.today };
      return [{ seller, facts: factsOf(seller, { ...period, rows: own(rows), payments: own(payments) }) }];
    });
    if (made.length === 0)
      return { kind: "invalid", errors: { from: "There is nothing in these days. Choose others." } };
    const nameless = made.find(({ seller }) => seller.legal_name === "");
    if (nameless)
      return { kind: "invalid", errors: { from: "A seller has no name yet. Enter it under Payments first." } };
    const statements = made.map(({ seller, facts }) => ({
      ...{ id: newId(), seller_id: seller.id, client_id: clientId, facts: JSON.stringify(facts) },
      ...{ at: moment.at, actor: actorName(actor) },
    }));
    await tx.insertInto("statements").values(statements).execute();
    return { kind: "saved", ids: statements.map(({ id }) => id) };
  });
}

type Row = StatementFacts["rows"][number] & { sellerId: string };
type Paid = StatementFacts["payments"][number] & { sellerId: string };
type Frozen = Pick<StatementFacts, "name" | "from" | "to" | "day"> & { rows: Row[]; payments: Paid[] };

function factsOf(seller: Seller, { rows, payments, ...period }: Frozen): StatementFacts {
  return {
    ...period,
    seller: paperSellerOf(seller),
    rows: rows.map(({ sellerId: _, ...row }) => row),
    payments: payments.map(({ sellerId: _, ...row }) => row),
    owedPence: rows.reduce((all, { pence, paidPence }) => all + pence - paidPence, 0),
  };
}

/** Practice: whoever sees all payments. A client: their own record. */
async function mayReadClient(db: Queries, actor: Actor, clientId: string): Promise<boolean> {
  if (actor.kind !== "client") return mayWith(actor, ["see", "payments"], null);
  return (await clientOfUser(db, actor.userId)) === clientId;
}

export async function clientOfUser(db: Queries, userId: string): Promise<string | null> {
  const key = db
    .selectFrom("client_keys")
    .select("client_id")
    .where("kind", "=", "account")
    .where("value", "=", userId);
  return (await key.executeTakeFirst())?.client_id ?? null;
}

type Within = Period & { zone: string };

async function listTreatments(db: Queries, { clientId, from, to, zone }: Within): Promise<Row[]> {
  const bills = await db
    .selectFrom("bills")
    .leftJoin("appointments", "appointments.id", "bills.appointment_id")
    .select(["bills.id", "bills.seller_id", "bills.at", "appointments.starts_at", "appointments.therapist_id"])
    .select(["appointments.service_title", "appointments.minutes"])
    .select((one) => [
      one
        .selectFrom("bill_items")
        .select((all) => all.fn.sum<number>("pence").as("pence"))
        .whereRef("bill_items.bill_id", "=", "bills.id")
        .as("total"),
      one
        .selectFrom("allocations")
        .select((all) => all.fn.sum<number>("pence").as("pence"))
        .whereRef("allocations.bill_id", "=", "bills.id")
        .as("paid"),
      one
        .selectFrom("bill_items")
        .select((all) => all.fn.sum<number>("pence").as("pence"))
        .whereRef("bill_items.bill_id", "=", "bills.id")
        .where("item", "=", "spent")
        .as("spent"),
      one
        .selectFrom("bill_items")
        .select((all) => all.fn.min("text").as("text"))
        .whereRef("bill_items.bill_id", "=", "bills.id")
        .as("text"),
    ])
    .where("bills.client_id", "=", clientId)
    .execute();
  const within = bills
    .map((bill) => ({ ...bill, day: localDateOf(bill.starts_at ?? bill.at, zone) }))
    .filter(({ day, total, spent }) => day >= from && day <= to && (Number(total) !== 0 || Number(spent) !== 0))
    .sort((one, other) => (one.day < other.day ? -1 : one.day > other.day ? 1 : one.at - other.at));
  const numbers = await numbersOf(
    db,
    within.map(({ id }) => id),
  );
  const givers = new Map<string, Awaited<ReturnType<typeof giverOf>>>();
  for (const { therapist_id: id } of within) if (id && !givers.has(id)) givers.set(id, await giverOf(db, id));
  return within.map(({ id, day, service_title, minutes, therapist_id, ...bill }) => {
    const service = service_title ? `${service_title}, ${minutes} min` : null;
    const giver = therapist_id ? givers.get(therapist_id) : undefined;
    return {
      sellerId: bill.seller_id,
      day,
      treated: service && giver ? { day, ...giver, service } : null,
      text: service ?? bill.text ?? "",
      pence: Number(bill.total),
      paidPence: Number(bill.paid ?? 0),
      ...(Number(bill.spent) === 0 ? {} : { spentPence: 0 - Number(bill.spent) }),
      number: numbers.get(id) ?? null,
    };
  });
}

/** The number of each bill's latest receipt. */
async function numbersOf(db: Queries, billIds: readonly string[]): Promise<Map<string, string>> {
  if (billIds.length === 0) return new Map();
  const rows = await db
    .selectFrom("receipts")
    .select(["bill_id", "facts"])
    .where("bill_id", "in", [...billIds])
    .orderBy("year")
    .orderBy("number")
    .execute();
  return new Map(rows.map(({ bill_id, facts }) => [bill_id, (JSON.parse(facts) as ReceiptFacts).number]));
}

async function listPaid(db: Queries, { clientId, from, to, zone }: Within): Promise<Paid[]> {
  const rows = await db
    .selectFrom("payments")
    .select(["seller_id", "at", "method", "pence", "tip_pence"])
    .where("client_id", "=", clientId)
    .orderBy("at")
    .orderBy("id")
    .execute();
  return rows
    .map(({ seller_id, at, method, pence, tip_pence }) => ({
      sellerId: seller_id,
      day: localDateOf(at, zone),
      pence: pence - tip_pence,
      words: `${pence < 0 ? "Given back" : "Paid"} ${paidInWords({ method, pence: Math.abs(pence - tip_pence) })}`,
    }))
    .filter(({ day, pence }) => pence !== 0 && day >= from && day <= to)
    .map(({ pence: _, ...row }) => row);
}

/** A receipt or a statement as it was made, with the client's own words of it. */
export type StoredPaper = {
  paper: Paper;
  planPaper: Paper;
  appointmentId: string | null;
  /** Where it is a receipt of no appointment. */
  saleId: string | null;
  clientId: string | null;
  at: number;
  /** Of the appointment. */
  email: string | null;
};

/** Null beyond scope. */
export async function getPaper(app: AppContext, actor: Actor, id: string): Promise<StoredPaper | null> {
  const receipt = await getReceipt(app, actor, id);
  if (receipt) {
    const { facts, name, at, clientId, email, billId } = receipt;
    const saleId = facts.appointmentId === null ? billId : null;
    const papers = { paper: receiptPaper(facts, name), planPaper: receiptPaper(facts, name, { forPlan: true }) };
    return { ...papers, appointmentId: facts.appointmentId, saleId, clientId, at, email };
  }
  const db = app.db.kysely;
  const row = await db.selectFrom("statements").selectAll().where("id", "=", id).executeTakeFirst();
  if (!row || row.client_id === null || !(await mayReadClient(db, actor, row.client_id))) return null;
  const facts = JSON.parse(row.facts) as StatementFacts;
  const papers = { paper: statementPaper(facts), planPaper: statementPaper(facts, { forPlan: true }) };
  return { ...papers, appointmentId: null, saleId: null, clientId: row.client_id, at: row.at, email: null };
}

/** Where a paper is mailed to; null: the practice knows no address. */
export async function addressFor(
  db: Queries,
  { email, clientId }: Pick<StoredPaper, "email" | "clientId">,
): Promise<string | null> {
  if (email || clientId === null) return email;
  const client = db.selectFrom("clients").select("email").where("id", "=", clientId);
  return (await client.executeTakeFirst())?.email ?? null;
}

type SendOutcome = { kind: "sent"; to: string } | { kind: "invalid"; message: string } | { kind: "not-found" };

/** Mails a paper to the client's own address; only the practice does. */
export async function mailPaper(
  app: AppContext,
  actor: Actor,
  { id, forPlan }: { id: string; forPlan: boolean },
): Promise<SendOutcome> {
  const db = app.db.kysely;
  const stored = await getPaper(app, actor, id);
  if (!stored || actor.kind === "client" || actor.kind === "holder") return { kind: "not-found" };
  const to = await addressFor(db, stored);
  if (to === null) return { kind: "invalid", message: "There is no email address for this client. Print it instead." };
  if (!(await canMailLeave(app))) {
    return { kind: "invalid", message: "Email is not set up here yet, so nothing was sent. Print it instead." };
  }
  const subject = stored.appointmentId ? { kind: "appointment", id: stored.appointmentId } : { kind: STATEMENT, id };
  await db
    .transaction()
    .execute((tx) => enqueue(tx, [receiptByMail.message(subject, { id, to, forPlan })], app.clock.now()));
  return { kind: "sent", to };
}

/** What a client, or the practice of them, finds again: the latest first. */
export async function listPapers(
  db: Queries,
  clientId: string,
): Promise<{ id: string; title: string; day: string; about: string }[]> {
  const receipts = await db
    .selectFrom("receipts")
    .innerJoin("bills", "bills.id", "receipts.bill_id")
    .select(["receipts.id", "receipts.facts", "receipts.name", "receipts.at"])
    .where("bills.client_id", "=", clientId)
    .orderBy("receipts.at", "desc")
    .orderBy("receipts.id")
    .limit(MOST)
    .execute();
  const statements = await db
    .selectFrom("statements")
    .select(["id", "facts", "at"])
    .where("client_id", "=", clientId)
    .orderBy("at", "desc")
    .orderBy("id")
    .limit(MOST)
    .execute();
  const papers = [
    ...receipts.map(({ id, facts, name, at }) => {
      const read = JSON.parse(facts) as ReceiptFacts;
      return { id, at, title: receiptPaper(read, name).title, day: read.day, about: read.items[0]?.text ?? "" };
    }),
    ...statements.map(({ id, facts, at }) => {
      const { from, to, day, seller } = JSON.parse(facts) as StatementFacts;
      return {
        id,
        at,
        title: "Statement",
        day,
        about: `${dayInWords(from, { year: true })} to ${dayInWords(to, { year: true })}, ${seller.name}`,
      };
    }),
  ];
  return papers.sort((one, other) => other.at - one.at).slice(0, MOST);
}

const MOST = 100;

/** What somebody has paid for their own appointments, the latest first. */
export async function listPaidBy(
  db: Queries,
  { userId, zone }: { userId: string; zone: string },
): Promise<{ appointmentId: string; day: string; text: string; amount: string }[]> {
  const rows = await db
    .selectFrom("bills")
    .innerJoin("appointments", "appointments.id", "bills.appointment_id")
    .select(["appointments.id", "appointments.starts_at", "appointments.service_title", "appointments.minutes"])
    .select((one) => [
      one
        .selectFrom("allocations")
        .select((all) => all.fn.sum<number>("pence").as("pence"))
        .whereRef("allocations.bill_id", "=", "bills.id")
        .as("paid"),
      one
        .selectFrom("bill_items")
        .select((all) => all.fn.sum<number>("pence").as("pence"))
        .whereRef("bill_items.bill_id", "=", "bills.id")
        .where("item", "=", "spent")
        .as("spent"),
    ])
    .where("appointments.user_id", "=", userId)
    .orderBy("appointments.starts_at", "desc")
    .limit(MOST)
    .execute();
  return rows
    .map(({ paid, spent, ...row }) => ({ ...row, paidPence: Number(paid ?? 0) - Number(spent ?? 0) }))
    .filter(({ paidPence }) => paidPence > 0)
    .map(({ id, starts_at, service_title, minutes, paidPence }) => ({
      appointmentId: id,
      day: localDateOf(starts_at, zone),
      text: `${service_title}, ${minutes} min`,
      amount: priceInFull(paidPence),
    }));
}

export async function latestReceiptOf(db: Queries, billId: string): Promise<string | null> {
  const receipts = db.selectFrom("receipts").select("id").where("bill_id", "=", billId).orderBy("year", "desc");
  return (await receipts.orderBy("number", "desc").limit(1).executeTakeFirst())?.id ?? null;
}
