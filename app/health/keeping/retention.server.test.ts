import { copyFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { openForm, sendForm } from "#app/health/form/forms.server.ts";
import { endReason } from "#app/health/keeping/end-words.ts";
import { liftHold, placeHold, viewHold } from "#app/health/keeping/hold.server.ts";
import { keepRecords, listEnding } from "#app/health/keeping/retention.server.ts";
import { withdrawConsent } from "#app/health/keeping/withdrawal.server.ts";
import { EMPTY_NOTE } from "#app/health/note.ts";
import { verifyRecords } from "#app/health/note-chain.server.ts";
import { openNote, saveNote } from "#app/health/notes.server.ts";
import { readOwnRecord } from "#app/health/own-record.server.ts";
import { openRecord } from "#app/health/record-key.server.ts";
import { switchHealth } from "#app/health/switch.server.ts";
import { verifyKeys } from "#app/health/verify-keys.server.ts";
import { eraseAgain, personalData } from "#app/personal-data.server.ts";
import { makeBackup } from "#app/platform/backup/make-backup.server.ts";
import { restoreBackup } from "#app/platform/backup/restore.server.ts";
import { openDatabase } from "#app/platform/database/open.server.ts";
import { startOfDay } from "#app/platform/date-time.ts";
import { HEALTH_KEY_FILE } from "#app/platform/encryption.server.ts";
import { erase } from "#app/privacy/erase-client.server.ts";
import { keptFor } from "#app/settings/health.ts";
import { readSettings, writeSetting } from "#app/settings/settings.db.server.ts";
import { adminActor, NOT_ADMINS } from "#tests/support/admin.ts";
import { at, booked } from "#tests/support/booking-inputs.ts";
import { foundAnywhere } from "#tests/support/canaries.ts";
import { makePast } from "#tests/support/clients.ts";
import { answered, treated } from "#tests/support/health.ts";
import { temporaryFolder } from "#tests/support/temporary-folder.ts";
import { databaseOf, type TestApp } from "#tests/support/test-app.ts";

const ADA = { kind: "client", userId: "ada" } as const;
const TABLES = [
  ...(["health_answers", "health_consents", "health_checks", "health_access", "health_withdrawals"] as const),
  ...(["treatment_notes", "note_amendments", "client_alerts", "record_keys", "record_ends"] as const),
];

/** The appointment is on 5 May 2027, and ten years are kept. */
const onDay = (app: TestApp, day: string) => app.clock.set(startOfDay(day, "Europe/London") + 1);

async function counts(app: Pick<TestApp, "db">): Promise<Record<string, number>> {
  const found: Record<string, number> = {};
  for (const table of TABLES) {
    const rows = await app.db.kysely.selectFrom(table).selectAll().execute();
    if (rows.length > 0) found[table] = rows.length;
  }
  return found;
}

async function listed(app: TestApp) {
  await keepRecords(app);
  return (await listEnding(app.db.kysely)).map(({ name, reason, ends_on }) => [name, reason, ends_on]);
}

test("a record stands a month on the list and is destroyed on its day, with a line that names nobody", async () => {
  const { app, clientId, sign } = await treated();
  await sign();
  onDay(app, "2037-04-04");
  expect(await listed(app)).toEqual([]);
  onDay(app, "2037-04-05");
  expect(await listed(app)).toEqual([["Ada Smith", "age", "2037-05-06"]]);
  expect(endReason("age", { adultYears: 10, minorUntil: 28 })).toBe("10 years after the last appointment");
  onDay(app, "2037-05-05");
  expect(await keepRecords(app)).toBe(0);
  expect(await readOwnRecord(app, "ada")).toMatchObject({ kind: "opened", record: { forms: [{}], notes: [{}] } });
  const [key] = await app.db.kysely.selectFrom("record_keys").select("key_id").execute();
  onDay(app, "2037-05-06");
  expect(await keepRecords(app)).toBe(1);
  expect(await keepRecords(app)).toBe(0);
  expect(await counts(app)).toEqual({});
  expect(await readOwnRecord(app, "ada")).toEqual({ kind: "not-found" });
  const lines = app.db.kysely.selectFrom("audit").selectAll().where("action", "=", "record.destroy");
  expect(await lines.execute()).toMatchObject([
    { actor: "system", subject_kind: "record", subject_id: key?.key_id, detail: "{}" },
  ]);
  expect(await app.db.kysely.selectFrom("clients").select("name").where("id", "=", clientId).execute()).toEqual([
    { name: "Ada Smith" },
  ]);
});

test("who books again keeps their record, and lowered years leave a month to read the list", async () => {
  const { app } = await treated();
  onDay(app, "2037-05-01");
  expect(await listed(app)).toEqual([["Ada Smith", "age", "2037-05-31"]]);
  onDay(app, "2037-05-30");
  expect(await keepRecords(app)).toBe(0);
  const later = await booked(app, { start: at("10:00", "2037-06-02") });
  onDay(app, "2037-06-01");
  expect(await keepRecords(app)).toBe(0);
  expect(await listed(app)).toEqual([]);
  await makePast(app, later.id, 7.5 * 365);
  expect(await listed(app)).toEqual([]);
  await writeYears(app, { bodies: ["balens"] });
  expect(await listed(app)).toEqual([["Ada Smith", "age", "2037-07-01"]]);
  // Off, nothing is destroyed that nobody would have seen on the list; on again, its month begins anew.
  const owner = await adminActor(app);
  await switchHealth(app, owner, false);
  onDay(app, "2037-07-01");
  expect(await listed(app)).toEqual([]);
  expect(await counts(app)).toMatchObject({ record_keys: 1 });
  await switchHealth(app, owner, true);
  expect(await listed(app)).toEqual([["Ada Smith", "age", "2037-07-31"]]);
});

test("a record on hold is not destroyed on its day, nor with its client, until an owner lifts the hold", async () => {
  const { app, clientId, sign, therapist } = await treated();
  await sign();
  const owner = await adminActor(app);
  const reason = "ZEBRA-CLAIM";
  expect(await placeHold(app, owner, { clientId, reason: " " })).toMatchObject({ kind: "invalid" });
  for (const actor of [therapist, { kind: "visitor" } as const, ...NOT_ADMINS]) {
    expect(await viewHold(app, actor, clientId)).toEqual({ kind: "forbidden" });
    expect(await placeHold(app, actor, { clientId, reason })).toEqual({ kind: "forbidden" });
    expect(await liftHold(app, actor, clientId)).toEqual({ kind: "forbidden" });
  }
  expect(await placeHold(app, owner, { clientId, reason })).toEqual({ kind: "saved" });
  expect(await foundAnywhere(app, ["zebra"])).toEqual([]);
  expect(await verifyKeys(app)).toMatchObject({ faults: [] });
  const since = app.clock.now();
  expect(await viewHold(app, owner, clientId)).toMatchObject({ kind: "found", hold: { since, reason } });
  expect(await readOwnRecord(app, "ada")).toMatchObject({ kind: "opened", record: { onHoldSince: since } });
  onDay(app, "2037-04-05");
  expect(await keepRecords(app)).toBe(0);
  onDay(app, "2037-06-06");
  expect(await keepRecords(app)).toBe(0);
  expect(await listEnding(app.db.kysely)).toMatchObject([{ ends_on: "2037-05-06", onHoldSince: since }]);
  // Erased after its day: frozen, and still on hold.
  expect(await erase(app, owner, { id: clientId, personalData })).toEqual({ kind: "erased", keptUntil: "2037-06-06" });
  onDay(app, "2037-08-01");
  expect(await keepRecords(app)).toBe(0);
  expect(await viewHold(app, owner, clientId)).toMatchObject({
    kind: "found",
    name: "Erased client",
    hold: { reason },
  });
  expect(await liftHold(app, owner, clientId)).toEqual({ kind: "saved" });
  expect(await keepRecords(app)).toBe(1);
  expect(await counts(app)).toEqual({});
  const holds = await app.db.kysely.selectFrom("record_holds").selectAll().execute();
  expect(holds).toEqual([]);
  expect(await viewHold(app, owner, clientId)).toEqual({ kind: "not-found" });
});

test("an open record whose hold is lifted after its day stands on the list for another month", async () => {
  const { app, clientId } = await treated();
  const owner = await adminActor(app);
  await placeHold(app, owner, { clientId, reason: "Claim" });
  onDay(app, "2037-06-06");
  expect(await listed(app)).toEqual([["Ada Smith", "age", "2037-07-06"]]);
  onDay(app, "2037-09-01");
  expect(await keepRecords(app)).toBe(0);
  await liftHold(app, owner, clientId);
  expect(await listed(app)).toEqual([["Ada Smith", "age", "2037-10-01"]]);
  onDay(app, "2037-10-01");
  expect(await keepRecords(app)).toBe(1);
});

test("a child's record is kept as the table says", async () => {
  const { app, managed } = await treated();
  app.clock.set(app.clock.now() + 1000);
  await sendForm(app, await managed(), answered({ adult: "no", guardian: "Mary", relation: "mother" }));
  onDay(app, "2037-05-06");
  expect(await listed(app)).toEqual([]);
  onDay(app, "2055-04-05");
  expect(await listed(app)).toEqual([["Ada Smith", "child", "2055-05-06"]]);
});

test("an erasure freezes what must be kept, says until when, and the key goes on that day, in a restored backup too", async () => {
  const backupDir = temporaryFolder();
  const { app, appointment, clientId, therapist, which } = await treated({ config: { backupDir } });
  await makePast(app, appointment.id);
  const before = await backup(app, backupDir);
  app.clock.set(app.clock.now() + 1000);
  const owner = await adminActor(app);
  expect(await erase(app, owner, { id: clientId, personalData })).toEqual({ kind: "erased", keptUntil: KEPT });
  expect(await counts(app)).toEqual({
    health_answers: 1,
    health_consents: 1,
    health_withdrawals: 1,
    treatment_notes: 1,
    record_keys: 1,
  });
  expect(await foundAnywhere(app, ["ada smith", "ada@example.com", "zebra"])).toEqual([]);
  expect(await openNote(app, therapist, which)).toEqual({ kind: "not-found" });
  expect(await verifyKeys(app)).toMatchObject({ keys: 1, cells: 4, faults: [] });
  expect(await personIn(app, clientId)).toMatchObject({ name: "Ada Smith" });
  expect(await verifyRecords(app.db.kysely)).toEqual({ notes: 1, faults: [] });

  const frozen = await restoredFrom(app, before, backupDir);
  expect(await counts(frozen)).toMatchObject({ health_withdrawals: 1, record_keys: 1 });
  expect(await frozen.db.kysely.selectFrom("health_withdrawals").select("kept_until").execute()).toEqual([
    { kept_until: KEPT },
  ]);
  expect(await personIn(frozen, clientId)).toMatchObject({ name: "Ada Smith" });
  expect(await foundAnywhere(frozen, ["ada smith", "ada@example.com", "zebra"])).toEqual([]);

  onDay(app, "2037-04-05");
  expect(await listed(app)).toEqual([[null, "erased", "2037-04-28"]]);
  const late = await backup(app, backupDir);
  onDay(app, "2037-04-28");
  expect(await keepRecords(app)).toBe(1);
  expect(await counts(app)).toEqual({});
  for (const folder of [before, late]) expect(await counts(await restoredFrom(app, folder, backupDir))).toEqual({});
});

test("a backup from before a withdrawal brings back nothing that the practice could read", async () => {
  const backupDir = temporaryFolder();
  const { app, clientId, therapist, which } = await treated({ config: { backupDir } });
  const before = await backup(app, backupDir);
  app.clock.set(app.clock.now() + 1000);
  const outcome = await withdrawConsent(app, ADA);
  const restored = await restoredFrom(app, before, backupDir);
  expect(await openNote(restored, therapist, which)).toEqual({ kind: "not-found" });
  expect(await openForm(restored, therapist, clientId)).toMatchObject({ form: null });
  const own = await readOwnRecord(restored, "ada");
  expect({ kind: "withdrawn", withdrawal: own.kind === "opened" && own.record.withdrawal }).toEqual(outcome);
  expect(await verifyRecords(restored.db.kysely)).toEqual({ notes: 1, faults: [] });
});

test("what a withdrawal froze goes on its own day, and the record that a new form began stays", async () => {
  const { app, clientId, managed, therapist } = await treated();
  await withdrawConsent(app, ADA);
  app.clock.set(app.clock.now() + 1000);
  await sendForm(app, await managed(), answered({ help: "Again" }));
  const noteId = "0193a0c0-0000-7000-8000-000000000001";
  const given = { ...EMPTY_NOTE, says: "New" };
  await saveNote(app, therapist, { clientId, noteId, version: 0, given, signs: true });
  expect(await counts(app)).toMatchObject({ record_keys: 2, treatment_notes: 2, health_answers: 2 });
  await booked(app, { start: at("14:00", "2027-05-12") });
  onDay(app, "2037-05-06");
  expect(await listed(app)).toEqual([["Ada Smith", "age", "2037-06-05"]]);
  expect(await counts(app)).toMatchObject({ record_keys: 1, treatment_notes: 1, health_answers: 1 });
  expect(await verifyRecords(app.db.kysely)).toEqual({ notes: 1, faults: [] });
  expect(await readOwnRecord(app, "ada")).toMatchObject({
    record: { forms: [{ answers: { words: { help: "Again" } } }] },
  });
});

// The appointment was made a week past, on 27 April 2027.
const KEPT = "2037-04-27";

async function personIn(app: Pick<TestApp, "db" | "config">, clientId: string) {
  const rows = await app.db.kysely.selectFrom("health_withdrawals").select(["id", "person"]).execute();
  const cells = rows.map(({ id, person }) => ({
    cell: { table: "health_withdrawals", column: "person", row: id },
    sealed: person ?? "",
  }));
  return (await openRecord(app, app.db.kysely, clientId, cells))[0];
}

async function writeYears(app: TestApp, more: object): Promise<void> {
  const { health } = (await readSettings(app.db.kysely, app.log)).settings;
  const value = { ...health, ...more };
  await app.db.kysely.transaction().execute((tx) => writeSetting(tx, { key: "health", value, now: app.clock.now() }));
  expect(keptFor(value).adultYears).toBe(7);
}

function backup(app: TestApp, folder: string): Promise<string> {
  return makeBackup({ db: app.db, dataDir: app.config.dataDir }, { folder, now: app.clock.now() });
}

async function restoredFrom(app: TestApp, folder: string, backupDir: string) {
  const where = await databaseOf(app.db.engine, { blank: true });
  copyFileSync(join(app.config.dataDir, HEALTH_KEY_FILE), join(where.dataDir, HEALTH_KEY_FILE));
  const input = { folder, where, now: app.clock.now(), log: app.log, sendMails: true, replace: false };
  await restoreBackup({ ...input, backupDir, eraseAgain });
  const db = openDatabase(where, app.log);
  return { ...app, db, config: { ...app.config, ...where } };
}
