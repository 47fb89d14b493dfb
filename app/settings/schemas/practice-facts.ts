import { z } from "zod";
import { optionalText, tickBox } from "#app/platform/form-schemas.ts";

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

const MOST_DAYS = 10;
const MOST_YEARS = 70;

/** A whole number, or nothing stated. */
function optionalNumber(most: number, message: string) {
  return optionalText("a number", 6)
    .refine((typed) => typed === "" || (/^\d+$/.test(typed) && Number(typed) >= 1 && Number(typed) <= most), message)
    .transform((typed) => (typed === "" ? null : Number(typed)));
}

export const practiceFactsForm = z
  .object({
    isInsured: tickBox(),
    insurer: optionalText("the insurer", 80),
    qualifications: optionalText("the qualifications", 200),
    registers: optionalText("the registers", 200),
    years: optionalNumber(MOST_YEARS, `Enter 1 to ${MOST_YEARS} years, or leave blank`),
    card: tickBox(),
    cash: tickBox(),
    transfer: tickBox(),
    isWholePrice: tickBox(),
    givesReceipts: tickBox(),
    replyDays: optionalNumber(MOST_DAYS, `Enter 1 to ${MOST_DAYS} working days, or leave blank`),
    isAnyHour: tickBox(),
    startsWithTalk: tickBox(),
    keepsNotes: tickBox(),
    hasPlainOil: tickBox(),
    allowsCompany: tickBox(),
    treatsChildren: tickBox(),
    treatsInPregnancy: tickBox(),
    parking: optionalText("the parking", 200),
    stepFree: optionalText("the way in", 200),
    hasChangingRoom: tickBox(),
    hasShowers: tickBox(),
    allowsDogs: tickBox(),
  })
  .transform(({ card, cash, transfer, ...facts }): PracticeFacts => {
    const taken = [card, cash, transfer];
    return { ...facts, pays: WAYS_TO_PAY.filter((_, index) => taken[index]) };
  });

export function practiceFactsFormOf({ pays, years, replyDays, ...facts }: PracticeFacts): object {
  const [card, cash, transfer] = WAYS_TO_PAY.map((way) => pays.includes(way));
  return { ...facts, years: years ?? "", replyDays: replyDays ?? "", card, cash, transfer };
}
