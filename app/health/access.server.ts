import { LONGEST_REASON } from "#app/health/note.ts";
import { openRecord, sealBeside } from "#app/health/record-key.server.ts";
import type { Actor } from "#app/platform/actor.ts";
import type { AppContext } from "#app/platform/app-context.server.ts";
import type { Queries, Tx } from "#app/platform/database/database.server.ts";
import { newId } from "#app/platform/ids.server.ts";
import { may } from "#app/platform/permissions.ts";

/** Someone of the team who gives treatments: only they open and write notes, owners like others (decisions/0910). */
export type Treating = { userId: string; therapistId: string; name: string };

/** Null: the actor treats nobody here, whatever else they may do. */
export async function whoTreats(db: Queries, actor: Actor): Promise<Treating | null> {
  if (!("userId" in actor) || !may(actor, "see", "treatment notes")) return null;
  const row = await db
    .selectFrom("staff")
    .innerJoin("therapists", "therapists.id", "staff.therapist_id")
    .select(["therapists.id", "therapists.name", "staff.parts as roles"])
    .where("staff.user_id", "=", actor.userId)
    .where("staff.state", "=", "active")
    .executeTakeFirst();
  if (!row || !JSON.parse(row.roles).includes("therapist")) return null;
  return { userId: actor.userId, therapistId: row.id, name: row.name };
}

const EMERGENCY_MS = 3_600_000;

/** A record that someone opened who does not treat the client. */
export type Emergency = { until: number };

type Where = { clientId: string; now: number };

/** Null: the actor has not opened this record in an emergency, or more than an hour ago. */
export async function getEmergency(db: Queries, actor: Actor, { clientId, now }: Where): Promise<Emergency | null> {
  if (!("userId" in actor)) return null;
  const row = await db
    .selectFrom("health_access")
    .select("at")
    .where("client_id", "=", clientId)
    .where("user_id", "=", actor.userId)
    .where("what", "=", "emergency")
    .where("at", ">", now - EMERGENCY_MS)
    .orderBy("at", "desc")
    .limit(1)
    .executeTakeFirst();
  return row ? { until: row.at + EMERGENCY_MS } : null;
}

/** Who reads a record. `emergencyUntil`: until when they do without treating the client; they write nothing. */
export type Reading = Treating & { emergencyUntil: number | null };

/** As `whoTreats`, and whoever has opened this client's record in an emergency. */
export async function whoReads(db: Queries, actor: Actor, where: Where): Promise<Reading | null> {
  const who = await whoTreats(db, actor);
  const emergency = who || may(actor, "change", "settings") ? await getEmergency(db, actor, where) : null;
  if (!emergency || !("userId" in actor)) return who && { ...who, emergencyUntil: null };
  const user = await db.selectFrom("users").select("name").where("id", "=", actor.userId).executeTakeFirst();
  const reader = who ?? { userId: actor.userId, therapistId: "", name: user?.name ?? "An owner" };
  return { ...reader, emergencyUntil: emergency.until };
}

/** One opening of something in a client's health record. `name`: of who opened it, as the client reads it. */
export type Access = {
  clientId: string;
  at: number;
  userId: string;
  name: string;
  what: "note" | "form" | "record";
  subjectId: string;
};

const ONE_OPENING_MS = 5 * 60_000;

/** Writes one person's openings of one record down. A page that they reload within five minutes is one opening. */
export async function logAccess(tx: Tx, ...openings: readonly Access[]): Promise<void> {
  const [first] = openings;
  if (!first) return;
  const before = await tx
    .selectFrom("health_access")
    .select(["what", "subject_id"])
    .where("client_id", "=", first.clientId)
    .where("user_id", "=", first.userId)
    .where("at", ">", first.at - ONE_OPENING_MS)
    .execute();
  const isNew = ({ what, subjectId }: Access) =>
    !before.some((one) => one.what === what && one.subject_id === subjectId);
  const rows = openings.filter(isNew).map(({ clientId, at, userId, name, what, subjectId }) => ({
    ...{ id: newId(), client_id: clientId, at, user_id: userId, name, what, subject_id: subjectId, reason: null },
  }));
  if (rows.length > 0) await tx.insertInto("health_access").values(rows).execute();
}

type Reasoned = Omit<Access, "what" | "subjectId"> & { what: "bundle" | "emergency"; reason: string };

const reasonIn = (row: string) => ({ table: "health_access", column: "reason", row });

/** Writes down what needs a reason, which is sealed like the record. False: no key is here to seal it with. */
export async function logReasoned(app: AppContext, tx: Tx, { clientId, at, userId, name, what, reason }: Reasoned) {
  const id = newId();
  const cell = reasonIn(id);
  const sealed = await sealBeside(app.config, tx, { clientId, withdrawalId: null, cell, value: reason });
  if (sealed === null) return false;
  const row = { id, client_id: clientId, at, user_id: userId, name, what, subject_id: clientId, reason: sealed };
  await tx.insertInto("health_access").values(row).execute();
  return true;
}

/** What is wrong with a reason that somebody typed; null: nothing. */
export function reasonFault(reason: string): string | null {
  if (reason === "") return "Enter the reason";
  return reason.length > LONGEST_REASON ? `The reason must be ${LONGEST_REASON} characters or fewer` : null;
}

/** Who opened a client's record, the latest first. */
export async function listAccess(db: Queries, clientId: string) {
  return db
    .selectFrom("health_access")
    .select(["id", "at", "name", "what", "reason"])
    .where("client_id", "=", clientId)
    .orderBy("at", "desc")
    .orderBy("id")
    .execute();
}

export type Opening = { at: number; name: string; what: string; reason: string | null };

/** The same with their reasons, as the client reads them. */
export async function openAccess(app: AppContext, db: Queries, clientId: string): Promise<Opening[]> {
  const rows = await listAccess(db, clientId);
  const reasoned = rows.filter(({ reason }) => reason !== null);
  const cells = reasoned.map(({ id, reason }) => ({ cell: reasonIn(id), sealed: reason ?? "" }));
  const opened = await openRecord(app, db, clientId, cells);
  const words = new Map(reasoned.map(({ id }, nth) => [id, String(opened[nth] ?? "It can’t be opened.")]));
  return rows.map(({ id, at, name, what }) => ({ at, name, what, reason: words.get(id) ?? null }));
}
