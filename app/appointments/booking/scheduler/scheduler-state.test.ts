import { expect, test, vi } from "vitest";
import { type Choices, choicesFrom } from "#app/appointments/booking/scheduler/choices.ts";
import {
  choicesElsewhere,
  choicesWith,
  currentChoices,
  keptStart,
  queryFrom,
} from "#app/appointments/booking/scheduler/choices-query.ts";
import { isPreferred, type Preference } from "#app/appointments/booking/scheduler/preference.ts";
import { type Known, type NewBooking, schedulerFor } from "#app/appointments/booking/scheduler/scheduler-state.ts";
import {
  type FreeDay,
  freeStarts,
  type Question,
  refusalOf,
  type TherapistTime,
} from "#app/availability/free-starts.ts";
import { type Offer, resolveOffer } from "#app/catalogue/service.ts";
import { addDays, dayInWords, localDateOf, startOfDay } from "#app/platform/date-time.ts";
import { settingsFrom } from "#app/settings/settings.ts";

vi.setConfig({ testTimeout: 300_000 });

const PRACTICES = 50;
const WALKS = 200;
const STEPS = 5;
const ZONE = "Europe/London";
// A Tuesday, so near a month's end that the strip crosses it.
const NOW = Date.parse("2026-11-24T09:20:00Z");
const TODAY = localDateOf(NOW, ZONE);
const MINUTE_MS = 60_000;

test("in 10,000 random walks over the choices, all that the page shows is one state", async () => {
  for (let seed = 1; seed <= PRACTICES; seed += 1) {
    const practice = anyPractice(numbersFrom(seed));
    for (let walk = 1; walk <= WALKS; walk += 1) await walkAbout(practice, numbersFrom(seed * 1000 + walk));
  }
});

test("another time never overlaps those chosen before, and all of them are one price and one state", async () => {
  for (let seed = 1; seed <= PRACTICES; seed += 1) {
    const practice = anyPractice(numbersFrom(seed));
    const random = numbersFrom(seed * 7);
    let shown = await practice.open("");
    for (let chosen = 1; shown.times.length > 0 && shown.chosen.canBeMore; chosen += 1) {
      const before = shown.chosen.also ?? [];
      const { start } = pick(random, shown.times);
      shown = await practice.open(queryFrom({ ...currentChoices(shown), also: [...before, start], start: null }));
      const others = shown.others?.map((other) => other.start) ?? [];
      expect(others).toEqual([...before, start].toSorted());
      expect(shown.chosen.also).toEqual(others);
      await expectSameAgain(practice, shown);
      expect(shown.chosen.forTwo).toBe(` for ${chosen + 1} times`);
      for (const time of shown.times) {
        expect(time.price?.pounds).toBe(`${(chosen + 1) * shown.chosen.minutes}.00`);
        for (const other of others)
          expect(Math.abs(Date.parse(time.start) - Date.parse(other))).toBeGreaterThanOrEqual(
            shown.chosen.minutes * MINUTE_MS,
          );
      }
    }
  }
});

/** With a script and without: both only follow addresses, and a pressed time travels in the next one. */
async function walkAbout(practice: Practice, random: Random): Promise<void> {
  let shown = await practice.open("");
  let pressed: string | null = null;
  for (let step = 0; step < STEPS; step += 1) {
    const press: Press = pick(random, pressesOn(shown, pressed, random));
    if ("time" in press) {
      pressed = press.time;
      expectBookable(practice, shown, pressed);
      continue;
    }
    const next = await practice.open(queryFrom(press.to));
    expectOneState(practice, next, press.to);
    expectKept(practice, { shown, next, press });
    await expectSameAgain(practice, next);
    pressed = next.chosen.start ?? keptStart(next.times, press.to.start === null ? null : pressed);
    expect(pressed, "what the script keeps").toBe(next.chosen.start);
    shown = next;
  }
}

const PREFERENCES: (Preference | null)[] = ["morning", "saturday", "after-15", "after-19", null];

type Press = { time: string } | { to: Partial<Choices>; kind: string };

/** Every control of the page, as its address. */
function pressesOn(shown: NewBooking, start: string | null, random: Random): Press[] {
  const current = { ...currentChoices(shown), start };
  const goTo = (others: Partial<Choices>, kind: string) => ({ to: { ...current, ...others }, kind });
  const { strip, weeks, nextFree } = shown;
  const leaves = [strip.earlier, strip.later, weeks.earlier, weeks.later].flatMap((leaf) => leaf ?? []);
  const typed = ["soon", "31 2 2027", addDays(TODAY, below(random, 110) - 5)];
  const also = shown.chosen.also ?? [];
  const { canBeMore, canBeTwo, people } = shown.chosen;
  const others = [
    ...(canBeMore
      ? shown.times.slice(-3).map((time) => goTo({ also: [...also, time.start], start: null }, "also"))
      : []),
    ...also.map((start) => goTo({ also: also.filter((each) => each !== start) }, "also")),
    ...(canBeTwo ? [0, 1].map(() => goTo({ people: people ? null : 2 }, "people")) : []),
  ];
  return [
    ...others,
    ...shown.times.slice(0, 6).map((time) => ({ time: time.start })),
    ...shown.days.flatMap(({ date, open }) => (open ? [goTo({ day: date }, "day")] : [])),
    ...leaves.flatMap((leaf) => [0, 1].map(() => ({ to: choicesElsewhere(current, leaf), kind: "page" }))),
    ...shown.further.flatMap(({ day, times }) => times.map((time) => goTo({ day, start: time.start }, "further"))),
    ...(nextFree ? [goTo({ day: nextFree.day }, "next")] : []),
    ...typed.flatMap((date) => [goTo({ date }, "typed"), goTo({ date }, "typed")]),
    ...["anyone", ...shown.therapists.map(({ slug }) => slug)].flatMap((therapist) =>
      Array.from({ length: 4 }, () => goTo({ therapist }, "offer")),
    ),
    ...shown.lengths.flatMap(({ minutes }) => Array.from({ length: 4 }, () => goTo({ minutes }, "offer"))),
    ...shown.services.flatMap((service) =>
      Array.from({ length: 3 }, () => ({ to: { ...choicesWith(shown, service), start }, kind: "offer" })),
    ),
    goTo({ start: null }, "unfold"),
    ...PREFERENCES.map((preference) => goTo({ preference }, "preference")),
    ...(shown.nothing?.nearest ?? []).map(({ day, start }) => goTo({ preference: null, day, start }, "nearest")),
  ];
}

function expectOneState(practice: Practice, shown: NewBooking, asked: Partial<Choices>): void {
  const { chosen, days, times, dayTitle, movedNote } = shown;
  const where = queryFrom(asked);
  expect(chosen.people === null || chosen.also === null, `two people or several times: ${where}`).toBe(true);
  const together = chosen.people ? " for two" : chosen.also ? ` for ${chosen.also.length + 1} times` : "";
  expect(chosen.forTwo, where).toBe(together);
  expect(shown.others?.map((other) => other.start) ?? [], where).toEqual(chosen.also ?? []);
  if (chosen.day === null) {
    expect(practice.anyOpen(shown), `nothing is free: ${where}`).toBe(false);
    expect(times, where).toEqual([]);
    return;
  }
  const marked = days.filter(({ date }) => date === chosen.day);
  expect(marked, where).toHaveLength(1);
  if (practice.anyOpen(shown)) {
    expect(marked[0]?.open, `the marked day has times: ${where}`).not.toBeNull();
    expect(marked[0]?.open?.inStrip, `the strip has the marked day: ${where}`).toBe(true);
    expect(marked[0]?.open?.free, where).toBe(times.length);
    expect(times.length, where).toBeGreaterThan(0);
  }
  expect(dayTitle, where).toMatch(new RegExp(`^((Today|Tomorrow), )?${dayInWords(chosen.day)}$`));
  expectPreferred(practice, shown, where);
  for (const { start } of times) expect(localDateOf(Date.parse(start), ZONE), where).toBe(chosen.day);
  const isTyped = asked.date && /^\d{4}-/.test(asked.date) && !shown.goTo;
  const day = isTyped ? asked.date : asked.day;
  if (day && day !== chosen.day) expect(movedNote, `the page says that the day moved: ${where}`).not.toBeNull();
  if (day && day === chosen.day) expect(movedNote, where).toBeNull();
  expectBookable(practice, shown, chosen.start);
}

/** What is shown fits the preference; where nothing does, all is shown, and five times come near it. */
function expectPreferred(practice: Practice, page: NewBooking, where: string): void {
  const { chosen, times, nothing } = page;
  const { preference } = chosen;
  expect(nothing !== null, where).toBe(
    preference !== null && !practice.anyOpen(page, preference) && practice.anyOpen(page),
  );
  if (preference && !nothing)
    for (const { start } of times) expect(isPreferred(Date.parse(start), preference, ZONE), where).toBe(true);
  if (nothing) expect(nothing.nearest.length, where).toBeGreaterThan(0);
  const further = page.further.flatMap(({ times }) => times);
  if (preference && !nothing) expect(times.length >= 5 || further.length <= 5 - times.length, where).toBe(true);
}

/** What a press of the button would book is what is shown, and is free. */
function expectBookable(practice: Practice, { chosen, times }: NewBooking, start: string | null): void {
  if (start === null) return;
  expect(times.map((time) => time.start)).toContain(start);
  const offer = practice.offerOf({ service: chosen.service, minutes: chosen.minutes, therapist: chosen.therapist });
  const also = chosen.also ?? [];
  for (const each of [start, ...also]) {
    const date = localDateOf(Date.parse(each), ZONE);
    expect(refusalOf(practice.question(offer, date, date), Date.parse(each), null)).toBeNull();
  }
  const all = [start, ...also].map((each) => Date.parse(each)).toSorted((one, other) => one - other);
  for (const [nth, each] of all.entries())
    if (nth > 0) expect(each - (all[nth - 1] ?? 0)).toBeGreaterThanOrEqual(practice.apart(offer));
  if (chosen.people) {
    const date = localDateOf(Date.parse(start), ZONE);
    expect(practice.slots(chosen, date, date).map((slot) => slot.start)).toContain(Date.parse(start));
  }
}

type Step = { shown: NewBooking; next: NewBooking; press: { to: Partial<Choices>; kind: string } };

/** A choice made earlier survives every later one that leaves it possible. */
function expectKept(practice: Practice, { shown, next, press: { to, kind } }: Step): void {
  const where = `${kind}: ${queryFrom(to)}`;
  expect(next.chosen.service, where).toBe(to.service);
  const service = practice.services.find(({ slug }) => slug === to.service);
  const hasLength = service?.lengths.some(({ minutes }) => minutes === shown.chosen.minutes);
  const isChange = ["offer", "preference", "also", "people"].includes(kind);
  if (!isChange || (hasLength && to.minutes === shown.chosen.minutes))
    expect(next.chosen.minutes, where).toBe(shown.chosen.minutes);
  expect(next.chosen.therapist ?? "anyone", where).toBe(to.therapist);
  const giver = practice.therapists.find(({ slug }) => slug === shown.chosen.therapist);
  if (to.service !== shown.chosen.service && giver && service?.therapistIds.includes(giver.id))
    expect(next.chosen.therapist, where).toBe(giver.slug);
  if (to.service !== shown.chosen.service && hasLength) expect(next.chosen.minutes, where).toBe(shown.chosen.minutes);
  const canBeTwo = (service?.therapistIds.length ?? 0) > 1;
  expect(next.chosen.people, `two stay two: ${where}`).toBe(to.people && canBeTwo ? 2 : null);
  expect(next.chosen.also, `the other times stay: ${where}`).toEqual(practice.othersOf(next.chosen, to.also ?? []));
  if (!isChange || shown.chosen.day === null) return;
  const slots = practice.slots(next.chosen, shown.chosen.day, shown.chosen.day);
  const { preference } = next.chosen;
  expect(preference, where).toBe(to.preference ?? null);
  const fits = (start: number) => preference === null || next.nothing !== null || isPreferred(start, preference, ZONE);
  if (!slots.some(({ start }) => fits(start))) return;
  expect(next.chosen.day, `the day stays: ${where}`).toBe(shown.chosen.day);
  const isFree = slots.some(({ start }) => fits(start) && new Date(start).toISOString() === to.start);
  expect(next.chosen.start, `the time stays: ${where}`).toBe(isFree ? to.start : null);
}

/** Its own address shows the same page. */
async function expectSameAgain(practice: Practice, shown: NewBooking): Promise<void> {
  const address = queryFrom(currentChoices(shown));
  const again = await practice.open(address);
  expect(currentChoices(again), address).toEqual(currentChoices(shown));
  expect(again.dayTitle, address).toBe(shown.dayTitle);
  expect(again.times, address).toEqual(shown.times);
  if (again.times.length > 0) expect(again.movedNote, address).toBeNull();
}

type Chosen = Pick<NewBooking["chosen"], "service" | "minutes" | "therapist" | "people" | "also">;
type Practice = ReturnType<typeof anyPractice>;

/** Three therapists with hours of their own, some weeks nearly full, and three treatments that not all of them give. */
function anyPractice(random: Random) {
  const therapists = ["imogen", "tom", "priya"].map((slug) => ({
    ...{ id: slug, slug, name: `${slug} Smith`, short: slug, role: "", bio: "", picture: null },
  }));
  const time = new Map(therapists.map(({ id }) => [id, anyTime(id, random)]));
  const services = ["deep", "foot", "joint"].map((slug, place) => ({
    ...{ id: slug, slug, title: slug, category: "", summary: "", picture: null, booking: "online", venue: "practice" },
    ...{ venueName: "", bufferBefore: 0, bufferAfter: 5 * below(random, 3), firstExtra: 0, place: "grid" },
    lengths: [[30, 60, 90], [45, 60], [60]][place]?.map((minutes) => ({
      minutes,
      pricePence: minutes * 100,
      label: "",
    })),
    therapistIds: therapists.map(({ id }) => id).filter((_, nth) => nth === place || below(random, 3) > 0),
  })) as unknown as Known["practice"]["services"];
  const { settings } = settingsFrom(new Map());
  const rules = { ...settings.bookingRules, zone: ZONE, horizonDays: 30 + below(random, 60) };
  const facts = { services, therapists, settings: { ...settings, bookingRules: rules } };

  function question(offer: Offer, from: string, to: string): Question {
    const { bufferBefore, bufferAfter } = offer.service;
    const { slotInterval, notice, horizonDays, zone } = rules;
    const known = offer.therapists.flatMap(({ id }) => time.get(id) ?? []);
    const ask = { from, to, now: NOW, length: offer.length.minutes, bufferBefore, bufferAfter };
    return { ...ask, slotInterval, notice, horizonDays, zone, therapists: known };
  }
  const answers = new Map<string, FreeDay[]>();
  function ask(offer: Offer, from: string, to: string): FreeDay[] {
    const key = `${offer.service.id} ${offer.length.minutes} ${offer.therapists.map(({ id }) => id)} ${from} ${to}`;
    const days = answers.get(key) ?? freeStarts(question(offer, from, to));
    answers.set(key, days);
    return days;
  }
  function offerOf(input: { service: string; minutes: number; therapist: string | null }): Offer {
    const outcome = resolveOffer(facts, input);
    if (outcome.kind !== "offer") throw new Error(outcome.message);
    return outcome.offer;
  }
  function apart(offer: Offer): number {
    const { bufferBefore, bufferAfter } = offer.service;
    return (offer.length.minutes + bufferBefore + bufferAfter) * MINUTE_MS;
  }
  /** The starts at which all that is chosen can be booked: for two, or with the other times. */
  function slots(chosen: Chosen, from: string, to: string) {
    const offer = offerOf({ ...chosen, ...(chosen.people && { therapist: null }) });
    const others = (chosen.also ?? []).map((start) => Date.parse(start));
    const isFree = ({ start, therapists }: { start: number; therapists: readonly string[] }) =>
      chosen.people
        ? therapists.length > 1 && (chosen.therapist === null || therapists.includes(chosen.therapist))
        : others.every((other) => Math.abs(start - other) >= apart(offer));
    return ask(offer, from, to).flatMap((day) => day.slots.filter(isFree));
  }
  /** Those that can still be booked, the earliest first, of at most three. */
  function othersOf(chosen: Chosen, starts: readonly string[]): string[] | null {
    if (chosen.people) return null;
    const also: string[] = [];
    for (const start of [...new Set(starts)].toSorted().slice(0, 3)) {
      const date = localDateOf(Date.parse(start), ZONE);
      const free = slots({ ...chosen, also }, date, date).map((slot) => slot.start);
      if (free.includes(Date.parse(start))) also.push(start);
    }
    return also.length > 0 ? also : null;
  }
  const opens = new Map<string, boolean>();
  const pages = new Map<string, NewBooking>();
  return {
    ...{ services, therapists, question, offerOf, apart, slots, othersOf },
    anyOpen({ chosen }: NewBooking, preference: Preference | null = null): boolean {
      const key = [chosen.service, chosen.minutes, chosen.therapist, chosen.people, chosen.also, preference].join(" ");
      const known = opens.get(key);
      if (known !== undefined) return known;
      const found = slots(chosen, TODAY, addDays(TODAY, rules.horizonDays));
      const isOpen = found.some(({ start }) => preference === null || isPreferred(start, preference, ZONE));
      opens.set(key, isOpen);
      return isOpen;
    },
    async open(address: string): Promise<NewBooking> {
      const known = pages.get(address);
      if (known) return known;
      const choices = choicesFrom(new URLSearchParams(address));
      const asked = { practice: facts, now: NOW, ask: async (one: Asked) => ask(one.offer, one.from, one.to) };
      const shown = await schedulerFor(asked, { choices, locale: "en-GB" });
      if (!shown || "unavailable" in shown) throw new Error(`Every address on the page can be shown: ${address}`);
      pages.set(address, shown);
      return shown;
    },
  };
}

type Asked = Parameters<Known["ask"]>[0];

function anyTime(id: string, random: Random): TherapistTime {
  const weekly = [1, 2, 3, 4, 5, 6].flatMap((weekday) => {
    const fromMinute = 540 + 15 * below(random, 20);
    return below(random, 3) > 0 ? [{ weekday, fromMinute, toMinute: fromMinute + 60 + 15 * below(random, 16) }] : [];
  });
  const busy = Array.from({ length: below(random, 40) }, () => {
    const day = startOfDay(addDays(TODAY, below(random, 70)), ZONE);
    const start = day + (480 + 15 * below(random, 30)) * MINUTE_MS;
    return { start, end: start + (30 + 15 * below(random, 30)) * MINUTE_MS };
  });
  const firstDay = addDays(TODAY, below(random, 20));
  const away = { kind: "closure" as const, firstDay, lastDay: addDays(firstDay, below(random, 50)) };
  const exceptions = below(random, 2) ? [{ ...away, fromMinute: null, toMinute: null, publicNote: null }] : [];
  return { id, weekly, exceptions, busy: busy.toSorted((one, other) => one.start - other.start) };
}

type Random = () => number;

/** Numbers from 0 to 1 that a seed decides, so that a walk that fails can be walked again. */
function numbersFrom(seed: number): Random {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}

function below(random: Random, limit: number): number {
  return Math.floor(random() * limit);
}

function pick<Item>(random: Random, items: readonly Item[]): Item {
  return items[below(random, items.length)] as Item;
}
