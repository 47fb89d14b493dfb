import type { DemoSlot } from "#app/demo/demo-plan.ts";
import { addDays, daysBetween, weekdayOf } from "#app/platform/date-time.ts";

/** A moment on the practice's clock; `minute`: of the local day. */
export type DemoMoment = { day: string; minute: number };

export type Fate =
  | { kind: "came" | "missed" }
  /** `by`: the client by the link of the mail, or somebody of the practice for either side. */
  | { kind: "cancelled"; at: DemoMoment; by: "link" | "client" | "practice"; reason: string | null };

const CHANGED_MIND = ["Away with work that week", "Feeling much better, thank you", null, null, "Double booked, sorry"];
const TOO_LATE = [
  "Child off school",
  "Stuck on a train outside Ashenholme",
  "Woke up with a cold",
  "Shift was moved",
  "Car would not start",
];
const BY_PRACTICE = "Therapist unwell; rang to offer another day";

type Around = { today: string; chance: Chance };

export function bookingOf(
  { day, minute: starts }: Pick<DemoSlot, "day" | "minute">,
  { today, isFirst, chance }: Around & { isFirst: boolean },
): DemoMoment & { by: "person" | "practice" } {
  const hurry = chance.next();
  if (hurry < 0.07 && day < today) return { day, minute: Math.max(500, starts - 190), by: "practice" };
  const lead = hurry < 0.25 ? 1 + chance.below(2) : isFirst ? 2 + chance.below(7) : 3 + chance.below(18);
  const usual = addDays(day, -lead);
  const latest = addDays(today, -1);
  const bookedOn = usual <= latest ? usual : addDays(latest, -chance.below(9));
  const rang = chance.next() < 0.35 && weekdayOf(bookedOn) !== 7;
  const minute = rang ? 9 * 60 + chance.below(7 * 60) : 7 * 60 + chance.below(14 * 60);
  return { day: bookedOn, minute, by: rang ? "practice" : "person" };
}

export function fateOf(
  { day, minute }: Pick<DemoSlot, "day" | "minute">,
  { today, booked, chance }: Around & { booked: DemoMoment },
): Fate {
  const drawn = chance.next();
  const early = addDays(day, -2 - chance.below(3));
  const reasonEarly = chance.oneOf(CHANGED_MIND);
  const reasonLate = chance.oneOf(TOO_LATE);
  if (day === today || (booked.day === day && drawn >= 0.045)) return { kind: "came" };
  if (drawn < 0.045) return { kind: "missed" };
  if (drawn < 0.075 && daysBetween(booked.day, early) > 0) {
    return { kind: "cancelled", at: { day: early, minute: 19 * 60 + 20 }, by: "link", reason: reasonEarly };
  }
  if (drawn < 0.105) {
    return { kind: "cancelled", at: { day, minute: Math.max(0, minute - 95) }, by: "client", reason: reasonLate };
  }
  if (drawn < 0.115) {
    return { kind: "cancelled", at: { day, minute: 8 * 60 + 5 }, by: "practice", reason: BY_PRACTICE };
  }
  return { kind: "came" };
}

/** A source of the same numbers for the same seed: below `limit`, in `[0, 1)`, and one of a list. */
export type Chance = {
  next: () => number;
  below: (limit: number) => number;
  oneOf: <Item>(items: readonly Item[]) => Item;
};

/** Mulberry32: small, fast and good enough for invented people. */
export function chanceOf(seed: string): Chance {
  let state = [...seed].reduce(
    (hash, letter) => Math.imul(hash ^ letter.charCodeAt(0), 16_777_619) >>> 0,
    2_166_136_261,
  );
  function next(): number {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  }
  const below = (limit: number) => Math.floor(next() * limit);
  return { next, below, oneOf: (items) => items[below(items.length)] as (typeof items)[number] };
}
