import { spawnSync } from "node:child_process";
import { cpSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { basename, join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { sql } from "kysely";
import { installedVersion } from "#app/maintenance/updates.server.ts";
import type { Database } from "#app/platform/app-context.server.ts";
import { madeAt } from "#app/platform/backup/backup-name.ts";
import { BACKUP_DATABASE } from "#app/platform/backup/make-backup.server.ts";
import { systemClock } from "#app/platform/clock.server.ts";
import { openSqlite } from "#app/platform/database/open.server.ts";
import { SOURCES } from "#scripts/bootstrap/build.mjs";
import { pinnedNode, root } from "#scripts/bootstrap/project.mjs";
import { type Attempt, type Free, stockOf, tryToBook } from "#tests/proof/booking-client.ts";
import type { Place } from "#tests/proof/place.ts";
import { untilUp, watchFor } from "#tests/proof/recovery/updates.ts";
import type { Done } from "#tests/proof/season/acts.ts";
import { type Installation, makeInstallation } from "#tests/support/releases.ts";

// The running site is updated in the middle of its season, by the command that an owner's machine runs.

const MIGRATION = "9000-rooms";
const ADDED = `import { type Kysely } from "kysely";

export const rooms = { up };

async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable("rooms")
    .addColumn("id", "text", (column) => column.primaryKey())
    .addColumn("name", "text", (column) => column.notNull())
    .execute();
  await db.schema.alterTable("appointments").addColumn("room_id", "text").execute();
}
`;
/** Nothing is paid for it at booking, which the API can't do. */
const SERVICE = "sports-performance-massage";
const PACE = 700;
const PATIENCE = 1_500;
// What the practice can least do without, and what its chains are made of.
const KEPT = [
  ...["appointments", "attendances", "cancellations", "clients", "bills", "payments", "day_closings"],
  ...["ledger_entries", "treatment_notes", "note_amendments", "disputes", "payouts"],
];

export type NextRelease = { folder: string; version: string; remove: () => void };

/** What is to come after today's release: another number and one migration more, built as it would be published. */
export function buildNextRelease(): NextRelease {
  const home = mkdtempSync(join(tmpdir(), "limber-yard-next-"));
  const folder = join(home, "release");
  for (const part of [...SOURCES.filter((name) => !name.startsWith("scripts/")), "scripts"])
    cpSync(join(root, part), join(folder, part), { recursive: true });
  symlinkSync(join(root, "node_modules"), join(folder, "node_modules"));
  const [major = 0, minor = 0] = installedVersion(root).split(".").map(Number);
  const version = `${major}.${minor + 1}.0`;
  change(folder, "package.json", [[`"version": "${installedVersion(root)}"`, `"version": "${version}"`]]);
  writeFileSync(join(folder, "migrations", `${MIGRATION}.ts`), ADDED);
  change(folder, "app/platform/database/migrate.server.ts", [
    ["\nconst migrations:", `import { rooms } from "#migrations/${MIGRATION}.ts";\n\nconst migrations:`],
    ["\n};\n\n/**\n * Brings", `\n  "${MIGRATION}": rooms,\n};\n\n/**\n * Brings`],
  ]);
  const build = "import('./scripts/bootstrap/build.mjs').then(({ build }) => build())";
  const { status, stderr } = spawnSync(pinnedNode, ["-e", build], { cwd: folder, encoding: "utf8" });
  if (status !== 0) throw new Error(`${version} could not be built: ${stderr}`);
  return { folder, version, remove: () => rmSync(home, { recursive: true, force: true }) };
}

function change(folder: string, file: string, texts: readonly [string, string][]): void {
  let text = readFileSync(join(folder, file), "utf8");
  for (const [from, to] of texts) {
    if (text.split(from).length !== 2) throw new Error(`${file} has no place for ${to}`);
    text = text.replace(from, to);
  }
  writeFileSync(join(folder, file), text);
}

export type Update = {
  from: string;
  to: string;
  /** The rows that were compared, and those of them that changed or went. */
  rows: number;
  lost: number;
  /** How many bookings were answered in each of these times. */
  booked: { before: number; meanwhile: number; after: number };
  /** Bookings that were sent again until they had their answer. */
  again: number;
  awayMs: number;
  faults: string[];
};

type Updating = { home: string; next: NextRelease; env: Record<string, string>; now: number };

/**
 * Serves the data with today's release, updates it to the next while someone books, and returns the folder of the
 * release that is in use then.
 */
export async function updateSite(
  place: Place,
  { home, next, env, now }: Updating,
): Promise<{ folder: string; update: Update; done: Done[] }> {
  mkdirSync(home);
  const from = installedVersion(root);
  const clock = clockAt(now);
  const own = { ...env, ...place.env, ...clock, NODE_ENV: "production" };
  const site = await makeInstallation(home, { version: from, env: own, next: next.folder });
  // The copy on which a release is tried has no more of our environment than its Node brings.
  const preload = Object.entries(clock).map(([name, value]) => `export ${name}='${value}'\n`);
  const manifest = await site.pack(next.version, { "vendor/node/node.sh": `#!/bin/sh\n${preload.join("")}` });
  await site.systemctl("start");
  try {
    const { run, attempts, ...seen } = await updatedWhileBooking(site, { manifest, now });
    await site.systemctl("stop");
    const folder = site.current();
    const faults = [
      ...(run.output === `Updated to ${next.version}.\n` ? [] : [`npm run update: ${run.errors}`]),
      ...(installedVersion(folder) === next.version ? [] : [`${basename(folder)} is in use`]),
    ];
    const { rows, lost, ids, faults: found } = await compared(place, attempts);
    // The program that lives the days goes on as one of the new release.
    cpSync(join(root, "tests"), join(folder, "tests"), { recursive: true });
    return {
      folder,
      update: { from, to: next.version, rows, lost, ...seen, faults: [...faults, ...found] },
      done: ids.map((id) => ({ act: "book while it is updated", kind: "booked", booked: [id] })),
    };
  } finally {
    await site.systemctl("stop");
  }
}

async function updatedWhileBooking(site: Installation, { manifest, now }: { manifest: string; now: number }) {
  await untilUp(site);
  const stock = await stockOf(site.url, { now, service: SERVICE });
  // Every fifth: the practice wants to live on.
  const spread = stock.filter((_, at) => at % 5 === 0);
  const client = keepBooking(site.url, spread);
  const { attempts } = client;
  await client.until(5);
  const watch = watchFor(site);
  const before = attempts.length;
  const run = await site.update(manifest);
  const meanwhile = attempts.length - before;
  await untilUp(site);
  const awayMs = await watch.stop();
  await client.until(attempts.length + 5);
  await client.stop();
  const booked = { before, meanwhile, after: attempts.length - before - meanwhile };
  return { run, attempts, booked, again: client.again(), awayMs };
}

/** The data now beside the backup that was made between the stop of one release and the start of the other. */
async function compared(place: Place, attempts: readonly Attempt[]) {
  const backups = join(place.dataDir, "backups");
  const [newest = ""] = readdirSync(backups)
    .filter((name) => madeAt(name) !== null)
    .sort()
    .reverse();
  const before = await within(openSqlite(join(backups, newest, BACKUP_DATABASE), { journal: "delete" }), keptIn);
  return within(place.open(), async (db) => {
    const after = await keptIn(db, before.columns);
    const present = new Set(after.rows);
    const lost = before.rows.filter((row) => !present.has(row));
    const isDone = !before.isMigrated && after.isMigrated;
    const { ids, faults } = await bookedIn(db, attempts);
    if (!isDone) faults.push(`${MIGRATION} was not done by the new release`);
    faults.push(...lost.map((row) => `changed or lost: ${row.slice(0, 80)}`));
    return { rows: before.rows.length, lost: lost.length, ids, faults };
  });
}

/** The environment of a process whose clock shows this now, and goes on. */
export function clockAt(now: number): { SITE_AHEAD: string; NODE_OPTIONS: string } {
  const preload = new URL("../../support/site-clock.mjs", import.meta.url).href;
  return { SITE_AHEAD: String(now - systemClock.now()), NODE_OPTIONS: `--import=${preload}` };
}

/** Someone who books one time after another, and sends again with the same key what nobody answered. */
function keepBooking(url: string, stock: readonly Free[]) {
  const attempts: Attempt[] = [];
  let [again, isOver] = [0, false];
  const done = (async () => {
    for (const free of stock) {
      let attempt = await tryToBook(url, free);
      for (let tries = 0; tries < PATIENCE && (attempt.status === null || attempt.status === 503); tries++) {
        again += tries === 0 ? 1 : 0;
        await sleep(200);
        attempt = await tryToBook(url, free, attempt);
      }
      attempts.push(attempt);
      await sleep(PACE);
      if (isOver) return;
    }
  })();
  return {
    attempts,
    again: () => again,
    until: async (count: number) => {
      for (let tries = 0; attempts.length < count; tries++) {
        if (tries === PATIENCE) throw new Error("The site of the season takes no bookings.");
        await sleep(100);
      }
    },
    stop: () => {
      isOver = true;
      return done;
    },
  };
}

async function within<Value>(db: Database, read: (db: Database) => Promise<Value>): Promise<Value> {
  try {
    return await read(db);
  } finally {
    await db.close();
  }
}

type Columns = Record<string, readonly string[]>;

/** Every row of what is kept, in words. `known`: the columns of the release before. */
async function keptIn({ kysely }: Database, known: Columns = {}) {
  const columns: Columns = {};
  const rows: string[] = [];
  for (const table of KEPT) {
    const found = await sql<Record<string, unknown>>`select * from ${sql.table(table)}`.execute(kysely);
    const names = known[table] ?? Object.keys(found.rows[0] ?? {});
    columns[table] = names;
    rows.push(...found.rows.map((row) => `${table} ${JSON.stringify(names.map((name) => row[name] ?? null))}`));
  }
  const done = await sql`select name from kysely_migration where name = ${MIGRATION}`.execute(kysely);
  return { columns, rows, isMigrated: done.rows.length === 1 };
}

/** The ids of what was booked: each booking that was answered is there once, at its time. */
async function bookedIn({ kysely }: Database, attempts: readonly Attempt[]) {
  const faults: string[] = [];
  const ids: string[] = [];
  for (const { email, free, reference, status } of attempts) {
    const booked = kysely.selectFrom("appointments").select(["id", "reference", "starts_at", "status"]);
    const [row, ...twice] = await booked.where("email", "=", email).execute();
    const isThere = row?.reference === reference && row?.starts_at === Date.parse(free.start);
    if (status !== 201 || !isThere || row.status !== "Confirmed" || twice.length > 0)
      faults.push(`a booking was answered ${status}, and is ${JSON.stringify(row)}, ${twice.length} more`);
    if (row) ids.push(row.id);
  }
  return { ids, faults };
}
