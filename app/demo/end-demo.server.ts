import { sql } from "kysely";
import { countOwnAdmins, createAdmin } from "#app/accounts/users/create-admin.server.ts";
import { deleteUser, getUserByEmail, lockAdmins, USER } from "#app/accounts/users.db.server.ts";
import { unlink } from "#app/appointments/clients/own-appointments.db.server.ts";
import { APPOINTMENT, CLIENT } from "#app/appointments/notifications/appointment-message.ts";
import * as schedule from "#app/appointments/schedule.server.ts";
import { keysOf } from "#app/clients/client.ts";
import { insertKeys, writeDetails } from "#app/clients/clients.db.server.ts";
import type { EndDemoInput } from "#app/demo/demo-end.form.ts";
import type { DemoKind } from "#app/demo/demo-life.db.server.ts";
import { removeDemoPractice } from "#app/demo/remove-demo-practice.server.ts";
import { forgetAbout } from "#app/mail/mails-to-person.db.server.ts";
import { forgetMailsTo } from "#app/mail/personal-data.server.ts";
import { ENQUIRY } from "#app/messages/contact-message.ts";
import { type AppContext, joined, type Queries, type Tx } from "#app/platform/app-context.server.ts";
import { writeAudit } from "#app/platform/audit.server.ts";
import { countUpTo } from "#app/platform/database/count-listed.server.ts";
import { lockForWriting } from "#app/platform/database/lock.server.ts";
import { MOST_LISTED } from "#app/platform/database/most-listed.ts";
import { raiseContentVersion } from "#app/platform/http/content-version.server.ts";
import { type Actor, actorName, requireScope } from "#app/platform/permissions.ts";
import { writeSetting } from "#app/settings/settings.db.server.ts";

type Counts = { appointments: number; clients: number; messages: number };

export type DemoGoing = Counts & { closures: number };

/**
 * What goes and what stays, the latter counted as far as a list is. `needsAdmin`: nobody but the demo's owner is an
 * admin.
 */
export type DemoEnding = { goes: DemoGoing; stays: Counts; needsAdmin: boolean };

export type EndDemoOutcome =
  | { kind: "ended"; mails: number }
  | { kind: "not-found" }
  | { kind: "invalid"; field: "email" | "password"; message: string };

/** Null when nothing here is invented. For the practice only. */
export async function getDemoGoing(app: AppContext, actor: Actor): Promise<DemoGoing | null> {
  requireScope(actor, "change", "settings");
  const records = await listDemoRecords(app.db.kysely);
  return isNothing(records) ? null : goingOf(records);
}

/** The same, with what stays. */
export async function getDemoEnding(app: AppContext, actor: Actor): Promise<DemoEnding | null> {
  requireScope(actor, "change", "settings");
  const db = app.db.kysely;
  const records = await listDemoRecords(db);
  if (isNothing(records)) return null;
  const stays = {
    appointments: await countOthers(db, "appointments", records.appointments),
    clients: await countOthers(db, "clients", records.clients),
    messages: await countOthers(db, "enquiries", records.enquiries),
  };
  return { goes: goingOf(records), stays, needsAdmin: (await countOwnAdmins(db)) === 0 };
}

function goingOf({ appointments, clients, enquiries, closures }: DemoRecords): DemoGoing {
  return {
    appointments: appointments.length,
    clients: clients.length,
    messages: enquiries.length,
    closures: closures.length,
  };
}

/**
 * Removes the demo's invented life and practice in one transaction, its owner included, and leaves one audit line. What
 * the practice has changed, and what real clients have booked and written, stays.
 */
export async function endDemo(app: AppContext, actor: Actor, { admin }: EndDemoInput): Promise<EndDemoOutcome> {
  requireScope(actor, "change", "settings");
  return app.db.kysely.transaction().execute(async (tx): Promise<EndDemoOutcome> => {
    await lockForWriting(tx, "offer");
    await lockAdmins(tx);
    const records = await listDemoRecords(tx);
    if (isNothing(records)) return { kind: "not-found" };
    const made = (await countOwnAdmins(tx)) > 0 ? actor : await makeAdmin(app, tx, { admin, records });
    if (made.kind === "invalid") return made;
    const now = app.clock.now();
    const before = await countMails(tx);
    await removeRecords(tx, records);
    await removeDemoPractice(tx, now);
    await deleteInventedMoney(tx, records);
    await tx.deleteFrom("calendar_links").where("id", "like", "demo-%").execute();
    await deleteMarks(tx);
    const mails = before - (await countMails(tx));
    // The practice begins as a new one: its owner opens it.
    await writeSetting(tx, { key: "opening", value: { state: "not-open" }, now });
    await raiseContentVersion(tx, now);
    await writeAudit(tx, {
      at: now,
      actor: actorName(made),
      action: "demo.end",
      subject: { kind: "demo", id: "1" },
      detail: { appointments: records.appointments.length, clients: records.clients.length, mails },
    });
    return { kind: "ended", mails };
  });
}

function isNothing({ practice, ...records }: DemoRecords): boolean {
  const { addresses, users, clients, appointments, enquiries, closures } = records;
  return !practice && [addresses, users, clients, appointments, enquiries, closures].every((some) => some.length === 0);
}

type Invalid = Extract<EndDemoOutcome, { kind: "invalid" }>;

async function makeAdmin(
  app: AppContext,
  tx: Tx,
  { admin, records }: EndDemoInput & { records: DemoRecords },
): Promise<Actor | Invalid> {
  const refused = (field: Invalid["field"], message: string) => ({ kind: "invalid" as const, field, message });
  if (!admin) return refused("email", "Enter your email address");
  if (records.addresses.includes(admin.email)) return refused("email", "That address is the demo’s. Enter your own");
  if (await getUserByEmail(tx, admin.email)) {
    return refused("email", "That address has an account. Make it an admin under Users, then come back");
  }
  const outcome = await createAdmin({ ...app, db: joined(app.db, tx) }, admin);
  if (outcome.kind === "invalid") return refused("password", outcome.message);
  const user = await getUserByEmail(tx, admin.email);
  return user ? { kind: "admin", userId: user.id } : refused("email", "Enter your email address");
}

async function removeRecords(tx: Tx, records: DemoRecords): Promise<void> {
  const { appointments, clients, adopted, enquiries, users, closures, addresses } = records;
  await forgetAbout(tx, APPOINTMENT, appointments);
  await forgetAbout(tx, CLIENT, clients);
  await forgetAbout(tx, ENQUIRY, enquiries);
  await forgetMailsTo(tx, addresses);
  await deleteWaits(tx, { clients: [...clients, ...adopted], appointments });
  await deleteRows(tx, "appointments", appointments);
  await deleteRows(tx, "clients", clients);
  await deleteRows(tx, "enquiries", enquiries);
  await deleteRows(tx, "day_exceptions", closures);
  for (const id of adopted) await becomeReal(tx, id);
  for (const id of users) {
    await unlink(tx, id);
    await deleteUser(tx, id);
  }
  const subjects = { [APPOINTMENT]: appointments, [CLIENT]: [...clients, ...adopted], [ENQUIRY]: enquiries };
  for (const [kind, ids] of Object.entries({ ...subjects, [USER]: users, closure: closures })) {
    await deleteAuditOf(tx, kind, ids);
  }
  await deleteScheduleChangesOf(tx, appointments);
  await restartComplaints(tx);
}

/** A demo client that somebody's own booking was matched with: the record becomes that person's. */
async function becomeReal(tx: Tx, id: string): Promise<void> {
  const { name, email, phone } = await lastBookingOf(tx, id);
  await forgetKeysAndNotes(tx, id);
  await insertKeys(tx, id, keysOf({ userId: null, email, phone }));
  await writeDetails(tx, id, { name, email, phone });
}

const AT_ONCE = 500;
const ADDRESS = sql<string>`lower(email)`;

/** What belongs to the invented life by now. `adopted`: clients of the demo who hold a booking of somebody real. */
type DemoRecords = {
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
async function listDemoRecords(db: Queries): Promise<DemoRecords> {
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
async function countOthers(
  db: Queries,
  table: "appointments" | "clients" | "enquiries",
  { length }: readonly string[],
): Promise<number> {
  const most = length + MOST_LISTED + 1;
  return Math.max(0, (await countUpTo(db, db.selectFrom(table).select("id"), most)) - length);
}

async function countMails(tx: Tx): Promise<number> {
  const { mails } = await tx
    .selectFrom("outbox")
    .select((fields) => fields.fn.countAll<number>().as("mails"))
    .executeTakeFirstOrThrow();
  return Number(mails);
}

/** Deletes rows by id, in portions. What refers to them goes with them. */
async function deleteRows(
  tx: Tx,
  table: "appointments" | "clients" | "enquiries" | "day_exceptions",
  ids: readonly string[],
): Promise<void> {
  for (const some of portions(ids)) await tx.deleteFrom(table).where("id", "in", some).execute();
}

async function deleteAuditOf(tx: Tx, kind: string, ids: readonly string[]): Promise<void> {
  for (const some of portions(ids)) {
    await tx.deleteFrom("audit").where("subject_kind", "=", kind).where("subject_id", "in", some).execute();
  }
}

async function deleteScheduleChangesOf(tx: Tx, appointmentIds: readonly string[]): Promise<void> {
  for (const some of portions(appointmentIds)) {
    await tx.deleteFrom("schedule_changes").where("appointment_id", "in", some).execute();
  }
}

/** Who waits among the invented, what is kept for them, and the times that invented appointments left. */
async function deleteWaits(tx: Tx, { clients, appointments }: Pick<DemoRecords, "clients" | "appointments">) {
  for (const some of portions(clients)) {
    const offers = await tx.selectFrom("waiting_offers").select("id").where("client_id", "in", some).execute();
    for (const { id } of offers) await schedule.release(tx, id);
    const entries = await tx.selectFrom("waiting_entries").select("id").where("client_id", "in", some).execute();
    const ids = entries.map(({ id }) => id);
    await forgetAbout(tx, "waiting", ids);
    await deleteAuditOf(tx, "waiting", ids);
    await tx.deleteFrom("waiting_entries").where("client_id", "in", some).execute();
  }
  for (const some of portions(appointments)) {
    await tx.deleteFrom("waiting_gaps").where("appointment_id", "in", some).execute();
  }
}

/** The latest booking that stays with a client of the demo. */
async function lastBookingOf(tx: Tx, clientId: string) {
  return tx
    .selectFrom("appointments")
    .select(["name", "email", "phone"])
    .where("client_id", "=", clientId)
    .orderBy("created_at", "desc")
    .orderBy("id")
    .limit(1)
    .executeTakeFirstOrThrow();
}

async function forgetKeysAndNotes(tx: Tx, clientId: string): Promise<void> {
  await tx.deleteFrom("client_keys").where("client_id", "=", clientId).execute();
  await tx.deleteFrom("client_notes").where("client_id", "=", clientId).execute();
}

/** The next complaint is number one again, unless a real one has come. */
async function restartComplaints(tx: Tx): Promise<void> {
  const real = tx.selectFrom("complaints").select("enquiry_id");
  await tx
    .deleteFrom("counters")
    .where("name", "=", "complaints")
    .where((counter) => counter.not(counter.exists(real)))
    .execute();
}

/** Whole or not at all, as a chain can't lose a link: where somebody real has paid among them, it stays. */
async function deleteInventedMoney(tx: Tx, { appointments, clients }: DemoRecords): Promise<void> {
  const gone = new Set<string | null>([...appointments, ...clients]);
  const bills = await tx.selectFrom("bills").select(["appointment_id", "client_id"]).execute();
  const payments = await tx.selectFrom("payments").select("client_id").where("client_id", "is not", null).execute();
  const isReal =
    bills.some((bill) => !gone.has(bill.appointment_id ?? bill.client_id)) ||
    payments.some((one) => !gone.has(one.client_id));
  if (isReal) return;
  for (const table of LEDGER) await tx.deleteFrom(table).execute();
  // What the owner has added to the list, or changed on it, is theirs.
  await tx.deleteFrom("products").where("id", "like", "demo-%").where("version", "=", 1).execute();
}

const LEDGER = [
  ...(["sellers", "bills", "bill_items", "payments", "allocations", "receipts"] as const),
  ...(["sold_products", "vouchers", "voucher_moves", "voucher_codes", "voucher_orders", "voucher_shares"] as const),
  ...(["day_closings", "ledger_entries", "ledger_heads", "ledger_keys", "fees", "fee_rules"] as const),
  ...(["card_charges", "card_agreements", "kept_cards"] as const),
  "disputes" as const,
  "money_requests" as const,
  "online_refunds" as const,
  "pay_links" as const,
  "pay_pages" as const,
  "payout_lines" as const,
  "payouts" as const,
  "prepay_lifts" as const,
  "prepayments" as const,
  "waived_prepayments" as const,
];

async function deleteMarks(tx: Tx): Promise<void> {
  await tx.deleteFrom("demo_marks").execute();
}

function portions(ids: readonly string[]): string[][] {
  return Array.from({ length: Math.ceil(ids.length / AT_ONCE) }, (_, at) =>
    ids.slice(at * AT_ONCE, (at + 1) * AT_ONCE),
  );
}
