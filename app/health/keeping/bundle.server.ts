import { viewStatus } from "#app/appointments/appointment.ts";
import { viewName } from "#app/clients/client.ts";
import { getClient } from "#app/clients/clients.db.server.ts";
import {
  hasSecondFactor,
  logReasoned,
  NO_SECOND_FACTOR,
  openAccess,
  reasonFault,
  whoTreats,
} from "#app/health/access.server.ts";
import { listKeptFiles, readKeptFile } from "#app/health/files/kept-files.server.ts";
import { FILE_KINDS, nameOfFile } from "#app/health/files/record-file.ts";
import { type Answers, answerInWords, type Question } from "#app/health/form/form.ts";
import { readForms } from "#app/health/form/versions.server.ts";
import type { Bundle, BundleEntry } from "#app/health/keeping/bundle-file.ts";
import { getController } from "#app/health/keeping/controller.server.ts";
import { imported, importedLines, NOT_OURS, ORIGINS, originInWords } from "#app/health/moving/imported.ts";
import { inWords, type Note, note, noteLines } from "#app/health/note.ts";
import { healthState, openRecord } from "#app/health/record-key.server.ts";
import type { AppContext, Queries, Tx } from "#app/platform/app-context.server.ts";
import { writeAudit } from "#app/platform/audit.server.ts";
import { hashOf } from "#app/platform/ids.server.ts";
import { type Actor, actorName, may, needsConfirmation } from "#app/platform/permissions.ts";
import { toIso } from "#app/platform/personal-data.server.ts";
import { readPractice } from "#app/practice/read-practice.server.ts";

type Untitled = Pick<BundleEntry, "title" | "content"> & { at: number | null };

type Refused = { kind: "not-found" } | { kind: "shut" };

/** Whether the actor may make a client's bundle: an owner, or who wrote notes about them. `isProtected`: with a second factor. */
export async function viewBundle(
  app: AppContext,
  actor: Actor,
  clientId: string,
): Promise<{ kind: "found"; name: string; isProtected: boolean } | Refused> {
  const state = await healthState(app);
  if (state === "off") return { kind: "not-found" };
  const found = await makerOf(app.db.kysely, actor, clientId);
  if (!found) return { kind: "not-found" };
  if (state === "shut") return { kind: "shut" };
  return { kind: "found", name: found.clientName, isProtected: await hasSecondFactor(app.db.kysely, actor) };
}

type Maker = { userId: string; name: string; clientName: string };

async function makerOf(db: Queries, actor: Actor, clientId: string): Promise<Maker | null> {
  if (!("userId" in actor)) return null;
  const client = await getClient(db, clientId);
  const key = await db.selectFrom("record_keys").select("key_id").where("client_id", "=", clientId).executeTakeFirst();
  if (!client || !key) return null;
  const who = await whoTreats(db, actor);
  const own = await db
    .selectFrom("treatment_notes")
    .select("id")
    .where("client_id", "=", clientId)
    .where("therapist_id", "=", who?.therapistId ?? "")
    .limit(1)
    .executeTakeFirst();
  if (!own && !may(actor, "change", "settings")) return null;
  const user = await db.selectFrom("users").select("name").where("id", "=", actor.userId).executeTakeFirst();
  return { userId: actor.userId, name: who?.name ?? user?.name ?? "An owner", clientName: viewName(client) };
}

/**
 * All that is kept of a client's record, for their insurer: also what a withdrawal froze. Written down with its reason
 * first, for the client to read.
 */
export async function makeBundle(
  app: AppContext,
  actor: Actor,
  { clientId, reason }: { clientId: string; reason: string },
): Promise<
  { kind: "made"; bundle: Bundle } | { kind: "invalid"; message: string } | { kind: "unconfirmed" } | Refused
> {
  if ("userId" in actor && needsConfirmation(actor)) return { kind: "unconfirmed" };
  const view = await viewBundle(app, actor, clientId);
  if (view.kind !== "found") return view;
  const why = reason.replaceAll("\r\n", "\n").trim();
  const message = view.isProtected ? reasonFault(why) : NO_SECOND_FACTOR;
  if (message) return { kind: "invalid", message };
  const practice = (await readPractice(app)).settings.business.name;
  return app.db.kysely.transaction().execute(async (tx) => {
    const now = app.clock.now();
    const maker = await makerOf(tx, actor, clientId);
    if (!maker) return { kind: "not-found" as const };
    const { userId, name } = maker;
    const isLogged = await logReasoned(app, tx, { clientId, at: now, userId, name, what: "bundle", reason: why });
    if (!isLogged) return { kind: "shut" as const };
    const controller = (await getController(tx, clientId))?.name ?? practice;
    const about = {
      practice,
      answersForIt: controller,
      madeBy: name,
      reason: why,
      client: await personOf(app, tx, clientId),
    };
    const entries = chained([
      { title: "About this bundle", at: now, content: about },
      ...(await formEntries(app, tx, { clientId })),
      ...(await withdrawalEntries(tx, clientId)),
      ...(await noteEntries(app, tx, { clientId })),
      ...(await fileEntries(app, tx, { clientId })),
      ...(await appointmentEntries(tx, clientId)),
      ...(await mailEntries(tx, clientId)),
      ...(await openingEntries(app, tx, clientId)),
    ]);
    const last = entries.at(-1)?.hash ?? "";
    const subject = { kind: "client", id: clientId };
    await writeAudit(tx, {
      at: now,
      actor: actorName(actor),
      action: "client.bundle",
      subject,
      detail: { bundle: last },
    });
    return { kind: "made" as const, bundle: { name: maker.clientName, at: now, entries, last } };
  });
}

type Part = { clientId: string; withdrawalId?: string };

/** What a therapist who leaves takes along of one client: what was frozen for it, and who opened it. */
export async function makeLeaversBundle(
  app: AppContext,
  tx: Tx,
  { about, ...part }: { clientId: string; withdrawalId: string; about: Record<string, unknown> },
): Promise<Bundle> {
  const now = app.clock.now();
  const client = await personOf(app, tx, part.clientId);
  const entries = chained([
    { title: "About this record", at: now, content: { ...about, client } },
    ...(await formEntries(app, tx, part)),
    ...(await noteEntries(app, tx, part)),
    ...(await fileEntries(app, tx, part)),
    ...(await openingEntries(app, tx, part.clientId)),
  ]);
  const name = viewName((await getClient(tx, part.clientId)) ?? { name: null, erasedAt: null });
  return { name, at: now, entries, last: entries.at(-1)?.hash ?? "" };
}

/** Each entry names the hash of the one before it, so that a changed one is found by who has nothing but the file. */
function chained(given: readonly Untitled[]): BundleEntry[] {
  const entries: BundleEntry[] = [];
  for (const { title, at, content } of given) {
    const entry = { number: entries.length + 1, title, at: toIso(at), content, before: entries.at(-1)?.hash ?? "" };
    entries.push({ ...entry, hash: hashOf(JSON.stringify(entry)) });
  }
  return entries;
}

/** Who the client is; of an erased one what was sealed for claims. */
async function personOf(app: AppContext, tx: Tx, clientId: string): Promise<unknown> {
  const client = await getClient(tx, clientId);
  if (client && client.erasedAt === null) return { name: client.name, email: client.email, phone: client.phone };
  const rows = await tx
    .selectFrom("health_withdrawals")
    .select(["id", "person"])
    .where("client_id", "=", clientId)
    .where("person", "is not", null)
    .orderBy("at", "desc")
    .execute();
  const cells = rows.map(({ id, person }) => ({
    cell: { table: "health_withdrawals", column: "person", row: id },
    sealed: person ?? "",
  }));
  const opened = await openRecord(app, tx, clientId, cells);
  return { ...(opened.find((one) => one !== null) ?? {}), erased: toIso(client?.erasedAt ?? null) };
}

async function formEntries(app: AppContext, tx: Tx, { clientId, withdrawalId }: Part): Promise<Untitled[]> {
  const rows = await tx
    .selectFrom("health_answers")
    .leftJoin("health_consents", "health_consents.answers_id", "health_answers.id")
    .select(["health_answers.id", "sealed", "sent_at", "form_version", "appointment_id"])
    .select(["health_consents.wording", "health_consents.given_at"])
    .where("health_answers.client_id", "=", clientId)
    .$if(withdrawalId !== undefined, (query) => query.where("withdrawal_id", "=", withdrawalId ?? ""))
    .orderBy("sent_at")
    .orderBy("health_answers.id")
    .execute();
  const cells = rows.map(({ id, sealed }) => ({
    cell: { table: "health_answers", column: "sealed", row: id },
    sealed,
  }));
  const opened = (await openRecord(app, tx, clientId, cells)) as (Answers | null)[];
  const forms = await readForms(
    tx,
    rows.map(({ form_version }) => form_version),
  );
  const checks = await tx
    .selectFrom("health_checks")
    .select(["appointment_id", "answers_id", "at", "noted_by"])
    .where("client_id", "=", clientId)
    .orderBy("at")
    .execute();
  return rows.map((row, nth) => {
    const answers = opened[nth] ?? null;
    return {
      title: "Health form",
      at: row.sent_at,
      content: {
        formVersion: row.form_version,
        appointment: row.appointment_id,
        answers: answers
          ? answersInWords(forms.get(row.form_version)?.questions ?? [], answers)
          : "These answers can’t be opened: they were changed after they were sent.",
        ...(answers?.guardian && { guardian: answers.guardian }),
        consent: { given: toIso(row.given_at), wording: row.wording },
        saidUnchanged: checks
          .filter(({ answers_id }) => answers_id === row.id)
          .map(({ appointment_id, at, noted_by }) => ({
            ...{ appointment: appointment_id, at: toIso(at) },
            ...(noted_by !== null && { notedBy: noted_by }),
          })),
      },
    };
  });
}

function answersInWords(
  questions: readonly Question[],
  { yes, words }: Answers,
): { question: string; answer: string }[] {
  return questions.map((question) => {
    const { id, title, type } = question;
    const written = answerInWords(question, words) || (yes.includes(id) ? "Yes" : "");
    return { question: title, answer: written || (type === "yes-no" ? "No" : "Nothing") };
  });
}

async function withdrawalEntries(tx: Tx, clientId: string): Promise<Untitled[]> {
  const rows = await tx
    .selectFrom("health_withdrawals")
    .select(["at", "kept_until", "ended_at", "departure_id"])
    .where("client_id", "=", clientId)
    .orderBy("at")
    .execute();
  return rows.map(({ at, kept_until, ended_at, departure_id }) => ({
    title: "Record frozen",
    at,
    content:
      departure_id === null
        ? { keptUntil: kept_until, consentedAgain: toIso(ended_at) }
        : { keptUntil: kept_until, because: "The therapist whose record it was has left" },
  }));
}

async function noteEntries(app: AppContext, tx: Tx, { clientId, withdrawalId }: Part): Promise<Untitled[]> {
  const rows = await tx
    .selectFrom("treatment_notes")
    .leftJoin("therapists", "therapists.id", "treatment_notes.therapist_id")
    .selectAll("treatment_notes")
    .select("therapists.name as therapist")
    .where("client_id", "=", clientId)
    .$if(withdrawalId !== undefined, (query) => query.where("withdrawal_id", "=", withdrawalId ?? ""))
    .orderBy("first_saved_at")
    .orderBy("treatment_notes.id")
    .execute();
  const added = await tx
    .selectFrom("note_amendments")
    .selectAll()
    .where("client_id", "=", clientId)
    .orderBy("note_id")
    .orderBy("seq")
    .execute();
  const opened = await openRecord(
    app,
    tx,
    clientId,
    rows.map(({ id, sealed }) => ({ cell: { table: "treatment_notes", column: "sealed", row: id }, sealed })),
  );
  const openedAdded = await openRecord(
    app,
    tx,
    clientId,
    added.map(({ id, sealed }) => ({ cell: { table: "note_amendments", column: "sealed", row: id }, sealed })),
  );
  const words = new Map(added.map(({ id }, nth) => [id, openedAdded[nth]]));
  return rows.flatMap((row, nth): Untitled[] => [
    {
      title: row.source === null ? "Treatment note" : originInWords(row.source),
      at: row.first_saved_at,
      content: {
        id: row.id,
        appointment: row.appointment_id,
        ...(row.therapist_id === NOT_OURS ? importedEntry(row.source, opened[nth]) : { therapist: row.therapist }),
        firstSaved: toIso(row.first_saved_at),
        lastSaved: toIso(row.saved_at),
        locked: toIso(row.locked_at),
        ...(row.source === null && noteContent(note.safeParse(opened[nth]).data ?? null)),
        // As it lies in the database: the chain of the practice is over the sealed text (decisions/0910).
        chain: {
          ...{ chain: row.chain, seq: row.seq, before: row.prev_hash, hash: row.hash, version: row.version },
          ...{ therapistId: row.therapist_id, author: row.author, sealed: row.sealed },
        },
      },
    },
    ...added
      .filter(({ note_id }) => note_id === row.id)
      .map(({ id, seq, name, at, hash }) => ({
        title: "Amendment",
        at,
        content: { note: row.id, seq, by: name, ...wordsOf(words.get(id)), hash },
      })),
  ]);
}

/** As the other system had it, with who wrote it there. */
function importedEntry(source: string | null, opened: unknown) {
  const theirs = imported.safeParse(opened).data;
  if (!theirs) return { source, words: "This record can’t be opened: it was changed after it was imported." };
  const { origin, title, author, isDraft } = theirs;
  const words = importedLines(theirs).map(([question, answer]) => ({ question, answer }));
  return { source, importedFrom: ORIGINS[origin], title, author, ...(isDraft && { wasDraft: true }), words };
}

/** What each file is. The ZIP has the files themselves, under the names that stand here. */
async function fileEntries(app: AppContext, tx: Tx, part: Part): Promise<Untitled[]> {
  const files = await listKeptFiles(app, tx, { ...part, forClient: false });
  return files.map(({ id, addedAt, by, details }) => ({
    title: "File",
    at: addedAt,
    content: details
      ? {
          ...{ id, addedBy: by, kind: FILE_KINDS[details.kind], title: details.title, date: details.on },
          ...{ file: `files/${nameOfFile({ id, type: details.type })}`, bytes: details.bytes, sha256: details.sha256 },
          ...(details.letter && { letterTo: details.letter.to, agreed: details.letter.consent }),
        }
      : { id, addedBy: by, file: "This file can’t be opened: it was changed after it was stored." },
  }));
}

/** Its files, one after the other. One that can't be opened is left out: its entry says so. */
export async function* bundleFiles(
  app: AppContext,
  { clientId, withdrawalId }: Part,
): AsyncGenerator<{ name: string; bytes: Buffer }> {
  for (const { id } of await listKeptFiles(app, app.db.kysely, {
    ...{ clientId, withdrawalId, forClient: false },
  })) {
    const kept = await readKeptFile(app, app.db.kysely, { clientId, fileId: id, forClient: false });
    if (kept) yield { name: nameOfFile({ id, type: kept.details.type }), bytes: kept.bytes };
  }
}

/** `ink`: the points of what was drawn on the body, where anything was. */
function noteContent(given: Note | null): { words: Record<string, string> | string; ink?: Note["ink"] } {
  if (!given) return { words: "This note can’t be opened: it was changed after it was saved." };
  const words = Object.fromEntries([
    ...noteLines(given),
    ...(given.marks.length > 0 ? [["Body", inWords("marks", given)]] : []),
    ...(given.ink.length > 0 ? [["Drawn on the body", `${inWords("ink", given)}, in record.json`]] : []),
  ]);
  return given.ink.length > 0 ? { words, ink: given.ink } : { words };
}

function wordsOf(opened: unknown): { reason: string; words: string } {
  return (opened ?? { reason: "", words: "This amendment can’t be opened." }) as { reason: string; words: string };
}

async function appointmentEntries(tx: Tx, clientId: string): Promise<Untitled[]> {
  const rows = await tx
    .selectFrom("appointments")
    .innerJoin("therapists", "therapists.id", "appointments.therapist_id")
    .leftJoin("attendances", "attendances.appointment_id", "appointments.id")
    .select(["appointments.id", "service_title", "minutes", "starts_at", "status", "appointments.created_at"])
    .select(["therapists.name as therapist", "attendances.state"])
    .where("client_id", "=", clientId)
    .orderBy("starts_at")
    .orderBy("appointments.id")
    .execute();
  return rows.map((row) => ({
    title: "Appointment",
    at: row.starts_at,
    content: {
      id: row.id,
      ...{ service: row.service_title, minutes: row.minutes, therapist: row.therapist },
      ...{ status: viewStatus(row.status), attendance: row.state, booked: toIso(row.created_at) },
    },
  }));
}

/** When emails about the client and their appointments were sent; not what they said. */
async function mailEntries(tx: Tx, clientId: string): Promise<Untitled[]> {
  const rows = await tx
    .selectFrom("outbox")
    .select(["kind", "subject_kind", "subject_id", "created_at", "done_at", "failed_at"])
    .where((eb) =>
      eb.or([
        eb.and([eb("subject_kind", "=", "client"), eb("subject_id", "=", clientId)]),
        eb.and([
          eb("subject_kind", "=", "appointment"),
          eb("subject_id", "in", eb.selectFrom("appointments").select("id").where("client_id", "=", clientId)),
        ]),
      ]),
    )
    .orderBy("created_at")
    .orderBy("id")
    .execute();
  return rows.map((row) => ({
    title: "Email",
    at: row.created_at,
    content: {
      email: row.kind,
      about: row.subject_kind === "client" ? "the client" : row.subject_id,
      ...{ sent: toIso(row.done_at), failed: toIso(row.failed_at) },
    },
  }));
}

const CORRECTIONS: Record<string, string> = {
  correction: "Correction asked for by the client",
  "correction-answer": "Answer to the client",
};

async function openingEntries(app: AppContext, tx: Tx, clientId: string): Promise<Untitled[]> {
  const openings = await openAccess(app, tx, clientId);
  return openings.toReversed().map(({ at, name, what, reason }) => ({
    title: CORRECTIONS[what] ?? "Opened",
    at,
    content: CORRECTIONS[what]
      ? { by: name, words: reason }
      : { by: name, opened: what, ...(reason !== null && { reason }) },
  }));
}
