import { type DateOrder, readDay } from "#app/moving/csv/typed-moment.ts";
import { type LocalTime, minuteIn } from "#app/moving/firebase/exported-appointment.ts";
import { type PlainRecord, textIn } from "#app/moving/firebase/firestore-value.ts";
import { type WallTime, WHICH } from "#app/platform/wall-time.ts";

/** What a person decides about a record: store it at this local time, join it to what is here, or leave it out. */
export type Decision = ({ kind: "take" } & WallTime) | { kind: "merge" } | { kind: "leave-out" };

/** The local time of a document, its date read in this order; null if it can't be. */
export function datesOf(record: PlainRecord, order: DateOrder): LocalTime | null {
  const [day, minute] = [readDay(textIn(record.date), order), minuteIn(textIn(record.time))];
  return day && minute !== null ? { day, minute } : null;
}

const DAY = /^\d{4}-\d{2}-\d{2}$/;
const CLOCK = /^([01]\d|2[0-3]):([0-5]\d)$/;

type Typed = { choice: string; day: string; time: string; which?: string };

/** The pressed button of a review, such as `take:2026-04-03:600`, or what is typed beside `typed`. */
export function decisionFrom({ choice, day, time, which }: Typed): Decision | { kind: "invalid"; message: string } {
  if (choice === "merge" || choice === "leave-out") return { kind: choice };
  const [, offered = "", minute = ""] = /^take:([\d-]{10}):(\d{1,4})$/.exec(choice) ?? [];
  if (isDay(offered) && Number(minute) < 1440) return { kind: "take", day: offered, minute: Number(minute) };
  if (choice !== "typed") return { kind: "invalid", message: "Choose what to do with it" };
  const [, hours, minutes] = CLOCK.exec(time) ?? [];
  if (!isDay(day) || hours === undefined) return { kind: "invalid", message: "Enter the date and the time" };
  const typed = Number(hours) * 60 + Number(minutes);
  return { kind: "take", day, minute: typed, which: WHICH.find((one) => one === which) };
}

// Beyond these years nothing reckons with a date.
function isDay(day: string): boolean {
  return DAY.test(day) && readDay(day, "day-first") === day && day >= "2000-01-01" && day < "2100-01-01";
}

/** Why a record of the export waits for a person, or was left out; and what its review offers. */
export const REVIEW_REASONS = {
  "two-dates": "The date can be read as two days",
  "no-date": "The date or the time can’t be read",
  "off-grid": "The time is not on the five minutes that this diary has",
  double: "The same person has an appointment at this time already",
  taken: "Someone else has this time",
  "same-address": "Another account of the old site has the same email address",
} as const;

export type ReviewReason = keyof typeof REVIEW_REASONS;

/** An account that was an admin's on the old site: listed, never granted. */
export const WAS_ADMIN = "was-admin";

export function isReviewReason(reason: string | null): reason is ReviewReason {
  return reason !== null && Object.hasOwn(REVIEW_REASONS, reason);
}
