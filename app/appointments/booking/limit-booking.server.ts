import { sql } from "kysely";
import type { Appointment } from "#app/appointments/appointment.ts";
import { isCancelled, isStanding, listBusy } from "#app/appointments/appointments.db.server.ts";
import { HOLD_MINUTES } from "#app/appointments/booking/booking-hold.ts";
import { holdSecretOf } from "#app/appointments/booking/booking-holds.db.server.ts";
import {
  fitsDay,
  isBurst,
  isQuietDay,
  mayHold,
  needsPress,
  type OpenHolds,
  type Standing,
} from "#app/appointments/booking/booking-limits.ts";
import { brakeMessage } from "#app/appointments/notifications/appointment-message.ts";
import { merge, subtract } from "#app/availability/interval.ts";
import { stretchesOf } from "#app/availability/opening-hours.ts";
import { getWorkingTime } from "#app/hours/working-time.db.server.ts";
import { mailboxOf } from "#app/mail/mail-allowance.ts";
import { enqueueOnce } from "#app/mail/outbox.db.server.ts";
import type { AppContext, Queries, Tx } from "#app/platform/app-context.server.ts";
import { lowerCaseOf } from "#app/platform/database/expressions.server.ts";
import { addDays, localDateOf, startOfDay } from "#app/platform/date-time.ts";
import type { Idempotency } from "#app/platform/form-draft.server.ts";
import { rateKeyOf } from "#app/platform/http/request-info.server.ts";
import { deriveSecret, hashOf } from "#app/platform/ids.server.ts";
import type { BookingRules } from "#app/settings/schemas/booking-rules.ts";

const MINUTE_MS = 60_000;

type Limited = {
  app: AppContext;
  rules: BookingRules;
  appointment: Appointment;
  /** Read and locked in this transaction, so that two bookings with one address count each other. */
  client: { isProven: boolean };
  /** Null or missing: not an online booking, so no limit counts it. */
  clientAddress: string | null | undefined;
  idempotency: Idempotency | null;
  now: number;
  /** What is booked together with it. */
  others?: readonly Appointment[];
  /** Its time is kept until it is paid, so it counts among the holds. */
  pays?: boolean;
};

/**
 * `waitsFor`: null, the booking stands at once; `press`: its time is kept until its mailed link is opened; `link`: the
 * link books it, if the time is still free. `origin`: the hash of its network address, to store. `burst`: the recent
 * bookings, if they are so many that the practice is warned.
 */
export type Limit = { waitsFor: null | "press" | "link"; origin: string | null; burst: Burst | null };

type Burst = Pick<Standing, "lastHour" | "lastDay">;

/** How an online booking must be confirmed by email (decisions/0550). */
export async function limitBooking(
  tx: Tx,
  {
    app,
    rules,
    appointment,
    client: { isProven },
    clientAddress,
    idempotency,
    now,
    others = [],
    pays = false,
  }: Limited,
): Promise<Limit> {
  if (!clientAddress || !app.config.rateLimits) return { waitsFor: null, origin: null, burst: null };
  const origin = deriveSecret(app.secret, `origin:${rateKeyOf(clientAddress)}`);
  const person = { email: appointment.email ?? "", phone: appointment.phone ?? "", origin };
  const { zone } = rules;
  const date = localDateOf(appointment.start, zone);
  const before = await getStanding(tx, { ...person, date, zone, key: idempotency?.key ?? null, now });
  const ofDay = [appointment, ...others].filter(({ start }) => localDateOf(start, zone) === date);
  const standing = withOthers(before, { count: others.length, ofDay: ofDay.length - 1 });
  const burst = isBurst(standing, rules) ? standing : null;
  if (standing.hasRequest) return { waitsFor: "link", origin, burst };
  const booking = await inItsDay(tx, { ofDay, standing, rules, date });
  const stands = !needsPress(standing, { rules, isProven }) && (isProven || fitsDay(standing, booking));
  if (stands && !pays) return { waitsFor: null, origin, burst };
  // No page to pay opens for an address that must prove itself first: its link books it, and then it is paid.
  if (pays && !stands) return { waitsFor: "link", origin, burst };
  const holds = await getOpenHolds(tx, { ...person, userId: appointment.userId });
  const holdsTime = mayHold(standing, holds, booking);
  if (pays) return { waitsFor: holdsTime ? null : "link", origin, burst };
  return { waitsFor: holdsTime ? "press" : "link", origin, burst };
}

function withOthers(standing: Standing, { count, ofDay }: { count: number; ofDay: number }): Standing {
  const { byEmail, byPhone, byOrigin, lastHour, lastDay, dayInHour, dayInDay } = standing;
  return {
    ...standing,
    byEmail: byEmail + count,
    byPhone: byPhone + count,
    byOrigin: byOrigin + count,
    lastHour: lastHour + count,
    lastDay: lastDay + count,
    dayInHour: { ...dayInHour, bookings: dayInHour.bookings + ofDay },
    dayInDay: { ...dayInDay, bookings: dayInDay.bookings + ofDay },
  };
}

type InItsDay = { ofDay: readonly Appointment[]; standing: Standing; rules: BookingRules; date: string };

async function inItsDay(tx: Tx, { ofDay, standing, rules, date }: InItsDay) {
  const { zone, unprovenPercent: percent } = rules;
  const minutes = ofDay.reduce((sum, { blockStart, blockEnd }) => sum + (blockEnd - blockStart) / MINUTE_MS, 0);
  const freeMinutes = isQuietDay(standing) ? 0 : await getFreeMinutes(tx, { date, zone });
  return { minutes, percent, freeMinutes };
}

export async function warnOfBurst(
  tx: Tx,
  { burst, zone, now }: { burst: Burst | null; zone: string; now: number },
): Promise<void> {
  if (burst === null) return;
  const { lastHour, lastDay } = burst;
  await enqueueOnce(tx, brakeMessage({ day: localDateOf(now, zone), lastHour, lastDay }), now);
}

/** The hold of a booking that keeps its time until its mailed link is opened. */
export function holdOf(
  app: AppContext,
  { id, start }: Pick<Appointment, "id" | "start">,
  now: number,
): { secretHash: string; until: number } {
  return { secretHash: hashOf(holdSecretOf(app, id)), until: Math.min(now + HOLD_MINUTES * MINUTE_MS, start) };
}

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;

type Person = { email: string; phone: string; origin: string };

type LimitQuery = Person & { date: string; zone: string; key: string | null; now: number };

/** `date`: the local date that is booked; `key`: the booking's idempotency key. */
export async function getStanding(
  db: Queries,
  { email, phone, origin, date, zone, key, now }: LimitQuery,
): Promise<Standing> {
  const standing = sql`not (${isCancelled})`;
  // What is held is unproven, and for less than an hour: all holds are among the bookings of the last hour.
  const ofDay = (since: number) => sql`from appointments
    where starts_at >= ${startOfDay(date, zone)} and starts_at < ${startOfDay(addDays(date, 1), zone)}
      and unproven = 1 and origin is not null and created_at > ${since} and ${standing}`;
  const minutes = sql`coalesce(sum((block_end - block_start) / ${sql.lit(MINUTE_MS)}), 0)`;
  const { rows } = await sql<Record<keyof typeof NOTHING, number | string>>`select
    (select count(*) from appointments
      where ${lowerCaseOf("email")} = ${mailboxOf(email)} and starts_at > ${now} and ${standing})
    + (select count(*) from appointments
      where ${isTagged(email)} and starts_at > ${now} and ${standing}) as "byEmail",
    (select count(*) from appointments
      where phone = ${phone} and starts_at > ${now} and ${standing}) as "byPhone",
    (select count(*) from appointments
      where origin = ${origin} and created_at > ${now - DAY_MS} and ${standing}) as "byOrigin",
    (select count(*) from appointments
      where origin is not null and created_at > ${now - HOUR_MS}) as "lastHour",
    (select count(*) from appointments
      where origin is not null and created_at > ${now - DAY_MS}) as "lastDay",
    (select count(*) ${ofDay(now - HOUR_MS)}) as "inHour",
    (select ${minutes} ${ofDay(now - HOUR_MS)}) as "minutesInHour",
    (select count(*) ${ofDay(now - DAY_MS)}) as "inDay",
    (select ${minutes} ${ofDay(now - DAY_MS)}) as "minutesInDay",
    (select count(*) from booking_requests where idempotency_key = ${key ?? ""}) as "requests"`.execute(db);
  const row = { ...NOTHING, ...rows[0] };
  return {
    byEmail: Number(row.byEmail),
    byPhone: Number(row.byPhone),
    byOrigin: Number(row.byOrigin),
    lastHour: Number(row.lastHour),
    lastDay: Number(row.lastDay),
    hasRequest: Number(row.requests) > 0,
    dayInHour: { bookings: Number(row.inHour), minutes: Number(row.minutesInHour) },
    dayInDay: { bookings: Number(row.inDay), minutes: Number(row.minutesInDay) },
  };
}

/** Whether a stored address is this mailbox with a `+` suffix. */
function isTagged(email: string) {
  const [local = "", domain = ""] = mailboxOf(email).split("@");
  const literal = (text: string) => text.replace(/[!%_]/g, "!$&");
  return sql<boolean>`${lowerCaseOf("email")} like ${`${literal(local)}+%@${literal(domain)}`} escape '!'`;
}

const NOTHING = {
  ...{ byEmail: 0, byPhone: 0, byOrigin: 0, lastHour: 0, lastDay: 0 },
  ...{ inHour: 0, minutesInHour: 0, inDay: 0, minutesInDay: 0, requests: 0 },
};

/** The holds that nobody has confirmed: of one person by the detail with most of them, and of everyone. */
async function getOpenHolds(
  db: Queries,
  { email, phone, origin, userId }: Person & { userId: string | null },
): Promise<OpenHolds> {
  const count = (person: ReturnType<typeof sql>) => sql<number>`sum(case when ${person} then 1 else 0 end)`;
  const row = await db
    .selectFrom("booking_holds")
    .innerJoin("appointments", "appointments.id", "booking_holds.appointment_id")
    .where("kept_at", "is", null)
    .where("released_at", "is", null)
    .where(isStanding)
    // What the practice keeps until a link is paid is no stranger's.
    .where("origin", "is not", null)
    .select((eb) => [
      eb.fn.countAll<number>().as("all"),
      count(sql`(${lowerCaseOf("email")} = ${mailboxOf(email)} or ${isTagged(email)})`).as("byEmail"),
      count(sql`phone = ${phone}`).as("byPhone"),
      count(sql`origin = ${origin}`).as("byOrigin"),
      count(userId === null ? sql`1 = 0` : sql`user_id = ${userId}`).as("byUser"),
    ])
    .executeTakeFirstOrThrow();
  const ofPerson = Math.max(...[row.byEmail, row.byPhone, row.byOrigin, row.byUser].map(Number));
  return { ofPerson, all: Number(row.all) };
}

/** The minutes of a local date in which someone works and nothing stands but what nobody has proven. */
export async function getFreeMinutes(db: Queries, { date, zone }: { date: string; zone: string }): Promise<number> {
  const team = await db.selectFrom("therapists").select("id").where("active", "=", 1).execute();
  const therapistIds = team.map(({ id }) => id);
  if (therapistIds.length === 0) return 0;
  const hours = await getWorkingTime(db, { therapistIds, from: date, to: date });
  const within = { start: startOfDay(date, zone), end: startOfDay(addDays(date, 1), zone) };
  const unproven = db.selectFrom("appointments").select("id").where("unproven", "=", 1);
  const theirs = await unproven.where("starts_at", ">=", within.start).where("starts_at", "<", within.end).execute();
  const busy = await listBusy(db, { therapistIds, within, except: theirs.map(({ id }) => id) });
  let free = 0;
  for (const [id, time] of hours) {
    const taken = merge(busy.filter(({ therapistId }) => therapistId === id));
    const left = stretchesOf(time, date, zone).flatMap((stretch) => subtract(stretch, taken));
    for (const { start, end } of left) free += end - start;
  }
  return free / MINUTE_MS;
}

/** Online bookings only, of the last hour and of a day. */
export function selectRecent(db: Queries, now: number) {
  const inHour = sql<number>`coalesce(sum(case when created_at > ${now - HOUR_MS} then 1 else 0 end), 0)`;
  return db
    .selectFrom("appointments")
    .select((eb) => [eb.fn.countAll<number>().as("lastDay"), inHour.as("lastHour")])
    .where("origin", "is not", null)
    .where("created_at", ">", now - DAY_MS);
}

/** Deletes the origins of bookings that no limit counts any more. */
export async function forgetOrigins(db: Queries, now: number): Promise<void> {
  await db
    .updateTable("appointments")
    .set({ origin: null })
    .where("origin", "is not", null)
    .where("created_at", "<=", now - DAY_MS)
    .execute();
}
