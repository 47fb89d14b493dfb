import { type Opening, openAccess, ownClient } from "#app/health/access.server.ts";
import { listAlerts, openAlerts } from "#app/health/alerts.server.ts";
import { type Correction, listCorrections } from "#app/health/corrections.server.ts";
import { type KeptFile, listKeptFiles, readKeptFile } from "#app/health/files/kept-files.server.ts";
import { FILE_KINDS, nameOfFile } from "#app/health/files/record-file.ts";
import type { Answers } from "#app/health/form/form.ts";
import { getController } from "#app/health/keeping/controller.server.ts";
import { onHoldSince } from "#app/health/keeping/hold.server.ts";
import { getWithdrawal, type Withdrawal } from "#app/health/keeping/withdrawals.db.server.ts";
import { type Imported, imported, importedLines, ORIGINS } from "#app/health/moving/imported.ts";
import { EMPTY_NOTE, inWords, isBlank, isLocked, type Note, note, saidMarks } from "#app/health/note.ts";
import { amendmentCell, noteCell, UNREADABLE } from "#app/health/notes.server.ts";
import { healthState, openRecord } from "#app/health/record-key.server.ts";
import type { AppContext, Queries } from "#app/platform/app-context.server.ts";
import { toIso } from "#app/platform/personal-data.server.ts";
import { readPractice } from "#app/practice/read-practice.server.ts";

/** `typedFrom`: the date on the paper that it was typed from, and by whom. */
type OwnForm = {
  sentAt: number;
  typedFrom: { on: string; by: string } | null;
  version: number;
  answers: Answers | null;
  agreedTo: string | null;
};
type OwnAmendment = { at: number; name: string; reason: string; words: string };

/** A locked note as its client reads it. `note` and `imported` null: it can't be opened. */
type OwnNote = {
  id: string;
  at: number;
  therapist: string | null;
  note: Note | null;
  /** It comes from another system. */
  imported: Imported | null;
  amendments: OwnAmendment[];
};

type OwnAlert = { at: number; words: string | null; agreedTo: string };

export type OwnRecord = {
  alerts: OwnAlert[];
  /** The latest first. */
  forms: OwnForm[];
  notes: OwnNote[];
  files: KeptFile[];
  openings: Opening[];
  corrections: Correction[];
  /** Who answers for it in the practice's place: a self-employed therapist. */
  controller: string | null;
  withdrawal: Withdrawal | null;
  /** Since when nothing of it is destroyed, whatever its day. */
  onHoldSince: number | null;
};

/** Whether there is anything for them to read. No statement while health is off. */
export async function hasOwnRecord(app: AppContext, userId: string): Promise<boolean> {
  const clientId = await ownClient(app, userId);
  return clientId !== null && hasRecord(app.db.kysely, clientId);
}

async function hasRecord(db: Queries, clientId: string): Promise<boolean> {
  const row = await db
    .selectFrom("clients")
    .select("clients.id")
    .where("clients.id", "=", clientId)
    .where((eb) =>
      eb.or([
        eb.exists(eb.selectFrom("health_answers").select("id").where("client_id", "=", clientId)),
        eb.exists(eb.selectFrom("client_alerts").select("id").where("client_id", "=", clientId)),
        eb.exists(eb.selectFrom("treatment_notes").select("id").where("client_id", "=", clientId)),
        eb.exists(eb.selectFrom("record_files").select("id").where("client_id", "=", clientId)),
      ]),
    )
    .executeTakeFirst();
  return row !== undefined;
}

/** A file that the client reads, by its address. Null: it is not theirs, or can't be opened. */
export async function readOwnFile(app: AppContext, userId: string, fileId: string) {
  const clientId = await ownClient(app, userId);
  return clientId === null ? null : readKeptFile(app, app.db.kysely, { clientId, fileId, forClient: true });
}

type Opened = { kind: "not-found" } | { kind: "shut" } | { kind: "opened"; record: OwnRecord };

/** All that a client reads of their own record: notes whole where the practice shows them. */
export async function readOwnRecord(app: AppContext, userId: string): Promise<Opened> {
  const clientId = await ownClient(app, userId);
  const db = app.db.kysely;
  if (clientId === null || !(await hasRecord(db, clientId))) return { kind: "not-found" };
  if ((await healthState(app)) === "shut") return { kind: "shut" };
  const record = {
    alerts: await listOwnAlerts(app, clientId),
    forms: await listForms(app, clientId),
    notes: await listNotes(app, clientId),
    files: await listKeptFiles(app, db, { clientId, forClient: true }),
    openings: (await openAccess(app, db, clientId)).filter(({ what }) => !what.startsWith("correction")),
    corrections: await listCorrections(app, db, clientId),
    controller: (await getController(db, clientId))?.name ?? null,
    withdrawal: await getWithdrawal(db, clientId),
    onHoldSince: await onHoldSince(db, clientId),
  };
  return { kind: "opened", record };
}

async function listOwnAlerts(app: AppContext, clientId: string): Promise<OwnAlert[]> {
  const rows = await listAlerts(app.db.kysely, [clientId]);
  const words = await openAlerts(app, app.db.kysely, rows);
  return rows.map(({ at, wording }, nth) => ({ at, words: words[nth] ?? null, agreedTo: wording }));
}

async function listForms(app: AppContext, clientId: string): Promise<OwnForm[]> {
  const db = app.db.kysely;
  const rows = await db
    .selectFrom("health_answers")
    .leftJoin("health_consents", "health_consents.answers_id", "health_answers.id")
    .select(["health_answers.id", "sealed", "sent_at", "form_version", "wording", "paper_on", "typed_by"])
    .where("health_answers.client_id", "=", clientId)
    .orderBy("sent_at", "desc")
    .orderBy("health_answers.id", "desc")
    .execute();
  const cells = rows.map(({ id, sealed }) => ({
    cell: { table: "health_answers", column: "sealed", row: id },
    sealed,
  }));
  const opened = await openRecord(app, db, clientId, cells);
  return rows.map(({ sent_at, form_version, wording, paper_on, typed_by }, at) => ({
    sentAt: sent_at,
    typedFrom: paper_on === null ? null : { on: paper_on, by: typed_by ?? "Unknown" },
    version: form_version,
    answers: (opened[at] ?? null) as Answers | null,
    agreedTo: wording,
  }));
}

async function listNotes(app: AppContext, clientId: string): Promise<OwnNote[]> {
  const { health } = (await readPractice(app)).settings;
  const db = app.db.kysely;
  const rows = await db
    .selectFrom("treatment_notes")
    .leftJoin("appointments", "appointments.id", "treatment_notes.appointment_id")
    .leftJoin("therapists", "therapists.id", "treatment_notes.therapist_id")
    .select(["treatment_notes.id", "sealed", "treatment_notes.state", "locks_at", "first_saved_at"])
    .select(["appointments.starts_at", "therapists.name", "treatment_notes.source"])
    .where("treatment_notes.client_id", "=", clientId)
    .orderBy("first_saved_at", "desc")
    .orderBy("treatment_notes.id", "desc")
    .execute();
  const locked = rows.filter((row) => isLocked({ state: row.state, locksAt: row.locks_at }, app.clock.now()));
  const cells = locked.map(({ id, sealed }) => ({ cell: noteCell(id), sealed }));
  const opened = await openRecord(app, db, clientId, cells);
  const amendments = health.showsNotes ? await listAmendments(app, clientId) : new Map<string, OwnAmendment[]>();
  const notes = locked.map(({ id, first_saved_at, starts_at, name, source }, at) => {
    const whole = note.safeParse(opened[at]).data ?? null;
    const theirs = source === null ? null : (imported.safeParse(opened[at]).data ?? null);
    return {
      id,
      at: starts_at ?? first_saved_at,
      therapist: theirs ? theirs.author : name,
      imported: theirs,
      note: whole && !health.showsNotes ? ownPartOf(whole) : whole,
      amendments: amendments.get(id) ?? [],
    };
  });
  // A form is what they wrote themselves.
  const isTheirs = (one: OwnNote) => one.imported?.kind === "form" || (one.note !== null && !isBlank(one.note));
  return notes.filter((one) => health.showsNotes || isTheirs(one));
}

/** What is meant for the client anyway, and what they said themselves of their body. */
function ownPartOf({ exercises, advice, next, pain, abilities, marks }: Note): Note {
  return { ...EMPTY_NOTE, exercises, advice, next, pain, abilities, marks: saidMarks(marks) };
}

async function listAmendments(app: AppContext, clientId: string): Promise<Map<string, OwnAmendment[]>> {
  const db = app.db.kysely;
  const rows = await db
    .selectFrom("note_amendments")
    .select(["id", "note_id", "name", "at", "sealed"])
    .where("client_id", "=", clientId)
    .orderBy("note_id")
    .orderBy("seq")
    .execute();
  const cells = rows.map(({ id, sealed }) => ({ cell: amendmentCell(id), sealed }));
  const opened = await openRecord(app, db, clientId, cells);
  const known = rows.map(({ note_id, name, at }, nth) => ({ note_id, name, at, ...(opened[nth] ?? UNREADABLE) }));
  const byNote = Map.groupBy(known as (OwnAmendment & { note_id: string })[], ({ note_id }) => note_id);
  return new Map([...byNote].map(([id, own]) => [id, own.map(({ note_id: _, ...one }) => one)]));
}

/** The same as a person's own file has it. */
export function ownRecordFile({
  alerts,
  forms,
  notes,
  files,
  openings,
  corrections,
  withdrawal,
  controller,
  onHoldSince: since,
}: OwnRecord) {
  return {
    ...(controller !== null && { answersForIt: controller }),
    alerts: alerts.map(({ at, ...alert }) => ({ at: toIso(at), ...alert })),
    forms: forms.map(({ sentAt, ...form }) => ({ sentAt: toIso(sentAt), ...form })),
    notes: notes.map(({ at, therapist, note: given, imported: theirs, amendments }) => ({
      ...{ at: toIso(at), therapist },
      ...(theirs && { importedFrom: ORIGINS[theirs.origin], title: theirs.title, answers: importedLines(theirs) }),
      ...(given && Object.fromEntries(writtenFields(given).map((field) => [field, inWords(field, given)]))),
      amendments: amendments.map((one) => ({ ...one, at: toIso(one.at) })),
    })),
    ...(files.length > 0 && {
      files: files.map(({ id, addedAt, by, details }) => ({
        ...{ id, addedAt: toIso(addedAt), addedBy: by },
        ...(details && { kind: FILE_KINDS[details.kind], title: details.title, date: details.on }),
        ...(details && { file: nameOfFile({ id, type: details.type }), bytes: details.bytes, sha256: details.sha256 }),
        ...(details?.letter && { letterTo: details.letter.to, agreed: details.letter.consent }),
      })),
    }),
    ...(corrections.length > 0 && {
      corrections: corrections.map(({ at, words, answer }) => ({
        ...{ at: toIso(at), words },
        answer: answer && { at: toIso(answer.at), by: answer.name, words: answer.words },
      })),
    }),
    ...(withdrawal && { consentWithdrawn: { at: toIso(withdrawal.at), keptUntil: withdrawal.keptUntil } }),
    ...(since !== null && { onHoldSince: toIso(since) }),
    openedBy: openings.map(({ at, ...opening }) => ({ at: toIso(at), ...opening })),
  };
}

function writtenFields(given: Note) {
  return (Object.keys(given) as (keyof Note)[]).filter((field) => inWords(field, given) !== "nothing");
}
