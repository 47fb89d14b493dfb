import { z } from "zod";
import { DAILY_HOURS, type PracticeMails } from "#app/settings/practice-mails.ts";

const hour = z.string().refine((typed) => DAILY_HOURS.some((one) => String(one) === typed), "Choose an hour");

export const practiceMailsForm = z
  .object({ when: z.enum(["each", "daily"], { error: "Choose when you hear" }), hour })
  .transform(({ when, hour }): PracticeMails => ({ dailyAt: when === "daily" ? Number(hour) : null }));

const USUAL = 18;

export function practiceMailsFormOf({ dailyAt }: PracticeMails): object {
  return { when: dailyAt === null ? "each" : "daily", hour: dailyAt ?? USUAL };
}
