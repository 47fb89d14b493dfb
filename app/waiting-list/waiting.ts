import { addDays, instantOf, localDateOf, localMinuteOf, weekdayOf } from "#app/platform/date-time.ts";

/** Parts of a day, in minutes from midnight, the end excluded: an appointment is in the part in which it starts. */
export const DAY_TIMES = {
  morning: { title: "Morning", from: 0, to: 720 },
  afternoon: { title: "Afternoon", from: 720, to: 1020 },
  evening: { title: "Evening", from: 1020, to: 1440 },
} as const;
export type DayTime = keyof typeof DAY_TIMES;
export const ALL_DAY_TIMES = Object.keys(DAY_TIMES) as DayTime[];

/** `unconfirmed`: whoever joined has not opened the link that shows that the address is theirs. */
export type EntryState = "unconfirmed" | "waiting" | "paused" | "taken" | "left";

/** What someone waits for. Dates are local and inclusive; instants are epoch ms UTC. */
export type Entry = {
  id: string;
  clientId: string | null;
  userId: string | null;
  name: string | null;
  email: string | null;
  phone: string | null;
  serviceId: string;
  minutes: number;
  /** None: any of them. */
  therapistIds: readonly string[];
  /** 1 is Monday. None: any day. */
  weekdays: readonly number[];
  /** None: any time of day. */
  dayTimes: readonly DayTime[];
  firstDay: string;
  lastDay: string;
  /** The appointment that they give up for an earlier time. */
  swapAppointmentId: string | null;
  state: EntryState;
  pausedUntil: string | null;
  pinnedAt: number | null;
  createdAt: number;
};

/**
 * `held`: its time is kept; `open`: nothing is kept, and the first press wins; `lapsed`: no answer in time; `lost`: the
 * time has gone otherwise.
 */
export type OfferState = "held" | "open" | "taken" | "declined" | "lapsed" | "lost";

export type WaitingOffer = {
  id: string;
  gapId: string;
  entryId: string;
  clientId: string;
  therapistId: string;
  start: number;
  end: number;
  state: OfferState;
  until: number;
  createdAt: number;
  answeredAt: number | null;
  appointmentId: string | null;
};

export function isLive({ state }: Pick<WaitingOffer, "state">): boolean {
  return state === "held" || state === "open";
}

type Preferences = Pick<Entry, "therapistIds" | "weekdays" | "dayTimes" | "firstDay" | "lastDay">;

/** Whether a start is what they wait for. */
export function suits(
  preferences: Preferences,
  { start, therapistId }: { start: number; therapistId: string },
  zone: string,
) {
  const date = localDateOf(start, zone);
  if (date < preferences.firstDay || date > preferences.lastDay) return false;
  if (preferences.therapistIds.length > 0 && !preferences.therapistIds.includes(therapistId)) return false;
  if (preferences.weekdays.length > 0 && !preferences.weekdays.includes(weekdayOf(date))) return false;
  const minute = localMinuteOf(start, zone);
  return (
    preferences.dayTimes.length === 0 ||
    preferences.dayTimes.some((part) => minute >= DAY_TIMES[part].from && minute < DAY_TIMES[part].to)
  );
}

type Place = Pick<Entry, "pinnedAt" | "createdAt" | "id">;

/** Who is asked first: whom the practice has pinned, in that order, then who has waited longest. */
export function inOrder(one: Place, other: Place): number {
  const pinned = (one.pinnedAt ?? Number.POSITIVE_INFINITY) - (other.pinnedAt ?? Number.POSITIVE_INFINITY);
  // Two infinities make no number.
  return pinned || one.createdAt - other.createdAt || (one.id < other.id ? -1 : 1);
}

/** Whether they are asked on this local date. */
export function isWaiting({ state, pausedUntil, lastDay }: Entry, today: string): boolean {
  if (lastDay < today) return false;
  return state === "waiting" || (state === "paused" && pausedUntil !== null && pausedUntil <= today);
}

const QUIET_FROM = 21 * 60;
const QUIET_TO = 8 * 60;

/** The instant from which people may be written to: now, or eight in the morning. */
export function awakeAt(now: number, zone: string): number {
  const minute = localMinuteOf(now, zone);
  if (minute >= QUIET_TO && minute < QUIET_FROM) return now;
  const today = localDateOf(now, zone);
  return instantOf(minute < QUIET_TO ? today : addDays(today, 1), QUIET_TO, zone);
}

const DAY_MS = 86_400_000;

/** A time beyond a day ahead is kept for one person at a time. */
export function isKept(start: number, now: number): boolean {
  return start - now > DAY_MS;
}

/** How many are asked at once when nothing is kept. */
export const OFFERS_AT_ONCE = 3;
/** How many swaps may follow from one freed time. */
export const MOST_LINKS = 3;
export const MOST_ENTRIES = 5;
export const MOST_OFFERS_A_DAY = 3;

export const WEEKDAYS = ["Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday"] as const;

/** `Wed and Thu, afternoon or evening, until Fri 4 Dec`; `untilDay`: the last day as the page writes it. */
export function timesInWords({ weekdays, dayTimes }: Pick<Entry, "weekdays" | "dayTimes">, untilDay: string): string {
  const days = weekdays.map((day) => (WEEKDAYS[day - 1] ?? "").slice(0, 3));
  const times = dayTimes.map((one) => DAY_TIMES[one].title.toLowerCase());
  const said = [
    days.length === 0 ? "Any day" : joined(days, "and"),
    times.length === 0 ? "any time" : joined(times, "or"),
  ];
  return `${said.join(", ")}, until ${untilDay}`;
}

function joined(words: readonly string[], last: string): string {
  return words.length < 2 ? words.join("") : `${words.slice(0, -1).join(", ")} ${last} ${words.at(-1)}`;
}

/** What the past says: how many wait for such a day, and how those fared whose wait for one ended last month. */
export type Chances = { waiting: number; month: string; ended: number; offered: number };

/** `3 people are waiting for Thursdays. In October 2026, 2 of 5 who waited for one were offered a time.` */
export function chancesInWords({ waiting, month, ended, offered }: Chances, weekday: number): string {
  const days = `${WEEKDAYS[weekday - 1]}s`;
  const now =
    waiting === 0
      ? `No one is waiting for ${days} yet.`
      : waiting === 1
        ? `One person is waiting for ${days}.`
        : `${waiting} people are waiting for ${days}.`;
  if (ended === 0) return now;
  const was = offered === 1 ? "was" : "were";
  return `${now} In ${month}, ${offered === 0 ? "none" : offered} of ${ended} who waited for one ${was} offered a time.`;
}
