import type { Locator } from "playwright-core";
import { addDays, instantOf, weekdayOf } from "#app/platform/zoned-time.ts";
import { londonToday } from "#tests/support/london-now.ts";
import { type SharedSite, sharedSite } from "#tests/support/shared-site.ts";

const ZONE = "Europe/London";
const WEDNESDAY = 3;

/** The Wednesday before today, on which everyone works: the day of the desk journeys. A later one would end sign-ins. */
export const DESK_DAY = wednesdayBefore(londonToday());

const BEGINS = "11:38";

/** An instant of that day, or of another. */
export function deskTime(time: string, day = DESK_DAY): number {
  const [hour = 0, minute = 0] = time.split(":").map(Number);
  return instantOf(day, hour * 60 + minute, ZONE);
}

/** A site at which it is Wednesday, 11:38, whenever the test runs. */
export function deskSite(): SharedSite {
  const preload = new URL("site-clock.mjs", import.meta.url).href;
  return sharedSite({ SITE_BEGINS: String(deskTime(BEGINS)), NODE_OPTIONS: `--import=${preload}` });
}

function wednesdayBefore(date: string): string {
  let day = addDays(date, -1);
  while (weekdayOf(day) !== WEDNESDAY) day = addDays(day, -1);
  return day;
}

/** Counts what a desk task costs: `presses/letters`, as docs/desk-tasks.md compares it. */
export function deskTask() {
  let presses = 0;
  let letters = 0;
  return {
    press: async (control: Locator) => {
      await control.click();
      presses += 1;
    },
    choose: async (list: Locator, label: string) => {
      await list.selectOption(label);
      presses += 1;
    },
    type: async (field: Locator, words: string) => {
      await field.pressSequentially(words);
      letters += words.length;
    },
    cost: () => `${presses}/${letters}`,
  };
}
