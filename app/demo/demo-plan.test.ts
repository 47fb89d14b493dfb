import fc from "fast-check";
import { expect, test } from "vitest";
import { overlaps } from "#app/availability/interval.ts";
import { type DemoAppointment, type DemoOffer, demoPlan } from "#app/demo/demo-plan.ts";
import { withClosures, workedOn } from "#app/demo/demo-time.ts";
import { addDays, weekdayOf } from "#app/platform/date-time.ts";
import services from "#scripts/demo/services.json" with { type: "json" };
import { demoTherapists } from "#scripts/demo/therapists.ts";

const PAUSE = 15;
const offer: DemoOffer = {
  therapists: demoTherapists.map(({ slug, hours }) => ({
    slug,
    exceptions: [],
    weekly: Object.entries(hours).flatMap(([weekday, ranges]) =>
      ranges.map(([fromMinute, toMinute]) => ({ weekday: Number(weekday), fromMinute, toMinute })),
    ),
  })),
  services: services
    .filter(({ booking }) => booking === "online")
    .map(({ slug, lengths, therapists }) => ({
      slug,
      lengths: lengths.map(({ minutes }) => minutes),
      pause: PAUSE,
      therapists,
    })),
};

const anyDay = fc.integer({ min: 0, max: 1500 }).map((days) => addDays("2026-01-01", days));
const planOf = (today: string, seed = "limber-yard") => demoPlan(seed, today, offer);

test("one seed and one day give one plan, another seed another", () => {
  expect(planOf("2026-11-24")).toEqual(planOf("2026-11-24"));
  expect(planOf("2026-11-24", "other").appointments).not.toEqual(planOf("2026-11-24").appointments);
});

test("nobody is in two places, works outside their hours or gives what they don't offer", () => {
  fc.assert(
    fc.property(anyDay, (today) => {
      const { appointments, closures } = planOf(today);
      const working = new Map(withClosures(offer.therapists, closures).map((one) => [one.slug, one]));
      for (const { therapist, day, minute, minutes, service } of appointments) {
        const one = working.get(therapist);
        const open = one ? workedOn(one, day) : [];
        expect(open.some(({ start, end }) => start <= minute && minute + minutes <= end)).toBe(true);
        expect(offer.services.find(({ slug }) => slug === service)?.therapists).toContain(therapist);
      }
      for (const block of Map.groupBy(appointments, ({ therapist, day }) => therapist + day).values()) {
        expect(clashes(block)).toEqual([]);
      }
    }),
    { numRuns: 8 },
  );
});

test("each is booked by yesterday and half an hour before it begins, and cancelled between the two", () => {
  fc.assert(
    fc.property(anyDay, (today) => {
      for (const { booked, day, minute, fate } of planOf(today).appointments) {
        expect(booked.day < today && booked.day <= day).toBe(true);
        if (booked.day === day) expect(booked.minute).toBeLessThanOrEqual(minute - 30);
        if (fate.kind === "cancelled") expect(booked.day < fate.at.day && fate.at.day <= day).toBe(true);
        if (fate.kind === "cancelled" && fate.at.day === day) expect(fate.at.minute).toBeLessThan(minute);
      }
    }),
    { numRuns: 8 },
  );
});

test("every week of the sixteen has 25 to 30 appointments, of some sixty people and new ones among them", () => {
  fc.assert(
    fc.property(anyDay, (today) => {
      const { appointments } = planOf(today);
      const weeks = Map.groupBy(appointments, ({ day }) => addDays(day, 1 - weekdayOf(day)));
      expect(weeks.size).toBe(16);
      for (const week of weeks.values()) expect(week.length >= 25 && week.length <= 30).toBe(true);
      const people = new Set(appointments.map(({ person }) => person.email));
      expect(people.size >= 55 && people.size <= 60).toBe(true);
      const fates = new Set(appointments.map(({ fate }) => fate.kind));
      expect(fates).toEqual(new Set(["came", "missed", "cancelled"]));
    }),
    { numRuns: 8 },
  );
});

test("on a working day somebody begins within the hour, from the opening until the last hour and a half", () => {
  fc.assert(
    fc.property(anyDay, (today) => {
      const open = offer.therapists.flatMap((one) => workedOn(one, today));
      const starts = planOf(today).appointments.flatMap(({ day, minute }) => (day === today ? [minute] : []));
      if (open.length === 0) return;
      const closes = Math.max(...open.map(({ end }) => end));
      for (let now = Math.min(...open.map(({ start }) => start)); now <= closes - 105; now += 5) {
        expect(starts.some((start) => start >= now && start <= now + 60 + PAUSE)).toBe(true);
      }
    }),
    { numRuns: 8 },
  );
});

test("addresses are examples and numbers are Ofcom's for drama, each one person's", () => {
  const { people } = planOf("2026-11-24");
  expect(people).toHaveLength(60);
  for (const { email, phone } of people) {
    expect(email).toMatch(/^[a-z.-]+@example\.(com|org|net)$/);
    expect(phone).toMatch(/^\+44(7700900|1632960)\d{3}$/);
  }
  expect(new Set(people.map(({ email }) => email)).size).toBe(60);
  expect(new Set(people.map(({ phone }) => phone)).size).toBe(60);
});

function clashes(taken: readonly DemoAppointment[]): DemoAppointment[] {
  const blockOf = ({ minute, minutes }: DemoAppointment) => ({ start: minute, end: minute + minutes + PAUSE });
  return taken.filter((one, index) => taken.slice(index + 1).some((other) => overlaps(blockOf(one), blockOf(other))));
}
