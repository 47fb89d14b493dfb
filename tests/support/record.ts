import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { AppContext } from "#app/platform/app-context.server.ts";
import type { TestApp } from "#tests/support/test-app.ts";

/** The folder that `npm run record` writes to. Null in every other run. */
export const RECORD_INTO = process.env.RECORD_INTO ?? null;

const TABLES = ["appointments", "appointment_claims", "outbox", "audit", "cancellations"] as const;
const YEAR_MS = 366 * 86_400_000;

/** Writes one record: what changes with each run (ids, secrets, the machine's clock) is replaced by its place. */
export function record(name: string, text: string, around: number): void {
  if (RECORD_INTO === null) return;
  const file = join(RECORD_INTO, `${name.replace(/[^\w/.-]+/g, "-").slice(0, 180)}.txt`);
  mkdirSync(join(file, ".."), { recursive: true });
  writeFileSync(file, `${normalised(text, around)}\n`);
}

/** What a test leaves in the tables that must not change while the code around them does. */
export async function recordRows(app: AppContext & Pick<TestApp, "clock">, test: string): Promise<void> {
  const known = new Set((await app.db.kysely.introspection.getTables()).map(({ name }) => name));
  const parts = [];
  for (const table of TABLES.filter((name) => known.has(name))) {
    const rows = await app.db.kysely
      .selectFrom(table as "appointments")
      .selectAll()
      .execute();
    const lines = rows.map((row) => JSON.stringify(Object.fromEntries(Object.entries(row).sort())));
    // Ids are random, so rows are put in the order of all else that they hold.
    parts.push(`${table}\n${lines.sort((one, other) => (blind(one) < blind(other) ? -1 : 1)).join("\n")}`);
  }
  record(`rows/${test}`, parts.join("\n\n"), app.clock.now());
}

const RANDOM = /[A-Za-z0-9_-]{16,}/g;

function blind(line: string): string {
  return line
    .replace(RANDOM, (word) => (isRandom(word) ? "#" : word))
    .replace(/"reference":"\w+"/, "")
    .replace(/\d{13}/g, "");
}

function normalised(text: string, around: number): string {
  const places = new Map<string, number>();
  const placeOf = (word: string) => places.get(word) ?? places.set(word, places.size + 1).get(word);
  return (
    text
      .replace(/nonce="[^"]*"/g, 'nonce="…"')
      .replace(/(\/assets\/[\w.-]+?)-[\w-]{8}\.(js|css|woff2)/g, "$1.$2")
      .replace(RANDOM, (word) => (isRandom(word) ? `#${placeOf(word)}` : word))
      .replace(/\b\d{13}\b/g, (time) => timeOf(Number(time), around))
      // Booking references, as shown and as stored.
      .replace(/[A-Z]{1,4}-[0-9A-HJKMNP-TV-Z]{4}-[0-9A-HJKMNP-TV-Z]{4}\b/g, (word) => `#${placeOf(word)}`)
      .replace(/\b(?=[A-Z]*\d|[A-Z]{8}\b)[0-9A-HJKMNP-TV-Z]{8}\b/g, (word) => `#${placeOf(word)}`)
  );
}

/** To the minute, as the order of what happened at once must not matter. */
function timeOf(time: number, around: number): string {
  return Math.abs(time - around) < YEAR_MS / 2 ? String(Math.floor(time / 60_000) * 60_000) : "<time>";
}

/** Words of a language have no digit and capital among their letters. */
function isRandom(word: string): boolean {
  return /\d/.test(word) && /[a-zA-Z]/.test(word) && (/[A-Z]/.test(word) || /[0-9a-f]{12}|[a-z]\d+[a-z]/.test(word));
}
