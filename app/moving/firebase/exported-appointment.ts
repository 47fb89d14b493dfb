import { readDay, readMoment } from "#app/moving/csv/typed-moment.ts";
import { instantIn, type PlainRecord, textIn } from "#app/moving/firebase/firestore-value.ts";
import { addressIn } from "#app/platform/email-address.ts";
import { isOfOurInstants } from "#app/platform/form-schemas.ts";
import { e164Of } from "#app/platform/phone-number.ts";
import { plainLine } from "#app/platform/text.ts";
import { readWallTime } from "#app/platform/wall-time.ts";

/** One document of `appointments`. `uid`: of the account that it names; `left`: what could not be read, as it stood. */
export type ExportedAppointment = {
  name: string | null;
  phone: string | null;
  email: string | null;
  status: string;
  uid: string | null;
  createdAt: number | null;
  left: string | null;
};

/** Why a document waits for a person: its date may be two days, can't be read, or names no time that exists once. */
export type WhenProblem = "two-dates" | "no-date";

/** A local date with its minute. */
export type LocalTime = { day: string; minute: number };

export type When =
  | { kind: "at"; start: number }
  | { kind: "review"; problem: WhenProblem; days: string[]; minute: number | null };

// What the old site wrote for nothing.
const NOTHING = /^(?:unknown|no phone|no e-?mail|n\/a|undefined|null)?$/i;

export function readAppointment(record: PlainRecord): ExportedAppointment {
  const given = (field: string) => (NOTHING.test(textIn(record[field])) ? "" : textIn(record[field]));
  const [phone, email] = [given("phone"), given("email")];
  const e164 = phone ? e164Of(phone) : null;
  const address = addressIn(email);
  const left = [phone && !e164 ? phone : "", email && !address ? email : ""].filter(Boolean).join(", ");
  return {
    name: plainLine(given("name"), 100) || null,
    phone: e164,
    email: address,
    status: plainLine(textIn(record.status), 40) || "Pending",
    uid: textIn(record.userId) || null,
    createdAt: instantIn(record.createdAt),
    left: plainLine(left, 200) || null,
  };
}

/**
 * When it is. The old site wrote dates as the booker's browser does: a date that may be two days is never guessed.
 */
export function whenOf(record: PlainRecord, zone: string): When {
  const [date, time] = [textIn(record.date), textIn(record.time)];
  const at = instantIn(record.date);
  if (at !== null) return { kind: "at", start: at };
  const minute = minuteIn(time);
  const days = [...new Set([readDay(date, "day-first"), readDay(date, "month-first")])].filter((day) => day !== null);
  const [day, other] = days;
  if (!day || minute === null) return { kind: "review", problem: "no-date", days, minute };
  if (other) return { kind: "review", problem: "two-dates", days, minute };
  const start = startIn({ day, minute }, zone);
  return start === null ? { kind: "review", problem: "no-date", days, minute } : { kind: "at", start };
}

/** The minute of the day in `10:00:00 AM`; null if it can't be read. */
export function minuteIn(time: string): number | null {
  // Browsers put a narrow blank before AM.
  const read = readMoment(time.replace(/\u202f|\u00a0/g, " "), "day-first", "2000-01-01");
  return read?.kind === "wall" ? read.minute : null;
}

/** The instant of a local time; null where the clocks skip it, where it happens twice, or in another century. */
function startIn(wall: LocalTime, zone: string): number | null {
  const at = readWallTime(wall, zone);
  return at.kind === "at" && isOfOurInstants(at.start) ? at.start : null;
}
