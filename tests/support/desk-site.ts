import type { Locator, Page } from "playwright-core";
import { addDays, instantOf, weekdayOf } from "#app/platform/date-time.ts";
import { londonToday } from "#tests/support/london-now.ts";
import { type SharedSite, sharedSite } from "#tests/support/shared-site.ts";
import { appBeside } from "#tests/support/signed-in.ts";

const ZONE = "Europe/London";
const WEDNESDAY = 3;

/** The Wednesday before today, on which everyone works: the day of the desk journeys. A later one would end sign-ins. */
export const DESK_DAY = wednesdayBefore(londonToday());

// From eight to six.
const DRAWN_MINUTES = 600;
const BEGINS = "11:38";

/** An instant of that day, or of another. */
export function deskTime(time: string, day = DESK_DAY): number {
  const [hour = 0, minute = 0] = time.split(":").map(Number);
  return instantOf(day, hour * 60 + minute, ZONE);
}

/** A site at which it is Wednesday, 11:38, whenever the test runs. */
export function deskSite(): SharedSite {
  return sharedSite(atDeskTime());
}

/** The environment of a server at which it is then. */
export function atDeskTime(): Record<string, string> {
  const preload = new URL("site-clock.mjs", import.meta.url).href;
  return { SITE_BEGINS: String(deskTime(BEGINS)), NODE_OPTIONS: `--import=${preload}` };
}

/** Takes away every appointment, so that the next test has the day for itself. */
export async function nobodyBooked(site: SharedSite): Promise<void> {
  const app = await appBeside(site, site.dataDir);
  for (const table of ["appointment_claims", "appointments"] as const) {
    await app.db.kysely.deleteFrom(table).execute();
  }
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
    /** A link of the practice's side; on a phone most stand behind More, a press more. */
    go: async (page: Page, name: string) => {
      const links = page.getByRole("navigation", { name: "Admin" }).getByRole("link", { name: new RegExp(`^${name}`) });
      const shown = links.filter({ visible: true });
      if ((await shown.count()) === 0) {
        await page.getByRole("button", { name: "More", exact: true }).click();
        presses += 1;
      }
      await shown.first().click();
      presses += 1;
    },
    /** The same from Today, where a phone has shortcuts at the foot. */
    shortcut: async (page: Page, name: string) => {
      const links = page.getByRole("navigation", { name: /^(Admin|Shortcuts)$/ }).getByRole("link", { name });
      await links.filter({ visible: true }).first().click();
      presses += 1;
    },
    press: async (control: Locator) => {
      await control.click();
      presses += 1;
    },
    choose: async (list: Locator, label: string) => {
      await list.selectOption(label);
      presses += 1;
    },
    /** Carries an entry of the diary down by minutes, or with `edge` its lower edge. */
    drag: async (entry: Locator, { minutes, edge = false }: { minutes: number; edge?: boolean }) => {
      const body = entry.locator("xpath=ancestor::*[@data-column]");
      // On a phone toasts lie over the foot of the screen.
      await entry.evaluate((element) => element.scrollIntoView({ block: "center" }));
      const [box, drawn] = [await entry.boundingBox(), await body.boundingBox()];
      if (!box || !drawn) throw new Error("Not drawn");
      const { mouse } = entry.page();
      const [x, y] = [box.x + 40, edge ? box.y + box.height - 3 : box.y + 12];
      await mouse.move(x, y);
      await mouse.down();
      await mouse.move(x, y + (minutes / DRAWN_MINUTES) * drawn.height, { steps: 6 });
      await mouse.up();
      presses += 1;
    },
    type: async (field: Locator, words: string) => {
      await field.pressSequentially(words);
      letters += words.length;
    },
    cost: () => `${presses}/${letters}`,
  };
}
