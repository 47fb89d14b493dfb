import { z } from "zod";
import { optionalText, wholeNumber } from "#app/platform/form-schemas.ts";

export const messages = z.object({
  /** Addresses, domains and terms to block, one each (decisions/0001, row 17). */
  blocked: z.array(z.string()).default([]),
  /** After how many months a message is deleted. */
  keptMonths: z.number().int().min(1).max(120).default(12),
});

export type MessageRules = z.output<typeof messages>;

export const messagesForm = z.object({
  blocked: optionalText("the list", 40_000).transform((text) => [
    ...new Set(text.split("\n").flatMap((line) => line.trim() || [])),
  ]),
  keptMonths: wholeNumber("how long messages are kept", { least: 1, most: 120, unit: "months" }),
});

export function messagesFormOf({ blocked, keptMonths }: MessageRules): object {
  return { blocked: blocked.join("\n"), keptMonths };
}
