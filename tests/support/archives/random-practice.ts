import fc from "fast-check";
import type { z } from "zod";
import { PART_BYTES } from "#app/media/films.server.ts";
import { storeFor } from "#app/moving/archive/import-rows.db.server.ts";
import { MOVED, MOVED_MAIL, MOVED_SETTINGS, STAYING } from "#app/moving/archive/moved-tables.ts";
import type { AppContext } from "#app/platform/app-context.server.ts";
import type { Row } from "#app/platform/database/rows.server.ts";
import type { Column, TableShape } from "#tests/support/archives/table-shapes.ts";

/** In every text that must not leave: hashes, secrets, tokens, links. */
export const CANARY = "zebra-canary";

const MOST_INT = 2_147_483_647;
const DRAWING =
  '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 4 4" width="4" height="4"><path d="M0 0h4v4z"/></svg>';
const PNG = Buffer.from("89504e470d0a1a0a0000000d49484452", "hex");

/** Text of any script, with what spreadsheets, JSON and lines trip over, but without what PostgreSQL can't hold. */
const anyText = fc
  .oneof(
    fc.string({ unit: "grapheme", maxLength: 30 }),
    fc.constantFrom("=1+1", "-2", "a\nb\r\nc", '"', "\u2028", "'@", "Ω’s Übung", "\ufeff", " "),
  )
  .map((text) => text.replaceAll("\0", "").toWellFormed());
const whole = fc.oneof(fc.integer(), fc.constantFrom(0, 1, -MOST_INT, MOST_INT));
const anyInstant = fc.oneof(
  fc.integer({ min: 0, max: 4_000_000_000_000 }),
  fc.constantFrom(0, Date.UTC(1900, 0, 1), Date.UTC(9999, 11, 30)),
);
const anyDate = fc.date({ min: new Date("2000-01-01"), max: new Date("2100-01-01"), noInvalidDate: true });
const candidates: [unknown, fc.Arbitrary<unknown>][] = [
  ["any text", anyText],
  ["2026-11-22", anyDate.map((date) => date.toISOString().slice(0, 10))],
  ["2026-11-22T10:00:00.000Z", anyDate.map((date) => date.toISOString())],
  ['{"a":1}', fc.json({ depthSize: "small" }).map((text) => text.replaceAll("\\u0000", "").toWellFormed())],
  ['["therapist"]', fc.constantFrom("[]", '["therapist"]', '["owner","reception"]')],
  ["[1,3]", fc.constantFrom("[]", "[1,3]", "[7]")],
  ['["evening"]', fc.constantFrom("[]", '["evening"]', '["morning","evening"]')],
  [1_795_000_000_000, anyInstant],
  [77, whole],
  [1, fc.constantFrom(0, 1)],
];

/** Values of a column: any that its schema lets through. */
function valuesOf(schema: z.ZodType): fc.Arbitrary<unknown> {
  const [inner] = [schema, "unwrap" in schema ? (schema.unwrap as () => z.ZodType)() : null]
    .toReversed()
    .filter(Boolean);
  const options = (inner as { options?: unknown }).options;
  const isEnum = Array.isArray(options) && options.every((option) => typeof option === "string");
  const fitting = candidates.find(([example]) => schema.safeParse(example).success)?.[1];
  const values = isEnum ? fc.constantFrom(...options) : fitting;
  if (!values) throw new Error("This column takes none of the values that are tried");
  const those = values.filter((value) => schema.safeParse(value).success);
  return schema.safeParse(null).success ? fc.option(those) : those;
}

/** Rows of every table that moves, without what binds them together. */
export function randomPractice(): fc.Arbitrary<Record<string, Row[]>> {
  // As many of each, so that every row beside an appointment finds one of its own.
  return fc.integer({ min: 1, max: 4 }).chain((length) => {
    const rows = Object.entries(MOVED).map(([name, { columns }]) => {
      const row = fc.record(
        Object.fromEntries(Object.entries(columns).map(([key, schema]) => [key, valuesOf(schema)])),
      );
      return [name, fc.array(row, { minLength: length, maxLength: length })] as const;
    });
    return fc.record(Object.fromEntries(rows));
  });
}

/** Stores a random practice, with a canary in everything that stays. `now`: reminders are due after it. */
export async function storePractice(
  app: AppContext,
  shapes: readonly TableShape[],
  practice: Record<string, Row[]>,
): Promise<void> {
  const store = await storeFor(app.db.kysely);
  const stored = new Map<string, Row[]>();
  for (const { name, columns } of shapes) {
    if (name.startsWith("kysely")) continue;
    const drafts = practice[name] ?? (STAYING[name] ? [{}] : []);
    const rows = drafts.map((draft, at) => ({
      ...boundRow(columns, { draft, at, stored, fits: fitsIn(name) }),
      ...SPECIAL[name]?.(draft, at, app),
    }));
    await store(name, rows);
    stored.set(name, rows);
  }
  for (const { id, size } of stored.get("films") ?? []) await storeFilm(store, String(id), Number(size));
}

type Fits = (column: string, value: unknown) => boolean;
type Bound = { draft: Row; at: number; stored: ReadonlyMap<string, Row[]>; fits: Fits };

function fitsIn(table: string): Fits {
  return (column, value) => MOVED[table]?.columns[column]?.safeParse(value).success ?? true;
}

function boundRow(columns: readonly Column[], bound: Bound): Row {
  return Object.fromEntries(columns.map((column) => [column.name, boundCell(column, bound)]));
}

function boundCell(
  { name, type, isUnique, isNullable, refersTo }: Column,
  { draft, at, stored, fits }: Bound,
): unknown {
  const moves = Object.hasOwn(draft, name);
  if (refersTo && draft[name] !== null) {
    const parents = stored.get(refersTo.table) ?? [];
    return parents[at % parents.length]?.[refersTo.column] ?? null;
  }
  const unique = `${at} ${draft[name]}`;
  if (moves && isUnique && typeof draft[name] === "string" && fits(name, unique)) return unique;
  if (moves && isUnique && typeof draft[name] === "number") return at + 1;
  if (moves) return draft[name];
  if (type === "text") return `${CANARY}-${name}-${at}`;
  if (type === "date") return "2026-11-22T10:00:00.000Z";
  if (type === "boolean") return false;
  if (type === "bytea") return Buffer.from(CANARY);
  return isNullable ? null : at;
}

const SPECIAL: Record<string, (draft: Row, at: number, app: AppContext) => Row> = {
  pictures: (_, at) => ({ id: `picture-${at}` }),
  picture_files: (_, at) => {
    const type = at % 2 === 0 ? "svg" : "png";
    return { picture_id: "picture-0", width: at, type, bytes: type === "svg" ? Buffer.from(DRAWING) : PNG };
  },
  films: (_, at) => ({ id: `film-${at}`, format: "mp4", size: PART_BYTES * at + 17 }),
  film_parts: () => ({ film_id: "film-0", number: 0, bytes: Buffer.alloc(17) }),
  settings: (_, at) => ({ key: MOVED_SETTINGS[at], last_good: null }),
  users: (draft, at) => ({ email: `user-${at}@example.com`, role: at === 0 ? "admin" : draft.role }),
  outbox: (_, at, app) => ({
    id: `reminder-${at}`,
    kind: MOVED_MAIL,
    data: JSON.stringify({ appointmentId: "any", start: at }),
    run_at: app.clock.now() + at + 1,
    done_at: null,
    failed_at: null,
    mail: null,
  }),
  pay_links: (_, at) => ({ id: `link-${at}`, appointments: "[]" }),
  voucher_orders: (_, at) => ({ link_id: `link-${at}`, state: "paid" }),
  // What the database itself demands.
  services: ({ buffer_before, buffer_after }) => ({
    buffer_before: Math.abs(Number(buffer_before)),
    buffer_after: Math.abs(Number(buffer_after)),
  }),
  service_lengths: ({ price_pence }, at) => ({ minutes: 5 + at * 5, price_pence: Math.abs(Number(price_pence)) }),
  price_rules: ({ price_pence }, at) => ({ price_pence: Math.abs(Number(price_pence)), from_day: `2026-11-2${at}` }),
  working_hours: (_, at) => ({ weekday: 1 + at, from_minute: 540, to_minute: 1020 }),
  day_exceptions: (_, at) => ({ first_day: "2026-11-20", last_day: `2026-11-2${at}` }),
  imports: () => ({ kind: "clients", state: "done" }),
  staff_invites: () => ({ state: "open" }),
  firebase_records: () => ({ outcome: "review" }),
  series: (_, at) => ({ weeks: 1 + at }),
  appointments: ({ starts_at }) => {
    const start = Math.min(Number(starts_at), Date.UTC(9000, 0, 1));
    return { block_start: start, starts_at: start, ends_at: start + 3_600_000, block_end: start + 4_500_000 };
  },
};

async function storeFilm(store: Awaited<ReturnType<typeof storeFor>>, id: string, size: number): Promise<void> {
  const first = id === "film-0" ? 1 : 0;
  for (let number = first; number * PART_BYTES < size; number++) {
    const bytes = Buffer.alloc(Math.min(PART_BYTES, size - number * PART_BYTES), number);
    await store("film_parts", [{ film_id: id, number, bytes }]);
  }
}
