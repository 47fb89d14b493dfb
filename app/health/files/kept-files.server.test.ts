import { copyFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { addFile } from "#app/health/files/add-file.server.ts";
import { openFile } from "#app/health/files/files.server.ts";
import { readKeptFile } from "#app/health/files/kept-files.server.ts";
import { verifyFiles } from "#app/health/files/pieces.db.server.ts";
import { rotateHealthKey } from "#app/health/keeping/rotate-key.server.ts";
import { verifyKeys } from "#app/health/verify-keys.server.ts";
import { eraseAgain, personalData } from "#app/personal-data.server.ts";
import type { AppContext } from "#app/platform/app-context.server.ts";
import { makeBackup } from "#app/platform/backup/make-backup.server.ts";
import { restoreBackup } from "#app/platform/backup/restore.server.ts";
import { openDatabase } from "#app/platform/database/open.server.ts";
import { HEALTH_KEY_FILE } from "#app/platform/encryption.server.ts";
import { merge } from "#app/privacy/merge-clients.server.ts";
import { adminActor } from "#tests/support/admin.ts";
import { booked } from "#tests/support/booking-inputs.ts";
import { clientOf } from "#tests/support/clients.ts";
import { treated } from "#tests/support/health.ts";
import { temporaryFolder } from "#tests/support/temporary-folder.ts";
import { databaseOf } from "#tests/support/test-app.ts";

const DAY = 86_400_000;
/** Of three pieces. */
const PAPER = Buffer.concat([Buffer.from("%PDF-1.7 "), Buffer.alloc(150_000, "paper ")]);

async function filed(config: Parameters<typeof treated>[0] = {}) {
  const own = await treated(config);
  const { app, clientId, therapist } = own;
  const on = new Date(app.clock.now()).toISOString().slice(0, 10);
  const fields = { kind: "scan", title: "Scan", on, forClient: "on" };
  const read = async () => ({ type: "pdf", bytes: PAPER, width: 0, height: 0 }) as const;
  const outcome = await addFile(app, therapist, { clientId, fields, read });
  if (outcome.kind !== "added") throw new Error(outcome.kind);
  return { ...own, fileId: outcome.id };
}

async function expectWhole(app: AppContext, which: { clientId: string; fileId: string }) {
  const kept = await readKeptFile(app, app.db.kysely, { ...which, forClient: true });
  expect(kept?.details.title).toBe("Scan");
  expect(kept?.bytes.equals(PAPER)).toBe(true);
  expect(await verifyFiles(app.db.kysely)).toEqual({ files: 1, faults: [] });
  expect(await verifyKeys(app)).toMatchObject({ faults: [] });
}

test("a file is whole in a restored backup, with the health key, and shut without it", async () => {
  const backupDir = temporaryFolder();
  const { app, clientId, fileId } = await filed({ config: { backupDir } });
  const from = { db: app.db, dataDir: app.config.dataDir };
  const folder = await makeBackup(from, { folder: backupDir, now: app.clock.now() });
  for (const hasKey of [true, false]) {
    const where = await databaseOf(app.db.engine, { blank: true });
    if (hasKey) copyFileSync(join(app.config.dataDir, HEALTH_KEY_FILE), join(where.dataDir, HEALTH_KEY_FILE));
    const input = { folder, where, now: app.clock.now(), log: app.log, sendMails: true, replace: false };
    await restoreBackup({ ...input, backupDir, eraseAgain });
    const db = openDatabase(where, app.log);
    const restored = { ...app, db, config: { ...app.config, ...where } };
    if (hasKey) await expectWhole(restored, { clientId, fileId });
    else expect(await readKeptFile(restored, db.kysely, { clientId, fileId, forClient: true })).toBeNull();
    await db.close();
  }
});

test("a file goes along when two clients become one", async () => {
  const { app, clientId, fileId, therapist } = await filed();
  const other = await booked(app, { name: "Ada Smyth", email: "smyth@example.com", phone: "07700900555" });
  const otherId = await clientOf(app, other.id);
  expect(otherId).not.toBe(clientId);
  const outcome = await merge(app, await adminActor(app), { id: otherId, otherId: clientId, personalData });
  expect(outcome.kind).toBe("merged");
  const { client_id: kept } = await app.db.kysely
    .selectFrom("record_files")
    .select("client_id")
    .where("id", "=", fileId)
    .executeTakeFirstOrThrow();
  await expectWhole(app, { clientId: kept, fileId });
  expect(await openFile(app, therapist, { clientId: kept, fileId })).toMatchObject({ kind: "opened" });
  const gone = kept === clientId ? otherId : clientId;
  expect(await openFile(app, therapist, { clientId: gone, fileId })).toEqual({ kind: "not-found" });
});

test("a new health key opens the files that the former one did", async () => {
  const { app, clientId, fileId } = await filed();
  expect(await rotateHealthKey(app)).toMatchObject({ kind: "changed" });
  await expectWhole(app, { clientId, fileId });
  app.clock.set(app.clock.now() + DAY);
  expect(await rotateHealthKey(app)).toMatchObject({ kind: "changed" });
  await expectWhole(app, { clientId, fileId });
});
