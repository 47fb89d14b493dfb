import { sql } from "kysely";
import type { DemoKind } from "#app/demo/demo-life.db.server.ts";
import { countUpTo } from "#app/platform/database/count-listed.server.ts";
import type { Queries, Tx } from "#app/platform/database/database.server.ts";
import { MOST_LISTED } from "#app/platform/most-listed.ts";

const AT_ONCE = 500;
const ADDRESS = sql<string>`lower(email)`;

/** What belongs to the invented life by now. `adopted`: clients of the demo who hold a booking of somebody real. */
export type DemoRecords = {
  appointments: string[];
  clients: string[];
  adopted: string[];
  enquiries: string[];
  users: string[];
  closures: string[];
  addresses: string[];
  /** Whether what the seed wrote of the practice itself is still there. */
  practice: boolean;
};

/**
 * The marked records, and what was made for demo people since: bookings of their clients and messages from their
 * addresses. A booking with a real address stays, whoever it was matched with.
 */
export async function listDemoRecords(db: Queries): Promise<DemoRecords> {
  const marked = await db.selectFrom("demo_marks").select(["kind", "id"]).execute();
  const idsOf = (kind: DemoKind) => new Set(marked.filter((mark) => mark.kind === kind).map(({ id }) => id));
  const marksOf = (kind: DemoKind) => db.selectFrom("demo_marks").select("id").where("kind", "=", kind);
  const [clients, addresses, booked] = [idsOf("client"), idsOf("address"), idsOf("appointment")];
  const theirs = await db
    .selectFrom("demo_marks")
    .innerJoin("appointments", "appointments.client_id", "demo_marks.id")
    .select(["appointments.id", "appointments.client_id", "appointments.email"])
    .where("demo_marks.kind", "=", "client")
    .execute();
  const isInvented = ({ email }: { email: string | null }) => !email || addresses.has(email.toLowerCase());
  const gone = new Set([...booked, ...theirs.filter(isInvented).map(({ id }) => id)]);
  const adopted = new Set(theirs.filter(({ id }) => !gone.has(id)).flatMap(({ client_id }) => client_id ?? []));
  const messages = await db
    .selectFrom("enquiries")
    .select("id")
    .where((message) =>
      message.or([message("id", "in", marksOf("enquiry")), message(ADDRESS, "in", marksOf("address"))]),
    )
    .execute();
  return {
    appointments: [...gone],
    clients: [...clients].filter((id) => !adopted.has(id)),
    adopted: [...adopted],
    enquiries: messages.map(({ id }) => id),
    users: [...idsOf("user")],
    closures: [...idsOf("closure")],
    addresses: [...addresses],
    practice: marked.some(({ kind }) => kind.startsWith("demo-")),
  };
}

/** How many appointments, clients or messages there are besides these, as far as a list counts. */
export async function countOthers(
  db: Queries,
  table: "appointments" | "clients" | "enquiries",
  { length }: readonly string[],
): Promise<number> {
  const most = length + MOST_LISTED + 1;
  return Math.max(0, (await countUpTo(db, db.selectFrom(table).select("id"), most)) - length);
}

export async function countMails(tx: Tx): Promise<number> {
  const { mails } = await tx
    .selectFrom("outbox")
    .select((fields) => fields.fn.countAll<number>().as("mails"))
    .executeTakeFirstOrThrow();
  return Number(mails);
}

/** Deletes rows by id, in portions. What refers to them goes with them. */
export async function deleteRows(
  tx: Tx,
  table: "appointments" | "clients" | "enquiries" | "day_exceptions",
  ids: readonly string[],
): Promise<void> {
  for (const some of portions(ids)) await tx.deleteFrom(table).where("id", "in", some).execute();
}

export async function deleteAuditOf(tx: Tx, kind: string, ids: readonly string[]): Promise<void> {
  for (const some of portions(ids)) {
    await tx.deleteFrom("audit").where("subject_kind", "=", kind).where("subject_id", "in", some).execute();
  }
}

export async function deleteScheduleChangesOf(tx: Tx, appointmentIds: readonly string[]): Promise<void> {
  for (const some of portions(appointmentIds)) {
    await tx.deleteFrom("schedule_changes").where("appointment_id", "in", some).execute();
  }
}

/** The latest booking that stays with a client of the demo. */
export async function lastBookingOf(tx: Tx, clientId: string) {
  return tx
    .selectFrom("appointments")
    .select(["name", "email", "phone"])
    .where("client_id", "=", clientId)
    .orderBy("created_at", "desc")
    .orderBy("id")
    .limit(1)
    .executeTakeFirstOrThrow();
}

export async function forgetKeysAndNotes(tx: Tx, clientId: string): Promise<void> {
  await tx.deleteFrom("client_keys").where("client_id", "=", clientId).execute();
  await tx.deleteFrom("client_notes").where("client_id", "=", clientId).execute();
}

/** The next complaint is number one again, unless a real one has come. */
export async function restartComplaints(tx: Tx): Promise<void> {
  const real = tx.selectFrom("complaints").select("enquiry_id");
  await tx
    .deleteFrom("counters")
    .where("name", "=", "complaints")
    .where((counter) => counter.not(counter.exists(real)))
    .execute();
}

/** Whole or not at all, as a chain can't lose a link: where somebody real has paid among them, it stays. */
export async function deleteInventedMoney(tx: Tx, { appointments, clients }: DemoRecords): Promise<void> {
  const gone = new Set<string | null>([...appointments, ...clients]);
  const bills = await tx.selectFrom("bills").select(["appointment_id"]).execute();
  const payments = await tx.selectFrom("payments").select("client_id").where("client_id", "is not", null).execute();
  const isReal =
    bills.some((bill) => !gone.has(bill.appointment_id)) || payments.some((one) => !gone.has(one.client_id));
  if (isReal) return;
  for (const table of LEDGER) await tx.deleteFrom(table).execute();
}

const LEDGER = [
  ...(["sellers", "bills", "bill_items", "payments", "allocations", "receipts"] as const),
  ...(["day_closings", "ledger_entries", "ledger_heads", "ledger_keys"] as const),
];

export async function deleteMarks(tx: Tx): Promise<void> {
  await tx.deleteFrom("demo_marks").execute();
}

function portions(ids: readonly string[]): string[][] {
  return Array.from({ length: Math.ceil(ids.length / AT_ONCE) }, (_, at) =>
    ids.slice(at * AT_ONCE, (at + 1) * AT_ONCE),
  );
}
