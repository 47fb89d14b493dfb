import type { DemoKind } from "#app/demo/demo-life.db.server.ts";
import { bankHolidays } from "#app/hours/date-holidays.gateway.server.ts";
import type { BankHoliday } from "#app/hours/nation.ts";
import type { AppContext, Tx } from "#app/platform/app-context.server.ts";
import { localDateOf } from "#app/platform/date-time.ts";
import { readSettings } from "#app/settings/settings.db.server.ts";
import { demoFacts, demoSettings, demoWords } from "#scripts/demo/practice.ts";
import services from "#scripts/demo/services.json" with { type: "json" };
import { demoTherapists } from "#scripts/demo/therapists.ts";

const ROOM_TURNAROUND = 15;

/**
 * Fills an empty database with the demo practice: its settings and words, ten bookable services, one by enquiry, three
 * therapists, and England's bank holidays of this year and the next two as closures. All but the holidays is marked, so
 * that the demo's end removes it. Fixed ids and ignored conflicts let two servers start at once.
 */
export async function seedDemo(app: AppContext): Promise<"seeded" | "kept"> {
  if (await isBegun(app)) return "kept";
  const { bookingRules } = (await readSettings(app.db.kysely, app.log)).settings;
  const now = app.clock.now();
  const year = Number(localDateOf(now, bookingRules.zone).slice(0, 4));
  // Asked beforehand: other servers that start at once wait for the transaction.
  const holidays = await bankHolidays([year, year + 1, year + 2]);
  return app.db.kysely.transaction().execute(async (tx) => {
    if (!(await seedTherapists(tx, now))) return "kept";
    await seedServices(tx, now);
    await seedClosures(tx, holidays);
    await seedSettings(tx, now);
    await seedWords(tx, now);
    return "seeded";
  });
}

/** Whether a practice has begun here: it offers something, has said who it is, or has ended or refused the demo. */
async function isBegun({ db: { kysely } }: AppContext): Promise<boolean> {
  const signs = await Promise.all([
    kysely.selectFrom("services").select("id").limit(1).executeTakeFirst(),
    kysely.selectFrom("therapists").select("id").limit(1).executeTakeFirst(),
    kysely.selectFrom("settings").select("key").where("key", "in", ["demo", "business"]).executeTakeFirst(),
  ]);
  return signs.some((row) => row !== undefined);
}

const idOf = (slug: string) => `demo-${slug}`;

/** False: another server has just done it. */
async function seedTherapists(tx: Tx, now: number): Promise<boolean> {
  const rows = demoTherapists.map(({ slug, name, role, bio }, position) => ({
    id: idOf(slug),
    slug,
    name,
    role,
    bio,
    position,
    active: 1,
    version: 1,
    hours_version: 1,
    updated_at: now,
  }));
  const hours = demoTherapists.flatMap(({ slug, hours: week }) =>
    Object.entries(week).flatMap(([weekday, ranges]) =>
      ranges.map(([from_minute, to_minute]) => ({
        id: `${idOf(slug)}-${weekday}-${from_minute}`,
        therapist_id: idOf(slug),
        weekday: Number(weekday),
        from_minute,
        to_minute,
      })),
    ),
  );
  const { numInsertedOrUpdatedRows } = await tx
    .insertInto("therapists")
    .values(rows)
    .onConflict((c) => c.doNothing())
    .executeTakeFirstOrThrow();
  if (Number(numInsertedOrUpdatedRows) === 0) return false;
  await mark(tx, "demo-therapists", rows);
  await tx
    .insertInto("working_hours")
    .values(hours)
    .onConflict((c) => c.doNothing())
    .execute();
  return true;
}

async function seedServices(tx: Tx, now: number): Promise<void> {
  const rows = services.map(({ slug, category, title, summary, words, booking, place }, position) => ({
    id: idOf(slug),
    slug,
    category,
    title,
    summary,
    words: JSON.stringify(words),
    booking,
    place,
    venue: "practice",
    venue_name: null,
    vat: "standard",
    position,
    buffer_before: 0,
    buffer_after: ROOM_TURNAROUND,
    first_extra: 0,
    active: 1,
    version: 1,
    updated_at: now,
  }));
  const lengths = services.flatMap(({ slug, lengths: offered }) =>
    offered.map(({ minutes, pricePence, label }) => ({
      service_id: idOf(slug),
      minutes,
      price_pence: pricePence,
      label,
    })),
  );
  const givers = services.flatMap(({ slug, therapists }) =>
    therapists.map((therapist) => ({ service_id: idOf(slug), therapist_id: idOf(therapist) })),
  );
  await tx
    .insertInto("services")
    .values(rows)
    .onConflict((c) => c.doNothing())
    .execute();
  await mark(tx, "demo-services", rows);
  await tx
    .insertInto("service_lengths")
    .values(lengths)
    .onConflict((c) => c.doNothing())
    .execute();
  await tx
    .insertInto("service_therapists")
    .values(givers)
    .onConflict((c) => c.doNothing())
    .execute();
}

async function seedClosures(tx: Tx, holidays: readonly BankHoliday[]): Promise<void> {
  const rows = holidays.map(({ date, name }) => ({
    id: `demo-closure-${date}`,
    therapist_id: null,
    kind: "closure",
    first_day: date,
    last_day: date,
    from_minute: null,
    to_minute: null,
    reason: name,
    public_note: `${name}.`,
  }));
  await tx
    .insertInto("day_exceptions")
    .values(rows)
    .onConflict((c) => c.doNothing())
    .execute();
}

async function seedSettings(tx: Tx, now: number): Promise<void> {
  const all = Object.entries(demoSettings);
  const rows = all.map(([key, value]) => {
    const text = JSON.stringify(value);
    return { key, value: text, last_good: text, version: 1, updated_at: now };
  });
  await tx
    .insertInto("settings")
    .values(rows)
    .onConflict((c) => c.doNothing())
    .execute();
  const invented = all.map(([key, _value]) => ({
    id: key,
    value: JSON.stringify({ ...demoSettings, ...demoFacts }[key]),
  }));
  await mark(tx, "demo-setting", invented);
}

async function seedWords(tx: Tx, now: number): Promise<void> {
  const all = Object.entries(demoWords).map(([page, words]) => ({ page, words: JSON.stringify(words) }));
  await tx
    .insertInto("page_words")
    .values(all.map((row) => ({ ...row, version: 1, updated_at: now })))
    .onConflict((c) => c.doNothing())
    .execute();
  await mark(
    tx,
    "demo-words",
    all.map(({ page, words }) => ({ id: page, value: words })),
  );
}

async function mark(tx: Tx, kind: DemoKind, rows: readonly { id: string; value?: string }[]): Promise<void> {
  await tx
    .insertInto("demo_marks")
    .values(rows.map(({ id, value = null }) => ({ kind, id, value })))
    .onConflict((c) => c.doNothing())
    .execute();
}
