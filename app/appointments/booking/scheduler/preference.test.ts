import { expect, test } from "vitest";
import { nothingFits } from "#app/appointments/booking/scheduler/nothing-fits.ts";
import { isPreferred, preferenceChoices, preferenceFrom } from "#app/appointments/booking/scheduler/preference.ts";
import type { FreeDay } from "#app/availability/free-starts.ts";
import { addDays, instantOf } from "#app/platform/date-time.ts";

const ZONE = "Europe/London";
const TODAY = "2026-11-24";
const clock = { zone: ZONE, locale: "en-GB", today: TODAY };
const at = (date: string, hour: number) => instantOf(date, hour * 60, ZONE);

/** Ten, noon and four on each day but Sundays and Saturdays. */
async function ask(from: string, to: string): Promise<FreeDay[]> {
  const days: FreeDay[] = [];
  for (let date = from; date <= to; date = addDays(date, 1)) {
    const isFree = ![0, 6].includes(new Date(date).getUTCDay());
    const slots = isFree ? [12, 14, 16].map((hour) => ({ start: at(date, hour), therapists: ["t", "i"] })) : [];
    days.push({ date, state: isFree ? "open" : "closed", closure: null, slots });
  }
  return days;
}

const names = new Map([
  ["t", "Tom"],
  ["i", "Imogen"],
]);
const search = { ask, ...clock, lastDay: "2027-01-20", minutes: 60, names };

test("an address names a preference, and anything else is none", () => {
  expect(["morning", "saturday", "after-15", "after-0"].map(preferenceFrom)).toEqual([
    "morning",
    "saturday",
    "after-15",
    "after-0",
  ]);
  expect([null, "", "evening", "after-24", "after-", "after-1.5"].map(preferenceFrom)).toEqual([
    null,
    null,
    null,
    null,
    null,
    null,
  ]);
});

test("a preference is of the practice's clock, also on a day when the clocks change", () => {
  expect(isPreferred(at("2027-03-28", 15), "after-15", ZONE)).toBe(true);
  expect(isPreferred(at("2027-03-28", 14), "after-15", ZONE)).toBe(false);
  expect(isPreferred(at("2026-11-28", 11), "saturday", ZONE)).toBe(true);
  expect(isPreferred(at("2026-11-28", 12), "morning", ZONE)).toBe(false);
});

test("the chip of an hour says which, and its hours stand below once it is chosen", () => {
  expect(preferenceChoices(null, clock)).toMatchObject({ chips: [{}, {}, { label: "After 15:00" }, {}], hours: [] });
  const chosen = preferenceChoices("after-19", clock);
  expect(chosen.chips[2]).toEqual({ preference: "after-19", label: "After 19:00" });
  expect(chosen.hours.map(({ label }) => label)).toEqual(["15:00", "16:00", "17:00", "18:00", "19:00"]);
});

test("where nothing fits, a sentence says why, and the nearest times of five days follow", async () => {
  expect(await nothingFits(search, "after-17")).toMatchObject({
    title: "Nothing after 17:00",
    why: "The last free 60-minute appointment of a day starts at 16:00.",
    nearest: [
      { label: "Today, 16:00", who: "Tom or Imogen" },
      { label: "Tomorrow, 16:00" },
      { label: "Thu 26 Nov, 16:00" },
      { label: "Fri 27 Nov, 16:00" },
      { label: "Mon 30 Nov, 16:00" },
    ],
    shorter: null,
  });
  const early = await nothingFits(search, "morning");
  expect(early?.why).toBe("The first free 60-minute appointment of a day starts at 12:00.");
  expect((await nothingFits(search, "saturday"))?.why).toBe("No Saturday until Wednesday 20 January has a free time.");
});

test("a shorter length that fits is offered, and nothing where no time is free at all", async () => {
  const short = { minutes: 45, price: "£48", ask: async () => [dayAt("2026-11-25", 17)] };
  expect((await nothingFits({ ...search, shorter: () => [short] }, "after-17"))?.shorter).toEqual({
    minutes: 45,
    words: "45 min fits: Tomorrow, 17:00.",
    link: "Show 45 min, £48",
  });
  expect(await nothingFits({ ...search, ask: async () => [] }, "morning")).toBeNull();
});

function dayAt(date: string, hour: number): FreeDay {
  return { date, state: "open", closure: null, slots: [{ start: at(date, hour), therapists: ["t"] }] };
}
