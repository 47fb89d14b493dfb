import { isOfOurInstants } from "#app/platform/form-schemas.ts";

/** How a sheet writes its dates: 3/12/2026 is in December or in March. */
export type DateOrder = "day-first" | "month-first";

/** A moment as a sheet has it: an instant (epoch ms UTC), or a wall time; `minute` null: a day alone. */
export type TypedMoment = { kind: "instant"; at: number } | { kind: "wall"; day: string; minute: number | null };

const INSTANT = /^\d{4}-\d{2}-\d{2}[T ]\d{2}:\d{2}(:\d{2}(\.\d+)?)? ?(Z|UTC|[+-]\d{2}:?\d{2})$/i;
const TIME = /\b(\d{1,2})(?::(\d{2}))(?::\d{2}(?:\.\d+)?)?(?:\s*([ap])\.?m\.?)?|\b(\d{1,2})\s*([ap])\.?m\b\.?/i;

/** A date, a time, or both. Null if it can't be read; a time alone has the given day. */
export function readMoment(text: string, order: DateOrder, day: string | null = null): TypedMoment | null {
  const typed = text.trim();
  if (INSTANT.test(typed)) {
    const at = Date.parse(
      typed
        .replace(/ ?UTC$/i, "Z")
        .replace(/^(\S+) (?=\d{2}:)/, "$1T")
        .replace(" ", ""),
    );
    return isOfOurInstants(at) ? { kind: "instant", at } : null;
  }
  const spaced = typed.replace(/(\d)T(\d)/, "$1 $2");
  const time = TIME.exec(spaced);
  const minute = time ? minuteOf(time) : null;
  if (time && minute === null) return null;
  const rest = (time ? spaced.replace(time[0], " ") : spaced).trim().replace(/\s*(?:\bat|,)$/i, "");
  const on = rest === "" ? day : readDay(rest, order);
  return on === null ? null : { kind: "wall", day: on, minute };
}

const FIRST_YEAR = 1900;
const LAST_YEAR = 2099;
const NUMERIC = /^(\d{1,4})[/.-](\d{1,2})[/.-](\d{2,4})$/;
const MONTHS = ["jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec"];

/** `2026-12-03`, `3/12/2026`, `3 Dec 2026`, `Thursday, December 3, 2026` as a local date. */
export function readDay(text: string, order: DateOrder): string | null {
  const plain = text.trim().replace(/^(mon|tue|wed|thu|fri|sat|sun)[a-z]*[,.]?\s+/i, "");
  const numeric = NUMERIC.exec(plain);
  if (numeric) {
    const [, one = "", two = "", three = ""] = numeric;
    if (one.length === 4) return dayOf(one, two, three);
    const year = three.length === 2 ? `20${three}` : three;
    return order === "day-first" ? dayOf(year, two, one) : dayOf(year, one, two);
  }
  const words = plain
    .toLowerCase()
    .replace(/(\d)(st|nd|rd|th)\b/g, "$1")
    .split(/[\s,.-]+/)
    .filter(Boolean);
  const month = words.findIndex((word) => MONTHS.includes(word.slice(0, 3)) && /^[a-z]+$/.test(word));
  const numbers = words.filter((word) => /^\d+$/.test(word));
  if (month === -1 || words.length !== 3 || numbers.length !== 2) return null;
  const year = numbers.find((number) => number.length === 4);
  const date = numbers.find((number) => number.length < 3);
  const index = MONTHS.indexOf((words[month] ?? "").slice(0, 3)) + 1;
  return year && date ? dayOf(year, String(index), date) : null;
}

/** Minutes in `60`, `60 min`, `1 h 30 min`, `1:30` or `1.5 hours`. */
export function readLength(text: string): number | null {
  const typed = text.trim().toLowerCase();
  const clock = /^(\d{1,2}):(\d{2})(?::\d{2})?$/.exec(typed);
  if (clock) return Number(clock[1]) * 60 + Number(clock[2]);
  if (/^\d{1,3}(\.0+)?$/.test(typed)) return Number(typed);
  const parts = /^(?:(\d+(?:\.\d+)?)\s*h(?:(?:ou)?rs?)?)?\s*(?:(\d{1,3})\s*m(?:in(?:ute)?s?)?)?\.?$/.exec(typed);
  if (!parts || (!parts[1] && !parts[2])) return null;
  return Math.round(Number(parts[1] ?? 0) * 60) + Number(parts[2] ?? 0);
}

/** How these dates are written, by the first that can only be read one way; day first if none tells. */
export function orderOf(dates: readonly string[]): DateOrder {
  for (const date of dates) {
    const [, one = "", two = ""] = NUMERIC.exec(date.trim().split(/\s/)[0] ?? "") ?? [];
    if (one.length > 2) continue;
    if (Number(one) > 12) return "day-first";
    if (Number(two) > 12) return "month-first";
  }
  return "day-first";
}

function minuteOf([, hour, minutes, half, bareHour, bareHalf]: RegExpExecArray): number | null {
  const typed = Number(hour ?? bareHour);
  const letter = (half ?? bareHalf)?.toLowerCase();
  if (letter && (typed < 1 || typed > 12)) return null;
  const hours = letter ? (typed % 12) + (letter === "p" ? 12 : 0) : typed;
  const minute = hours * 60 + Number(minutes ?? 0);
  return hours > 23 || Number(minutes ?? 0) > 59 ? null : minute;
}

function dayOf(year: string, month: string, date: string): string | null {
  const day = `${year}-${month.padStart(2, "0")}-${date.padStart(2, "0")}`;
  const at = Date.parse(`${day}T00:00:00Z`);
  // The thirtieth of February is another day, and nobody's life or diary reaches the years 0001 and 9999.
  const isOurs = Number(year) >= FIRST_YEAR && Number(year) <= LAST_YEAR;
  return isOurs && !Number.isNaN(at) && new Date(at).toISOString().startsWith(day) ? day : null;
}
