import { readFile } from "node:fs/promises";
import type { Locator, Page } from "playwright-core";
import { expect, test } from "vitest";
import { addDays } from "#app/platform/date-time.ts";
import { raiseContentVersion } from "#app/platform/http/content-version.server.ts";
import { bookAhead } from "#tests/support/booked-ahead.ts";
import { CONFIRM, laterDay, PERSON, times, untilScheduled } from "#tests/support/booking-page.ts";
import { newPage } from "#tests/support/browser.ts";
import { readForAMinute } from "#tests/support/contact-messages.ts";
import { bodyOfMail, mailedLink } from "#tests/support/mailed-link.ts";
import { hasWaitingList } from "#tests/support/options.ts";
import { mailingSite } from "#tests/support/shared-site.ts";
import { appBeside, PASSWORD, personIn } from "#tests/support/signed-in.ts";
import { fullDayOfTom } from "#tests/support/waits.ts";
import { comeWithinNotice } from "#tests/support/within-notice.ts";

const site = mailingSite();
const PHONE = { width: 390, height: 664 };
const DEEP = "/book?service=deep-tissue-massage";
const PATIENCE = 240_000;
let full: ReturnType<typeof fullDayOfTom> | undefined;

/** One person on one page: what they press and how many fields they type into. */
class Road {
  presses = 0;
  fields = 0;
  private readonly page: Page;
  readonly isScripted: boolean;
  readonly isPhone: boolean;
  /** A day with many times, however late today is, and another one for each walk. */
  readonly later: string;
  constructor(page: Page, { isScripted, isPhone, walk }: { isScripted: boolean; isPhone: boolean; walk: number }) {
    this.page = page;
    this.later = `${DEEP}&day=${addDays(laterDay(), 7 * walk)}`;
    this.isScripted = isScripted;
    this.isPhone = isPhone;
  }

  async press(control: Locator): Promise<void> {
    this.presses += 1;
    await control.click();
  }

  /** A field that has the cursor already needs no press. */
  async type(label: string | Locator, text: string): Promise<void> {
    const field = typeof label === "string" ? this.page.getByLabel(label) : label;
    const isFocused = await field.evaluate((input) => input === document.activeElement);
    if (!isFocused) await this.press(field);
    await this.page.keyboard.insertText(text);
    this.fields += 1;
  }

  async choose(choice: string, pressed: Locator): Promise<void> {
    const fold = this.page.getByText("Change treatment, length or therapist");
    if (await fold.isVisible()) await this.press(fold);
    await this.press(pressed);
    if (!this.isScripted) await this.press(this.page.getByRole("button", { name: "Show times" }));
    await this.page.waitForURL(new RegExp(choice));
  }

  /** The nth time that is shown, then the details, then the button. */
  async book(nth: number): Promise<void> {
    // Before its script runs, a time can be chosen, but the cursor does not go on to the name.
    if (this.isScripted)
      await expect.poll(() => this.page.locator("form#booking").getAttribute("novalidate")).not.toBeNull();
    await this.press(times(this.page).nth(nth));
    await this.confirm();
  }

  async confirm(): Promise<void> {
    if (this.isScripted && this.isPhone) await expect.poll(() => focusedName(this.page)).toBe("name");
    await this.type("Full name", PERSON.name);
    await this.type("Phone", PERSON.phone);
    await this.type("E-mail", `road-${crypto.randomUUID()}@example.com`);
    await this.press(this.page.getByRole("button", { name: CONFIRM }));
    await untilScheduled(this.page);
  }
}

type Task = (road: Road, page: Page) => Promise<void>;

const TASKS: Record<string, Task> = {
  "The soonest time, as a guest": async (road, page) => {
    await page.goto(DEEP);
    await road.book(0);
  },
  "A named therapist": async (road, page) => {
    await page.goto(road.later);
    await road.choose("therapist=priya", page.locator("label", { has: page.getByRole("radio", { name: /^Priya/ }) }));
    await road.book(1);
  },
  "A shorter appointment": async (road, page) => {
    await page.goto(road.later);
    await road.choose("minutes=45", page.locator("label", { has: page.getByRole("radio", { name: /^45 min/ }) }));
    await road.book(2);
  },
  "After 15:00": async (road, page) => {
    await page.goto(DEEP);
    await road.press(page.getByRole("link", { name: "After 15:00" }));
    await page.waitForURL(/preference=after-15/);
    await road.book(0);
  },
  "On a Saturday": async (road, page) => {
    await page.goto(DEEP);
    await road.press(page.getByRole("link", { name: "Saturday", exact: true }));
    await page.waitForURL(/preference=saturday/);
    await road.book(0);
  },
  "The cheapest": async (road, page) => {
    await page.goto("/services");
    await road.press(page.getByRole("link", { name: "By price" }));
    await page.waitForURL(/sort=price/);
    const table = page.getByRole("table", { name: "What each treatment costs" });
    await road.press(table.getByRole("link", { name: /^30 min £34/ }).first());
    await page.waitForURL(/\/book\?/);
    await road.book(0);
    await page.getByText("£34.00 in total").waitFor();
  },
  "A full day: the next with times": async (road, page) => {
    await openFullDay(road, page, { waits: false });
    await page.getByText(/Tom is next free on /).waitFor();
    await road.book(0);
  },
  "A full day: wait for it": async (road, page) => {
    await openFullDay(road, page, { waits: true });
    await page.getByRole("heading", { name: /is full$/ }).waitFor();
    await road.press(page.getByRole("link", { name: "Tell me if a time comes free" }));
    const email = `road-${crypto.randomUUID()}@example.com`;
    await road.type("Full name", PERSON.name);
    await road.type("Phone", PERSON.phone);
    await road.type("E-mail", email);
    await road.press(page.getByRole("button", { name: "Wait for a time" }));
    await page.goto(await linkIn("waiting-confirm-client", email));
    await road.press(page.getByRole("button", { name: "Confirm and wait" }));
    await page.getByText("You are on the list. You get an email when a time comes free.").waitFor();
  },
  "“My calf hurts”": async (road, page) => {
    // As the time of the walk before is gone, and a page is kept for a minute.
    const app = await appBeside(site, site.dataDir);
    await raiseContentVersion(app.db.kysely, app.clock.now());
    await page.goto("/");
    await road.press(page.getByRole("link", { name: "Point to where it hurts" }));
    const map = page.getByRole("region", { name: "Point to where it hurts" });
    await road.press(map.getByRole("group", { name: "Back", exact: true }).getByRole("link", { name: "Right calf" }));
    await map.getByRole("heading", { name: "Your right calf" }).waitFor();
    await road.press(map.getByRole("link", { name: /^Book / }).first());
    await page.waitForURL(/\/book\?/);
    if (road.isScripted) await expect.poll(() => focusedName(page)).toBe("name");
    await road.confirm();
  },
  "Move an appointment": async (road, page) => {
    await openBooked(page);
    await road.press(page.getByRole("link", { name: "Move your appointment" }));
    await road.press(times(page).first());
    await road.press(page.getByRole("button", { name: "Move my appointment" }));
    await page.getByRole("heading", { level: 1, name: /^Appointment moved to / }).waitFor();
  },
  "Change its length": async (road, page) => {
    await openBooked(page);
    await road.press(page.getByRole("link", { name: "Move your appointment" }));
    await road.choose("minutes=90", page.locator("label", { has: page.getByRole("radio", { name: /^90 min/ }) }));
    await page.getByText(/^Now 60 min, £58\.00\. New: 90 min, £82\.00\./).waitFor();
    await road.press(times(page).first());
    await road.press(page.getByRole("button", { name: "Save the change, £82.00" }));
    await page.getByRole("heading", { level: 1, name: /^Appointment moved to / }).waitFor();
    await page.getByText("£82.00 in total").waitFor();
  },
  "Change its treatment": async (road, page) => {
    await openBooked(page);
    await road.press(page.getByRole("link", { name: "Move your appointment" }));
    await road.press(page.getByRole("button", { name: /^Treatment/ }));
    await road.press(page.getByRole("dialog").getByRole("link", { name: "Injury Rehabilitation" }));
    await page
      .getByText(/^Now Deep Tissue Massage, 60 min, £58\.00\. New: Injury Rehabilitation, 60 min, £62/)
      .waitFor();
    await road.press(times(page).first());
    await road.press(page.getByRole("button", { name: "Save the change, £62.00" }));
    await page.getByRole("heading", { level: 1, name: /^Appointment moved to / }).waitFor();
    await page.getByText("£62.00 in total").waitFor();
  },
  "Cancel in time": async (road, page) => {
    await openBooked(page);
    await road.press(page.getByRole("link", { name: "Cancel appointment" }));
    await road.press(page.getByRole("button", { name: "Cancel appointment" }));
    await page.getByRole("heading", { level: 1, name: "Appointment cancelled." }).waitFor();
  },
  "Cancel late": async (road, page) => {
    const address = await openBooked(page);
    await comeWithinNotice(site.dataDir, address);
    await page.reload();
    await road.press(page.getByRole("link", { name: "Cancel appointment" }));
    await page.getByRole("heading", { name: "Nothing to pay" }).waitFor();
    await road.press(page.getByRole("button", { name: "Cancel appointment" }));
    await page.getByRole("heading", { level: 1, name: "Appointment cancelled." }).waitFor();
  },
  "Add it to a calendar": async (road, page) => {
    await openBooked(page);
    const file = page.waitForEvent("download");
    await road.press(page.getByRole("link", { name: "Add to calendar" }));
    expect((await file).suggestedFilename()).toBe("appointment.ics");
  },
  "Get there": async (road, page) => {
    await openBooked(page);
    await page.context().route(/google/, (route) => route.fulfill({ body: "A map" }));
    const map = page.waitForEvent("popup");
    await road.press(page.getByRole("link", { name: /^Directions/ }).first());
    await (await map).getByText("A map").waitFor();
  },
  "Where to park": async (road, page) => {
    await page.goto("/");
    await road.press(page.getByRole("contentinfo").getByRole("link", { name: "Questions" }));
    await road.press(page.getByText("Where do I park?"));
    await page
      .getByText(/^Free, outside Unit 7/)
      .filter({ visible: true })
      .waitFor();
  },
  "The link on another device": async (road, page) => {
    const { address } = await bookedWithLink();
    await page.goto(address);
    await page.getByRole("heading", { level: 1, name: /^Your appointment on / }).waitFor();
    await road.press(page.getByRole("link", { name: "Move your appointment" }));
    await times(page).first().waitFor();
  },
  "A lost link, mailed again": async (road, page) => {
    const { email } = await bookedWithLink();
    await page.goto("/my-appointment");
    await road.type("Email address of your booking", email);
    await road.press(page.getByRole("button", { name: "Send me my booking links" }));
    await page.getByText("their links are on their way to it").waitFor();
    await page.goto(await linkIn("booking-links-client", email));
    await page.getByRole("heading", { level: 1, name: /^Your appointment on / }).waitFor();
  },
  "A forgotten password": async (road, page) => {
    const { email } = await personIn(await appBeside(site, site.dataDir));
    await page.goto("/login");
    await road.press(page.getByRole("link", { name: "Forgot Password?" }));
    await page.getByRole("heading", { level: 1, name: "Forgot password" }).waitFor();
    await road.type("Email", email);
    await road.press(page.getByRole("button", { name: "Send Password Reset Email" }));
    await page.getByRole("region", { name: `Sent to ${email}` }).waitFor();
    await page.goto(await linkIn("account-reset", email));
    await road.type("New password", "a brand new harbour");
    await road.press(page.getByRole("button", { name: "Change password" }));
    await page.waitForURL("**/login");
    await road.type("Email", email);
    await road.type("Password", "a brand new harbour");
    await road.press(page.getByRole("button", { name: "Login", exact: true }));
    await page.getByText("Logged in successfully!").waitFor();
  },
  "For two at the same time": async (road, page) => {
    await page.goto(road.later);
    await road.press(page.getByRole("link", { name: "Book for two at the same time" }));
    await page.waitForURL(/people=2/);
    await road.book(1);
    await page.getByText("£116.00 for both.").waitFor();
  },
  "Two times in one go": async (road, page) => {
    await page.goto(road.later);
    await road.press(times(page).first());
    const link = page.getByRole("link", { name: "Add a time" });
    await road.press((await link.count()) > 0 ? link : page.getByRole("button", { name: "Add a time" }));
    await page.waitForURL(/also=/);
    await road.book(1);
    await page.getByText("£116.00 for both.").waitFor();
  },
  "An account afterwards": async (road, page) => {
    const email = await openBooked(page);
    await road.type("Choose a password", PASSWORD);
    await road.press(page.getByRole("button", { name: "Keep my details for next time" }));
    await page.getByText("A link is on its way").waitFor();
    const app = await appBeside(site, site.dataDir);
    await page.goto(await mailedLink(app, { kind: "appointment-account-client", to: email }));
    await road.press(page.getByRole("button", { name: "Keep my details" }));
    await page.waitForURL("**/my-appointment");
  },
  "A question": async (road, page) => {
    await page.goto("/contact");
    await writeMessage(road, page, "Do you have parking?");
    await page.getByText("Message sent successfully!").waitFor();
  },
  "A complaint": async (road, page) => {
    await page.goto("/contact");
    await road.press(page.locator("label", { has: page.getByRole("radio", { name: "A complaint" }) }));
    await writeMessage(road, page, "I waited half an hour.");
    await page.getByText("Your reference is").waitFor();
  },
  "One, and then another": async (road, page) => {
    await page.goto(road.later);
    await road.book(0);
    await road.press(page.getByRole("link", { name: "Book another" }));
    await page.waitForURL(/\/book$/);
    expect(await page.getByLabel("Full name").inputValue()).toBe(PERSON.name);
    expect(await page.getByLabel("Phone").inputValue()).toBe(PERSON.phone);
    await road.press(times(page).filter({ visible: true }).last());
    await road.press(page.getByRole("button", { name: CONFIRM }));
    await untilScheduled(page);
  },
};

test.each([
  ["390 px", 0, { viewport: PHONE }],
  ["1440 px", 1, { viewport: { width: 1440, height: 900 } }],
  ["Without a script", 2, { viewport: PHONE, javaScriptEnabled: false }],
] as const)(
  "the presses and fields of each task are those of docs/client-road.md: %s",
  { timeout: PATIENCE },
  async (column, nth, look) => {
    const table = await readTable();
    const walked: Record<string, string> = {};
    // The wide page is the same one: there only what takes another number of presses is walked.
    const isSame = (task: string) => column === "1440 px" && table[task]?.[column] === table[task]?.["390 px"];
    const tasks = Object.entries(TASKS).filter(([task]) => !isSame(task));
    for (const [task, walk] of tasks) {
      const page = await newPage(site.url, look);
      const isScripted = !("javaScriptEnabled" in look);
      const road = new Road(page, { isScripted, isPhone: look.viewport === PHONE, walk: nth });
      await walk(road, page);
      walked[task] = `${road.presses} / ${road.fields}`;
      await page.close();
    }
    expect(walked).toEqual(Object.fromEntries(tasks.map(([task]) => [task, table[task]?.[column]])));
  },
);

async function writeMessage(road: Road, page: Page, message: string): Promise<void> {
  await readForAMinute(page, site);
  await road.type("First name", "Ada");
  await road.type("Last name", "Smith");
  await road.type("Email address", "ada@example.com");
  await road.type(page.getByRole("textbox", { name: "Message" }), message);
  await road.press(page.getByRole("button", { name: "Send message" }));
}

async function openBooked(page: Page): Promise<string> {
  const { email, address } = await bookedWithLink();
  await page.goto(address);
  return email;
}

async function bookedWithLink(): Promise<{ email: string; address: string }> {
  const email = `road-${crypto.randomUUID()}@example.com`;
  const app = await appBeside(site, site.dataDir);
  return { email, address: `/booking/${await bookAhead(app, { email })}` };
}

/** The link in the mail of this kind that arrived. */
async function linkIn(kind: string, to: string): Promise<string> {
  const text = await bodyOfMail(await appBeside(site, site.dataDir), { kind, to });
  return /https?:\/\/\S+\/(?:(?:booking|waiting)\/[\w-]+|reset-password\?token=[\w-]+)/.exec(text)?.[0] ?? "";
}

/** One of Tom's days, booked up, and chosen in the strip or the month. */
async function openFullDay(road: Road, page: Page, { waits }: { waits: boolean }): Promise<void> {
  const app = await appBeside(site, site.dataDir);
  await hasWaitingList(app, waits);
  full ??= fullDayOfTom(app, { ahead: 3 });
  const { day } = await full;
  await page.goto(`${DEEP}&therapist=tom-ellery`);
  await road.press(page.locator(`label:has([name=day][value="${day}"])`));
  if (!road.isScripted) await road.press(page.getByRole("button", { name: "Show times" }));
}

/** The table's rows by task, each with its columns by their heading. */
async function readTable(): Promise<Record<string, Record<string, string>>> {
  const lines = (await readFile("docs/client-road.md", "utf8")).split("\n").filter((line) => line.startsWith("|"));
  const [head = [], , ...rows] = lines.map((line) =>
    line
      .split("|")
      .slice(1, -1)
      .map((cell) => cell.trim()),
  );
  return Object.fromEntries(
    rows.map(([task = "", ...cells]) => [task, Object.fromEntries(cells.map((cell, nth) => [head[nth + 1], cell]))]),
  );
}

function focusedName(page: Page): Promise<string | null | undefined> {
  return page.evaluate(() => document.activeElement?.getAttribute("name"));
}
