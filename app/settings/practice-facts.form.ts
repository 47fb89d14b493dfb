import { z } from "zod";
import { optionalText, tickBox } from "#app/platform/typed.ts";
import { type PracticeFacts, WAYS_TO_PAY } from "#app/settings/practice-facts.ts";

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
