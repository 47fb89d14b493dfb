import { z } from "zod";
import { optionalText, wholeNumber } from "#app/platform/form-schemas.ts";

export const messages = z.object({
  /** Addresses, domains and terms to block, one each (decisions/0001, row 17). */
  blocked: z.array(z.string()).default([]),
  /** After how many months a message is deleted. */
  keptMonths: z.number().int().min(1).max(120).default(12),
  /** Answers that are written often, to begin a reply with. */
  replies: z.array(z.string()).max(3).default([]),
});

export type MessageRules = z.output<typeof messages>;

const LONGEST_SAVED_REPLY = 1500;

export const messagesForm = z.object({
  blocked: optionalText("the list", 40_000).transform((text) => [
    ...new Set(text.split("\n").flatMap((line) => line.trim() || [])),
  ]),
  keptMonths: wholeNumber("how long messages are kept", { least: 1, most: 120, unit: "months" }),
  reply1: optionalText("saved reply 1", LONGEST_SAVED_REPLY),
  reply2: optionalText("saved reply 2", LONGEST_SAVED_REPLY),
  reply3: optionalText("saved reply 3", LONGEST_SAVED_REPLY),
});

/** What is stored of what was typed. */
export function messagesOf({ reply1, reply2, reply3, ...rules }: z.output<typeof messagesForm>): MessageRules {
  return { ...rules, replies: [reply1, reply2, reply3].filter((text) => text !== "") };
}

export function messagesFormOf({ blocked, keptMonths, replies }: MessageRules): object {
  const [reply1 = "", reply2 = "", reply3 = ""] = replies;
  return { blocked: blocked.join("\n"), keptMonths, reply1, reply2, reply3 };
}
