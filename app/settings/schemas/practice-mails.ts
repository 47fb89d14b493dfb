import { z } from "zod";
import { addDays, instantOf, localDateOf } from "#app/platform/date-time.ts";

const MORNING = 6;
const NIGHT = 22;

/** The hours of the day at which the daily mail may go. */
export const DAILY_HOURS = Array.from({ length: NIGHT - MORNING + 1 }, (_, at) => MORNING + at);

/** How the practice hears of what clients do. `dailyAt`: the hour of its one mail a day; null: each at once. */
export const practiceMails = z.object({ dailyAt: z.number().int().min(MORNING).max(NIGHT).nullable().default(null) });

export type PracticeMails = z.output<typeof practiceMails>;

type At = { hour: number; zone: string };

/** The first daily mail after this instant: the hour is the practice's wall time, also on the days the clocks change. */
export function nextDailyMail(now: number, { hour, zone }: At): number {
  const today = localDateOf(now, zone);
  const at = instantOf(today, hour * 60, zone);
  return at > now ? at : instantOf(addDays(today, 1), hour * 60, zone);
}

/** The last one at or before this instant. */
export function lastDailyMail(now: number, { hour, zone }: At): number {
  const today = localDateOf(now, zone);
  const at = instantOf(today, hour * 60, zone);
  return at <= now ? at : instantOf(addDays(today, -1), hour * 60, zone);
}

const hour = z.string().refine((typed) => DAILY_HOURS.some((one) => String(one) === typed), "Choose an hour");

export const practiceMailsForm = z
  .object({ when: z.enum(["each", "daily"], { error: "Choose when you hear" }), hour })
  .transform(({ when, hour }): PracticeMails => ({ dailyAt: when === "daily" ? Number(hour) : null }));

const USUAL = 18;

export function practiceMailsFormOf({ dailyAt }: PracticeMails): object {
  return { when: dailyAt === null ? "each" : "daily", hour: dailyAt ?? USUAL };
}
