import { isDeepStrictEqual } from "node:util";
import type { DemoKind } from "#app/demo/demo-life.db.server.ts";
import type { AppContext, Tx } from "#app/platform/app-context.server.ts";
import { lockForWriting } from "#app/platform/database/lock.server.ts";
import { raiseContentVersion } from "#app/platform/http/content-version.server.ts";
import { writeSetting } from "#app/settings/settings.db.server.ts";
import { type SettingKey, settingSchemas } from "#app/settings/settings.ts";
import { DEFAULT_WORDS, isPageKey } from "#app/site/page-words.ts";

const TABLES = ["services", "therapists"] as const;

/**
 * At a start with DEMO=off: the practice that the demo shows goes, for good. Its invented clients and appointments stay
 * on the practice's side until the owner ends them, too.
 */
export async function refuseDemo(app: AppContext): Promise<void> {
  const now = app.clock.now();
  await app.db.kysely.transaction().execute(async (tx) => {
    await lockForWriting(tx, "offer");
    if (await removeDemoPractice(tx, now)) await raiseContentVersion(tx, now);
  });
}

/**
 * Takes the demo's name, facts, hours and words out of the stored ones, and its services and therapists away. What the
 * owner has changed stays; a service or therapist that somebody has booked is hidden. False: there was nothing.
 */
export async function removeDemoPractice(tx: Tx, now: number): Promise<boolean> {
  const marks = await tx
    .selectFrom("demo_marks")
    .select(["kind", "id", "value"])
    .where("value", "is not", null)
    .execute();
  for (const { kind, id, value } of marks) {
    const demo = JSON.parse(value ?? "null");
    if (kind === "demo-setting") await emptySetting(tx, { key: id, demo, now });
    if (kind === "demo-words") await emptyWords(tx, { page: id, demo, now });
  }
  const offered = await removeOffer(tx, now);
  if (marks.length === 0 && offered === 0) return false;
  await tx.deleteFrom("demo_marks").where("value", "is not", null).execute();
  await writeSetting(tx, { key: "demo", value: { shown: false, ended: true, ribbon: false }, now });
  return true;
}

async function emptySetting(tx: Tx, { key, demo, now }: { key: string; demo: unknown; now: number }): Promise<void> {
  const row = await tx.selectFrom("settings").select("value").where("key", "=", key).executeTakeFirst();
  if (!row || !isSetting(key)) return;
  const schema = settingSchemas[key];
  const neutral = schema.parse(undefined);
  const left = schema.safeParse(withoutDemo(JSON.parse(row.value), demo, neutral));
  if (!left.success) return;
  if (isDeepStrictEqual(left.data, neutral)) await tx.deleteFrom("settings").where("key", "=", key).execute();
  else await writeSetting(tx, { key, value: left.data as never, now });
}

function isSetting(key: string): key is SettingKey {
  return Object.hasOwn(settingSchemas, key);
}

async function emptyWords(tx: Tx, { page, demo, now }: { page: string; demo: unknown; now: number }): Promise<void> {
  const row = await tx
    .selectFrom("page_words")
    .select(["words", "version"])
    .where("page", "=", page)
    .executeTakeFirst();
  if (!row || !isPageKey(page)) return;
  const neutral = DEFAULT_WORDS[page];
  const left = withoutDemo(JSON.parse(row.words), demo, neutral);
  if (isDeepStrictEqual(left, neutral)) await tx.deleteFrom("page_words").where("page", "=", page).execute();
  else {
    const changed = { words: JSON.stringify(left), version: row.version + 1, updated_at: now };
    await tx.updateTable("page_words").set(changed).where("page", "=", page).execute();
  }
}

/** How many services and therapists there were that nobody has changed. */
async function removeOffer(tx: Tx, now: number): Promise<number> {
  let count = 0;
  for (const table of TABLES) {
    const kind: DemoKind = `demo-${table}`;
    const marked = tx.selectFrom("demo_marks").select("id").where("kind", "=", kind);
    const booked = tx.selectFrom("appointments").select(table === "services" ? "service_id" : "therapist_id");
    const removed = await tx
      .deleteFrom(table)
      .where("id", "in", marked)
      .where("version", "=", 1)
      .where("id", "not in", booked)
      .executeTakeFirst();
    const hidden = await tx
      .updateTable(table)
      .set({ active: 0, updated_at: now })
      .where("id", "in", marked)
      .where("version", "=", 1)
      .where("active", "=", 1)
      .executeTakeFirst();
    count += Number(removed.numDeletedRows) + Number(hidden.numUpdatedRows);
    // What is hidden goes with the last of its invented appointments; what was changed is the practice's own.
    const waiting = tx.selectFrom(table).select("id").where("version", "=", 1);
    await tx.deleteFrom("demo_marks").where("kind", "=", kind).where("id", "not in", waiting).execute();
  }
  return count;
}

type Parts = { [name: string]: unknown };

/** `stored` with what equals the demo's replaced by what holds for any practice. Of a list, whole rows. */
export function withoutDemo(stored: unknown, demo: unknown, neutral: unknown): unknown {
  if (isDeepStrictEqual(stored, demo)) return neutral;
  if (!isParts(stored) || !isParts(demo)) return stored;
  const any = isParts(neutral) ? neutral : {};
  const parts = Object.entries(stored).map(([name, value]) => [name, partWithout(value, demo[name], any[name])]);
  return Object.fromEntries(parts);
}

function partWithout(stored: unknown, demo: unknown, neutral: unknown): unknown {
  if (Array.isArray(stored) && Array.isArray(demo))
    return rowsWithout(stored, demo, Array.isArray(neutral) ? neutral : []);
  if (isParts(stored) && isParts(demo)) {
    // With the last invented part goes what only went with it, such as a company's place of registration.
    const isTheirs = Object.entries(demo).every(([name, value]) => isDeepStrictEqual(stored[name], value));
    return isTheirs ? neutral : withoutDemo(stored, demo, neutral);
  }
  return isDeepStrictEqual(stored, demo) ? neutral : stored;
}

function rowsWithout(stored: readonly unknown[], demo: readonly unknown[], neutral: readonly unknown[]): unknown[] {
  if (isDeepStrictEqual(stored, demo)) return [...neutral];
  const isTheirs = (row: unknown) => demo.some((one) => isDeepStrictEqual(one, row));
  return stored.flatMap((row, at) => (isTheirs(row) ? (at < neutral.length ? [neutral[at]] : []) : [row]));
}

function isParts(value: unknown): value is Parts {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
