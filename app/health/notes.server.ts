import { viewStatus } from "#app/appointments/appointment.ts";
import { isStanding } from "#app/appointments/appointments.db.server.ts";
import { lockClient } from "#app/clients/clients.db.server.ts";
import {
  asReading,
  asTreating,
  clientFor,
  isReader,
  logAccess,
  type Readers,
  type Reading,
  type Refused,
  readersOf,
  storedReaders,
  type Treating,
  whoTreats,
  withoutUntreated,
} from "#app/health/access.server.ts";
import { type Correction, listCorrectionsToRead } from "#app/health/corrections.server.ts";
import { getWithdrawal, type Withdrawal } from "#app/health/keeping/withdrawals.db.server.ts";
import { type Imported, imported } from "#app/health/moving/imported.ts";
import { isBlank, isLocked, LONGEST_REASON, locksAt, type Note, note, readNote } from "#app/health/note.ts";
import { hashOfAmendment, lockNote } from "#app/health/note-chain.server.ts";
import type { NoteStates } from "#app/health/notes/note-link.tsx";
import { healthState, openRecord, sealRecord } from "#app/health/record-key.server.ts";
import type { AppContext, Queries, Tx } from "#app/platform/app-context.server.ts";
import type { Tables } from "#app/platform/database/tables.ts";
import type { Cell } from "#app/platform/encryption.server.ts";
import { newId } from "#app/platform/ids.server.ts";
import type { Actor } from "#app/platform/permissions.ts";

type Row = Tables["treatment_notes"];

export const noteCell = (id: string): Cell => ({ table: "treatment_notes", column: "sealed", row: id });
export const amendmentCell = (id: string): Cell => ({ table: "note_amendments", column: "sealed", row: id });

/** A stored note as the page shows it. `note` null: it can't be opened. */
export type StoredNote = {
  id: string;
  appointmentId: string | null;
  therapistId: string;
  isOwn: boolean;
  readers: Readers;
  note: Note | null;
  /** What it was in another system, and what that had; `imported` null: it can't be opened, or was written here. */
  source: string | null;
  imported: Imported | null;
  isLocked: boolean;
  firstSavedAt: number;
  savedAt: number;
  locksAt: number;
  lockedAt: number | null;
  version: number;
};

export type Amendment = { seq: number; name: string; at: number; reason: string; words: string };

/** What a note is about: an appointment, or nothing but the client. */
type About = { appointmentId: string | null; start: number | null };

export type OpenNote = {
  kind: "opened";
  client: { id: string; name: string | null };
  about: About;
  stored: StoredNote | null;
  amendments: Amendment[];
  /** The one before it, as far as the reader may read it. */
  last: StoredNote | null;
  /** All that the reader may read, the oldest first. */
  earlier: StoredNote[];
  /** Who comes to the reader next, within three hours: a note is written between two clients. */
  next: { name: string | null; at: number } | null;
};

type Which = { clientId: string; noteId: string };

/** Opens a note, or the blank one of an appointment or a call, and writes down who did. */
export async function openNote(app: AppContext, actor: Actor, which: Which): Promise<OpenNote | Refused> {
  return asReading(app, actor, which.clientId, async (tx, who, now) => {
    const client = await clientFor(tx, who, which.clientId);
    if (!client || (await getWithdrawal(tx, which.clientId))) return { kind: "not-found" };
    const rows = await readableRows(tx, who, which.clientId);
    const row = rows.find(({ id }) => id === which.noteId);
    const about = row ? await aboutOf(tx, row.appointment_id) : await newAbout(tx, who, which);
    if (!about) return { kind: "not-found" };
    const notes = await openedRows(app, tx, who, { clientId: which.clientId, rows, now });
    const stored = notes.find(({ id }) => id === which.noteId) ?? null;
    const until = stored?.firstSavedAt ?? now;
    const ours = notes.filter(({ source }) => source === null);
    const earlier = ours.filter((one) => one.id !== which.noteId && one.firstSavedAt <= until);
    const last = earlier.at(-1) ?? null;
    const opened = [stored, last].flatMap((one) => one?.id ?? []);
    await logOpenings(tx, who, { clientId: which.clientId, ids: opened, isWhole: earlier.length > 1, now });
    const amendments = row ? await amendmentsOf(app, tx, row) : [];
    const next = stored?.isLocked ? null : await nextOf(tx, who, { beside: which.noteId, now });
    return { kind: "opened", client, about, stored, amendments, last, earlier, next };
  });
}

const SOON_MS = 3 * 3_600_000;

async function nextOf(
  db: Queries,
  { therapistId }: Treating,
  { beside, now }: { beside: string; now: number },
): Promise<OpenNote["next"]> {
  const row = await db
    .selectFrom("appointments")
    .select(["name", "starts_at as at"])
    .where("therapist_id", "=", therapistId)
    .where("id", "!=", beside)
    .where("starts_at", ">", now)
    .where("starts_at", "<=", now + SOON_MS)
    .where(isStanding)
    .orderBy("starts_at")
    .orderBy("id")
    .limit(1)
    .executeTakeFirst();
  return row ?? null;
}

export type ListedNote = Pick<StoredNote, "id" | "isOwn" | "isLocked" | "firstSavedAt" | "locksAt" | "source"> & {
  therapistId: string;
  /** Of its appointment. */
  start: number | null;
};

/** When notes about a client were written and by whom, the latest first; nothing that stands in them. */
export async function listClientNotes(
  app: AppContext,
  actor: Actor,
  clientId: string,
): Promise<
  | {
      kind: "found";
      client: OpenNote["client"];
      notes: ListedNote[];
      withdrawal: Withdrawal | null;
      /** What the client asked to have corrected, for whoever treats them. */
      corrections: Correction[];
      /** Until when the actor reads them under emergency access; null: they treat the client. */
      emergencyUntil: number | null;
    }
  | Refused
> {
  return asReading(app, actor, clientId, async (tx, who, now) => {
    const client = await clientFor(tx, who, clientId);
    if (!client) return { kind: "not-found" };
    const withdrawal = await getWithdrawal(tx, clientId);
    const { emergencyUntil } = who;
    if (withdrawal) return { kind: "found", client, notes: [], withdrawal, corrections: [], emergencyUntil };
    const treats = emergencyUntil === null && (await clientFor(tx, who, clientId, { named: false })) !== null;
    const corrections = treats ? await listCorrectionsToRead(app, tx, clientId) : [];
    const { userId, name } = who;
    if (corrections.length > 0)
      await logAccess(tx, { clientId, at: now, userId, name, what: "request", subjectId: clientId });
    const rows = await readableRows(tx, who, clientId);
    const starts = await startsOf(
      tx,
      rows.flatMap((row) => row.appointment_id ?? []),
    );
    const notes = rows.map((row) => ({
      id: row.id,
      therapistId: row.therapist_id,
      isOwn: row.therapist_id === who.therapistId,
      isLocked: isShut(row, now),
      firstSavedAt: row.first_saved_at,
      locksAt: row.locks_at,
      start: starts.get(row.appointment_id ?? "") ?? null,
      source: row.source,
    }));
    return { kind: "found", client, notes: notes.toReversed(), withdrawal: null, corrections, emergencyUntil };
  });
}

type Progressed = { id: string; at: number; note: Note };

/** What all notes that the reader may read say, the oldest first, for what changed over time; it is written down. */
export async function openProgress(
  app: AppContext,
  actor: Actor,
  clientId: string,
): Promise<{ kind: "opened"; client: OpenNote["client"]; notes: Progressed[] } | Refused> {
  return asReading(app, actor, clientId, async (tx, who, now) => {
    const client = await clientFor(tx, who, clientId);
    if (!client || (await getWithdrawal(tx, clientId))) return { kind: "not-found" };
    const rows = await readableRows(tx, who, clientId);
    const opened = await openedRows(app, tx, who, { clientId, rows, now });
    const starts = await startsOf(
      tx,
      opened.flatMap(({ appointmentId }) => appointmentId ?? []),
    );
    await logOpenings(tx, who, { clientId, ids: [], isWhole: rows.length > 0, now });
    const notes = opened.flatMap(({ id, appointmentId, firstSavedAt, note }) =>
      note ? [{ id, at: starts.get(appointmentId ?? "") ?? firstSavedAt, note }] : [],
    );
    return { kind: "opened", client, notes: notes.toSorted((a, b) => a.at - b.at) };
  });
}

/** Of these appointments, those that the actor writes the note of, and how far it is. No statement while health is off. */
export async function noteStates(
  app: AppContext,
  actor: Actor,
  appointments: readonly { id: string; therapistId: string }[],
): Promise<NoteStates> {
  if ((await healthState(app)) !== "on") return {};
  const who = await whoTreats(app.db.kysely, actor);
  const own = appointments.filter(({ therapistId }) => therapistId === who?.therapistId).map(({ id }) => id);
  if (own.length === 0) return {};
  const rows = await app.db.kysely
    .selectFrom("treatment_notes")
    .select(["id", "state", "locks_at"])
    .where("id", "in", own)
    .execute();
  const closed = await listFrozen(app.db.kysely, own);
  const now = app.clock.now();
  const states = new Map(rows.map((row) => [row.id, isShut(row, now) ? ("locked" as const) : ("draft" as const)]));
  const known = own.filter((id) => !closed.has(id));
  return Object.fromEntries(known.map((id) => [id, states.get(id) ?? ("none" as const)]));
}

/** Of these appointments those whose notes are closed: the consent is withdrawn, or was when they were written. */
async function listFrozen(db: Queries, ids: readonly string[]): Promise<Set<string>> {
  const rows = await db
    .selectFrom("appointments")
    .innerJoin("health_withdrawals", "health_withdrawals.client_id", "appointments.client_id")
    .leftJoin("treatment_notes", "treatment_notes.id", "appointments.id")
    .select("appointments.id")
    .where("appointments.id", "in", [...ids])
    .where((eb) => eb.or([eb("ended_at", "is", null), eb("withdrawal_id", "is not", null)]))
    .execute();
  return new Set(rows.map(({ id }) => id));
}

/** Whose note an appointment of the actor's has; null: it is not theirs, or has no client. */
export async function clientOfNote(app: AppContext, actor: Actor, appointmentId: string): Promise<string | null> {
  if ((await healthState(app)) === "off") return null;
  const who = await whoTreats(app.db.kysely, actor);
  if (!who) return null;
  const row = await app.db.kysely
    .selectFrom("appointments")
    .select("client_id")
    .where("id", "=", appointmentId)
    .where("therapist_id", "=", who.therapistId)
    .executeTakeFirst();
  return row?.client_id ?? null;
}

/** Whether the actor may write notes about a client: for the link to them. No statement while health is off. */
export async function writesNotes(app: AppContext, actor: Actor, clientId: string): Promise<boolean> {
  if ((await healthState(app)) === "off") return false;
  const who = await whoTreats(app.db.kysely, actor);
  return who !== null && (await clientFor(app.db.kysely, who, clientId)) !== null;
}

type Saved = { kind: "saved"; version: number; savedAt: number; locksAt: number; lockedAt: number | null };
type NotSaved =
  | { kind: "invalid"; message: string }
  /** Another device saved it since; both are kept. */
  | { kind: "conflict"; stored: StoredNote }
  /** Nobody changes it any more. */
  | { kind: "conflict"; lockedAt: number }
  | { kind: "forbidden" };

/** `version`: that of the note which was changed, 0 for a new one. `signs`: it is locked with this save. */
export async function saveNote(
  app: AppContext,
  actor: Actor,
  { clientId, noteId, version, given, signs }: Which & { version: number; given: unknown; signs: boolean },
): Promise<Saved | NotSaved | Refused> {
  const read = readNote(given);
  return asTreating(app, actor, async (tx, who, now) => {
    // Locked first: two notes of one client take their places in its chain one after the other.
    const isThere = await lockClient(tx, clientId);
    const row = isThere && (await rowOf(tx, { clientId, noteId }));
    if (!isThere || (row && !isReadable(row, who))) return { kind: "not-found" };
    if (row && row.therapist_id !== who.therapistId) return { kind: "forbidden" };
    const isFrozen = (row?.withdrawal_id ?? null) !== null || (await getWithdrawal(tx, clientId)) !== null;
    if (row && isFrozen) return { kind: "invalid", message: WITHDRAWN };
    if (row && isShut(row, now)) return { kind: "conflict", lockedAt: row.locked_at ?? row.locks_at };
    if ("message" in read) return { kind: "invalid", message: read.message };
    const about = row ? { appointmentId: row.appointment_id } : await newAbout(tx, who, { clientId, noteId });
    if (!about) return { kind: "not-found" };
    if (isFrozen) return { kind: "invalid", message: WITHDRAWN };
    if (isBlank(read.note) && (!row || signs)) return { kind: "invalid", message: "Write something first" };
    const [stored] = row ? await openedRows(app, tx, who, { clientId, rows: [row], now }) : [];
    const isSame = stored && JSON.stringify(stored.note) === JSON.stringify(read.note);
    if (stored && stored.version !== version && !isSame) return { kind: "conflict", stored };
    const cell = { cell: noteCell(noteId), value: read.note };
    const [sealed = ""] = isSame && row ? [row.sealed] : await sealRecord(app, tx, clientId, cell);
    const written = {
      sealed,
      version: isSame && row ? row.version : (row?.version ?? 0) + 1,
      saved_at: now,
    };
    const firstSavedAt = row?.first_saved_at ?? now;
    if (row) await tx.updateTable("treatment_notes").set(written).where("id", "=", noteId).execute();
    else await insertNote(tx, { ...written, id: noteId, clientId, about, who, now });
    if (signs) {
      const whole = {
        id: noteId,
        client_id: clientId,
        therapist_id: who.therapistId,
        author: row?.author ?? who.userId,
      };
      await lockNote(tx, { ...whole, ...written, first_saved_at: firstSavedAt }, now);
    }
    const times = { savedAt: now, locksAt: row?.locks_at ?? locksAt(now), lockedAt: signs ? now : null };
    return { kind: "saved", version: written.version, ...times };
  });
}

const WITHDRAWN = "This client has withdrawn their consent. Nothing more is written down.";

type Amending = Which & { reason: string; words: string };
const LONGEST_AMENDMENT = 2_000;

/** Adds to a locked note, with a reason. What was locked stays as it was. */
export async function amendNote(
  app: AppContext,
  actor: Actor,
  { clientId, noteId, reason, words }: Amending,
): Promise<
  { kind: "added" } | { kind: "invalid"; field: "reason" | "words"; message: string } | { kind: "forbidden" } | Refused
> {
  return asTreating(app, actor, async (tx, who, now) => {
    const isThere = await lockClient(tx, clientId);
    const row = isThere && (await rowOf(tx, { clientId, noteId }));
    if (!row || row.withdrawal_id || !isReadable(row, who)) return { kind: "not-found" };
    if (row.therapist_id !== who.therapistId) return { kind: "forbidden" };
    const [why, what] = [reason, words].map((typed) => typed.replaceAll("\r\n", "\n").trim()) as [string, string];
    const message = messageOf(why, what);
    if (message) return { kind: "invalid", ...message };
    if (!isShut(row, now)) {
      return { kind: "invalid", field: "words", message: "This note is not locked yet. Change the note itself." };
    }
    const hash = row.hash ?? (await lockNote(tx, row, row.locks_at));
    const before = await amendmentsOf(app, tx, row);
    if (isRepeated(before.at(-1), { name: who.name, reason: why, words: what })) return { kind: "added" };
    const last = await tx
      .selectFrom("note_amendments")
      .select(["seq", "hash"])
      .where("note_id", "=", noteId)
      .orderBy("seq", "desc")
      .limit(1)
      .executeTakeFirst();
    const id = newId();
    const value = { reason: why, words: what };
    const [sealed = ""] = await sealRecord(app, tx, clientId, { cell: amendmentCell(id), value });
    const added = { note_id: noteId, seq: (last?.seq ?? 0) + 1, author: who.userId, name: who.name, at: now, sealed };
    await tx
      .insertInto("note_amendments")
      .values({ ...added, id, client_id: clientId, hash: hashOfAmendment(added, last?.hash ?? hash) })
      .execute();
    return { kind: "added" };
  });
}

/** The same press once more: its first answer was lost on the way. */
function isRepeated(
  last: Amendment | undefined,
  { name, reason, words }: Pick<Amendment, "name" | "reason" | "words">,
) {
  return last?.name === name && last.reason === reason && last.words === words;
}

function messageOf(reason: string, words: string): { field: "reason" | "words"; message: string } | null {
  if (reason === "") return { field: "reason", message: "Enter the reason for the amendment" };
  if (reason.length > LONGEST_REASON) {
    return { field: "reason", message: `The reason must be ${LONGEST_REASON} characters or fewer` };
  }
  if (words === "") return { field: "words", message: "Enter what you add" };
  if (words.length > LONGEST_AMENDMENT) {
    return { field: "words", message: `What you add must be ${LONGEST_AMENDMENT} characters or fewer` };
  }
  return null;
}

/** Its author chooses who else reads a note, also once it is locked. Whom they name must give treatments here. */
export async function shareNote(
  app: AppContext,
  actor: Actor,
  { clientId, noteId, readers }: Which & { readers: Readers },
): Promise<{ kind: "saved" } | { kind: "forbidden" } | Refused> {
  return asTreating(app, actor, async (tx, who) => {
    const row = await rowOf(tx, { clientId, noteId });
    if (!row || row.withdrawal_id || !isReadable(row, who) || !(await clientFor(tx, who, clientId)))
      return { kind: "not-found" };
    if (row.therapist_id !== who.therapistId) return { kind: "forbidden" };
    const chosen = await storedReaders(tx, readers);
    await tx.updateTable("treatment_notes").set(chosen).where("id", "=", noteId).execute();
    return { kind: "saved" };
  });
}

async function rowOf(db: Queries, { clientId, noteId }: Which): Promise<Row | undefined> {
  return db
    .selectFrom("treatment_notes")
    .selectAll()
    .where("id", "=", noteId)
    .where("client_id", "=", clientId)
    .executeTakeFirst();
}

function isShut({ state, locks_at: locksAt }: Pick<Row, "state" | "locks_at">, now: number): boolean {
  return isLocked({ state, locksAt }, now);
}

/** A colleague's draft is their own until it is locked. */
function isReadable(row: Pick<Row, "therapist_id" | "shared" | "readers" | "state">, who: Treating): boolean {
  return row.therapist_id === who.therapistId || (row.state === "locked" && isReader(row, who));
}

async function readableRows(db: Queries, who: Reading, clientId: string): Promise<Row[]> {
  const rows = await db
    .selectFrom("treatment_notes")
    .selectAll()
    .where("client_id", "=", clientId)
    .where("withdrawal_id", "is", null)
    .orderBy("first_saved_at")
    .orderBy("id")
    .execute();
  if (who.emergencyUntil !== null) return rows;
  const readable = rows.filter((row) => isReadable(row, who));
  return withoutUntreated(db, who, { clientId, rows: readable });
}

async function openedRows(
  app: AppContext,
  db: Queries,
  who: Treating,
  { clientId, rows, now }: { clientId: string; rows: readonly Row[]; now: number },
): Promise<StoredNote[]> {
  const cells = rows.map(({ id, sealed }) => ({ cell: noteCell(id), sealed }));
  const opened = await openRecord(app, db, clientId, cells);
  return rows.map((row, at) => ({
    id: row.id,
    appointmentId: row.appointment_id,
    therapistId: row.therapist_id,
    isOwn: row.therapist_id === who.therapistId,
    readers: readersOf(row),
    note: note.safeParse(opened[at]).data ?? null,
    source: row.source,
    imported: row.source === null ? null : (imported.safeParse(opened[at]).data ?? null),
    isLocked: isShut(row, now),
    firstSavedAt: row.first_saved_at,
    savedAt: row.saved_at,
    locksAt: row.locks_at,
    lockedAt: row.locked_at,
    version: row.version,
  }));
}

async function amendmentsOf(app: AppContext, db: Queries, { id, client_id }: Row): Promise<Amendment[]> {
  const rows = await db
    .selectFrom("note_amendments")
    .select(["id", "seq", "name", "at", "sealed"])
    .where("note_id", "=", id)
    .orderBy("seq")
    .execute();
  const cells = rows.map((row) => ({ cell: amendmentCell(row.id), sealed: row.sealed }));
  const opened = rows.length > 0 ? await openRecord(app, db, client_id, cells) : [];
  return rows.map(({ seq, name, at }, nth) => {
    const { reason, words } = (opened[nth] ?? UNREADABLE) as { reason: string; words: string };
    return { seq, name, at, reason, words };
  });
}

export const UNREADABLE = { reason: "", words: "This amendment can’t be opened." };

/** Null: it is another client's appointment, another therapist's or cancelled, or no id of a new note. */
async function newAbout(db: Queries, who: Treating, { clientId, noteId }: Which): Promise<About | null> {
  const appointment = await db
    .selectFrom("appointments")
    .select(["client_id", "therapist_id", "status", "starts_at"])
    .where("id", "=", noteId)
    .executeTakeFirst();
  const isTaken = await db.selectFrom("treatment_notes").select("id").where("id", "=", noteId).executeTakeFirst();
  if (appointment) {
    const { client_id, therapist_id, status, starts_at } = appointment;
    const isTheirs = client_id === clientId && therapist_id === who.therapistId && viewStatus(status) !== "Cancelled";
    return isTheirs && !isTaken ? { appointmentId: noteId, start: starts_at } : null;
  }
  const isNew =
    NEW_ID.test(noteId) && who.therapistId !== "" && (await clientFor(db, who, clientId, { named: false })) !== null;
  return isNew && !isTaken ? { appointmentId: null, start: null } : null;
}

const NEW_ID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

async function aboutOf(db: Queries, appointmentId: string | null): Promise<About> {
  const start = appointmentId === null ? null : ((await startsOf(db, [appointmentId])).get(appointmentId) ?? null);
  return { appointmentId, start };
}

async function startsOf(db: Queries, ids: readonly string[]): Promise<Map<string, number>> {
  if (ids.length === 0) return new Map();
  const rows = await db
    .selectFrom("appointments")
    .select(["id", "starts_at"])
    .where("id", "in", [...ids])
    .execute();
  return new Map(rows.map(({ id, starts_at }) => [id, starts_at]));
}

type New = Pick<Row, "id" | "sealed" | "version" | "saved_at"> & {
  clientId: string;
  about: Pick<About, "appointmentId">;
  who: Treating;
  now: number;
};

async function insertNote(tx: Tx, { clientId, about, who, now, ...row }: New): Promise<void> {
  // As the author chose for this client last; at first nobody else reads it.
  const before = await tx
    .selectFrom("treatment_notes")
    .select(["shared", "readers"])
    .where("client_id", "=", clientId)
    .where("therapist_id", "=", who.therapistId)
    .orderBy("first_saved_at", "desc")
    .limit(1)
    .executeTakeFirst();
  await tx
    .insertInto("treatment_notes")
    .values({
      ...row,
      appointment_id: about.appointmentId,
      client_id: clientId,
      therapist_id: who.therapistId,
      author: who.userId,
      shared: before?.shared ?? 0,
      readers: before?.readers ?? "[]",
      state: "draft",
      first_saved_at: now,
      locks_at: locksAt(now),
      locked_at: null,
      chain: null,
      seq: null,
      hash: null,
      prev_hash: null,
      withdrawal_id: null,
    })
    .execute();
}

type Openings = { clientId: string; ids: readonly string[]; isWhole: boolean; now: number };

/** `isWhole`: progress over time was on the page, too. */
async function logOpenings(tx: Tx, who: Treating, { clientId, ids, isWhole, now }: Openings): Promise<void> {
  const opening = { clientId, at: now, userId: who.userId, name: who.name };
  const notes = ids.map((subjectId) => ({ ...opening, what: "note" as const, subjectId }));
  const whole = isWhole ? [{ ...opening, what: "record" as const, subjectId: clientId }] : [];
  await logAccess(tx, ...notes, ...whole);
}
