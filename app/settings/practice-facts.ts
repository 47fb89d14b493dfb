import { z } from "zod";

const text = z.string().default("");
const stated = z.boolean().default(false);

export const WAYS_TO_PAY = ["card", "cash", "bank transfer"] as const;

/** What is true of a practice and only its owner knows. A sentence about one appears once it is stated. */
export const practiceFacts = z.object({
  isInsured: stated,
  insurer: text,
  qualifications: text,
  registers: text,
  years: z.number().int().nullable().default(null),
  pays: z.array(z.enum(WAYS_TO_PAY)).default([]),
  isWholePrice: stated,
  givesReceipts: stated,
  /** Working days until a message is answered. */
  replyDays: z.number().int().nullable().default(null),
  isAnyHour: stated,
  startsWithTalk: stated,
  keepsNotes: stated,
  hasPlainOil: stated,
  allowsCompany: stated,
  treatsChildren: stated,
  treatsInPregnancy: stated,
  parking: text,
  stepFree: text,
  hasChangingRoom: stated,
  hasShowers: stated,
  allowsDogs: stated,
});

export type PracticeFacts = z.output<typeof practiceFacts>;

/** `card, cash or bank transfer`; empty while none is stated. */
export function waysToPay({ pays }: Pick<PracticeFacts, "pays">): string {
  return pays.length < 2 ? (pays[0] ?? "") : `${pays.slice(0, -1).join(", ")} or ${pays.at(-1)}`;
}

const NUMBERS = ["", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten"];

/** `two working days`; empty while it is not stated. */
export function replyTime({ replyDays }: Pick<PracticeFacts, "replyDays">): string {
  if (replyDays === null) return "";
  return `${NUMBERS[replyDays] ?? replyDays} working ${replyDays === 1 ? "day" : "days"}`;
}
