import { type RawBuilder, sql } from "kysely";
import type { DayException, OwnedException } from "#app/availability/opening-hours.ts";
import { type AlternateDay, alternateDays } from "#app/availability/week-cycle.ts";
import { serviceFrom } from "#app/catalogue/catalogue.db.server.ts";
import type { Service, ServiceLength } from "#app/catalogue/service.ts";
import { shortNameOf, type Therapist } from "#app/catalogue/therapist.ts";
import {
  type ExceptionRow,
  exceptionsFrom,
  exceptionsOf,
  type HoursRow,
  listExceptions,
  type WorkingTime,
  weeklyFrom,
} from "#app/hours/working-time.db.server.ts";
import type { Picture } from "#app/media/picture.ts";
import { type AppContext, type Database, engineOf, type Queries, type Tx } from "#app/platform/app-context.server.ts";
import type { Tables } from "#app/platform/database/tables.ts";
import { addDays, localDateOf } from "#app/platform/date-time.ts";
import { CONTENT_VERSION, getContentVersion, readContentVersion } from "#app/platform/http/content-version.server.ts";
import type { Practice, PracticeFacts, PracticeSnapshot } from "#app/practice/practice.ts";
import { canMailLeaveBy } from "#app/settings/can-mail-leave.server.ts";
import { logDamage, readStored } from "#app/settings/settings.db.server.ts";
import { deepFrozen, settingsFrom } from "#app/settings/settings.ts";

/**
 * Settings, services, lengths, prices and therapists, frozen: in one small statement while nothing has changed, and in
 * two more after a change. Inside a transaction pass it along, before it changes any of these itself; only then may what
 * is read decide something.
 */
export async function readPractice(app: AppContext, tx: Tx): Promise<Practice>;
export async function readPractice(app: AppContext): Promise<PracticeSnapshot>;
export async function readPractice(app: AppContext, tx?: Tx): Promise<PracticeFacts> {
  const version = await (tx ? readContentVersion(tx) : getContentVersion(app));
  const known = remembered.get(app.db);
  if (known?.contentVersion === version) return known;
  // What a transaction reads may never be committed.
  return tx ? readAll(app, tx) : readOnce(app, version);
}

// Whatever the zone, today and yesterday.
const DAYS_BACK = 2;

const remembered = new WeakMap<Database, PracticeFacts>();
const underWay = new WeakMap<Database, Map<number, Promise<PracticeFacts>>>();

/** The loaders of one page ask at the same time. */
function readOnce(app: AppContext, version: number): Promise<PracticeFacts> {
  const reading = underWay.get(app.db) ?? new Map<number, Promise<PracticeFacts>>();
  underWay.set(app.db, reading);
  const begun = reading.get(version) ?? readAll(app, app.db.kysely).finally(() => reading.delete(version));
  reading.set(version, begun);
  return begun;
}

async function readAll(app: AppContext, db: Queries): Promise<PracticeFacts> {
  const stored = await readStored(db);
  const { settings, damaged } = settingsFrom(stored);
  if (damaged.length > 0) logDamage(app.log, damaged);
  const { contentVersion, ...offer } = await readOffer(db, addDays(localDateOf(app.clock.now(), "UTC"), -DAYS_BACK));
  const saved = Object.fromEntries([...stored].map(([key, { version, at }]) => [key, { version, at }]));
  const facts = deepFrozen({ contentVersion, settings, damaged, saved, ...offer });
  // Between the two statements somebody may have changed something: each says of which version it is.
  const isOne = Number(stored.get(CONTENT_VERSION)?.value ?? 0) === contentVersion;
  if (isOne && db === app.db.kysely) remembered.set(app.db, facts);
  return facts;
}

type Offer = Omit<PracticeFacts, "settings" | "damaged" | "saved">;
type Row<Table extends keyof Tables, Columns extends keyof Tables[Table]> = Pick<Tables[Table], Columns>;

/** All lists in one statement, each row as JSON: in as many statements somebody could save in between. */
async function readOffer(db: Queries, since: string): Promise<Offer> {
  const { rows } = await sql<{ list: string; json: string }>`
    select 'services' as list, ${json(db, SERVICE)} as json from services where active = 1
    union all select 'therapists', ${json(db, THERAPIST)} from therapists where active = 1
    union all select 'lengths', ${json(db, LENGTH)} from service_lengths
    union all select 'rules', ${json(db, RULE)} from price_rules
    union all select 'givers', ${json(db, GIVER)} from service_therapists
    union all select 'hours', ${json(db, HOURS)} from working_hours
    union all select 'exceptions', ${json(db, EXCEPTION)} from day_exceptions where last_day >= ${since}
    union all select 'pictures', ${json(db, PICTURE)} from pictures where id in
      (select picture_id from services union all select picture_id from therapists)
    union all select 'version', value from settings where key = ${CONTENT_VERSION}
  `.execute(db);
  const lists = Map.groupBy(rows, ({ list }) => list);
  const listOf = <One>(list: string) => (lists.get(list) ?? []).map(({ json }) => JSON.parse(json) as One);
  const pictures = new Map(listOf<Picture>("pictures").map((picture) => [picture.id, picture]));
  const therapists = therapistsFrom(listOf("therapists"), pictures);
  const hours = Map.groupBy(listOf<HoursRow>("hours"), (row) => row.therapist_id);
  const weekly = therapists.map(({ id }) => [id, (hours.get(id) ?? []).map(weeklyFrom)]);
  return {
    contentVersion: listOf<number>("version")[0] ?? 0,
    services: servicesFrom(listOf("services"), {
      ...{ pictures, therapists },
      lengths: listOf("lengths"),
      rules: listOf("rules"),
      givers: listOf("givers"),
    }),
    therapists,
    weekly: Object.fromEntries(weekly),
    exceptions: exceptionsFrom(listOf<ExceptionRow>("exceptions")),
    exceptionsFrom: since,
  };
}

const LENGTH = ["service_id", "minutes", "price_pence", "label"] as const;
const RULE = ["service_id", "minutes", "therapist_id", "from_day", "price_pence"] as const;
const GIVER = ["service_id", "therapist_id"] as const;
const PICTURE = ["id", "alt", "width", "height"] as const;
const HOURS = ["therapist_id", "weekday", "from_minute", "to_minute", "week_a_from", "cycle_week"] as const;
const EXCEPTION = [
  ...["id", "therapist_id", "kind", "first_day", "last_day", "from_minute", "to_minute", "public_note"],
] as const;
const THERAPIST = ["id", "slug", "name", "role", "bio", "position", "picture_id"] as const;
const SERVICE = [
  ...["id", "slug", "category", "title", "summary", "words", "buffer_before", "buffer_after", "booking", "place"],
  ...["first_extra", "venue", "venue_name", "position", "picture_id"],
] as (keyof Parameters<typeof serviceFrom>[0] & string)[];

type TherapistRow = Row<"therapists", (typeof THERAPIST)[number]>;
type ServiceRow = Parameters<typeof serviceFrom>[0] & { position: number; picture_id: string | null };
type LengthRow = Row<"service_lengths", (typeof LENGTH)[number]>;
type RuleRow = Row<"price_rules", (typeof RULE)[number]>;
type GiverRow = Row<"service_therapists", (typeof GIVER)[number]>;

function json(db: Queries, columns: readonly string[]): RawBuilder<string> {
  const make = sql.raw(engineOf(db) === "postgres" ? "json_build_object" : "json_object");
  return sql`cast(${make}(${sql.join(columns.flatMap((name) => [sql.lit(name), sql.ref(name)]))}) as text)`;
}

const byPosition = (one: { position: number }, other: { position: number }) => one.position - other.position;

function therapistsFrom(rows: readonly TherapistRow[], pictures: ReadonlyMap<string, Picture>): Therapist[] {
  return [...rows].sort(byPosition).map(({ position: _, picture_id, ...therapist }) => ({
    ...therapist,
    short: shortNameOf(therapist, rows),
    picture: pictures.get(picture_id ?? "") ?? null,
  }));
}

type Parts = {
  pictures: ReadonlyMap<string, Picture>;
  therapists: readonly Therapist[];
  lengths: readonly LengthRow[];
  rules: readonly RuleRow[];
  givers: readonly GiverRow[];
};

function servicesFrom(rows: readonly ServiceRow[], { pictures, therapists, lengths, rules, givers }: Parts): Service[] {
  return [...rows].sort(byPosition).map((row) => {
    const gives = new Set(givers.flatMap((giver) => (giver.service_id === row.id ? giver.therapist_id : [])));
    const own = lengths.filter(({ service_id }) => service_id === row.id);
    return serviceFrom(row, {
      lengths: own.sort((one, other) => one.minutes - other.minutes).map((length) => lengthFrom(length, rules)),
      therapistIds: therapists.flatMap(({ id }) => (gives.has(id) ? id : [])),
      picture: pictures.get(row.picture_id ?? "") ?? null,
    });
  });
}

function lengthFrom({ service_id, minutes, price_pence, label }: LengthRow, rules: readonly RuleRow[]): ServiceLength {
  const own = rules
    .filter((rule) => rule.service_id === service_id && rule.minutes === minutes)
    .map((rule) => ({ therapistId: rule.therapist_id, from: rule.from_day, pricePence: rule.price_pence }));
  const length = { minutes, pricePence: price_pence, label };
  return own.length === 0 ? length : { ...length, rules: own };
}

/** Whether a mail leaves this site: every sentence that promises one asks this first. */
export async function canMailLeave(app: AppContext): Promise<boolean> {
  return canMailLeaveBy(app, (await readPractice(app)).settings.mailServer);
}

type Days = { from: string; to: string };

/**
 * The weekly hours and exceptions of these therapists within inclusive local dates, with the whole practice's exceptions:
 * from memory, but for days that are over in one statement. `db`: where `practice` was read.
 */
export async function readHours(
  db: Queries,
  practice: PracticeFacts,
  { therapistIds, ...days }: Days & { therapistIds: readonly string[] },
): Promise<Map<string, WorkingTime>> {
  const exceptions = await exceptionsWithin(db, practice, days);
  return new Map(
    therapistIds.map((id) => [id, { weekly: practice.weekly[id] ?? [], exceptions: exceptionsOf(exceptions, id) }]),
  );
}

/** The whole practice's exceptions within these inclusive local dates: visitors may see them. */
export async function listPracticeExceptions(app: AppContext, days: Days): Promise<DayException[]> {
  return exceptionsOf(await exceptionsWithin(app.db.kysely, await readPractice(app), days), null);
}

async function exceptionsWithin(db: Queries, practice: PracticeFacts, days: Days): Promise<OwnedException[]> {
  const known = days.from >= practice.exceptionsFrom ? practice.exceptions : await listExceptions(db, days);
  return known.filter(({ firstDay, lastDay }) => firstDay <= days.to && days.from <= lastDay);
}

const A_YEAR = 365;

/** The weekdays that the practice is open every second week only, as seen from a local date. */
export async function listAlternateDays(app: AppContext, today: string): Promise<AlternateDay[]> {
  const weekly = Object.values((await readPractice(app)).weekly).flat();
  if (weekly.every(({ cycle }) => cycle === undefined)) return [];
  const closures = await listPracticeExceptions(app, { from: today, to: addDays(today, A_YEAR) });
  const isClosed = (date: string) =>
    closures.some(
      ({ kind, fromMinute, firstDay, lastDay }) =>
        kind === "closure" && fromMinute === null && firstDay <= date && date <= lastDay,
    );
  return alternateDays(weekly, { today, isClosed });
}
