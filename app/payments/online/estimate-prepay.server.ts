import { sql } from "kysely";
import { listOthers } from "#app/payments/fees.server.ts";
import { type Estimate, estimatePrepay, type PastBooking } from "#app/payments/online/estimate-prepay.ts";
import { flagRuleOf, listOccasions } from "#app/payments/online/flags.server.ts";
import { flagFrom } from "#app/payments/online/flags.ts";
import type { AppContext, Queries } from "#app/platform/app-context.server.ts";
import { readPractice } from "#app/practice/read-practice.server.ts";
import { lateFeePercent } from "#app/settings/schemas/money-rules.ts";
import type { Settings } from "#app/settings/settings.ts";

const WEEK_MS = 7 * 86_400_000;
/** A quarter of a year. */
export const ESTIMATE_WEEKS = 13;

/** What the saved rules would have done together over the last weeks. */
export async function estimatePast(app: AppContext): Promise<Estimate> {
  const { settings } = await readPractice(app);
  const { prepayment, bookingRules, moneyRules } = settings;
  const bookings = await listPast(app.db.kysely, settings, app.clock.now());
  const terms = {
    ...{ notice: bookingRules.changeNotice, keepPercent: lateFeePercent(settings) },
    ...{ leisure: moneyRules.leisure, zone: bookingRules.zone },
  };
  return estimatePrepay(bookings, prepayment, terms);
}

/** What was booked online and began in these weeks, as the rule would have judged each when it was booked. */
async function listPast(db: Queries, settings: Settings, now: number): Promise<PastBooking[]> {
  const since = now - ESTIMATE_WEEKS * WEEK_MS;
  const rows = await db
    .selectFrom("appointments")
    .leftJoin("cancellations", "cancellations.appointment_id", "appointments.id")
    .leftJoin("attendances", "attendances.appointment_id", "appointments.id")
    .leftJoin("booking_holds", "booking_holds.appointment_id", "appointments.id")
    .select(["appointments.id", "appointments.service_id", "appointments.price_pence", "appointments.starts_at"])
    .select(["appointments.ends_at", "appointments.created_at", "appointments.user_id", "appointments.status"])
    .select(["cancellations.at as cancelled_at", "cancellations.late", "attendances.state"])
    .select(
      sql<number>`case when exists (
        select 1 from appointments as earlier left join attendances as came on came.appointment_id = earlier.id
        where earlier.user_id = appointments.user_id and earlier.ends_at <= appointments.created_at
          and lower(earlier.status) = 'confirmed' and coalesce(came.state, '') <> 'missed'
      ) then 1 else 0 end`.as("known"),
    )
    .where("appointments.starts_at", ">=", since)
    .where("appointments.starts_at", "<", now)
    .where("appointments.source", "=", "website")
    // What was never confirmed by its client was no booking.
    .where("booking_holds.released_at", "is", null)
    .where(sql<boolean>`lower(appointments.status) in ('confirmed', 'cancelled')`)
    .execute();
  const lost = rows.filter(({ late, state, status }) =>
    status.toLowerCase() === "cancelled" ? late === 1 : state === "missed",
  );
  const others = lost.length > 0 ? await listOthers(db, lost) : new Map<string, { start: number; end: number }[]>();
  const rule = flagRuleOf(settings);
  const occasions = await listOccasions(db, {
    since: since - (rule.months + 1) * MONTH_MS,
    notice: settings.bookingRules.changeNotice,
  });
  return rows.map((row) => {
    const isLost = lost.includes(row);
    const own = occasions.get(row.user_id ?? "") ?? [];
    const times = { bookedAt: row.created_at, start: row.starts_at, end: row.ends_at };
    return {
      ...{ serviceId: row.service_id, pricePence: row.price_pence, isKnown: Number(row.known) === 1 },
      isFlagged: flagFrom(own, rule, { now: row.created_at, liftedAt: 0 }) !== null,
      lost: isLost
        ? {
            ...times,
            occasion: row.cancelled_at === null ? "missed" : "late",
            at: row.cancelled_at ?? row.starts_at,
            others: others.get(row.id) ?? [],
          }
        : null,
    };
  });
}

const MONTH_MS = 31 * 86_400_000;
