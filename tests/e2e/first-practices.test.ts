import type { Page } from "playwright-core";
import { expect, test } from "vitest";
import { assertedIn } from "#tests/support/asserted-facts.ts";
import { expectNoViolations } from "#tests/support/axe.ts";
import { chooseTime, fillPerson, openBooking, untilScheduled } from "#tests/support/booking-page.ts";
import { newPage } from "#tests/support/browser.ts";
import { demoWordsIn } from "#tests/support/demo-words.ts";
import { doors } from "#tests/support/doors/table.ts";
import { editDay } from "#tests/support/edit-day.ts";
import { fill, openToVisitors, save } from "#tests/support/ferrier-journey.ts";
import { logIn } from "#tests/support/login-page.ts";
import { type SharedSite, sharedSite } from "#tests/support/shared-site.ts";

// Two practices from an empty folder to Open, without a mail server, by their owners' own hands.
const OWNER = { email: "owner@first.example", password: "plaster thumb orchard 7" };
const EMPTY = { DEMO: "off", ADMIN_EMAIL: OWNER.email, ADMIN_PASSWORD: OWNER.password };
const visits = sharedSite(EMPTY);
const clinic = sharedSite(EMPTY);

// A new practice takes no payments, so it knows no vouchers.
const PUBLIC = [...new Set(doors.filter(({ get }) => get.nobody === 200).map(({ at }) => at))].filter(
  (at) => !at.includes("{") && !/deep-tissue|^\/vouchers|\.\w+$/.test(at),
);
const WEEKDAYS = ["Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday"];

type Practice = {
  facts: Record<string, string>;
  form: RegExp;
  legalName: string;
  team: string[];
  venue: "practice" | "client";
};

async function setUp(site: SharedSite, { facts, form, legalName, team, venue }: Practice): Promise<Page> {
  const page = await newPage(site.url, {
    viewport: { width: 390, height: 844 },
    expectedErrors: [/status of 4(09|22)/],
  });
  await page.goto("/login");
  await logIn(page, OWNER);
  await page.waitForURL("**/admin");
  await page.goto("/admin/settings/business");
  await fill(page, facts);
  await save(page);
  await page.goto("/admin/settings/legal");
  await page.getByRole("radio", { name: form }).press("Space");
  await fill(page, { "Legal name": legalName });
  await save(page);
  await page.goto("/admin/settings/opening-hours");
  for (const day of WEEKDAYS) {
    const group = await editDay(page, day);
    await group.getByLabel("From, time 1").fill("09:00");
    await group.getByLabel("To, time 1").fill("17:00");
  }
  await save(page);
  for (const name of team) {
    await page.goto("/admin/therapists/new");
    await fill(page, { Name: name, Role: "Massage therapist" });
    await save(page);
  }
  await page.goto("/admin/services/new");
  await fill(page, { Title: "Back massage", "One line for the card": "For desks and steering wheels." });
  await fill(page, { "Minutes of length 1": "60", "Price in £ of length 1": "50" });
  await page.getByText("More: place, time between").click();
  await page.getByLabel("Where it takes place").selectOption(venue);
  for (const name of team) {
    const therapist = page.getByRole("checkbox", { name });
    // Who works alone is preselected; of several nobody is.
    expect(await therapist.isChecked()).toBe(team.length === 1);
    await therapist.setChecked(true);
  }
  await save(page);
  await openToVisitors(page, "Open");
  // No email can leave, and steps are left: opening says so and asks once.
  await page.getByText("This site can’t send email yet.").waitFor();
  await page.getByRole("button", { name: "Open to visitors" }).press("Enter");
  await page.getByText("Saved.").waitFor();
  return page;
}

/** What the public pages say, each read once as a visitor. */
async function readPages(site: SharedSite): Promise<string> {
  // An answer in JSON names no icon, so the browser looks for one at the usual place.
  const page = await newPage(site.url, { javaScriptEnabled: false, expectedErrors: [/\/favicon\.ico\)/] });
  const all = [];
  for (const at of PUBLIC) {
    const answer = await page.goto(at);
    expect(answer?.status(), at).toBe(200);
    const text = await page.locator("body").innerText();
    // Whose name is Imogen here is her own.
    const demo = demoWordsIn(text.replaceAll(/imogen/gi, ""));
    expect([at, demo, assertedIn(text)]).toEqual([at, [], []]);
    all.push(`${at}: ${text}`);
  }
  return all.join("\n");
}

/** The lines that speak for several people, but for the specification's own titles and the law's office. */
function inTheirVoice(said: string): string[] {
  const titles = /contact us|send us a message|our services|why choose us|what we do|follow us/gi;
  return said.split("\n").filter((line) => /\b(we|our|ours|us|team)\b/i.test(line.replace(titles, "")));
}

test("a sole trader who only does home visits opens without premises, and is booked to a client's address", async () => {
  await setUp(visits, {
    facts: {
      Name: "Nora Field Massage",
      Telephone: "01632 960553",
      "E-mail": "nora@field.example",
      "Area you serve": "Ashby and ten miles around",
    },
    ...{ form: /Sole trader/, legalName: "Nora Field", team: ["Nora Field"], venue: "client" },
  });
  const said = await readPages(visits);
  expect(said).toContain("Ashby and ten miles around");
  expect(said).toContain("One way I work");
  expect(said).not.toMatch(/\bclinic\b|Find us|our therapists/i);
  expect(inTheirVoice(said)).toEqual([]);
  const page = await newPage(visits.url, { viewport: { width: 390, height: 844 } });
  await openBooking(page);
  await chooseTime(page);
  await fillPerson(page);
  await fill(page, { "Address of the appointment": "12 Mill Lane", Postcode: "LE65 1AA" });
  await page.getByRole("button", { name: /^Confirm booking/ }).click();
  await untilScheduled(page);
  const booked = await page.getByRole("main").innerText();
  expect(booked).toContain("12 Mill Lane");
  expect(booked).toContain("Save this page.");
  expect(booked).not.toMatch(/\bclinic\b|we have emailed|confirmation email/i);
  expect(booked).toContain("to pay at your address");
  expect(inTheirVoice(booked)).toEqual([]);
  await expectNoViolations(page);
}, 120_000);

test("a clinic with two Imogens opens, and each is told from the other wherever one is chosen", async () => {
  const desk = await setUp(clinic, {
    facts: {
      Name: "Mill Court Clinic",
      Telephone: "01632 960554",
      "E-mail": "desk@millcourt.example",
      Street: "3 Mill Court",
      Town: "Ashby",
      Postcode: "LE65 1AA",
    },
    ...{
      form: /Partnership/,
      legalName: "Imogen Hart and Imogen Stone",
      team: ["Imogen Hart", "Imogen Stone"],
      venue: "practice",
    },
  });
  const said = await readPages(clinic);
  expect(said).toContain("3 Mill Court");
  expect(said).not.toMatch(/\bway I work\b|\bI (answer|keep)\b/);
  const page = await newPage(clinic.url, { viewport: { width: 1440, height: 900 } });
  await openBooking(page);
  for (const name of ["Imogen H.", "Imogen S."]) await page.getByText(name, { exact: true }).first().waitFor();
  await desk.setViewportSize({ width: 1440, height: 900 });
  await desk.goto("/admin/diary?view=day");
  for (const name of ["Imogen H.", "Imogen S."]) await desk.getByText(name, { exact: true }).first().waitFor();
}, 120_000);
