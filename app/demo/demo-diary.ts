import { type Interval, overlaps } from "#app/availability/interval.ts";
import type { Chance } from "#app/demo/chance.ts";
import type { DemoOffer, DemoService, DemoSlot } from "#app/demo/demo-plan.ts";
import { workedOn } from "#app/demo/demo-time.ts";
import { addDays } from "#app/platform/zoned-time.ts";

const STEP = 15;
const LEAST = 26;
const SPREAD = 4;
const TRIES = 400;
const POPULAR: Record<string, number> = {
  "deep-tissue-massage": 6,
  "sports-performance-massage": 4,
  "injury-rehabilitation": 3,
  "relaxation-massage": 3,
  "trigger-point-therapy": 2,
};

type Day = { day: string; therapist: string; open: Interval[]; busy: Interval[] };
type Week = { monday: string; today: string; chance: Chance };

/** The slots taken in one week, in order of time. Today somebody begins every hour; other days are random. */
export function weekOf(offer: DemoOffer, { monday, today, chance }: Week): DemoSlot[] {
  const days = daysOf(offer, monday);
  const slots = chainOf(
    days.filter(({ day }) => day === today),
    { offer, chance },
  );
  const others = days.filter(({ day }) => day !== today);
  const wanted = Math.round((LEAST + chance.below(SPREAD)) * shareOpen(offer, days));
  for (let tries = 0; tries < TRIES && slots.length < wanted; tries++) {
    const slot = slotIn(others, { offer, chance });
    if (slot) slots.push(slot);
  }
  return slots.sort((a, b) => a.day.localeCompare(b.day) || a.minute - b.minute);
}

function daysOf({ therapists }: DemoOffer, monday: string): Day[] {
  return Array.from({ length: 7 }, (_, index) => addDays(monday, index)).flatMap((day) =>
    therapists
      .map((therapist) => ({ day, therapist: therapist.slug, open: workedOn(therapist, day), busy: [] }))
      .filter(({ open }) => open.length > 0),
  );
}

/** 1 in any week but one with most of it closed, such as Christmas. */
function shareOpen({ therapists }: DemoOffer, days: readonly Day[]): number {
  const open = days.flatMap((day) => day.open).reduce((sum, { start, end }) => sum + end - start, 0);
  const usual = therapists.flatMap(({ weekly }) => weekly).reduce((sum, one) => sum + one.toMinute - one.fromMinute, 0);
  return usual === 0 ? 0 : Math.min(1, open / usual / 0.6);
}

/** From the opening on, a start at most an hour after the one before, as long as somebody can take it. */
function chainOf(days: readonly Day[], { offer, chance }: { offer: DemoOffer; chance: Chance }): DemoSlot[] {
  const slots: DemoSlot[] = [];
  const ends = days.flatMap(({ open }) => open.map(({ end }) => end));
  let last = Math.min(...days.flatMap(({ open }) => open.map(({ start }) => start))) - 60;
  while (last < Math.max(...ends)) {
    const slot = latestWithin(days, { after: last, offer, chance });
    if (slot) slots.push(slot);
    last = slot ? slot.minute : last + 60;
  }
  return slots;
}

type Search = { after: number; offer: DemoOffer; chance: Chance };

function latestWithin(days: readonly Day[], { after, offer, chance }: Search): DemoSlot | null {
  for (let minute = after + 60; minute > after; minute -= STEP) {
    const [day] = days
      .filter((one) => isFree(one, { minute, minutes: 45, pause: STEP }))
      .sort((a, b) => a.busy.length - b.busy.length);
    const services = offer.services.filter(
      ({ lengths, therapists }) => lengths.includes(45) && therapists.includes(day?.therapist ?? ""),
    );
    if (day && services.length > 0) return take(day, { minute, minutes: 45, service: popular(services, chance) });
  }
  return null;
}

function slotIn(days: readonly Day[], { offer, chance }: { offer: DemoOffer; chance: Chance }): DemoSlot | null {
  if (days.length === 0) return null;
  const day = chance.oneOf(days);
  const given = offer.services.filter(({ therapists }) => therapists.includes(day.therapist));
  if (given.length === 0) return null;
  const service = popular(given, chance);
  const minutes = chance.oneOf(service.lengths);
  const starts = day.open.flatMap(({ start, end }) =>
    Array.from({ length: Math.max(0, Math.floor((end - start) / 30)) }, (_, index) => start + index * 30),
  );
  const free = starts.filter((minute) => isFree(day, { minute, minutes, pause: service.pause }));
  return free.length === 0 ? null : take(day, { minute: chance.oneOf(free), minutes, service });
}

type Place = { minute: number; minutes: number; pause: number };

function isFree({ open, busy }: Day, { minute, minutes, pause }: Place): boolean {
  const block = { start: minute, end: minute + minutes + pause };
  const fits = open.some(({ start, end }) => start <= minute && minute + minutes <= end);
  return fits && !busy.some((taken) => overlaps(taken, block));
}

function take(day: Day, { minute, minutes, service }: { minute: number; minutes: number; service: DemoService }) {
  day.busy.push({ start: minute, end: minute + minutes + service.pause });
  return { day: day.day, minute, therapist: day.therapist, service: service.slug, minutes };
}

function popular(services: readonly DemoService[], chance: Chance): DemoService {
  const weighted = services.flatMap((service) => Array.from({ length: POPULAR[service.slug] ?? 1 }, () => service));
  return chance.oneOf(weighted);
}
