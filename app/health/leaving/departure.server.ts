import { lockClient } from "#app/clients/clients.db.server.ts";
import { logReasoned, reasonFault } from "#app/health/access.server.ts";
import { listAlerts, openAlerts, sealAlertsAnew } from "#app/health/alerts.server.ts";
import { listTheirClients } from "#app/health/keeping/controller.server.ts";
import { hasOpenRecord } from "#app/health/keeping/destroy.db.server.ts";
import { lastDayKept } from "#app/health/keeping/retention.server.ts";
import { freezeRecord, noteFrozenKeys } from "#app/health/keeping/withdrawals.db.server.ts";
import {
  choiceSecretOf,
  type Departure,
  type DepartureClient,
  getDeparture,
  listDepartureClients,
  lockDeparture,
} from "#app/health/leaving/departures.db.server.ts";
import { leavingQuestion } from "#app/health/leaving/leaving.mail.tsx";
import { NOTES_NEXT } from "#app/health/leaving/leaving.ts";
import { healthState } from "#app/health/record-key.server.ts";
import { enqueue } from "#app/mail/outbox.db.server.ts";
import type { AppContext, Queries, Tx } from "#app/platform/app-context.server.ts";
import { writeAudit } from "#app/platform/audit.server.ts";
import { writeErasures } from "#app/platform/backup/erasure-list.server.ts";
import { hashOf, newId } from "#app/platform/ids.server.ts";
import { type Actor, actorName, may, needsConfirmation } from "#app/platform/permissions.ts";

type NotesNext = keyof typeof NOTES_NEXT;
type Answer = "follows" | "stays";

type Refused = { kind: "not-found" | "forbidden" };
type Changed =
  | { kind: "saved" }
  | { kind: "invalid"; message: string }
  | { kind: "unconfirmed" }
  | { kind: "shut" }
  | Refused;

export type Leaving = {
  kind: "found";
  name: string;
  /** Null: not begun. */
  departure: Departure | null;
  clients: (DepartureClient & { name: string | null; email: string | null })[];
  /** Before it begins: of how many the client is asked, and how many stay the practice's. */
  own: number;
  ofPractice: number;
};

/** How far a therapist's leaving is, for owners. */
export async function viewLeaving(app: AppContext, actor: Actor, therapistId: string): Promise<Leaving | Refused> {
  const listed = await listTheirClients(app, actor, therapistId);
  if (listed.kind !== "found") return listed;
  const db = app.db.kysely;
  const departure = await getDeparture(db, therapistId);
  const rows = departure ? await listDepartureClients(db, departure.id) : [];
  const people = await db
    .selectFrom("clients")
    .select(["id", "name", "email"])
    .where("id", "in", ["", ...rows.map(({ client_id }) => client_id)])
    .execute();
  const known = new Map(people.map(({ id, ...person }) => [id, person]));
  const clients = rows.map((row) => ({ ...row, ...(known.get(row.client_id) ?? { name: null, email: null }) }));
  return {
    ...{ kind: "found", name: listed.name, departure, clients },
    ...{ own: listed.own.length, ofPractice: listed.ofPractice.length },
  };
}

type Beginning = { therapistId: string; reason: string; notesNext: string };

/** Asks each client whose record is the leaver's, by a mailed page. The reason is sealed into each record, for them to read. */
export async function beginLeaving(
  app: AppContext,
  actor: Actor,
  { therapistId, reason, notesNext }: Beginning,
): Promise<Changed> {
  if (may(actor, "change", "settings") && needsConfirmation(actor)) return { kind: "unconfirmed" };
  const listed = await listTheirClients(app, actor, therapistId);
  if (listed.kind !== "found") return listed;
  if ((await healthState(app)) === "shut") return { kind: "shut" };
  const why = reason.replaceAll("\r\n", "\n").trim();
  const fault = reasonFault(why);
  if (fault) return { kind: "invalid", message: fault };
  if (!Object.hasOwn(NOTES_NEXT, notesNext)) return { kind: "invalid", message: "Choose who reads their notes next" };
  return app.db.kysely.transaction().execute(async (tx): Promise<Changed> => {
    if (await getDeparture(tx, therapistId)) return { kind: "saved" };
    const now = app.clock.now();
    const id = newId();
    const row = { id, therapist_id: therapistId, begun_at: now, notes_next: notesNext as NotesNext };
    await tx
      .insertInto("departures")
      .values({ ...row, closed_at: null, key_hash: null, taken_at: null, finished_at: null })
      .execute();
    for (const [nth, client] of listed.own.entries())
      await ask(app, tx, { actor, departureId: id, clientId: client.id, nth: nth + 1, reason: why, now });
    const subject = { kind: "therapist", id: therapistId };
    await writeAudit(tx, { at: now, actor: actorName(actor), action: "therapist.leaving", subject });
    return { kind: "saved" };
  });
}

type Asking = { actor: Actor; departureId: string; clientId: string; nth: number; reason: string; now: number };

async function ask(app: AppContext, tx: Tx, { actor, departureId, clientId, nth, reason, now }: Asking): Promise<void> {
  const client = await lockClient(tx, clientId);
  if (!client || !("userId" in actor) || !(await hasOpenRecord(tx, clientId))) return;
  const user = await tx.selectFrom("users").select("name").where("id", "=", actor.userId).executeTakeFirst();
  const by = { userId: actor.userId, name: user?.name ?? "An owner" };
  await logReasoned(app, tx, { clientId, at: now, ...by, what: "departure", reason });
  const id = await insertChoice(app, tx, { departureId, clientId, nth });
  if (client.email !== null)
    await enqueue(tx, [leavingQuestion.message({ kind: "client", id: clientId }, { choiceId: id })], now);
}

type Choosing = { departureId: string; clientId: string; nth: number };

async function insertChoice(app: AppContext, tx: Tx, { departureId, clientId, nth }: Choosing): Promise<string> {
  const id = newId();
  const secret_hash = hashOf(choiceSecretOf(app, id));
  const unanswered = { answer: null, answered_at: null, answered_by: null };
  await tx
    .insertInto("departure_clients")
    .values({
      ...{ id, departure_id: departureId, client_id: clientId, nth, secret_hash },
      ...{ ...unanswered, withdrawal_id: null, hash: null, gone_at: null },
    })
    .execute();
  return id;
}

type Answering = { therapistId: string; choiceId: string; answer: string };

/** Writes down what a client said in person or on the phone. */
export async function noteAnswer(
  app: AppContext,
  actor: Actor,
  { therapistId, choiceId, answer }: Answering,
): Promise<Changed> {
  if (may(actor, "change", "settings") && needsConfirmation(actor)) return { kind: "unconfirmed" };
  const view = await viewLeaving(app, actor, therapistId);
  if (view.kind !== "found") return view;
  if (answer !== "follows" && answer !== "stays") return { kind: "invalid", message: "Choose what the client said" };
  if (!view.clients.some(({ id }) => id === choiceId)) return { kind: "not-found" };
  const by = "userId" in actor ? actor.userId : null;
  const isWritten = await app.db.kysely
    .transaction()
    .execute((tx) => writeAnswer(tx, { id: choiceId, answer, by, now: app.clock.now() }));
  return isWritten
    ? { kind: "saved" }
    : { kind: "invalid", message: "The records are closed: no answer is taken any longer" };
}

type Written = { id: string; answer: Answer; by: string | null; now: number };

/** False: the records are frozen already. `by`: who wrote it down; null: the client on their own page. */
async function writeAnswer(tx: Tx, { id, answer, by, now }: Written): Promise<boolean> {
  const row = await tx
    .updateTable("departure_clients")
    .set({ answer, answered_at: now, answered_by: by })
    .where("id", "=", id)
    .where("withdrawal_id", "is", null)
    .returning("id")
    .executeTakeFirst();
  return row !== undefined;
}

/**
 * Closes the records of everyone who was asked, and of who became theirs since, in one transaction: nobody here reads them
 * from now on. What follows waits for the leaver; the rest stays until its day.
 */
export async function closeRecords(app: AppContext, actor: Actor, therapistId: string): Promise<Changed> {
  if (may(actor, "change", "settings") && needsConfirmation(actor)) return { kind: "unconfirmed" };
  const listed = await listTheirClients(app, actor, therapistId);
  if (listed.kind !== "found") return listed;
  const departure = await getDeparture(app.db.kysely, therapistId);
  if (!departure) return { kind: "not-found" };
  if ((await healthState(app)) !== "on") return { kind: "shut" };
  const rows = await listDepartureClients(app.db.kysely, departure.id);
  const later = listed.own.filter(({ id }) => !rows.some(({ client_id }) => client_id === id));
  const all = [...rows.map(({ client_id }) => client_id), ...later.map(({ id }) => id)].toSorted();
  const until = new Map<string, string>();
  for (const clientId of all) until.set(clientId, await lastDayKept(app, clientId));
  await app.db.kysely.transaction().execute(async (tx) => {
    const locked = await lockDeparture(tx, departure.id);
    if (!locked || locked.closed_at !== null) return;
    const now = app.clock.now();
    for (const [clientId, keptUntil] of until) await freeze(app, tx, { departure, clientId, keptUntil, now });
    if (locked.notes_next === "treating") await openToTreating(tx, therapistId);
    const goes = (await listDepartureClients(tx, departure.id)).some(
      ({ answer, withdrawal_id }) => answer === "follows" && withdrawal_id !== null,
    );
    await tx
      .updateTable("departures")
      .set({ closed_at: now, ...(!goes && { finished_at: now }) })
      .where("id", "=", departure.id)
      .execute();
    const subject = { kind: "therapist", id: therapistId };
    await writeAudit(tx, { at: now, actor: actorName(actor), action: "therapist.records-closed", subject });
  });
  await writeErasures(app);
  return { kind: "saved" };
}

type Freezing = { departure: Departure; clientId: string; keptUntil: string; now: number };

async function freeze(app: AppContext, tx: Tx, { departure, clientId, keptUntil, now }: Freezing): Promise<void> {
  const isThere = await lockClient(tx, clientId);
  await tx.deleteFrom("record_controllers").where("client_id", "=", clientId).execute();
  if (!isThere || !(await hasOpenRecord(tx, clientId))) return;
  const rows = await listDepartureClients(tx, departure.id);
  const own = rows.find(({ client_id }) => client_id === clientId);
  const id = own?.id ?? (await insertChoice(app, tx, { departureId: departure.id, clientId, nth: rows.length + 1 }));
  // Alerts are the practice's own, and are needed tomorrow.
  const alerts = await listAlerts(tx, [clientId]);
  const words = await openAlerts(app, tx, alerts);
  const withdrawalId = await freezeRecord(tx, {
    clientId,
    now,
    keptUntil,
    departureId: departure.id,
    keepsAlerts: true,
  });
  await sealAlertsAnew(app, tx, { clientId, alerts, words });
  await tx.updateTable("departure_clients").set({ withdrawal_id: withdrawalId }).where("id", "=", id).execute();
  await noteFrozenKeys(tx, { reason: "departure", id: withdrawalId, at: now, keptUntil });
}

/** What the leaver wrote in records of the practice; those of another self-employed therapist stay as they are. */
async function openToTreating(tx: Tx, therapistId: string): Promise<void> {
  const others = tx.selectFrom("record_controllers").select("client_id");
  for (const table of ["treatment_notes", "record_files"] as const)
    await tx
      .updateTable(table)
      .set({ shared: 1 })
      .where("therapist_id", "=", therapistId)
      .where("withdrawal_id", "is", null)
      .where("client_id", "not in", others)
      .execute();
}

/** `isClosed`: the answer is used already. */
type Choice = { id: string; therapist: string; answer: Answer | null; isClosed: boolean };

/** What a client's mailed page is about. Null: there is no such choice. It names no client. */
export async function viewChoice(db: Queries, secret: string): Promise<Choice | null> {
  const row = await db
    .selectFrom("departure_clients")
    .innerJoin("departures", "departures.id", "departure_clients.departure_id")
    .innerJoin("therapists", "therapists.id", "departures.therapist_id")
    .select(["departure_clients.id", "therapists.name", "answer", "withdrawal_id", "closed_at"])
    .where("secret_hash", "=", hashOf(secret))
    .executeTakeFirst();
  if (!row) return null;
  const isClosed = row.withdrawal_id !== null || row.closed_at !== null;
  return { id: row.id, therapist: row.name, answer: row.answer, isClosed };
}

type ChoiceAnswered =
  | { kind: "saved" }
  | { kind: "invalid"; message: string }
  | { kind: "not-found" }
  | { kind: "conflict" };

/** Takes a client's answer, which they may change until the records are closed. */
export async function answerChoice(app: AppContext, secret: string, answer: string): Promise<ChoiceAnswered> {
  const choice = await viewChoice(app.db.kysely, secret);
  if (!choice) return { kind: "not-found" };
  if (answer !== "follows" && answer !== "stays")
    return { kind: "invalid", message: "Choose whether it goes or stays" };
  const { id } = choice;
  const isWritten = await app.db.kysely
    .transaction()
    .execute((tx) => writeAnswer(tx, { id, answer, by: null, now: app.clock.now() }));
  return isWritten && !choice.isClosed ? { kind: "saved" } : { kind: "conflict" };
}
