import { chanceOf } from "#app/demo/chance.ts";
import { weekOf } from "#app/demo/demo-diary.ts";
import { bookingOf, type DemoMoment, type Fate, fateOf } from "#app/demo/demo-fate.ts";
import { type DemoPerson, demoPeople } from "#app/demo/demo-people.ts";
import { closuresOf, type DemoClosure, type DemoTherapist, withClosures } from "#app/demo/demo-time.ts";
import { addDays, weekdayOf } from "#app/platform/zoned-time.ts";

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
