import ical from "ical.js";
import { findIana } from "windows-iana";
import { type Interval, intersect, merge } from "#app/availability/interval.ts";
import { addDays, daysBetween, instantsOf, isZone, localDateOf, startOfDay } from "#app/platform/date-time.ts";

/** A calendar with more events is refused. */
export const MOST_EVENTS = 20_000;
/** What one rule may bring within the window, and what all rules of a calendar may cost together. */
const MOST_OCCURRENCES = 10_000;
const MOST_STEPS = 50_000;
const MINUTE_MS = 60_000;
const DAY_MS = 86_400_000;
const DAY_MINUTES = 1440;

export type CalendarQuestion = {
  /** Nothing outside is answered. Epoch ms. */
  window: Interval;
  /** The zone of all-day events, of floating times and of zones that nobody knows. */
  zone: string;
  /** Whether this site put the event there: it must not block its own appointment. */
  isOwn: (uid: string) => boolean;
  /** The therapist's addresses: an invitation that they have declined blocks nothing. */
  addresses?: readonly string[];
  /** What the rules of several files have cost together: they are bounded as those of one. */
  spent?: { steps: number };
};

export type CalendarAnswer =
  /** `busy`: sorted, joined, epoch ms. `skipped`: events that could not be read. */
  | { kind: "read"; busy: Interval[]; events: number; skipped: number }
  | { kind: "invalid"; why: "no-calendar" | "cut-short" | "too-many" };

/**
 * When the owner of an iCalendar file (RFC 5545) is busy. Repeating events are followed here, in their own zone's wall
 * time, as servers answer them in different ways. Titles are not read.
 */
export function readCalendar(text: string, question: CalendarQuestion): CalendarAnswer {
  if (!/^\uFEFF?\s*BEGIN:VCALENDAR\s/i.test(text)) return { kind: "invalid", why: "no-calendar" };
  // What is missing at the end must not be taken for free.
  if (!/END:VCALENDAR\s*$/i.test(text.slice(-200))) return { kind: "invalid", why: "cut-short" };
  const { window } = question;
  const { events, count, zones } = componentsOf(text, {
    first: dayFrom(window.start - FAR_MS),
    last: dayFrom(window.end + FAR_MS),
  });
  if (count > MOST_EVENTS) return { kind: "invalid", why: "too-many" };
  const declined = new Set((question.addresses ?? []).map((address) => address.toLowerCase()));
  const reading: Reading = {
    ...question,
    zones,
    changes: changesOf(events, { ...question, zones }, declined),
    spent: question.spent ?? { steps: 0 },
  };
  const busy: Interval[] = [];
  let skipped = 0;
  for (const event of events) {
    try {
      if (question.isOwn(event.uid)) continue;
      // One that blocks nothing may still repeat with a part that does.
      const isBlocking = blocks(event, declined);
      if (!isBlocking && event.rule === null) continue;
      for (const time of timesOf(event, isBlocking, reading)) {
        const inside = intersect(time, window);
        if (inside.start < inside.end) busy.push(inside);
      }
    } catch {
      skipped += 1;
    }
  }
  return { kind: "read", busy: merge(busy), events: count, skipped };
}

/** When one event of a file is, whether it blocks or not; null: it is not there, cancelled, or can't be read. */
export function readEventTime(text: string, { uid, zone }: { uid: string; zone: string }): Interval | null {
  const { events, zones } = componentsOf(text, null);
  const own = events.filter((event) => event.uid === uid && event.status !== "CANCELLED");
  const event = own.find(({ replaces }) => replaces === null) ?? own[0];
  const start = event?.start && momentOf(event.start, event.start.value, { zone, zones });
  const length = event && start && lengthOrNull(event, start, { zone, zones });
  return start && length ? timeFrom(start, length) : null;
}

type Property = { name: string; value: string; params: string };

type Event = {
  uid: string;
  start: Property | null;
  end: Property | null;
  duration: string | null;
  rule: string | null;
  also: Property[];
  except: Property[];
  replaces: Property | null;
  status: string;
  isFree: boolean;
  attendees: Property[];
};

/** What a zone of this file is called elsewhere, by its name here. */
type ZoneNames = ReadonlyMap<string, string>;
type Reading = CalendarQuestion & { zones: ZoneNames; changes: Changes; spent: { steps: number } };

/** `days`: single events that are all outside them are counted only, and most of a long calendar is long over. */
function componentsOf(text: string, days: Days | null): { events: Event[]; count: number; zones: ZoneNames } {
  const events: Event[] = [];
  const zones = new Map<string, string>();
  let count = 0;
  let event: Event | null = null;
  let depth = 0;
  let zone: string | null = null;
  for (const line of linesOf(text.includes("\n") ? text : text.replaceAll("\r", "\n"))) {
    const letter = line.charCodeAt(0) | LOWER;
    if (event === null) {
      if (letter === B && /^BEGIN:VEVENT\s*$/i.test(line)) {
        event = emptyEvent();
        depth = 0;
      } else if (letter === T && /^TZID[;:]/i.test(line)) zone = propertyOf(line).value.trim();
      else if (letter === X && zone !== null && /^X-LIC-LOCATION[;:]/i.test(line))
        zones.set(zone, propertyOf(line).value.trim());
      continue;
    }
    if (letter === E && depth === 0 && /^END:VEVENT\s*$/i.test(line)) {
      count += 1;
      if (count <= MOST_EVENTS && !(days && isFarAway(event, days))) events.push(event);
      event = null;
    } else if (letter === B && /^BEGIN:/i.test(line)) depth += 1;
    else if (letter === E && /^END:/i.test(line)) depth -= 1;
    // Of an event inside nothing else: an alarm within it has lines of the same names.
    else if (depth === 0) take(event, line);
  }
  return { events, count, zones };
}

const LOWER = 32;
const codeOf = (letter: string) => letter.charCodeAt(0);
const [A, B, D, E, L, M, R, T, U, X] = [..."abdelmrtux"].map(codeOf) as [
  ...[number, number, number, number, number],
  ...[number, number, number, number, number],
];
const S = codeOf("s");

/**
 * The lines that may be read, whole: one that begins with a space continues the one before (3.1). Titles, notes and places
 * are most of a calendar, and are passed over without being cut out of it.
 */
function* linesOf(text: string): Generator<string> {
  let at = 0;
  let line = "";
  while (at < text.length) {
    let end = text.indexOf("\n", at);
    if (end === -1) end = text.length;
    const first = text.charCodeAt(at);
    const isContinued = first === 32 || first === 9;
    if (!isContinued) {
      if (line !== "") yield line;
      line = "";
    }
    if (isContinued ? line !== "" : mayBeRead(text, at)) {
      const last = text.charCodeAt(end - 1) === 13 ? end - 1 : end;
      line = isContinued ? line + text.slice(at + 1, last) : text.slice(at, last);
    }
    at = end + 1;
  }
  if (line !== "") yield line;
}

/** By its first letters: what is passed over is none of the lines that `componentsOf` and `take` know. */
function mayBeRead(text: string, at: number): boolean {
  const letter = (nth: number) => text.charCodeAt(at + nth) | LOWER;
  const first = letter(0);
  if (first === D) return letter(1) === U || (letter(1) === T && letter(5) !== M);
  if (first === S) return letter(1) === T;
  if (first === X) return letter(2) === L || letter(2) === M;
  return first === B || first === E || first === U || first === R || first === T || first === A;
}

function emptyEvent(): Event {
  const times = { start: null, end: null, duration: null, rule: null, also: NONE, except: NONE, replaces: null };
  return { uid: "", ...times, status: "", isFree: false, attendees: NONE };
}

/** Shared by all that have none: most have none. */
const NONE: Property[] = [];

function added(all: Property[], property: Property): Property[] {
  if (all === NONE) return [property];
  all.push(property);
  return all;
}

function take(event: Event, line: string): void {
  const property = propertyOf(line);
  const { value } = property;
  switch (property.name.toUpperCase()) {
    case "UID":
      event.uid = value.trim();
      break;
    case "DTSTART":
      event.start = property;
      break;
    case "DTEND":
      event.end = property;
      break;
    case "DURATION":
      event.duration = value.trim();
      break;
    case "RRULE":
      event.rule = value.trim();
      break;
    case "RDATE":
      event.also = added(event.also, property);
      break;
    case "EXDATE":
      event.except = added(event.except, property);
      break;
    case "RECURRENCE-ID":
      event.replaces = property;
      break;
    case "STATUS":
      event.status = value.trim().toUpperCase();
      break;
    case "TRANSP":
      event.isFree ||= value.trim().toUpperCase() === "TRANSPARENT";
      break;
    case "ATTENDEE":
      event.attendees = added(event.attendees, property);
      break;
    case "X-MICROSOFT-CDO-BUSYSTATUS":
      event.isFree ||= value.trim().toUpperCase() === "FREE";
      break;
  }
}

/** A colon within quotes belongs to a parameter. */
function propertyOf(line: string): Property {
  let colon = line.indexOf(":");
  const quote = line.indexOf('"');
  if (quote !== -1 && quote < colon) colon = colonAfterQuotes(line) ?? colon;
  const semicolon = line.indexOf(";");
  const hasParams = semicolon !== -1 && semicolon < colon;
  return {
    name: line.slice(0, hasParams ? semicolon : Math.max(colon, 0)),
    params: hasParams ? line.slice(semicolon, colon) : "",
    value: line.slice(colon + 1),
  };
}

function colonAfterQuotes(line: string): number | null {
  let isQuoted = false;
  for (let at = 0; at < line.length; at += 1) {
    const letter = line[at];
    if (letter === '"') isQuoted = !isQuoted;
    else if (letter === ":" && !isQuoted) return at;
  }
  return null;
}

function paramOf({ params }: Property, name: string): string | null {
  if (params === "") return null;
  const match = new RegExp(`;${name}=("([^"]*)"|[^;:,]*)`, "i").exec(params);
  return match ? (match[2] ?? match[1] ?? "") : null;
}

function blocks({ status, isFree, attendees }: Event, declined: ReadonlySet<string>): boolean {
  if (isFree || status === "CANCELLED") return false;
  return !attendees.some(
    (attendee) =>
      paramOf(attendee, "PARTSTAT")?.toUpperCase() === "DECLINED" &&
      declined.has(
        attendee.value
          .trim()
          .replace(/^mailto:/i, "")
          .toLowerCase(),
      ),
  );
}

/** Days as numbers: 20261126. */
type Days = { first: number; last: number };
/** More than any zone is from another: which zone a time is in need not be known to say that it is far away. */
const FAR_MS = 3 * DAY_MS;

function dayFrom(at: number): number {
  const day = new Date(at);
  return day.getUTCFullYear() * 10_000 + (day.getUTCMonth() + 1) * 100 + day.getUTCDate();
}

function isFarAway({ start, end, duration, rule, also, replaces }: Event, { first, last }: Days): boolean {
  if (rule !== null || also !== NONE || replaces !== null || duration !== null) return false;
  const from = dayIn(start);
  const to = end ? dayIn(end) : from;
  return from !== null && to !== null && (to < first || from > last);
}

/** Null: nothing that can be compared at a glance. */
function dayIn(property: Property | null): number | null {
  if (property === null || !/^\s*\d{8}(?:T\d{6}Z?)?\s*$/.test(property.value)) return null;
  return Number.parseInt(property.value, 10);
}

/**
 * Of a repeating event, by its UID: the starts that another entry of the file stands for, and entries that stand for
 * "this and all that follow".
 */
type Changes = ReadonlyMap<string, { starts: Set<number>; following: Following[] }>;
type Following = { from: number; isBlocking: boolean; dayShift: number; minuteShift: number; length: Length };

function changesOf(
  events: readonly Event[],
  question: CalendarQuestion & { zones: ZoneNames },
  declined: ReadonlySet<string>,
): Changes {
  const changes = new Map<string, { starts: Set<number>; following: Following[] }>();
  for (const event of events) {
    const original = event.replaces && momentOf(event.replaces, event.replaces.value, question);
    if (!event.replaces || !original) continue;
    const change = changes.get(event.uid) ?? { starts: new Set(), following: [] };
    changes.set(event.uid, change);
    change.starts.add(original.at);
    if (paramOf(event.replaces, "RANGE")?.toUpperCase() !== "THISANDFUTURE") continue;
    const start = event.start && momentOf(event.start, event.start.value, question);
    const length = start && lengthOrNull(event, start, question);
    if (!start || !length) continue;
    change.following.push({
      from: original.at,
      isBlocking: blocks(event, declined),
      dayShift: daysBetween(original.date, start.date),
      minuteShift: start.minute - original.minute,
      length,
    });
  }
  for (const { following } of changes.values()) following.sort((one, other) => other.from - one.from);
  return changes;
}

/** A date or a wall time in its zone, and the instant that it means. */
type Moment = { at: number; date: string; minute: number; isDay: boolean; zone: string };

const STAMP = /^(\d{4})(\d\d)(\d\d)(?:T(\d\d)(\d\d)(\d\d)?(Z)?)?$/;

type Places = Pick<CalendarQuestion, "zone"> & { zones: ZoneNames };

function momentOf(property: Property, value: string, { zone: fallback, zones }: Places): Moment | null {
  const match = STAMP.exec(value.trim());
  if (!match) return null;
  const [, year, month, day, hour, minutes, , utc] = match;
  const date = `${year}-${month}-${day}`;
  const there = new Date(Date.UTC(Number(year), Number(month) - 1, Number(day)));
  if (there.getUTCMonth() !== Number(month) - 1 || there.getUTCDate() !== Number(day)) return null;
  if (hour === undefined) return { at: startOfDay(date, fallback), date, minute: 0, isDay: true, zone: fallback };
  const zone = utc ? "UTC" : zoneOf(paramOf(property, "TZID"), fallback, zones);
  const minute = Number(hour) * 60 + Number(minutes);
  if (minute >= DAY_MINUTES || Number(minutes) > 59) return null;
  return { at: instantIn(date, minute, zone), date, minute, isDay: false, zone };
}

// The hour that a clock skips in spring is the one after it (RFC 5545 3.3.5).
function instantIn(date: string, minute: number, zone: string): number {
  const [first] = instantsOf(date, minute, zone);
  return first ?? (instantsOf(date, minute - 60, zone)[0] ?? startOfDay(date, zone)) + 60 * MINUTE_MS;
}

const known = new Map<string, string | null>();

/** Names of IANA, of Windows (Outlook writes those), and of IANA behind a path as old programs write them. */
function zoneOf(name: string | null, fallback: string, zones: ZoneNames): string {
  if (!name) return fallback;
  const elsewhere = zones.get(name);
  return namedZone(name) ?? (elsewhere === undefined ? null : namedZone(elsewhere)) ?? fallback;
}

function namedZone(name: string): string | null {
  const before = known.get(name);
  if (before !== undefined) return before;
  const tail = name.split("/").slice(-2).join("/");
  const found = [name, ...findIana(name), tail].find((one) => one !== "" && isZone(one)) ?? null;
  if (known.size > 1000) known.clear();
  known.set(name, found);
  return found;
}

function timesOf(event: Event, isBlocking: boolean, reading: Reading): Interval[] {
  const start = event.start && momentOf(event.start, event.start.value, reading);
  if (!start) throw new Error("An event without a start");
  const length = lengthOf(event, start, reading);
  if (event.replaces || (event.rule === null && event.also.length === 0)) return [timeFrom(start, length)];
  const without = new Set(event.except.flatMap((property) => momentsOf(property, reading).map(({ at }) => at)));
  const change = reading.changes.get(event.uid);
  const ruled = event.rule === null ? [start] : occurrencesOf(event.rule, start, { reading, length });
  return [...ruled, ...event.also.flatMap((property) => momentsOf(property, reading))]
    .filter(({ at }) => !without.has(at) && !change?.starts.has(at))
    .flatMap((moment) => {
      const following = change?.following.find(({ from }) => from <= moment.at);
      if (!following) return isBlocking ? [timeFrom(moment, length)] : [];
      return following.isBlocking ? [timeFrom(shifted(moment, following), following.length)] : [];
    });
}

function timeFrom({ at, date, zone }: Moment, length: Length): Interval {
  return { start: at, end: length.days === null ? at + length.ms : startOfDay(addDays(date, length.days), zone) };
}

/** The same shift of the wall clock, whatever the clocks do between. */
function shifted(moment: Moment, { dayShift, minuteShift }: Following): Moment {
  if (moment.isDay) {
    const date = addDays(moment.date, dayShift);
    return { ...moment, date, at: startOfDay(date, moment.zone) };
  }
  const minutes = moment.minute + minuteShift;
  const date = addDays(moment.date, dayShift + Math.floor(minutes / DAY_MINUTES));
  const minute = ((minutes % DAY_MINUTES) + DAY_MINUTES) % DAY_MINUTES;
  return { ...moment, date, minute, at: instantIn(date, minute, moment.zone) };
}

function momentsOf(property: Property, places: Places): Moment[] {
  // A period names its end, too: the event's own length counts.
  return property.value.split(",").flatMap((value) => momentOf(property, value.split("/")[0] ?? "", places) ?? []);
}

/** `days` of an all-day event, which ends with a date in any zone; else `ms`. */
type Length = { days: number | null; ms: number };

function lengthOrNull(event: Event, start: Moment, places: Places): Length | null {
  try {
    return lengthOf(event, start, places);
  } catch {
    return null;
  }
}

function lengthOf({ end, duration }: Event, start: Moment, places: Places): Length {
  const ends = end && momentOf(end, end.value, places);
  if (end && !ends) throw new Error("An end that is no time");
  if (ends && start.isDay) return { days: Math.max(1, daysBetween(start.date, ends.date)), ms: 0 };
  if (ends) return { days: null, ms: Math.max(0, ends.at - start.at) };
  if (duration !== null) return lengthFrom(duration, start);
  return start.isDay ? { days: 1, ms: 0 } : { days: null, ms: 0 };
}

const DURATION = /^\+?P(?:(\d+)W|(?:(\d+)D)?(?:T(?:(\d+)H)?(?:(\d+)M)?(?:(\d+)S)?)?)$/;

function lengthFrom(duration: string, { isDay }: Moment): Length {
  const match = DURATION.exec(duration);
  if (!match) throw new Error("A length that is none");
  const [weeks, days, hours, minutes, seconds] = match.slice(1).map((piece) => Number(piece ?? 0));
  const whole = (weeks ?? 0) * 7 + (days ?? 0);
  if (isDay) return { days: Math.max(1, whole), ms: 0 };
  const rest = (((hours ?? 0) * 60 + (minutes ?? 0)) * 60 + (seconds ?? 0)) * 1000;
  return { days: null, ms: whole * DAY_MS + rest };
}

/**
 * The starts of a rule that may reach into the window. The library counts in wall time, which is what a rule means: ten
 * o'clock stays ten o'clock when the clocks change.
 */
function occurrencesOf(
  text: string,
  start: Moment,
  { reading, length }: { reading: Reading; length: Length },
): Moment[] {
  const { window } = reading;
  const { rule, until } = ruleFrom(text, start, reading);
  const back = (length.days === null ? length.ms : length.days * DAY_MS) + 2 * DAY_MS;
  if (until < window.start - back || start.at >= window.end) return [];
  const iterator = rule.iterator(wallTimeOf(takenUp(rule, start, window.start - back)));
  const found: Moment[] = [];
  for (;;) {
    reading.spent.steps += 1;
    if (reading.spent.steps > MOST_STEPS) throw new Error("Rules that never end");
    const next = iterator.next();
    if (!next) break;
    const date = dateFrom(next);
    const minute = start.isDay ? 0 : next.hour * 60 + next.minute;
    const at = start.isDay ? startOfDay(date, start.zone) : instantIn(date, minute, start.zone);
    if (at >= window.end || at > until) break;
    if (at > window.start - back && at >= start.at) found.push({ ...start, at, date, minute });
    if (found.length > MOST_OCCURRENCES) throw new Error("A rule that nobody keeps");
  }
  return found;
}

const two = (number: number) => String(number).padStart(2, "0");
const dateFrom = ({ year, month, day }: ical.Time) => `${String(year).padStart(4, "0")}-${two(month)}-${two(day)}`;

/** The rule without its end, which may be an instant while the rule is wall time. Throws for what is no rule. */
function ruleFrom(text: string, start: Moment, places: Places): { rule: ical.Recur; until: number } {
  const terms = text.split(";").filter(Boolean);
  const end = terms.find((term) => /^UNTIL=/i.test(term))?.slice("UNTIL=".length);
  const rule = ical.Recur.fromString(terms.filter((term) => !/^UNTIL=/i.test(term)).join(";"));
  if (rule.freq === "SECONDLY" || rule.freq === "MINUTELY") throw new Error("A rule that nobody keeps");
  if (end === undefined) return { rule, until: Number.POSITIVE_INFINITY };
  const last = momentOf({ name: "", value: end, params: "" }, end, { ...places, zone: start.zone });
  if (!last) throw new Error("A rule's end that is no time");
  return { rule, until: last.isDay ? startOfDay(addDays(last.date, 1), start.zone) - 1 : last.at };
}

/**
 * A rule that began years ago is taken up shortly before the window: whole steps change nothing. One that ends after a
 * count is counted from its beginning.
 */
function takenUp(rule: ical.Recur, start: Moment, from: number): Moment {
  if (rule.count || start.at >= from) return start;
  const near = addDays(localDateOf(from, start.zone), -1);
  const days = daysBetween(start.date, near);
  if (days <= 0) return start;
  if (rule.freq === "DAILY" || rule.freq === "WEEKLY") {
    const step = rule.interval * (rule.freq === "WEEKLY" ? 7 : 1);
    return { ...start, date: addDays(start.date, Math.floor(days / step) * step) };
  }
  if (rule.freq === "HOURLY") {
    const hours = Math.floor((days * 24) / rule.interval) * rule.interval;
    const minutes = start.minute + hours * 60;
    return {
      ...start,
      date: addDays(start.date, Math.floor(minutes / DAY_MINUTES)),
      minute: minutes % DAY_MINUTES,
    };
  }
  const months = rule.interval * (rule.freq === "YEARLY" ? 12 : 1);
  const [year = 0, month = 1, day = 1] = start.date.split("-").map(Number);
  const between = (Number(near.slice(0, 4)) - year) * 12 + Number(near.slice(5, 7)) - month;
  // A month without the 31st, or a year without the 29 of February, is no beginning.
  for (let steps = Math.floor(between / months) - 1; steps > 0; steps -= 1) {
    const all = month - 1 + steps * months;
    const date = `${year + Math.floor(all / 12)}-${two((all % 12) + 1)}-${two(day)}`;
    if (new Date(date).getUTCDate() === day) return { ...start, date };
  }
  return start;
}

function wallTimeOf({ date, minute, isDay }: Moment): ical.Time {
  const [year = 0, month = 1, day = 1] = date.split("-").map(Number);
  return ical.Time.fromData({
    ...{ year, month, day },
    ...{ hour: Math.floor(minute / 60), minute: minute % 60, second: 0, isDate: isDay },
  });
}
