import { type ChildProcess, spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from "node:fs";
import { createServer } from "node:http";
import { tmpdir, userInfo } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { keyOf } from "#app/maintenance/age.gateway.server.ts";
import { commandAddress, type PlaceSpec } from "#app/maintenance/backup-place.ts";
import { backUpIfDue, getBackupFacts } from "#app/maintenance/backups.jobs.server.ts";
import { readWords } from "#app/maintenance/bip39.gateway.server.ts";
import { makeSshKey, placeInUse, savePlace, tryPlace } from "#app/maintenance/save-backups.server.ts";
import type { AppContext } from "#app/platform/app-context.server.ts";
import { onPath } from "#scripts/bootstrap/project.mjs";
import { Failure } from "#scripts/bootstrap/step.mjs";
import { container } from "#tests/proof/recovery/container.ts";
import { kills } from "#tests/proof/recovery/kills.ts";
import { moved } from "#tests/proof/recovery/move.ts";
import { OWNER, practiceIn, storedBackups, wordsOf } from "#tests/proof/recovery/practice.ts";
import { refused } from "#tests/proof/recovery/refused.ts";
import { underLoad } from "#tests/proof/recovery/under-load.ts";
import { updates } from "#tests/proof/recovery/updates.ts";
import { year } from "#tests/proof/recovery/year.ts";
import type { Report } from "#tests/proof/report.ts";
import { freePort } from "#tests/support/free-port.ts";
import { runProgram } from "#tests/support/run-program.ts";
import { talliesOf } from "#tests/support/tallies.ts";

const NEEDED = ["age", "rclone", "sshd", "tar", "npm"];
const SECRET = "a-password-of-the-proof";
const MINUTE = 60_000;

/** A storage of this machine, as its client sees it. */
type Storage = {
  name: string;
  spec: Omit<PlaceSpec, "hostKey">;
  allowed: string;
  stop: () => void;
  /** SFTP by key: takes the line of the site's key, and gives the private half of one for the new machine. */
  addKey?: (line: string) => string;
};

/** Loses the disk and brings the practice back from each kind of storage, with `age -d` too. */
export async function recovery(): Promise<Report> {
  const missing = NEEDED.filter((name) => onPath(name) === null && !existsSync(`/usr/sbin/${name}`));
  if (missing.length > 0)
    throw new Failure(`This proof needs ${missing.join(", ")}: apt-get install age rclone openssh-server.`);
  const folder = mkdtempSync(join(tmpdir(), "limber-yard-recovery-"));
  const broken: string[] = [];
  try {
    const rows: (string | number)[][] = [];
    for (const start of [startFolder, startS3, startSftp, startSftpByKey, startWebdav]) {
      const storage = await start(folder);
      try {
        rows.push(await loseAndBringBack(storage, { folder, broken }));
      } finally {
        storage.stop();
      }
    }
    const faults = await standIns(folder, broken);
    const wrong = await refused(folder, broken);
    const ofYear = await year(folder, broken);
    const loaded = await underLoad(folder, broken);
    const killed = await kills(folder, broken);
    const updated = await updates(folder, broken);
    const carried = await moved(folder, broken);
    const contained = await container(folder, broken);
    return {
      title: "The disk is gone",
      intro:
        "A demo practice sends a sealed backup to a storage on this machine. Then its data folder is deleted, and `npm run restore -- --from` brings it back into an empty one from the words alone. Every table is compared, row by row.",
      tables: [
        {
          title: "Lost and brought back",
          note: "The newest backup is at most an hour old. Times are those of the restore, without typing.",
          columns: [
            "storage",
            "backup in kB",
            "kept in a year, MB",
            "seconds to send",
            "seconds to be back",
            "tables that differ",
            "sealed password opens",
            "age -d opens it",
          ],
          rows,
        },
        {
          title: "Storage that fails",
          note: "What the owner reads on the page, on the dashboard and in one email a day.",
          columns: ["storage", "at the test", "words"],
          rows: faults,
        },
        wrong,
        ofYear,
        loaded,
        killed,
        updated,
        carried,
        contained,
      ],
      broken,
    };
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

type Ground = { folder: string; broken: string[] };

async function loseAndBringBack(storage: Storage, { folder, broken }: Ground): Promise<(string | number)[]> {
  const expect = (holds: boolean, what: string) => {
    if (!holds) broken.push(`${storage.name}: ${what}`);
    return holds ? "yes" : "no";
  };
  const dataDir = mkdtempSync(join(folder, "site-"));
  const app = await practiceIn(dataDir, { allowed: storage.allowed });
  const { hostKey: _, ...typed } = { ...storage.spec, hostKey: "" };
  if (storage.addKey) await makeSshKey(app, OWNER);
  const keyFile = storage.addKey?.((await storedBackups(app)).sshKey?.line ?? "");
  const saved = await savePlace(app, OWNER, { version: storage.addKey ? 1 : 0, typed });
  expect(saved.kind === "saved", `the test said ${JSON.stringify(saved)}`);
  const words = await wordsOf(app);
  const begun = performance.now();
  const name = await backUpIfDue(app);
  const sending = (performance.now() - begun) / 1000;
  const { sent, rehearsed } = await getBackupFacts(app.db.kysely);
  expect(name !== null && rehearsed?.name === name, "no backup was sent and rehearsed");
  const before = await talliesOf(app.db);
  const place = await placeFile(app, { name: name ?? "", folder });
  await app.db.close();
  rmSync(dataDir, { recursive: true });
  const command = ["scripts/restore.ts", "--from", commandAddress(storage.spec)];
  const env = { DATA_DIR: dataDir, LOG_LEVEL: "silent", OUTBOUND_PRIVATE: storage.allowed };
  const restoring = performance.now();
  if (keyFile) command.push("--key", keyFile);
  const secret = storage.spec.kind === "folder" || keyFile ? "" : `${storage.spec.secret}\n`;
  const run = await runProgram(command, env, `${secret}${words.join(" ")}\n`);
  const seconds = (performance.now() - restoring) / 1000;
  expect(run.code === 0, `the restore said ${run.errors}`);
  const shown = [storage.spec.secret, words.join(" ")].filter((one) => one && (run.output + run.errors).includes(one));
  expect(shown.length === 0, "the restore showed what was typed");
  const again = await practiceIn(dataDir, { allowed: storage.allowed, isNew: false });
  const after = await talliesOf(again.db);
  // Held mails are changed on purpose; facts of the backup are written after it.
  const differing = Object.keys(before).filter(
    (table) =>
      !["outbox", "adapters"].includes(table) &&
      JSON.stringify(before[table as never]) !== JSON.stringify(after[table as never]),
  );
  expect(differing.length === 0, `these tables differ: ${differing.join(", ")}`);
  const stored = await storedBackups(again);
  const { secret: opened = "", key = "" } = placeInUse(again, stored) ?? {};
  const opens = expect(
    storage.addKey ? key !== "" : opened === storage.spec.secret,
    "the sealed password does not open",
  );
  await again.db.close();
  const byAge = expect(await opensWithAge(place, words, folder), "age -d does not open it");
  const kilobytes = Math.round((sent?.bytes ?? 0) / 1000);
  // 48 of two days, 29 of the month, 11 of the year.
  const year = ((48 + 29 + 11) * kilobytes) / 1000;
  return [
    storage.name,
    kilobytes,
    year.toFixed(0),
    sending.toFixed(1),
    seconds.toFixed(1),
    differing.length,
    opens,
    byAge,
  ];
}

/** The backup as it lies in the storage. */
async function placeFile(app: AppContext, { name, folder }: { name: string; folder: string }): Promise<string> {
  const { openPlace } = await import("#app/maintenance/open-place.server.ts");
  const spec = placeInUse(app, await storedBackups(app));
  if (!spec) throw new Error("no place");
  const place = await openPlace(app, spec);
  const file = join(folder, `fetched-${spec.kind}.age`);
  await place.fetch(name, file).finally(() => place.close());
  return file;
}

async function opensWithAge(file: string, words: string[], folder: string): Promise<boolean> {
  const read = await readWords(words.join(" "));
  if (read.kind === "invalid") return false;
  const { identity } = await keyOf(read.entropy);
  const [key, into] = [join(folder, "key.txt"), mkdtempSync(join(folder, "opened-"))];
  writeFileSync(key, `${identity}\n`, { mode: 0o600 });
  const opened = spawnSync("sh", ["-c", `age -d -i "${key}" "${file}" | tar xz -C "${into}"`]);
  rmSync(key);
  return (
    opened.status === 0 && readdirSync(into).includes("database.db") && statSync(join(into, "database.db")).size > 0
  );
}

async function startFolder(folder: string): Promise<Storage> {
  const address = mkdtempSync(join(folder, "disk-"));
  return {
    name: "a folder",
    spec: { kind: "folder", address, user: "", region: "", secret: "" },
    allowed: "",
    stop: () => {},
  };
}

/** s3rver, installed into a folder of its own: its packages are in no lock file of ours. */
async function startS3(folder: string): Promise<Storage> {
  const home = join(folder, "s3rver");
  mkdirSync(home);
  const installed = spawnSync("npm", ["install", "--prefix", home, "--no-audit", "--no-fund", "s3rver@3.7.1"]);
  if (installed.status !== 0) throw new Failure("npm could not install s3rver.");
  const port = await freePort();
  const data = mkdtempSync(join(folder, "s3-"));
  const bin = join(home, "node_modules/s3rver/bin/s3rver.js");
  const child = spawn("node", [
    bin,
    "-d",
    data,
    "-p",
    String(port),
    "-a",
    "127.0.0.1",
    "--configure-bucket",
    "practice",
  ]);
  await untilOpen(port, child);
  const spec = {
    kind: "s3",
    address: `http://127.0.0.1:${port}/practice`,
    user: "S3RVER",
    region: "",
    secret: "S3RVER",
  } as const;
  return { name: "S3-compatible (s3rver)", spec, allowed: `http://127.0.0.1:${port}`, stop: () => child.kill() };
}

async function startWebdav(folder: string): Promise<Storage> {
  const port = await freePort();
  const data = mkdtempSync(join(folder, "webdav-"));
  const child = spawn("rclone", [
    "serve",
    "webdav",
    data,
    "--addr",
    `127.0.0.1:${port}`,
    "--user",
    "practice",
    "--pass",
    SECRET,
  ]);
  await untilOpen(port, child);
  const spec = {
    kind: "webdav",
    address: `http://127.0.0.1:${port}`,
    user: "practice",
    region: "",
    secret: SECRET,
  } as const;
  return { name: "WebDAV (rclone)", spec, allowed: `http://127.0.0.1:${port}`, stop: () => child.kill() };
}

/** OpenSSH takes passwords of the machine's users only, so a user is made for as long as the proof runs. */
async function startSftp(folder: string, { byKey = false } = {}): Promise<Storage> {
  if (userInfo().uid !== 0)
    throw new Failure("The proof with OpenSSH makes a user of its own: run it as root in a container.");
  const [port, user] = [await freePort(), `limber${process.pid}${byKey ? "k" : ""}`];
  const data = mkdtempSync(join(folder, "sftp-"));
  chmodSync(folder, 0o755);
  spawnSync("useradd", ["--no-create-home", "--home-dir", data, "--shell", "/bin/sh", user]);
  spawnSync("chpasswd", [], { input: `${user}:${SECRET}\n` });
  spawnSync("chown", [user, data]);
  mkdirSync("/run/sshd", { recursive: true });
  const hostKey = join(data, "host-key");
  spawnSync("ssh-keygen", ["-q", "-t", "ed25519", "-N", "", "-f", hostKey]);
  const config = join(data, "sshd.conf");
  const lines = [
    `Port ${port}`,
    "ListenAddress 127.0.0.1",
    `HostKey ${hostKey}`,
    `PasswordAuthentication ${byKey ? "no" : "yes"}`,
    `AuthorizedKeysFile ${join(data, "keys")}`,
    "StrictModes no",
    "UsePAM no",
    "Subsystem sftp internal-sftp",
    `AllowUsers ${user}`,
    "PidFile none",
  ];
  writeFileSync(config, `${lines.join("\n")}\n`);
  const child = spawn("/usr/sbin/sshd", ["-D", "-e", "-f", config]);
  await untilOpen(port, child);
  const address = `sftp://127.0.0.1:${port}${data}`;
  const spec = { kind: "sftp", address, user, region: "", secret: byKey ? "" : SECRET } as const;
  const stop = () => {
    child.kill();
    spawnSync("userdel", ["--force", user]);
  };
  const allowed = `sftp://127.0.0.1:${port}`;
  if (!byKey) return { name: "SFTP (OpenSSH)", spec, allowed, stop };
  const addKey = (line: string) => {
    const file = join(data, "new-machine");
    spawnSync("ssh-keygen", ["-q", "-t", "ed25519", "-N", "", "-f", file]);
    writeFileSync(join(data, "keys"), `${line}\n${readFileSync(`${file}.pub`, "utf8")}`);
    return file;
  };
  return { name: "SFTP by key (OpenSSH)", spec, allowed, stop, addKey };
}

function startSftpByKey(folder: string): Promise<Storage> {
  return startSftp(folder, { byKey: true });
}

async function untilOpen(port: number, child: ChildProcess): Promise<void> {
  const until = performance.now() + MINUTE;
  while (performance.now() < until && child.exitCode === null) {
    const { connect } = await import("node:net");
    const socket = connect(port, "127.0.0.1");
    const isOpen = await Promise.race([
      once(socket, "connect").then(() => true),
      once(socket, "error").then(() => false),
    ]).catch(() => false);
    socket.destroy();
    if (isOpen) return;
    await sleep(100);
  }
  throw new Failure("A storage of the proof did not start.");
}

/** WebDAV that accepts and loses, is full, refuses deletion, or knows nobody. */
async function standIns(folder: string, broken: string[]): Promise<(string | number)[][]> {
  const dataDir = mkdtempSync(join(folder, "stand-in-"));
  const rows: (string | number)[][] = [];
  for (const [name, faults, expected] of STAND_INS) {
    const files = new Map<string, Buffer>();
    const server = createServer(async (request, response) => {
      const { method = "", url = "" } = request;
      const chunks: Buffer[] = [];
      for await (const chunk of request) chunks.push(chunk as Buffer);
      const forced = faults[method as keyof typeof faults];
      if (forced) return void response.writeHead(forced).end();
      if (method === "PUT" && !("loses" in faults)) files.set(url, Buffer.concat(chunks));
      const found = files.get(url);
      if (method === "GET" && !found) return void response.writeHead(404).end();
      if (method === "DELETE") files.delete(url);
      response.writeHead(method === "GET" ? 200 : 207).end(method === "GET" ? found : [...files.keys()].join("\n"));
    });
    server.listen(0, "127.0.0.1");
    await once(server, "listening");
    const origin = `http://127.0.0.1:${(server.address() as { port: number }).port}`;
    const app = await practiceIn(dataDir, { allowed: origin, isNew: false });
    const spec = { kind: "webdav", address: origin, user: "", region: "", secret: "", hostKey: "" } as const;
    const tried = await tryPlace(app, spec);
    await app.db.close();
    server.close();
    const words = tried.kind === "failed" ? tried.words : tried.deletes ? "" : "Accepted: old backups stay there.";
    if (!words.includes(expected)) broken.push(`${name}: said “${words}”`);
    rows.push([name, tried.kind === "failed" ? "refused" : "accepted", words]);
  }
  return rows;
}

const STAND_INS = [
  ["accepts and loses", { loses: 1 }, "then did not have it"],
  ["is full", { PUT: 507 }, "The storage is full."],
  ["refuses deletion", { DELETE: 403 }, "old backups stay"],
  ["does not know the user", { PROPFIND: 401 }, "does not know this user"],
] as const;
