import { clientsWithin } from "#app/clients/clients.db.server.ts";
import { LONGEST_REASON } from "#app/health/note.ts";
import { healthState, openRecord, sealBeside } from "#app/health/record-key.server.ts";
import type { AppContext, Queries, Tx } from "#app/platform/app-context.server.ts";
import { change } from "#app/platform/audit.server.ts";
import { isClientWithin } from "#app/platform/database/within-scope.server.ts";
import { newId } from "#app/platform/ids.server.ts";
import { type Actor, may, needsConfirmation } from "#app/platform/permissions.ts";

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

/** The client of a signed-in person's account; null also while health is off. */
export async function ownClient(app: AppContext, userId: string): Promise<string | null> {
  if ((await healthState(app)) === "off") return null;
  const row = await app.db.kysely
    .selectFrom("client_keys")
    .select("client_id")
    .where("kind", "=", "account")
    .where("value", "=", userId)
    .executeTakeFirst();
  return row?.client_id ?? null;
}

/** Those of the clients whom the actor treats. */
export async function treatedBy(db: Queries, actor: Actor, clientIds: readonly string[]): Promise<string[]> {
  const treating = clientIds.length > 0 ? await whoTreats(db, actor) : null;
  if (!treating) return [];
  return (await clientsWithin(db, clientIds, { therapistId: treating.therapistId })).map(({ id }) => id);
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

export type Refused = { kind: "not-found" } | { kind: "shut" };

/** Does what needs a key for who gives treatments, in one transaction. */
export async function asTreating<Outcome>(
  app: AppContext,
  actor: Actor,
  work: (tx: Tx, who: Treating, now: number) => Promise<Outcome>,
): Promise<Outcome | Refused> {
  const state = await healthState(app);
  if (state === "off") return { kind: "not-found" };
  return app.db.kysely.transaction().execute(async (tx): Promise<Outcome | Refused> => {
    const who = await whoTreats(tx, actor);
    if (!who) return { kind: "not-found" };
    return state === "shut" ? { kind: "shut" } : work(tx, who, app.clock.now());
  });
}

/** The same for who reads, also in an emergency. */
export async function asReading<Outcome>(
  app: AppContext,
  actor: Actor,
  clientId: string,
  work: (tx: Tx, who: Reading, now: number) => Promise<Outcome>,
): Promise<Outcome | Refused> {
  const state = await healthState(app);
  if (state === "off") return { kind: "not-found" };
  return app.db.kysely.transaction().execute(async (tx): Promise<Outcome | Refused> => {
    const who = await whoReads(tx, actor, { clientId, now: app.clock.now() });
    if (!who) return { kind: "not-found" };
    return state === "shut" ? { kind: "shut" } : work(tx, who, app.clock.now());
  });
}

/** A client whom they treat, about whom they have written, or may read; in an emergency any that is not erased. */
export async function clientFor(
  db: Queries,
  who: Treating & Partial<Reading>,
  id: string,
  { named } = { named: true },
): Promise<{ id: string; name: string | null } | null> {
  const client = await db
    .selectFrom("clients")
    .select(["id", "name"])
    .where("id", "=", id)
    .where("erased_at", "is", null)
    .$if(!who.emergencyUntil, (query) =>
      query.where((eb) =>
        eb.or([
          isClientWithin({ therapistId: who.therapistId }),
          eb.exists(
            eb
              .selectFrom("treatment_notes")
              .select("treatment_notes.id")
              .whereRef("treatment_notes.client_id", "=", "clients.id")
              .where((note) =>
                note.or([
                  note("treatment_notes.therapist_id", "=", who.therapistId),
                  ...(named ? [note("treatment_notes.readers", "like", `%${JSON.stringify(who.therapistId)}%`)] : []),
                ]),
              ),
          ),
          eb.exists(
            eb
              .selectFrom("record_files")
              .select("record_files.id")
              .whereRef("record_files.client_id", "=", "clients.id")
              .where((file) =>
                file.or([
                  file("record_files.therapist_id", "=", who.therapistId),
                  ...(named ? [file("record_files.readers", "like", `%${JSON.stringify(who.therapistId)}%`)] : []),
                ]),
              ),
          ),
        ]),
      ),
    )
    .executeTakeFirst();
  return client ?? null;
}

/** Who reads something beside its author: nobody, all who treat this client, or these therapists. */
export type Readers = "me" | "treating" | readonly string[];

export function readersOf({ shared, readers }: { shared: number; readers: string }): Readers {
  if (shared === 1) return "treating";
  const named: string[] = JSON.parse(readers);
  return named.length > 0 ? named : "me";
}

/** What is stored of a choice. Whom it names must give treatments here. */
export async function storedReaders(db: Queries, readers: Readers): Promise<{ shared: number; readers: string }> {
  const named = typeof readers === "string" ? [] : await therapistsAmong(db, readers);
  return { shared: readers === "treating" ? 1 : 0, readers: JSON.stringify(named) };
}

/** The choice as its form has it. */
export function readersIn(form: FormData): Readers {
  const readers = form.get("readers");
  return readers === "named" ? form.getAll("name").map(String) : readers === "treating" ? "treating" : "me";
}

/** Its author, and whom they chose. */
export function isReader(row: Chosen, who: Treating): boolean {
  if (row.therapist_id === who.therapistId) return true;
  const readers = readersOf(row);
  return readers === "treating" || (readers !== "me" && readers.includes(who.therapistId));
}

type Chosen = { therapist_id: string; shared: number; readers: string };

/** Without what its author keeps for who treats the client: who was named for one thing reads no other. */
export async function withoutUntreated<Row extends Chosen>(
  db: Queries,
  who: Treating,
  { clientId, rows }: { clientId: string; rows: readonly Row[] },
): Promise<Row[]> {
  const isForTreating = (row: Row) => row.therapist_id !== who.therapistId && readersOf(row) === "treating";
  const treats = !rows.some(isForTreating) || (await clientFor(db, who, clientId, { named: false })) !== null;
  return rows.filter((row) => treats || !isForTreating(row));
}

/** Of these ids those of therapists. */
async function therapistsAmong(db: Queries, ids: readonly string[]): Promise<string[]> {
  if (ids.length === 0) return [];
  const rows = await db
    .selectFrom("therapists")
    .select("id")
    .where("id", "in", [...ids])
    .orderBy("id")
    .execute();
  return rows.map(({ id }) => id);
}

/** One opening of something in a client's health record. `name`: of who opened it, as the client reads it. */
export type Access = {
  clientId: string;
  at: number;
  userId: string;
  name: string;
  what: "note" | "form" | "record" | "request" | "file" | "file-removed" | "taken-along";
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

/** `correction`: what the client themselves say is wrong; its answer has its id as `subjectId`. */
type Reasoned = Omit<Access, "what" | "subjectId"> & {
  what: "bundle" | "emergency" | "departure" | "correction" | "correction-answer";
  subjectId?: string;
  reason: string;
};

const reasonIn = (row: string) => ({ table: "health_access", column: "reason", row });

/** Writes down what needs a reason, which is sealed like the record. False: no key is here to seal it with. */
export async function logReasoned(
  app: AppContext,
  tx: Tx,
  { clientId, at, userId, name, what, subjectId, reason }: Reasoned,
) {
  const id = newId();
  const cell = reasonIn(id);
  const sealed = await sealBeside(app.config, tx, { clientId, withdrawalId: null, cell, value: reason });
  if (sealed === null) return false;
  const row = {
    id,
    client_id: clientId,
    at,
    user_id: userId,
    name,
    what,
    subject_id: subjectId ?? clientId,
    reason: sealed,
  };
  await tx.insertInto("health_access").values(row).execute();
  return true;
}

/** What is wrong with a reason that somebody typed; null: nothing. */
export function reasonFault(reason: string): string | null {
  if (reason === "") return "Enter the reason";
  return reason.length > LONGEST_REASON ? `The reason must be ${LONGEST_REASON} characters or fewer` : null;
}

/** Whether somebody's sign-in asks for more than a password: without, nothing of a record that they don't treat opens. */
export async function hasSecondFactor(db: Queries, actor: Actor): Promise<boolean> {
  if (!("userId" in actor)) return false;
  const row = await db
    .selectFrom("users")
    .select("users.id")
    .where("users.id", "=", actor.userId)
    .where((eb) =>
      eb.or([
        eb("users.twoFactorEnabled", "=", true),
        eb.exists(eb.selectFrom("passkeys").select("passkeys.id").whereRef("passkeys.userId", "=", "users.id")),
      ]),
    )
    .executeTakeFirst();
  return row !== undefined;
}

export const NO_SECOND_FACTOR = "Set up a sign-in code in your account first: a password alone is not enough here";

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

export type ImportRefused = { kind: "not-found" | "forbidden" | "unconfirmed" | "shut" };
export type ImportChanged = { kind: "changed" } | ImportRefused;

/** Why this person may not see or change what comes into records from another system; null: they may. */
export async function importRefusal(
  app: AppContext,
  actor: Actor,
  verb: "see" | "change",
): Promise<ImportRefused | null> {
  if (!may(actor, verb, "imports")) return { kind: "forbidden" };
  if (verb === "change" && needsConfirmation(actor)) return { kind: "unconfirmed" };
  const state = await healthState(app);
  if (state === "off") return { kind: "not-found" };
  return state === "shut" ? { kind: "shut" } : null;
}

/** Changes an import. `work` answers false where there is nothing to change. */
export async function changeImport(
  app: AppContext,
  actor: Actor,
  work: (tx: Tx, now: number) => Promise<boolean>,
): Promise<ImportChanged> {
  const refused = await importRefusal(app, actor, "change");
  if (refused) return refused;
  return change(
    app,
    actor,
    ["change", "imports"],
    async ({ tx, now }): Promise<ImportChanged> => ({ kind: (await work(tx, now)) ? "changed" : "not-found" }),
  );
}
