import { expect, onTestFinished, test } from "vitest";
import { addAlert, alertsFor } from "#app/health/alerts.server.ts";
import { addFile } from "#app/health/files/add-file.server.ts";
import { openFiles } from "#app/health/files/files.server.ts";
import { openForm, sendForm } from "#app/health/form/forms.server.ts";
import { bundleFiles, makeBundle } from "#app/health/keeping/bundle.server.ts";
import { setController } from "#app/health/keeping/controller.server.ts";
import { placeHold } from "#app/health/keeping/hold.server.ts";
import { keepRecords } from "#app/health/keeping/retention.server.ts";
import { getWithdrawal } from "#app/health/keeping/withdrawals.db.server.ts";
import {
  answerChoice,
  beginLeaving,
  closeRecords,
  noteAnswer,
  viewChoice,
  viewLeaving,
} from "#app/health/leaving/departure.server.ts";
import { choiceSecretOf } from "#app/health/leaving/departures.db.server.ts";
import {
  confirmFile,
  makeFileKey,
  takeFile,
  takenFiles,
  viewCertificate,
  viewLeaversFile,
} from "#app/health/leaving/leavers-file.server.ts";
import { certificateLines } from "#app/health/leaving/leaving.ts";
import { openNote } from "#app/health/notes.server.ts";
import { readOwnRecord } from "#app/health/own-record.server.ts";
import { verifyKeys } from "#app/health/verify-keys.server.ts";
import { renderers } from "#app/mails.server.ts";
import { eraseAgain } from "#app/personal-data.server.ts";
import { makeBackup } from "#app/platform/backup/make-backup.server.ts";
import { restoreBackup } from "#app/platform/backup/restore.server.ts";
import { openDatabase } from "#app/platform/database/open.server.ts";
import type { Actor } from "#app/platform/permissions.ts";
import { listErasures } from "#app/platform/personal-data.server.ts";
import { NOT_ADMINS } from "#tests/support/admin.ts";
import { answered, protectedOwner, treated } from "#tests/support/health.ts";
import { staffIn } from "#tests/support/staff.ts";
import { temporaryFolder } from "#tests/support/temporary-folder.ts";
import { databaseOf } from "#tests/support/test-app.ts";

const PAPER = Buffer.concat([Buffer.from("%PDF-1.7 ZEBRA-PAPER "), Buffer.alloc(70_000, "ZEBRA ")]);
const REASON = "Own rooms in June";

/** Ada's record, with a note, a file and an alert, is Imogen's own. */
async function selfEmployed() {
  const own = await treated();
  const { app, clientId, therapist, sign, appointment } = own;
  await sign();
  const { therapistId } = appointment;
  const owner = await protectedOwner(app);
  await setController(app, owner, { clientId, therapistId });
  const on = new Date(app.clock.now()).toISOString().slice(0, 10);
  const read = async () => ({ type: "pdf", bytes: PAPER, width: 0, height: 0 }) as const;
  const fields = { kind: "scan", title: "ZEBRA-TITLE", on };
  expect(await addFile(app, therapist, { clientId, fields, read })).toMatchObject({ kind: "added" });
  await addAlert(app, owner, { clientId, words: "allergic to arnica", agreed: true });
  const leaver = { ...therapist, isConfirmed: true } as Actor;
  return { ...own, owner, leaver, therapistId };
}

type Own = Awaited<ReturnType<typeof selfEmployed>>;

async function begun(answer: "follows" | "stays" | null = null) {
  const own = await selfEmployed();
  const { app, owner, therapistId } = own;
  expect(await beginLeaving(app, owner, { therapistId, reason: REASON, notesNext: "treating" })).toEqual({
    kind: "saved",
  });
  const { id } = await app.db.kysely.selectFrom("departure_clients").select("id").executeTakeFirstOrThrow();
  const secret = choiceSecretOf(app, id);
  if (answer) expect(await answerChoice(app, secret, answer)).toEqual({ kind: "saved" });
  return { ...own, choiceId: id, secret };
}

async function closed(answer: "follows" | "stays" | null) {
  const own = await begun(answer);
  expect(await closeRecords(own.app, own.owner, own.therapistId)).toEqual({ kind: "saved" });
  return own;
}

async function taken({ app, leaver, therapistId }: Own) {
  const made = await makeFileKey(app, leaver, therapistId);
  if (made.kind !== "made") throw new Error(made.kind);
  const file = await takeFile(app, leaver, { therapistId, key: made.key });
  if (file.kind !== "made") throw new Error(file.kind);
  return { ...file, key: made.key };
}

async function alertOf({ app, leaver, clientId }: Own) {
  return (await alertsFor(app, leaver, [clientId]))[clientId]?.alerts?.map(({ words }) => words);
}

test("each client of theirs is asked by an email that says nothing of health, and answers until the records close", async () => {
  const { app, clientId, owner, therapistId, choiceId, secret } = await begun();
  const mails = await app.db.kysely
    .selectFrom("outbox")
    .selectAll()
    .where("kind", "=", "therapist-leaves-client")
    .execute();
  expect(mails).toHaveLength(1);
  expect(mails[0]?.data).not.toContain(secret);
  const mail = await renderers["therapist-leaves-client"](app, JSON.parse(mails[0]?.data ?? ""));
  expect(mail?.subject).toBe("Imogen Hartley is leaving: a question for you");
  expect(mail?.text).toContain(`/choice/${secret}`);
  expect(`${mail?.subject} ${mail?.text}`).not.toMatch(/health|treatment|zebra/i);
  expect(await viewChoice(app.db.kysely, "another")).toBeNull();
  expect(await viewChoice(app.db.kysely, secret)).toMatchObject({ therapist: "Imogen Hartley", answer: null });
  expect(await answerChoice(app, secret, "maybe")).toMatchObject({ kind: "invalid" });
  expect(await answerChoice(app, "another", "stays")).toEqual({ kind: "not-found" });
  expect(await answerChoice(app, secret, "stays")).toEqual({ kind: "saved" });
  expect(await noteAnswer(app, owner, { therapistId, choiceId, answer: "follows" })).toEqual({ kind: "saved" });
  expect(await viewLeaving(app, owner, therapistId)).toMatchObject({ clients: [{ answer: "follows" }] });
  await closeRecords(app, owner, therapistId);
  expect(await answerChoice(app, secret, "stays")).toEqual({ kind: "conflict" });
  expect(await noteAnswer(app, owner, { therapistId, choiceId, answer: "stays" })).toMatchObject({ kind: "invalid" });
  expect(await viewChoice(app.db.kysely, secret)).toMatchObject({ answer: "follows", isClosed: true });
  const read = await readOwnRecord(app, "ada");
  const openings = read.kind === "opened" ? read.record.openings : [];
  expect(openings).toContainEqual(expect.objectContaining({ what: "departure", reason: REASON }));
  expect(clientId).toBeTruthy();
});

test("what follows goes in the leaver’s file alone, and once they have its code no route gives it any more", async () => {
  const own = await closed("follows");
  const { app, clientId, owner, leaver, therapistId, which } = own;
  expect(await openNote(app, leaver, which)).toEqual({ kind: "not-found" });
  expect(await makeFileKey(app, owner, therapistId)).toEqual({ kind: "not-found" });
  expect(await takeFile(app, leaver, { therapistId, key: "guessed" })).toEqual({ kind: "forbidden" });
  const { records, code } = await taken(own);
  expect(records).toHaveLength(1);
  const [record] = records;
  if (!record) throw new Error("Nothing went");
  const said = JSON.stringify(record.bundle.entries);
  for (const words of ["ZEBRA-SAYS", "ZEBRA-ADVICE", "ZEBRA-HELP", "ZEBRA-TITLE", "Ada Smith"])
    expect(said).toContain(words);
  for await (const { bytes } of takenFiles(app, record)) expect(bytes.equals(PAPER)).toBe(true);
  expect(await confirmFile(app, leaver, { therapistId, code: "00000000" })).toMatchObject({ kind: "invalid" });
  expect(await confirmFile(app, owner, { therapistId, code })).toEqual({ kind: "not-found" });
  expect(await confirmFile(app, leaver, { therapistId, code: ` ${code.toLowerCase()} ` })).toEqual({ kind: "saved" });

  // Their appointment has an empty note again, as they still work here.
  expect(await openNote(app, leaver, which)).toMatchObject({ stored: null, last: null, earlier: [], amendments: [] });
  expect(await openFiles(app, leaver, clientId)).toMatchObject({ files: [] });
  expect(await openForm(app, leaver, clientId)).not.toMatchObject({ answers: expect.anything() });
  expect(await takeFile(app, leaver, { therapistId, key: "x" })).toEqual({ kind: "not-found" });
  expect(await makeFileKey(app, leaver, therapistId)).toEqual({ kind: "not-found" });
  const made = await makeBundle(app, owner, { clientId, reason: "Claim" });
  const titles = made.kind === "made" ? made.bundle.entries.map(({ title }) => title) : [];
  for (const title of ["Health form", "Treatment note", "File"]) expect(titles).not.toContain(title);
  for await (const { name } of bundleFiles(app, { clientId })) throw new Error(name);
  for (const table of ["health_answers", "treatment_notes", "record_files", "record_file_pieces"] as const)
    expect(await app.db.kysely.selectFrom(table).selectAll().execute()).toEqual([]);
  // What the practice knows itself is there, by a new key.
  expect(await alertOf(own)).toEqual(["allergic to arnica"]);
  expect(await verifyKeys(app)).toMatchObject({ keys: 1, faults: [] });
  const destroyed = app.db.kysely.selectFrom("erasures").select("kind").where("kind", "=", "record");
  expect(await destroyed.execute()).toHaveLength(1);
  for (const actor of [owner, leaver]) {
    const found = await viewCertificate(app, actor, therapistId);
    if (found.kind !== "found") throw new Error(found.kind);
    const lines = certificateLines(found.certificate).map(({ text, right }) => `${text} ${right ?? ""}`);
    expect(lines).toContainEqual(expect.stringContaining(record.bundle.last));
    expect(lines).toContainEqual(expect.stringMatching(/^Record 1 Destroyed here /));
    // A hash may spell a name.
    expect(lines.join("\n").replace(/[0-9a-f]{32,}/g, "")).not.toMatch(/Ada|zebra/i);
  }
});

test.each(["stays", null] as const)(
  "what does not follow is closed to everyone, and kept until its day (%s)",
  async (answer) => {
    const own = await closed(answer);
    const { app, clientId, leaver, therapistId, managed, which } = own;
    expect(await viewLeaversFile(app, leaver, therapistId)).toMatchObject({ state: "finished", follow: 0 });
    expect(await openNote(app, leaver, which)).toEqual({ kind: "not-found" });
    expect(await openFiles(app, leaver, clientId)).toMatchObject({ files: [], withdrawal: null });
    expect(await alertOf(own)).toEqual(["allergic to arnica"]);
    expect(await readOwnRecord(app, "ada")).toMatchObject({
      record: { withdrawal: null, controller: null, forms: [{}], notes: [{}] },
    });
    // They come again: a new record begins, the practice's own.
    app.clock.set(app.clock.now() + 1000);
    expect(await sendForm(app, await managed(), answered())).toMatchObject({ kind: "sent" });
    expect(await openForm(app, leaver, clientId)).toMatchObject({ kind: "opened" });
    const found = await viewCertificate(app, leaver, therapistId);
    const lines = found.kind === "found" ? certificateLines(found.certificate).map(({ right }) => right) : [];
    expect(lines).toContainEqual(expect.stringMatching(/^Until .* 2037$/));
    app.clock.set(Date.UTC(2037, 3, 10));
    await keepRecords(app);
    app.clock.set(Date.UTC(2037, 6, 10));
    await keepRecords(app);
    expect(await app.db.kysely.selectFrom("treatment_notes").select("id").execute()).toEqual([]);
  },
);

test("a record on hold that went along stays, closed, until the hold is lifted", async () => {
  const own = await closed("follows");
  const { app, clientId, owner, leaver, therapistId } = own;
  await placeHold(app, owner, { clientId, reason: "Claim" });
  const { code } = await taken(own);
  expect(await confirmFile(app, leaver, { therapistId, code })).toEqual({ kind: "saved" });
  expect(await app.db.kysely.selectFrom("treatment_notes").select("id").execute()).toHaveLength(1);
  expect(await openNote(app, leaver, own.which)).toEqual({ kind: "not-found" });
});

test("a restored backup from before it hides the record again as left with, and the client’s consent stands", async () => {
  const own = await begun("stays");
  const { app, clientId } = own;
  const backup = await makeBackup(
    { db: app.db, dataDir: app.config.dataDir },
    { folder: temporaryFolder(), now: app.clock.now() },
  );
  expect(await closeRecords(app, own.owner, own.therapistId)).toEqual({ kind: "saved" });
  const where = await databaseOf(app.db.engine, { blank: true });
  const restoring = { sendMails: false, replace: false, backupDir: null, eraseAgain };
  const { log, clock, config } = app;
  await restoreBackup({ folder: backup, now: clock.now(), log, where, ...restoring });
  const db = openDatabase({ ...config, ...where }, log);
  onTestFinished(() => db.close());
  const erasures = await listErasures(app.db.kysely);
  expect(await eraseAgain(db, { erasures, now: clock.now(), config })).toBe(1);
  expect(await getWithdrawal(db.kysely, clientId)).toBeNull();
  const rows = await db.kysely.selectFrom("health_withdrawals").select(["departure_id", "kept_until"]).execute();
  expect(rows).toEqual([{ departure_id: expect.any(String), kept_until: erasures[0]?.kept_until }]);
  const controllers = await db.kysely.selectFrom("record_controllers").select("client_id").execute();
  expect(controllers).toEqual([]);
  const after: Own["app"] = { ...app, db };
  expect(await openForm(after, own.leaver, clientId)).toMatchObject({ kind: "opened", form: null });
  expect(await eraseAgain(db, { erasures, now: clock.now(), config })).toBe(0);
});

test("records of the practice stay, and colleagues who treat the client read their notes if an owner says so", async () => {
  const { app, clientId, owner, therapistId, which } = await selfEmployed();
  await setController(app, owner, { clientId, therapistId: null });
  expect(await beginLeaving(app, owner, { therapistId, reason: REASON, notesNext: "treating" })).toEqual({
    kind: "saved",
  });
  expect(await closeRecords(app, owner, therapistId)).toEqual({ kind: "saved" });
  const row = app.db.kysely.selectFrom("treatment_notes").select(["shared", "withdrawal_id"]);
  expect(await row.where("id", "=", which.noteId).execute()).toEqual([{ shared: 1, withdrawal_id: null }]);
});

test("only an owner begins and closes, only the leaver takes, and a reason must be given", async () => {
  const { app, clientId, owner, leaver, therapistId } = await selfEmployed();
  const begin = (actor: Actor, reason = REASON, notesNext = "chosen") =>
    beginLeaving(app, actor, { therapistId, reason, notesNext });
  for (const actor of [leaver, ...NOT_ADMINS]) {
    expect(await begin(actor)).toEqual({ kind: "forbidden" });
    expect(await closeRecords(app, actor, therapistId)).toEqual({ kind: "forbidden" });
    expect(await viewLeaving(app, actor, therapistId)).toEqual({ kind: "forbidden" });
  }
  expect(await begin(owner, " ")).toMatchObject({ kind: "invalid", message: "Enter the reason" });
  expect(await begin(owner, REASON, "all")).toMatchObject({ kind: "invalid" });
  expect(await closeRecords(app, owner, therapistId)).toEqual({ kind: "not-found" });
  expect(await begin(owner)).toEqual({ kind: "saved" });
  const otherId = "demo-tom-ellery";
  const { id } = await staffIn(app, { roles: ["therapist"], therapistId: otherId });
  const other: Actor = { kind: "staff", userId: id, roles: ["therapist"], therapistId: otherId, choices: [] };
  for (const actor of [owner, other, { kind: "visitor" } as const]) {
    expect(await viewLeaversFile(app, actor, therapistId)).toEqual({ kind: "not-found" });
    expect(await makeFileKey(app, actor, therapistId)).toEqual({ kind: "not-found" });
    expect(await takeFile(app, actor, { therapistId, key: "x" })).toEqual({ kind: "not-found" });
    expect(await confirmFile(app, actor, { therapistId, code: "x" })).toEqual({ kind: "not-found" });
  }
  expect(await viewLeaversFile(app, leaver, therapistId)).toMatchObject({ state: "open" });
  // Not before the records are closed, and not without having shown who they are.
  expect(await makeFileKey(app, leaver, therapistId)).toEqual({ kind: "not-found" });
  await closeRecords(app, owner, therapistId);
  const stale = { ...leaver, isConfirmed: false } as Actor;
  const refused = await makeFileKey(app, stale, therapistId);
  expect(["unconfirmed", "not-found"]).toContain(refused.kind);
  expect(clientId).toBeTruthy();
});
