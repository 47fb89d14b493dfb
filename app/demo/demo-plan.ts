import { type Interval, overlaps } from "#app/availability/interval.ts";
import { bookingOf, type Chance, chanceOf, type DemoMoment, type Fate, fateOf } from "#app/demo/demo-fate.ts";
import { closuresOf, type DemoClosure, type DemoTherapist, withClosures, workedOn } from "#app/demo/demo-time.ts";
import { addDays, weekdayOf } from "#app/platform/date-time.ts";

export const WEEKS_BEHIND = 12;
export const WEEKS_AHEAD = 3;
const WEEKS = WEEKS_BEHIND + 1 + WEEKS_AHEAD;

/** A service that can be booked online: its lengths and pause after it in minutes, and who gives it. */
export type DemoService = { slug: string; lengths: number[]; pause: number; therapists: string[] };

export type DemoOffer = { therapists: DemoTherapist[]; services: DemoService[] };

/** A place in the diary that somebody takes. `minute`: of the local day. */
export type DemoSlot = { day: string; minute: number; therapist: string; service: string; minutes: number };

export type DemoAppointment = DemoSlot & {
  person: DemoPerson;
  booked: DemoMoment & { by: "person" | "practice" };
  fate: Fate;
};

export type DemoPlan = { people: DemoPerson[]; appointments: DemoAppointment[]; closures: DemoClosure[] };

/** The demo practice's invented life around a local day, with what is still to come by its end. */
export function demoPlan(seed: string, today: string, offer: DemoOffer): DemoPlan {
  const people = demoPeople(seed, WEEKS);
  const closures = closuresOf(today, offer.therapists);
  const therapists = withClosures(offer.therapists, closures);
  const firstMonday = addDays(today, 1 - weekdayOf(today) - WEEKS_BEHIND * 7);
  const chance = chanceOf(`${seed} ${today}`);
  const diaries = Array.from({ length: WEEKS }, (_, week) =>
    weekOf({ ...offer, therapists }, { monday: addDays(firstMonday, week * 7), today, chance }),
  );
  const seen = new Map<DemoPerson, Seen>();
  const appointments = diaries.flatMap((slots, week) =>
    taken(slots, { week, people, seen, chance }).map((visit): DemoAppointment => {
      const booked = bookingOf(visit, { today, isFirst: visit.isFirst, chance });
      const { isFirst: _, ...appointment } = visit;
      return { ...appointment, booked, fate: fateOf(visit, { today, booked, chance }) };
    }),
  );
  return { people, appointments, closures };
}

type Seen = { week: number; therapist: string };
type Taking = { week: number; people: DemoPerson[]; seen: Map<DemoPerson, Seen>; chance: ReturnType<typeof chanceOf> };

function taken(slots: readonly DemoSlot[], { week, people, seen, chance }: Taking) {
  const free = new Set(people.filter(({ joins }) => joins <= week));
  return slots.flatMap((slot) => {
    const person = [...free]
      .map((one) => ({ one, due: dueness(one, { slot, week, last: seen.get(one) }) + chance.next() * 0.8 }))
      .sort((a, b) => b.due - a.due)[0]?.one;
    if (!person) return [];
    const isFirst = !seen.has(person) && person.joins > 0;
    free.delete(person);
    seen.set(person, { week, therapist: slot.therapist });
    return [{ ...slot, person, isFirst }];
  });
}

function dueness(
  { visits, joins }: DemoPerson,
  { slot, week, last }: { slot: DemoSlot; week: number; last: Seen | undefined },
): number {
  if (!last) return joins > 0 ? 3 : (week + 1) / visits;
  return (week - last.week) / visits + (last.therapist === slot.therapist ? 0.3 : 0);
}

/** `visits`: about how many weeks lie between two. `joins`: the plan's week of their first; 0: they always came. */
type DemoPerson = { name: string; email: string; phone: string; visits: number; joins: number };

const NAMES = `Amelia Rowntree, Mohammed Iqbal, Chloe Pemberton, Kwame Asante, Siobhan Gallagher, Daniel Ashworth,
  Aisha Rahman, Gareth Llewellyn, Zofia Wiśniewska, Marcus Bellamy, Harpreet Gill, Freya Lindqvist, Callum Drummond,
  Nadia Haddad, Oliver Thistlewood, Ngozi Okafor, Beth Carmichael, Tomasz Nowak, Priyanka Desai, Rory McAllister,
  Hannah Wexford, Samuel Adeyemi, Eleri Prosser, Jack Holloway, Mei-Ling Chow, Lewis Garforth, Fatima Siddiqui,
  Isla Macrae, Dev Chaudhary, Grace Hollis, Piotr Zieliński, Leah Goldberg, Connor Byrne, Yasmin Farouk,
  Edward Quill, Tamara Joseph, Niamh Doherty, Ravi Menon, Poppy Larkspur, Joshua Tindall, Ioana Popescu,
  Alastair Kerr, Shanice Campbell, Ben Whitlock, Catrin Meredith, Hamza Yusuf, Lucy Fairbrother, Owen Pritchard,
  Rosa Delgado, Tariq Aziz, Megan Stott, Victor Mensah, Kirsty Buchan, Anil Kapadia, Ruth Ellwood, Dominic Sayer,
  Elif Demir, Nathan Crabtree, Moira Sinclair, Jamie Okonkwo`;

const DOMAINS = ["example.com", "example.org", "example.net"];

const REGULARS = 22;
const FOUNDERS = 34;

function demoPeople(seed: string, weeks: number): DemoPerson[] {
  const chance = chanceOf(`${seed} people`);
  const names = NAMES.split(",").map((name) => name.trim());
  return names.map((name, index) => ({
    name,
    email: `${plain(name)}@${chance.oneOf(DOMAINS)}`,
    phone: phoneOf(index),
    visits: index < REGULARS ? 1 + chance.below(2) : 3 + chance.below(5),
    joins: index < FOUNDERS ? 0 : Math.floor(((index - FOUNDERS) * weeks) / (names.length - FOUNDERS)),
  }));
}

/** Of Ofcom's ranges for drama. */
function phoneOf(index: number): string {
  const last = 211 + index * 13;
  return index % 7 === 6 ? `+441632960${last}` : `+447700900${last}`;
}

function plain(name: string): string {
  const ascii = name
    .replaceAll("ł", "l")
    .normalize("NFD")
    .replace(/[^a-z -]/gi, "");
  return ascii.toLowerCase().replaceAll(" ", ".");
}

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
function weekOf(offer: DemoOffer, { monday, today, chance }: Week): DemoSlot[] {
  const days = daysOf(offer, monday);
  const slots = chainOf(
    days.filter(({ day }) => day === today),
    { offer, chance },
  );
  const others = days.filter(({ day }) => day !== today);
  const target = Math.round((LEAST + chance.below(SPREAD)) * shareOpen(offer, days));
  for (let tries = 0; tries < TRIES && slots.length < target; tries++) {
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
