import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { cancel } from "#app/appointments/cancel.server.ts";
import { leave } from "#app/appointments/clients/client-account.server.ts";
import { eraseAgain, personalData } from "#app/personal-data.server.ts";
import { makeBackup } from "#app/platform/backup/make-backup.server.ts";
import { restoreBackup } from "#app/platform/backup/restore.server.ts";
import { openDatabase } from "#app/platform/database/open.server.ts";
import { listErasures } from "#app/platform/personal-data.server.ts";
import { erase } from "#app/privacy/erase-client.server.ts";
import { merge } from "#app/privacy/merge-clients.server.ts";
import { adminActor } from "#tests/support/admin.ts";
import { at, booked } from "#tests/support/booking-inputs.ts";
import { foundAnywhere } from "#tests/support/canaries.ts";
import { clientOf, makePast } from "#tests/support/clients.ts";
import { sendAll, worker } from "#tests/support/post.ts";
import { practice } from "#tests/support/practice.ts";
import { personIn } from "#tests/support/signed-in.ts";
import { temporaryFolder } from "#tests/support/temporary-folder.ts";
import { databaseOf, demoApp, type TestApp } from "#tests/support/test-app.ts";

const CANARIES = ["quillfeather", "featherstone", "1632960777", "1632960778"];
const DAY = 86_400_000;

test("whoever was erased since a backup is erased again when it is restored", async () => {
  const backupDir = temporaryFolder();
  const app = await demoApp({ config: { backupDir } });
  const admin = await adminActor(app);
  const { aheadId, clientId, otherId, leaver } = await peopleIn(app);
  const folder = await backup(app, backupDir);
  expect(existsSync(join(backupDir, "erasures.jsonl"))).toBe(false);
  app.clock.set(app.clock.now() + DAY / 4);
  await cancel(app, practice, { appointmentId: aheadId, reason: null });
  await merge(app, admin, { id: clientId, otherId, personalData });
  expect((await erase(app, admin, { id: clientId, personalData })).kind).toBe("erased");
  expect(await leave(app, leaver, { password: "" })).toEqual({ kind: "deleted" });
  expect(await foundAnywhere(app, CANARIES)).toEqual([]);

  const list = readFileSync(join(backupDir, "erasures.jsonl"), "utf8").trim().split("\n");
  expect(list.map((line) => Object.keys(JSON.parse(line)).sort())).toEqual(list.map(() => ["at", "id", "kind"]));
  const { outcome, restored } = await restoredFrom(app, folder);
  expect(outcome).toMatchObject({ kind: "restored", erasedAgain: 3 });
  expect(await foundAnywhere(restored, CANARIES)).toEqual([]);
  const { kysely } = restored.db;
  const ahead = kysely.selectFrom("appointments").select("status").where("id", "=", aheadId);
  expect(await ahead.executeTakeFirst()).toEqual({ status: "Cancelled" });
  expect(
    await kysely.selectFrom("appointment_claims").selectAll().where("appointment_id", "=", aheadId).execute(),
  ).toEqual([]);
  expect(await listErasures(kysely)).toEqual(await listErasures(app.db.kysely));
});

test("a list that can't be read stops the restore", async () => {
  const backupDir = temporaryFolder();
  const app = await demoApp({ config: { backupDir } });
  const folder = await backup(app, backupDir);
  writeFileSync(join(backupDir, "erasures.jsonl"), '{"kind":"client"\n');
  await expect(restoredFrom(app, folder)).rejects.toThrow("Line 1 of");
});

test("without a list the database that is replaced knows who was erased", async () => {
  const app = await demoApp();
  const { clientId, aheadId } = await peopleIn(app);
  const folder = await backup(app, temporaryFolder());
  await cancel(app, practice, { appointmentId: aheadId, reason: null });
  await erase(app, await adminActor(app), { id: clientId, personalData });
  await app.db.close();
  const input = {
    folder,
    now: app.clock.now(),
    log: app.log,
    sendMails: false,
    replace: true,
    eraseAgain,
  };
  const { databaseUrl, dataDir } = app.config;
  const outcome = await restoreBackup({ ...input, backupDir: temporaryFolder(), where: { databaseUrl, dataDir } });
  expect(outcome).toMatchObject({ kind: "restored", erasedAgain: 1 });
});

/** A client with an appointment ahead, a second record of the same person, and somebody with an account. */
async function peopleIn(app: TestApp) {
  const who = { name: "Canary Quillfeather", email: "canary@quillfeather.example", phone: "+441632960777" };
  const { id: aheadId } = await booked(app, { ...who, therapist: "tom-ellery" });
  const second = { name: "Canary Featherstone", email: "canary@featherstone.example", phone: "+441632960778" };
  const { id: pastId } = await booked(app, { ...second, therapist: "tom-ellery", start: at("14:00") });
  await makePast(app, pastId);
  await sendAll(app, worker(null));
  const person = await personIn(app, { name: "leaver", email: "leaver@quillfeather.example" });
  const user = { ...person, username: person.name, role: "user" } as const;
  const leaver = {
    caller: { address: "203.0.113.7", headers: new Headers() },
    identity: { user, actor: { kind: "client", userId: person.id }, sessionId: null, confirmedFor: 60_000 } as never,
  };
  return { aheadId, clientId: await clientOf(app, aheadId), otherId: await clientOf(app, pastId), leaver };
}

function backup(app: TestApp, folder: string): Promise<string> {
  return makeBackup({ db: app.db, dataDir: app.config.dataDir }, { folder, now: app.clock.now() });
}

/** On another machine, with nothing but the folder of the backups. */
async function restoredFrom(app: TestApp, folder: string) {
  const where = await databaseOf(app.db.engine, { blank: true });
  const input = { folder, where, now: app.clock.now(), log: app.log, sendMails: true, replace: false };
  const outcome = await restoreBackup({ ...input, backupDir: null, eraseAgain });
  const db = openDatabase(where, app.log);
  return { outcome, restored: { ...app, db, config: { ...app.config, ...where } } };
}
