import { createHash } from "node:crypto";
import { insertUser } from "#app/accounts/users/create-admin.server.ts";
import { getManaged, manageSecretOf } from "#app/appointments/requests/manage-link.server.ts";
import { answerCorrection, listCorrectionsToRead, requestCorrection } from "#app/health/corrections.server.ts";
import { openInEmergency } from "#app/health/emergency.server.ts";
import { addFile } from "#app/health/files/add-file.server.ts";
import { listKeptFiles } from "#app/health/files/kept-files.server.ts";
import { verifyFiles } from "#app/health/files/pieces.db.server.ts";
import { viewLetter, writeLetter } from "#app/health/files/write-letter.server.ts";
import { saveAnswer } from "#app/health/form/drafts.server.ts";
import { DEFAULT_FORM } from "#app/health/form/form.ts";
import { confirmUnchanged, noteUnchanged, sendForm } from "#app/health/form/forms.server.ts";
import { applyForm } from "#app/health/form/versions.server.ts";
import { setController } from "#app/health/keeping/controller.server.ts";
import { liftHold, placeHold } from "#app/health/keeping/hold.server.ts";
import { keepRecords } from "#app/health/keeping/retention.server.ts";
import { rotateHealthKey } from "#app/health/keeping/rotate-key.server.ts";
import { withdrawConsent } from "#app/health/keeping/withdrawal.server.ts";
import { answerChoice, beginLeaving, closeRecords } from "#app/health/leaving/departure.server.ts";
import { choiceSecretOf, codeOf, getDeparture } from "#app/health/leaving/departures.db.server.ts";
import { confirmFile, makeFileKey, takeFile } from "#app/health/leaving/leavers-file.server.ts";
import { beginCliniko } from "#app/health/moving/change-cliniko.server.ts";
import { moveSome } from "#app/health/moving/cliniko.jobs.server.ts";
import {
  chooseClient,
  fileCounts,
  receiveFiles,
  startFiles,
  throwFilesAway,
} from "#app/health/moving/file-imports.server.ts";
import { storeNextFile } from "#app/health/moving/files.jobs.server.ts";
import { EMPTY_NOTE } from "#app/health/note.ts";
import { verifyRecords } from "#app/health/note-chain.server.ts";
import { amendNote, saveNote } from "#app/health/notes.server.ts";
import { healthState } from "#app/health/record-key.server.ts";
import { switchHealth } from "#app/health/switch.server.ts";
import { verifyKeys } from "#app/health/verify-keys.server.ts";
import { personalData } from "#app/personal-data.server.ts";
import type { AppContext } from "#app/platform/app-context.server.ts";
import { readConfig } from "#app/platform/config.server.ts";
import { hashOf } from "#app/platform/ids.server.ts";
import type { Actor } from "#app/platform/permissions.ts";
import { erase } from "#app/privacy/erase-client.server.ts";
import { openApp } from "#scripts/open-app.ts";
import { seedDemo } from "#scripts/seed-demo.ts";
import { killedAt } from "#tests/proof/killed-at.ts";
import { insertVisits } from "#tests/support/past-visits.ts";
import { CLINIKO_KEY, startPretendCliniko } from "#tests/support/pretend-cliniko.ts";

// node tests/proof/health-steps.ts BEFORE,BEFORE STEP WRITE: presses what was before, the first again, then STEP, and kills itself at that write of it.

const HOUR = 3_600_000;
const DAY = 24 * HOUR;
const NOON = Date.UTC(2027, 4, 4, 11);
// Its ten years ended a few weeks ago, and it has stood a month on the list.
const OLD = NOON - 3_680 * DAY;
const LISTED = NOON - 40 * DAY;
const THERAPIST_ID = "demo-imogen-hartley";
const OWNER: Actor = { kind: "admin", userId: "owner", isConfirmed: true };
const ROLES = ["therapist"] as const;
const THERAPIST: Actor = {
  kind: "staff",
  ...{ userId: "imogen", roles: ROLES, therapistId: THERAPIST_ID, choices: [], isConfirmed: true },
};

type Outcome = { kind: string } | number;
type Step = (app: AppContext) => Promise<Outcome>;

const note = (says: string) => ({ ...EMPTY_NOTE, says, pain: 6 });

async function managedOf(app: AppContext) {
  const managed = await getManaged(app, manageSecretOf(app, { id: "ahead", linkVersion: 1 }));
  if (!managed) throw new Error("The link opens nothing");
  return managed;
}

async function save(app: AppContext, clientId: string, noteId: string, says: string, signs = false) {
  const row = await app.db.kysely.selectFrom("treatment_notes").select("version").where("id", "=", noteId).execute();
  const version = row[0]?.version ?? 0;
  const saved = await saveNote(app, THERAPIST, { clientId, noteId, version, given: note(says), signs });
  // Signed before: whoever presses again reads that it is locked.
  return saved.kind === "conflict" && signs && "lockedAt" in saved ? { kind: "saved" } : saved;
}

const answers = Object.fromEntries(
  DEFAULT_FORM.questions.filter(({ type }) => type === "yes-no").map(({ id }) => [id, "no"]),
);
const fields = { ...answers, adult: "yes", consent: "on", version: String(DEFAULT_FORM.version) };

const PAPER = Buffer.concat([Buffer.from("%PDF-1.7 "), Buffer.alloc(150_000, "x")]);

/** Two files of three pieces. An upload that was cut off is thrown away first, as its page says. */
async function sendFiles(app: AppContext): Promise<Outcome> {
  const db = app.db.kysely;
  const open = await db.selectFrom("file_imports").selectAll().executeTakeFirst();
  if (open?.state === "reading") await throwFilesAway(app, OWNER, open.id);
  if (open?.state !== "waiting") {
    const files = async function* () {
      for (const nth of [1, 2]) {
        const bytes = Buffer.concat([PAPER, Buffer.from(String(nth))]);
        yield { path: `${nth}.pdf`, content: { type: "pdf" as const, width: 0, height: 0, bytes } };
      }
    };
    const sent = await receiveFiles(app, OWNER, { origin: "jane", numbers: "", files: files() });
    if (sent.kind !== "changed") return sent;
  }
  for (const { id } of await db.selectFrom("file_import_rows").select("id").execute())
    await chooseClient(app, OWNER, { fileId: id, clientId: "ana" });
  return { kind: "changed" };
}

async function startImport(app: AppContext): Promise<Outcome> {
  const { id, state } = await app.db.kysely.selectFrom("file_imports").selectAll().executeTakeFirstOrThrow();
  return state === "waiting" ? startFiles(app, OWNER, id) : { kind: state === "running" ? "changed" : state };
}

/** One at a time, so that each is one transaction. */
async function importFiles(app: AppContext, upTo: number): Promise<Outcome> {
  const imported = async () =>
    (await app.db.kysely.selectFrom("record_files").select("id").where("import_id", "is not", null).execute()).length;
  while ((await imported()) < upTo && (await storeNextFile(app)));
  const [job] = await app.db.kysely.selectFrom("file_imports").select("counts").execute();
  const { added } = fileCounts.parse(JSON.parse(job?.counts ?? "{}"));
  return added === upTo && (await imported()) === upTo ? { kind: "added" } : { kind: `${added} counted` };
}

async function finishImport(app: AppContext): Promise<Outcome> {
  while (await storeNextFile(app));
  const waiting = await app.db.kysely.selectFrom("file_import_pieces").select("nth").execute();
  const { state } = await app.db.kysely.selectFrom("file_imports").select("state").executeTakeFirstOrThrow();
  const imported = await importFiles(app, 2);
  return state === "done" && waiting.length === 0 ? imported : { kind: state };
}

const STEPS = {
  "answer one page": async (app) =>
    saveAnswer(app, await managedOf(app), {
      ...{ secret: "a-secret-of-one-browser-that-is-long-enough", step: DEFAULT_FORM.questions[0]?.id ?? "" },
      ...{ version: DEFAULT_FORM.version, isBack: false, fields },
    }),
  "send the form": async (app) => sendForm(app, await managedOf(app), fields),
  "note that nothing has changed": (app) => noteUnchanged(app, THERAPIST, "ahead"),
  "nothing has changed": async (app) => confirmUnchanged(app, await managedOf(app)),
  "begin a note": (app) => save(app, "ana", "visit", "first"),
  "save a note": (app) => save(app, "ana", "visit", "second"),
  "sign a note": (app) => save(app, "ana", "visit", "third", true),
  amend: (app) => amendNote(app, THERAPIST, { clientId: "ana", noteId: "visit", reason: "forgotten", words: "more" }),
  "ask for a correction": (app) => requestCorrection(app, { userId: "ana-account" }, "the other knee"),
  "answer it": async (app) => {
    const [request] = await listCorrectionsToRead(app, app.db.kysely, "ana");
    return answerCorrection(app, THERAPIST, { clientId: "ana", id: request?.id ?? "", typed: "added" });
  },
  // A file of three pieces; one that is there already is not added again.
  "add a file": async (app) => {
    const read = async () => ({ type: "pdf", bytes: PAPER, width: 0, height: 0 }) as const;
    const words = { kind: "letter", title: "letter", on: "2027-05-01" };
    const there = await app.db.kysely.selectFrom("record_files").select("id").execute();
    return there.length > 0 ? { kind: "added" } : addFile(app, THERAPIST, { clientId: "ana", fields: words, read });
  },
  "issue a letter": async (app) => {
    const words = { to: "Dr Grey", purpose: "shoulder", text: "better" };
    const write = (more: Record<string, string>) =>
      writeLetter(app, THERAPIST, { clientId: "ana", fields: { ...words, ...more }, print: async () => PAPER });
    const files = await listKeptFiles(app, app.db.kysely, { clientId: "ana", forClient: true });
    if (files.some(({ details }) => details?.letter)) return { kind: "added" };
    const seen = await write({ intent: "preview" });
    const agreed = { consent: "on", consentHow: "phone", consentOn: "2027-05-01", intent: "issue" };
    return seen.kind === "preview" ? write({ ...agreed, seen: seen.seen }) : seen;
  },
  "put on hold": (app) => placeHold(app, OWNER, { clientId: "ana", reason: "claim" }),
  "lift the hold": (app) => liftHold(app, OWNER, "ana"),
  "ask who follows a leaver": (app) =>
    beginLeaving(app, OWNER, { therapistId: THERAPIST_ID, reason: "own rooms", notesNext: "treating" }),
  "answer that it follows": async (app) => {
    const { id } = await app.db.kysely.selectFrom("departure_clients").select("id").executeTakeFirstOrThrow();
    return answerChoice(app, choiceSecretOf(app, id), "follows");
  },
  "close a leaver’s records": (app) => closeRecords(app, OWNER, THERAPIST_ID),
  "take the leaver’s file": async (app) => {
    const made = await makeFileKey(app, THERAPIST, THERAPIST_ID);
    return made.kind === "made" ? takeFile(app, THERAPIST, { therapistId: THERAPIST_ID, key: made.key }) : made;
  },
  "delete what a leaver took": async (app) => {
    const departure = await getDeparture(app.db.kysely, THERAPIST_ID);
    if (!departure || departure.finished_at !== null) return { kind: departure ? "saved" : "not-found" };
    return confirmFile(app, THERAPIST, { therapistId: THERAPIST_ID, code: codeOf(app, departure) });
  },
  "open in an emergency": (app) => openInEmergency(app, OWNER, { clientId: "ana", reason: "fainted" }),
  "change the health key": rotateHealthKey,
  "import a page of notes": async (app) => {
    const cliniko = await startPretendCliniko();
    cliniko.patient({ id: "1", name: "=ana" });
    for (const id of ["11", "12", "13"]) cliniko.note({ id, patient: "1", words: "stiff" });
    const config = { ...app.config, ...cliniko.config };
    await moveSome({ ...app, config }, "proof").finally(cliniko.close);
    const notes = await app.db.kysely
      .selectFrom("treatment_notes")
      .select("id")
      .where("source", "is not", null)
      .execute();
    return { kind: notes.length === 3 ? "saved" : "nothing" };
  },
  "send files for an import": sendFiles,
  "start the import of files": startImport,
  "import a file": (app) => importFiles(app, 1),
  "import another file": (app) => importFiles(app, 2),
  "end the import of files": finishImport,
  withdraw: (app) => withdrawConsent(app, { kind: "client", userId: "ana-account" }),
  erase: async (app) => {
    const outcome = await erase(app, OWNER, { id: "bo", goes: null, personalData });
    // Erased before: there is nobody any more.
    return outcome.kind === "not-found" ? { kind: "erased" } : outcome;
  },
  "destroy on its day": keepRecords,
} satisfies Record<string, Step>;

export type HealthStep = keyof typeof STEPS;
export const HEALTH_STEPS = Object.keys(STEPS) as HealthStep[];

const DONE = ["saved", "sent", "confirmed", "added", "opened", "changed", "withdrawn", "erased", "made"];

async function prepare(app: AppContext): Promise<void> {
  await seedDemo(app);
  const db = app.db.kysely;
  const at = (now: number): AppContext => ({ ...app, clock: { now: () => now } });
  await db.transaction().execute(async (tx) => {
    for (const [id, role] of [
      ["owner", "admin"],
      ["imogen", "user"],
      ["ana-account", "user"],
    ] as const)
      await insertUser(tx, { id, email: `${id}@example.com`, name: id, role, emailVerified: true, now: OLD });
  });
  await db.updateTable("users").set({ twoFactorEnabled: true }).where("role", "=", "admin").execute();
  const works = { state: "active", version: 1, at: OLD, actor: "system" } as const;
  await db
    .insertInto("staff")
    .values({ ...works, user_id: "imogen", parts: JSON.stringify(ROLES), therapist_id: THERAPIST_ID })
    .execute();
  await applyForm(at(OLD), OWNER, { revision: 0, signedBy: "Ada Admin" });
  await switchHealth(at(OLD), OWNER, true);
  const what = { minutes: 45, pence: 4800, therapist: THERAPIST_ID, service: "demo-deep-tissue-massage" };
  const visit = { ...what, status: "Confirmed", source: "website", cancelled: null };
  await insertVisits(app, [
    { ...visit, id: "visit", client: "ana", start: NOON - 2 * HOUR, state: "finished" },
    { ...visit, id: "ahead", client: "ana", start: NOON + 48 * HOUR, state: null },
    { ...visit, id: "erased", client: "bo", start: NOON - 9 * DAY, state: "finished" },
    { ...visit, id: "old", client: "cy", start: OLD, state: "finished" },
    { ...visit, id: "own", client: "dee", start: NOON - 3 * DAY, state: "finished" },
  ]);
  await db.insertInto("client_keys").values({ kind: "account", value: "ana-account", client_id: "ana" }).execute();
  const manage_hash = hashOf(manageSecretOf(app, { id: "ahead", linkVersion: 1 }));
  await db.updateTable("appointments").set({ manage_hash }).where("id", "=", "ahead").execute();
  await save(at(NOON - 9 * DAY), "bo", "erased", "bo", true);
  await save(at(OLD), "cy", "old", "cy", true);
  await save(at(NOON - 3 * DAY), "dee", "own", "dee", true);
  await setController(app, OWNER, { clientId: "dee", therapistId: THERAPIST_ID });
  await keepRecords(at(LISTED));
  await importBegun(at(NOON));
}

/** Patients are read, and the first page of notes comes next. */
async function importBegun(app: AppContext): Promise<void> {
  await beginCliniko(app, OWNER, CLINIKO_KEY);
  const values = { state: "running", stores: 1, kind: "treatment_notes", claimed_by: "proof" } as const;
  await app.db.kysely.updateTable("cliniko_imports").set(values).execute();
  const { id } = await app.db.kysely.selectFrom("cliniko_imports").select("id").executeTakeFirstOrThrow();
  const patient = { import_id: id, patient_id: "1", client_id: "ana", reason: null, sealed: "", records: 0 };
  await app.db.kysely.insertInto("cliniko_patients").values(patient).execute();
}

const TABLES = [
  ...(["record_keys", "health_answers", "health_consents", "health_checks", "health_drafts"] as const),
  ...(["treatment_notes", "note_amendments", "health_access", "health_withdrawals", "client_alerts"] as const),
  ...(["record_files", "record_file_pieces", "record_holds", "record_controllers", "departure_clients"] as const),
  ...(["clients", "erasures", "outbox"] as const),
];

/** A fingerprint of every row of the record, and what is wrong with it: shut keys and cells, and changed notes. */
export async function lookAt(app: AppContext): Promise<{ print: string; faults: string[] }> {
  const print = createHash("sha256");
  for (const table of TABLES) {
    const rows = await app.db.kysely.selectFrom(table).selectAll().execute();
    // What wraps a client's key may be either key: that it opens is seen below.
    const texts = rows.map((row) => JSON.stringify({ ...row, wrapped: null })).sort();
    print.update(JSON.stringify([table, texts]));
  }
  // As the site's first request does.
  if ((await healthState(app)) !== "on") return { print: print.digest("hex"), faults: ["health is shut"] };
  const keys = await verifyKeys(app);
  const records = await app.db.kysely.transaction().execute((tx) => verifyRecords(tx));
  const files = await verifyFiles(app.db.kysely);
  return { print: print.digest("hex"), faults: [...(keys?.faults ?? ["no keys"]), ...records.faults, ...files.faults] };
}

async function press(app: AppContext, step: string): Promise<string> {
  if (step === "prepare") {
    await prepare(app);
    return "done";
  }
  const outcome: Outcome = await STEPS[step as HealthStep](app);
  if (typeof outcome === "number") return "done";
  return DONE.includes(outcome.kind) ? `done: ${outcome.kind}` : JSON.stringify(outcome);
}

if (import.meta.main) {
  const [before = "", step = "", write = "0"] = process.argv.slice(2);
  const opened = await openApp(readConfig());
  const app = { ...opened, clock: { now: () => NOON } };
  // What the kill before this left is looked at by who was not there.
  const [again = "", ...more] = before.split(",");
  const left = again === "prepare" ? null : await lookAt(app);
  const afterwards = await press(app, again);
  for (const one of more) await press(app, one);
  // That the record was opened is written down by itself, whatever becomes of the letter.
  if (step === "issue a letter") await viewLetter(app, THERAPIST, "ana");
  const begun = await lookAt(app);
  console.log(JSON.stringify({ left, afterwards, begun }));
  const files = step === "change the health key";
  if (step !== "end") await press(killedAt(app, Number(write), { files }), step);
  await app.db.close();
}
