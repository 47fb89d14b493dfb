import { countOwnAdmins } from "#app/accounts/admins.db.server.ts";
import { createAdmin } from "#app/accounts/create-admin.server.ts";
import { deleteUser, getUserByEmail, lockAdmins, USER } from "#app/accounts/users.db.server.ts";
import { APPOINTMENT, CLIENT } from "#app/appointments/appointment-message.ts";
import { unlink } from "#app/appointments/own-appointments.db.server.ts";
import { keysOf } from "#app/clients/client.ts";
import { insertKeys, writeDetails } from "#app/clients/clients.db.server.ts";
import {
  countMails,
  countOthers,
  type DemoRecords,
  deleteAuditOf,
  deleteInventedMoney,
  deleteMarks,
  deleteRows,
  deleteScheduleChangesOf,
  forgetKeysAndNotes,
  lastBookingOf,
  listDemoRecords,
  restartComplaints,
} from "#app/demo/demo-end.db.server.ts";
import type { EndDemoInput } from "#app/demo/demo-end.form.ts";
import { removeDemoPractice } from "#app/demo/remove-demo-practice.server.ts";
import { ENQUIRY } from "#app/messages/contact-message.ts";
import { forgetAbout, forgetMailsTo } from "#app/outbox/mails-to-person.db.server.ts";
import { type Actor, actorName } from "#app/platform/actor.ts";
import type { AppContext } from "#app/platform/app-context.server.ts";
import { writeAudit } from "#app/platform/audit.server.ts";
import type { Tx } from "#app/platform/database/database.server.ts";
import { joined } from "#app/platform/database/joined.server.ts";
import { lockForWriting } from "#app/platform/database/lock.server.ts";
import { raiseContentVersion } from "#app/platform/http/content-version.server.ts";
import { requireReach } from "#app/platform/permissions.ts";
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
  | { kind: "no-demo" }
  | { kind: "invalid"; field: "email" | "password"; message: string };

/** Null when nothing here is invented. For the practice only. */
export async function getDemoGoing(app: AppContext, actor: Actor): Promise<DemoGoing | null> {
  requireReach(actor, "change", "settings");
  const records = await listDemoRecords(app.db.kysely);
  return isNothing(records) ? null : goingOf(records);
}

/** The same, with what stays. */
export async function getDemoEnding(app: AppContext, actor: Actor): Promise<DemoEnding | null> {
  requireReach(actor, "change", "settings");
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
  requireReach(actor, "change", "settings");
  return app.db.kysely.transaction().execute(async (tx): Promise<EndDemoOutcome> => {
    await lockForWriting(tx, "offer");
    await lockAdmins(tx);
    const records = await listDemoRecords(tx);
    if (isNothing(records)) return { kind: "no-demo" };
    const made = (await countOwnAdmins(tx)) > 0 ? actor : await makeAdmin(app, tx, { admin, records });
    if (made.kind === "invalid") return made;
    const now = app.clock.now();
    const before = await countMails(tx);
    await removeRecords(tx, records);
    await removeDemoPractice(tx, now);
    await deleteInventedMoney(tx, records);
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
  if (!admin) return refused("email", "Enter your e-mail address");
  if (records.addresses.includes(admin.email)) return refused("email", "That address is the demo’s. Enter your own");
  if (await getUserByEmail(tx, admin.email)) {
    return refused("email", "That address has an account. Make it an admin under Users, then come back");
  }
  const outcome = await createAdmin({ ...app, db: joined(app.db, tx) }, admin);
  if (outcome.kind === "invalid") return refused("password", outcome.message);
  const user = await getUserByEmail(tx, admin.email);
  return user ? { kind: "admin", userId: user.id } : refused("email", "Enter your e-mail address");
}

async function removeRecords(tx: Tx, records: DemoRecords): Promise<void> {
  const { appointments, clients, adopted, enquiries, users, closures, addresses } = records;
  await forgetAbout(tx, APPOINTMENT, appointments);
  await forgetAbout(tx, CLIENT, clients);
  await forgetAbout(tx, ENQUIRY, enquiries);
  await forgetMailsTo(tx, addresses);
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
