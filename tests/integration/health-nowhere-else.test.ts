import { readdirSync, readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import { Writable } from "node:stream";
import { sql } from "kysely";
import { expect, test } from "vitest";
import { withdrawConsent } from "#app/health/keeping/withdrawal.server.ts";
import { ownRecordFile, readOwnRecord } from "#app/health/own-record.server.ts";
import { personalData } from "#app/personal-data.server.ts";
import type { AppContext } from "#app/platform/app-context.server.ts";
import { makeBackup } from "#app/platform/backup/make-backup.server.ts";
import { createLog } from "#app/platform/log.server.ts";
import type { Actor } from "#app/platform/permissions.ts";
import { exportData } from "#app/privacy/get-client-record.server.ts";
import { adminActor } from "#tests/support/admin.ts";
import { archiveFrom, contentsOf } from "#tests/support/archives/archives.ts";
import { foundAnywhere } from "#tests/support/canaries.ts";
import { treated } from "#tests/support/health.ts";
import { CANARY, writeEverywhere } from "#tests/support/health-canaries.ts";
import { mailServer } from "#tests/support/mail-server.ts";
import { sendAll, worker } from "#tests/support/post.ts";
import { temporaryFolder } from "#tests/support/temporary-folder.ts";

// One word by the support for all records, one of this test alone.
const WORDS = [CANARY, "ZEBRA"];

const DAY = 86_400_000;

test("what is written into a health record is in no row, file, log, email, backup or export but the person’s own", {
  timeout: 120_000,
}, async () => {
  const server = await mailServer();
  const own = await treated();
  const logged: string[] = [];
  const into = new Writable({
    write(line, _encoding, done) {
      logged.push(String(line));
      done();
    },
  });
  const app: AppContext = { ...own.app, log: createLog("trace", into) };
  expect(await writeEverywhere(app, own)).toEqual([
    ...["saved", "sent", "saved", "saved", "added", "saved", "added", "added", "added", "opened", "made", "saved"],
    ...["sent", "saved"],
  ]);
  const read = await readOwnRecord(app, "ada");
  if (read.kind !== "opened") throw new Error(read.kind);
  expect(JSON.stringify(ownRecordFile(read.record)).split(CANARY).length).toBeGreaterThan(20);

  const found = async () => [
    ...(await foundAnywhere(app, WORDS)),
    ...(await foundInServer(app)),
    ...filesWith(app.config.dataDir),
    ...WORDS.filter((word) => logged.join("").includes(word)).map((word) => `${word} in the log`),
  ];
  expect(await found()).toEqual([]);

  server.become("refusing");
  await sendAll(app, worker(server.url));
  expect(logged.length).toBeGreaterThan(0);
  server.become("taking");
  own.app.clock.set(own.app.clock.now() + DAY / 24);
  await sendAll(app, worker(server.url));
  expect(server.arrived.length).toBeGreaterThan(0);
  for (const { raw, mail } of server.arrived)
    for (const text of [raw, mail.subject, mail.text, mail.html]) expect(text ?? "").not.toMatch(/QUAGGA|ZEBRA/i);

  const folder = temporaryFolder();
  const { db, config, clock } = app;
  await makeBackup({ db, dataDir: config.dataDir }, { folder, now: clock.now() });
  expect(filesWith(folder)).toEqual([]);
  const archive = await contentsOf(await archiveFrom(app));
  expect(archive.size).toBeGreaterThan(5);
  for (const [name, bytes] of archive)
    expect([name, WORDS.some((word) => bytes.includes(word))]).toEqual([name, false]);

  await withdrawConsent(app, { kind: "client", userId: "ada" });
  expect(await found()).toEqual([]);
  const owner = { ...(await adminActor(app)), isConfirmed: true } as Actor;
  const exported = await exportData(app, owner, { id: own.clientId, personalData });
  expect(exported.kind).toBe("exported");
  expect(JSON.stringify(exported)).not.toMatch(/QUAGGA|ZEBRA/);
});

/** PostgreSQL's own files of this database, and its write-ahead log. */
async function foundInServer({ db }: AppContext): Promise<string[]> {
  if (db.engine !== "postgres") return [];
  await sql`checkpoint`.execute(db.kysely);
  const { rows } = await sql<{ folder: string; oid: number }>`
    select current_setting('data_directory') as folder, oid from pg_database where datname = current_database()
  `.execute(db.kysely);
  return rows.flatMap(({ folder, oid }) => [
    ...filesWith(join(folder, "base", String(oid))),
    // Other tests write there, too: the word is this test's alone.
    ...filesWith(join(folder, "pg_wal"), [CANARY]),
  ]);
}

function filesWith(folder: string, words: readonly string[] = WORDS): string[] {
  return readdirSync(folder, { recursive: true, encoding: "utf8" })
    .map((name) => join(folder, name))
    .filter((file) => statSync(file, { throwIfNoEntry: false })?.isFile())
    .flatMap((file) => {
      const bytes = bytesOf(file);
      return words.filter((word) => bytes.includes(word)).map((word) => `${word} in ${file}`);
    });
}

/** A server takes away, while this looks, what it no longer needs. */
function bytesOf(file: string): Buffer {
  try {
    return readFileSync(file);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ENOENT") return Buffer.alloc(0);
    throw error;
  }
}
