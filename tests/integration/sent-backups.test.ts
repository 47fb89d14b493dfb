import { once } from "node:events";
import {
  appendFileSync,
  copyFileSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  truncateSync,
  writeFileSync,
} from "node:fs";
import { createServer } from "node:http";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { getAdapter } from "#app/adapters/adapters.db.server.ts";
import { type AgeKey, keyOf } from "#app/maintenance/age.gateway.server.ts";
import { besideName, outdatedNames, sentName, unneededMedia } from "#app/maintenance/backup-place.ts";
import { backUpIfDue, getBackupFacts } from "#app/maintenance/backups.jobs.server.ts";
import { readWords } from "#app/maintenance/bip39.gateway.server.ts";
import {
  makeSshKey,
  makeWords,
  placeInUse,
  proveWords,
  savePlace,
  stopBackups,
  tryPlace,
} from "#app/maintenance/save-backups.server.ts";
import { countRows, openBackup, openText } from "#app/maintenance/sealed-backup.server.ts";
import { openDatabase } from "#app/platform/database/open.server.ts";
import { readHealthText, readSealingText } from "#app/platform/encryption.server.ts";
import { getSettingVersion } from "#app/settings/save-setting.server.ts";
import { readSettings } from "#app/settings/settings.db.server.ts";
import { adminActor } from "#tests/support/admin.ts";
import { switchedOn } from "#tests/support/health.ts";
import { runProgram } from "#tests/support/run-program.ts";
import { talliesOf } from "#tests/support/tallies.ts";
import { temporaryFolder } from "#tests/support/temporary-folder.ts";
import { demoApp, type TestApp, TUESDAY_NINE } from "#tests/support/test-app.ts";

const HOUR = 3_600_000;
const DAY = 24 * HOUR;

test("a place that fails its test is not saved, and its answer is told", async () => {
  const app = await demoApp();
  const owner = await adminActor(app);
  const typed = { kind: "folder", address: "/nowhere/at/all", user: "", region: "", secret: "" } as const;
  expect(await savePlace(app, owner, { version: 0, typed })).toEqual({
    kind: "failed",
    words: "/nowhere/at/all is not a folder that the site may write to. Create it, or check its owner.",
  });
  expect(await savePlace(app, { ...owner, isConfirmed: false }, { version: 0, typed })).toEqual({
    kind: "unconfirmed",
  });
  expect((await readSettings(app.db.kysely, app.log)).settings.backups.place).toBeNull();
});

test("a test leaves nothing behind, and says when the folder is on the disk of the site", async () => {
  const app = await demoApp();
  const place = temporaryFolder();
  const typed = { kind: "folder", address: place, user: "", region: "", secret: "" } as const;
  expect(await savePlace(app, await adminActor(app), { version: 0, typed })).toMatchObject({
    kind: "saved",
    tried: { deletes: true, sameDisk: true },
  });
  expect(readdirSync(place)).toEqual([]);
  expect(await backUpIfDue(app)).toBeNull();
});

test("backups begin when two words were typed from paper, and only the words are shown once", async () => {
  const { app, place, owner } = await placed();
  const made = await makeWords(app, owner);
  if (made.kind !== "made") throw new Error(made.kind);
  expect(new Set(made.words).size).toBeGreaterThan(15);
  const { pending, recipient } = (await readSettings(app.db.kysely, app.log)).settings.backups;
  const [first, second] = pending?.asked ?? [0, 0];
  expect([recipient, first < second, await backUpIfDue(app)]).toEqual(["", true, null]);
  expect(await proveWords(app, owner, ["zebra", "zoo"])).toEqual({ kind: "invalid" });
  const typed = [` ${made.words[first - 1]?.toUpperCase()}`, made.words[second - 1] ?? ""] as const;
  expect(await proveWords(app, owner, typed)).toEqual({ kind: "saved" });
  expect(await backUpIfDue(app)).toBe(sentName(TUESDAY_NINE));
  expect(readdirSync(place)).toHaveLength(3);
});

test("the health key travels beside a backup for the words alone, and comes back with them", {
  timeout: 60_000,
}, async () => {
  const { app, place, key, words } = await backedUp();
  await switchedOn(app);
  const text = readHealthText(app.config) ?? "none";
  const name = (await backUpIfDue(app)) ?? "";
  expect(await openText(join(place, besideName(name, "health")), key.identity)).toBe(text);
  const into = temporaryFolder();
  await openBackup(join(place, name), { name, identity: key.identity, into });
  const files = readdirSync(into, { recursive: true, encoding: "utf8" });
  expect(files.filter((file) => file.includes("health-key"))).toEqual([]);
  expect(readFileSync(join(into, "database.db"), "latin1")).not.toContain(text);
  const dataDir = temporaryFolder();
  const typed = `${words.join(" ")}\n`;
  const restored = await runProgram(
    ["scripts/restore.ts", "--from", place],
    { DATA_DIR: dataDir, LOG_LEVEL: "silent" },
    typed,
  );
  expect(restored.output).toContain("The health key came along: health records open again.");
  expect(readHealthText({ dataDir })).toBe(text);
  const verified = await runProgram(["scripts/keys.ts", "verify"], { DATA_DIR: dataDir, LOG_LEVEL: "silent" });
  expect([verified.code, verified.output]).toEqual([0, expect.stringContaining("The health key opens every record")]);
});

test("the words open a backup and the sealing key, and nothing on the machine opens an older one", async () => {
  const { app, place, key } = await backedUp();
  const first = (await backUpIfDue(app)) ?? "";
  const older = rehearsalKey(app);
  app.clock.set(TUESDAY_NINE + HOUR);
  const second = (await backUpIfDue(app)) ?? "";
  const into = temporaryFolder();
  await openBackup(join(place, first), { name: first, identity: key.identity, into });
  expect(await countRows(join(into, "database.db"))).toEqual((await getBackupFacts(app.db.kysely)).sent?.counts);
  expect(await openText(join(place, besideName(first, "key")), key.identity)).toBe(readSealingText(app.config));
  const identity = rehearsalKey(app);
  expect(identity).not.toBe(older);
  await openBackup(join(place, second), { name: second, identity, into: temporaryFolder() });
  const [name, other] = [first, { identity, into: temporaryFolder() }];
  await expect(openBackup(join(place, name), { name, ...other })).rejects.toThrow("the words of another sheet");
  await expect(openText(join(place, besideName(second, "key")), identity)).rejects.toThrow("another sheet");
});

test("neither words nor keys are in the database, the data folder or a backup", async () => {
  const { app, place, key, words } = await backedUp();
  const name = (await backUpIfDue(app)) ?? "";
  const into = temporaryFolder();
  await openBackup(join(place, name), { name, identity: key.identity, into });
  const text = readFileSync(join(into, "database.db"), "latin1");
  const sealing = readSealingText(app.config) ?? "none";
  expect([words.join(" "), key.identity, sealing, rehearsalKey(app)].filter((one) => text.includes(one))).toEqual([]);
  const files = readdirSync(into, { recursive: true, encoding: "utf8" });
  expect(files.filter((file) => /sealing-key|rehearsal/.test(file))).toEqual([]);
});

test("a backup is sent once an hour, and restored and compared once a night", async () => {
  const { app, place } = await backedUp();
  const sent: (string | null)[] = [];
  const rehearsed: (string | undefined)[] = [];
  for (const at of [0, HOUR / 2, HOUR, 16 * HOUR, 18 * HOUR, 19 * HOUR]) {
    app.clock.set(TUESDAY_NINE + at);
    sent.push(await backUpIfDue(app));
    rehearsed.push((await getBackupFacts(app.db.kysely)).rehearsed?.name);
  }
  expect(sent.map((name) => name !== null)).toEqual([true, false, true, true, true, true]);
  // At nine, when there was none; then the first after two in the morning.
  expect(rehearsed).toEqual([sent[0], sent[0], sent[0], sent[0], sent[4], sent[4]]);
  expect(readdirSync(place).filter((name) => /Z\.age$/.test(name))).toHaveLength(5);
  expect(readdirSync(app.config.dataDir).filter((name) => name.startsWith(".backup-"))).toEqual([]);
});

test("a place that fails is told in words, tried again, and forgotten when it works", async () => {
  const { app, place } = await backedUp();
  rmSync(place, { recursive: true });
  expect(await backUpIfDue(app)).toBeNull();
  expect(await getAdapter(app.db.kysely, "backups")).toMatchObject({
    state: "failing",
    fault: `${place} is not a folder that the site may write to. Create it, or check its owner.`,
  });
  app.clock.set(TUESDAY_NINE + HOUR / 4);
  await backUpIfDue(app);
  const mails = await app.db.kysely.selectFrom("outbox").select("kind").where("kind", "like", "adapter%").execute();
  expect(mails).toHaveLength(1);
  mkdirSync(place);
  app.clock.set(TUESDAY_NINE + HOUR / 2);
  expect(await backUpIfDue(app)).not.toBeNull();
  expect(await getAdapter(app.db.kysely, "backups")).toMatchObject({ state: "ok" });
});

test("who stops backups keeps those that are there", async () => {
  const { app, place, owner } = await backedUp();
  await backUpIfDue(app);
  expect(await stopBackups(app, owner)).toEqual({ kind: "saved" });
  app.clock.set(TUESDAY_NINE + DAY);
  expect([await backUpIfDue(app), await getAdapter(app.db.kysely, "backups")]).toEqual([null, null]);
  expect(readdirSync(place)).toHaveLength(3);
});

test("a backup that was cut, changed or swapped is refused with a sentence", async () => {
  const { app, place, key } = await backedUp();
  const name = (await backUpIfDue(app)) ?? "";
  const file = join(place, name);
  const open = (at: string, as: string) =>
    openBackup(join(place, at), { name: as, identity: key.identity, into: temporaryFolder() });
  const later = sentName(TUESDAY_NINE + HOUR);
  await expect(open(name, later)).rejects.toThrow(`Another backup lies under the name ${later}: it was made on`);
  copyFileSync(file, join(place, "long"));
  appendFileSync(join(place, "long"), "more");
  await expect(open("long", name)).rejects.toThrow("was cut short or changed");
  truncateSync(file, 100_000);
  await expect(open(name, name)).rejects.toThrow(`${name} was cut short or changed after it was made.`);
  truncateSync(file, 20);
  await expect(open(name, name)).rejects.toThrow("It is not an age file, or its beginning is damaged.");
});

test("the words bring the practice back on a fresh machine", { timeout: 120_000 }, async () => {
  const { app, place, words } = await backedUp();
  await backUpIfDue(app);
  await app.db.kysely.insertInto("erasures").values({ kind: "client", id: "since-erased", at: TUESDAY_NINE }).execute();
  app.clock.set(TUESDAY_NINE + HOUR);
  await backUpIfDue(app);
  const dataDir = temporaryFolder();
  const restore = (typed: string, ...more: string[]) =>
    runProgram(["scripts/restore.ts", "--from", place, ...more], { DATA_DIR: dataDir, LOG_LEVEL: "silent" }, typed);
  const wrong = await restore(`${words.with(2, "qqqq").join(" ")}\n`);
  expect([wrong.code, wrong.errors]).toEqual([1, expect.stringContaining("Word 3, “qqqq”, is not in the list.")]);
  const other = await restore(`${"abandon ".repeat(23)}art\n`);
  expect(other.errors).toContain("it was made for the words of another sheet");
  const early = await restore(`${words.join(" ")}\n`, "--as-of=2027-05-04T07:00Z");
  expect(early.errors).toContain("it was made after that time");
  expect(readdirSync(dataDir)).toEqual([]);
  const done = await restore(`${words.join(" ")}\n`, "--as-of=2027-05-04T08:30Z");
  expect([done.code, done.output]).toEqual([0, expect.stringContaining("The sealing key came along")]);
  expect(done.output).toContain("Restored the backup of 2027-05-04T08:00:00.000Z.");
  // One by itself may stand in a sentence of ours, like “machine”.
  const pairs = words.slice(1).map((word, at) => `${words[at]} ${word}`);
  expect(pairs.filter((pair) => (done.output + done.errors).includes(pair))).toEqual([]);
  const again = openDatabase({ databaseUrl: null, dataDir }, app.log);
  const erased = await again.kysely.selectFrom("erasures").select("id").execute();
  const { appointments, users } = await talliesOf(app.db);
  expect(await talliesOf(again)).toMatchObject({ appointments, users });
  await again.close();
  expect(erased).toContainEqual({ id: "since-erased" });
  expect(readSealingText({ sealingKey: null, dataDir })).toBe(readSealingText(app.config));
  expect(readdirSync(dataDir).filter((name) => name.startsWith(".restor"))).toEqual([]);
});

test("an upload is sent once, sealed, and comes back with the words", { timeout: 60_000 }, async () => {
  const { app, place, words, key } = await backedUp();
  const picture = Buffer.alloc(40_000, "a picture of a towel. ");
  mkdirSync(join(app.config.dataDir, "uploads"), { recursive: true });
  writeFileSync(join(app.config.dataDir, "uploads/towel.jpg"), picture);
  await backUpIfDue(app);
  const first = mediaIn(place);
  app.clock.set(TUESDAY_NINE + HOUR);
  const name = (await backUpIfDue(app)) ?? "";
  expect(mediaIn(place)).toEqual(first);
  const sums = readdirSync(place).filter((file) => readFileSync(join(place, file)).includes("a towel"));
  expect([first.length > 0, sums]).toEqual([true, []]);
  const without = { name, identity: key.identity, into: temporaryFolder() };
  await expect(openBackup(join(place, name), without)).rejects.toThrow("of this backup was not fetched");
  const dataDir = temporaryFolder();
  const env = { DATA_DIR: dataDir, LOG_LEVEL: "silent" };
  const done = await runProgram(["scripts/restore.ts", "--from", place], env, `${words.join(" ")}\n`);
  expect([done.code, readFileSync(join(dataDir, "uploads/towel.jpg")).equals(picture)]).toEqual([0, true]);
});

test("an upload that the storage lost is told in the night and sent again", async () => {
  const { app, place } = await backedUp();
  mkdirSync(join(app.config.dataDir, "uploads"), { recursive: true });
  writeFileSync(join(app.config.dataDir, "uploads/towel.jpg"), Buffer.alloc(40_000, 7));
  await backUpIfDue(app);
  const sent = mediaIn(place);
  for (const name of sent) rmSync(join(place, name));
  app.clock.set(TUESDAY_NINE + 18 * HOUR);
  expect(await backUpIfDue(app)).toBeNull();
  expect(await getAdapter(app.db.kysely, "backups")).toMatchObject({
    fault: "The storage lost or changed an uploaded picture or film. The next backup sends it again.",
  });
  app.clock.set(TUESDAY_NINE + 19 * HOUR);
  await backUpIfDue(app);
  expect(sent).toEqual(expect.arrayContaining(mediaIn(place)));
  expect(mediaIn(place).length).toBeGreaterThan(0);
});

test("an upload goes when no kept backup needs it", () => {
  const media = { one: { sha256: "", first: 0, last: DAY }, two: { sha256: "", first: 0, last: 9 * DAY } };
  expect(unneededMedia(media, [sentName(5 * DAY), sentName(12 * DAY)])).toEqual(["one"]);
  expect(unneededMedia(media, [sentName(DAY)])).toEqual([]);
});

test("S3 with object lock keeps each backup for a week, and another is said not to", async () => {
  const { app, owner, place } = await placed();
  const bucket = await startBucket();
  const config = { ...app.config, outboundPrivate: [bucket.origin] };
  const spec = {
    kind: "s3",
    address: `${bucket.origin}/practice`,
    user: "KEY",
    region: "",
    secret: "s",
    hostKey: "",
  } as const;
  expect(await tryPlace({ ...app, config }, spec)).toMatchObject({ kind: "tried", locks: true });
  const locked = bucket.puts.filter((headers) => headers["x-amz-object-lock-mode"] === "GOVERNANCE");
  expect(locked.map((headers) => headers["x-amz-checksum-sha256"]?.length)).toEqual([44]);
  bucket.refuseLocks();
  expect(await tryPlace({ ...app, config }, spec)).toMatchObject({ kind: "tried", locks: false });
  const folder = { kind: "folder", address: place, user: "", region: "", secret: "", hostKey: "" } as const;
  expect([owner.kind, await tryPlace(app, folder)]).toMatchObject(["admin", { kind: "tried", locks: false }]);
});

test("this site's SSH key is made once, and its private half is sealed", async () => {
  const { app, owner } = await placed();
  expect(await makeSshKey(app, { ...owner, isConfirmed: false })).toEqual({ kind: "unconfirmed" });
  expect(await makeSshKey(app, owner)).toMatchObject({ kind: "saved" });
  const { sshKey, place } = (await readSettings(app.db.kysely, app.log)).settings.backups;
  expect(sshKey?.line).toMatch(/^ssh-ed25519 \S+ limber-yard$/);
  await makeSshKey(app, owner);
  const stored = (await readSettings(app.db.kysely, app.log)).settings.backups;
  expect(stored.sshKey).toEqual(sshKey);
  expect(JSON.stringify(stored)).not.toContain("PRIVATE KEY");
  const sftp = { ...stored, place: place && { ...place, kind: "sftp" as const } };
  expect(placeInUse(app, sftp)?.key).toContain("OPENSSH PRIVATE KEY");
  expect(placeInUse(app, stored)).not.toHaveProperty("key");
});

test("wrong words are told by the one that is wrong", async () => {
  const { words } = await backedUp();
  const read = async (all: string[]) => {
    const outcome = await readWords(all.join(" "));
    return outcome.kind === "invalid" ? outcome.message : outcome.kind;
  };
  expect(await read(words.map((word, at) => `${at + 1}. ${word},`))).toBe("read");
  expect(await read(words.with(6, "walnutt"))).toBe("Word 7, “walnutt”, is not in the list. Did you mean walnut?");
  expect(await read(words.slice(1))).toBe("There are 23 words. The sheet has 24.");
  const swapped = words.toReversed();
  expect(await read(swapped)).toMatch(/^(Each word is in the list, but together they do not fit|read)/);
});

test("two days of backups stay, then one a day for a month, then one a month for a year", () => {
  const now = Date.UTC(2027, 4, 4, 8);
  const hourly = Array.from({ length: 400 * 24 }, (_, hours) => sentName(now - hours * HOUR));
  const gone = outdatedNames(hourly, now);
  const kept = hourly.filter((name) => !gone.includes(name));
  expect(kept.length).toBeGreaterThan(48 + 28 + 11);
  expect(kept.length).toBeLessThan(48 + 32 + 14);
  expect(kept[0]).toBe(sentName(now));
  expect(outdatedNames(kept, now)).toEqual([]);
  // The only one stays, however old it is.
  expect(outdatedNames([sentName(0)], now)).toEqual([]);
});

function mediaIn(place: string): string[] {
  return readdirSync(place).filter((name) => name.startsWith("limber-yard-media-"));
}

/** S3 that answers what object lock asks for, and keeps files. */
async function startBucket() {
  const files = new Map<string, Buffer>();
  const puts: Record<string, string | undefined>[] = [];
  let refuses = false;
  const server = createServer(async (request, response) => {
    const { method, url = "" } = request;
    const headers = request.headers as Record<string, string | undefined>;
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    if (method === "PUT") {
      if (refuses && headers["x-amz-object-lock-mode"]) return void response.writeHead(403).end();
      puts.push(headers);
      files.set(url, Buffer.concat(chunks));
    }
    if (method === "DELETE") files.delete(url);
    if (url.endsWith("?object-lock")) return void response.end("<ObjectLockEnabled>Enabled</ObjectLockEnabled>");
    if (url.includes("?")) return void response.end("<ListBucketResult></ListBucketResult>");
    const found = files.get(url);
    response.writeHead(method === "GET" && !found ? 404 : 200).end(found);
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  onTestFinished(() => void server.close());
  const origin = `http://127.0.0.1:${(server.address() as { port: number }).port}`;
  return { origin, puts, refuseLocks: () => (refuses = true) };
}

async function placed() {
  const app = await demoApp();
  const owner = await adminActor(app);
  const place = temporaryFolder();
  const typed = { kind: "folder", address: place, user: "", region: "", secret: "" } as const;
  const version = await getSettingVersion(app.db.kysely, "backups");
  expect(await savePlace(app, owner, { version, typed })).toMatchObject({ kind: "saved" });
  return { app, owner, place };
}

async function backedUp() {
  const { app, owner, place } = await placed();
  const made = await makeWords(app, owner);
  if (made.kind !== "made") throw new Error(made.kind);
  const { words } = made;
  const [first, second] = (await readSettings(app.db.kysely, app.log)).settings.backups.pending?.asked ?? [1, 1];
  expect(await proveWords(app, owner, [words[first - 1] ?? "", words[second - 1] ?? ""])).toEqual({ kind: "saved" });
  return { app, owner, place, words, key: await keyBehind(words) };
}

async function keyBehind(words: readonly string[]): Promise<AgeKey> {
  const read = await readWords(words.join(" "));
  if (read.kind === "invalid") throw new Error(read.message);
  return keyOf(read.entropy);
}

function rehearsalKey(app: TestApp): string {
  const file = join(app.config.dataDir, ".rehearsal-key");
  return existsSync(file) ? readFileSync(file, "utf8").trim() : "none";
}
