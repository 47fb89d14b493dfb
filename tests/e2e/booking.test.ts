import { expect, test } from "vitest";
import {
  chooseTime,
  chooseTreatment,
  confirm,
  fillPerson,
  laterDay,
  openBooking,
  PERSON,
  SCHEDULED,
  times,
  treatmentOn,
  untilScheduled,
} from "#tests/support/booking-page.ts";
import { newPage } from "#tests/support/browser.ts";
import { sharedSite } from "#tests/support/shared-site.ts";

const site = sharedSite();

test("from the home page to an appointment: one time, three fields, one press", async () => {
  const page = await newPage(site.url);
  await page.goto("/");
  await page.getByRole("link", { name: "BOOK NOW" }).first().click();
  await page.getByRole("heading", { name: "Book Your Appointment" }).waitFor();
  await expect.poll(() => page.locator("form#booking").getAttribute("novalidate")).not.toBeNull();
  const { label } = await chooseTime(page);
  await fillPerson(page);
  await confirm(page);

  expect(await untilScheduled(page)).toContain(`at ${label}.`);
  await expect.poll(() => page.evaluate(() => document.activeElement?.tagName)).toBe("H1");
  expect(await page.getByRole("definition").allInnerTexts()).toEqual(
    expect.arrayContaining([expect.stringContaining("Confirmed"), expect.stringContaining("60 minutes")]),
  );
  expect(await page.title()).toContain("Your appointment");
});

test.each([
  ["en-GB", /^\d\d:\d\d$/],
  ["de-DE", /^\d\d:\d\d$/],
  ["en-US", /^\d{1,2}:\d\d\s[AP]M$/],
])("a viewer from %s reads every time in one way, from choosing it to moving it", async (locale, way) => {
  const page = await newPage(site.url, { locale });
  await page.goto("/services/deep-tissue-massage");
  const next = await page
    .getByRole("region", { name: "Next free times" })
    .locator("time:last-of-type")
    .filter({ hasText: ":" })
    .allInnerTexts();
  for (const time of next) expect(time).toMatch(way);
  expect(next.length).toBeGreaterThan(0);
  // Far enough ahead to be moved.
  await openBooking(page, `?day=${laterDay()}`);
  const { label } = await chooseTime(page, 3);
  expect(label).toMatch(way);
  const summary = page.getByRole("region", { name: "Your appointment" });
  const moment = (await summary.getByRole("status").first().textContent()) ?? "";
  expect(moment.endsWith(`, ${label}`)).toBe(true);
  await fillPerson(page, { ...PERSON, email: `${locale}@example.com` });
  await confirm(page);
  expect(await untilScheduled(page)).toContain(` at ${label}.`);
  await page.getByRole("link", { name: "Move your appointment" }).click();
  await page.getByText(`It stays on ${moment} until you move it.`).waitFor();
});

test("without a script the same booking goes through", async () => {
  const page = await newPage(site.url, { javaScriptEnabled: false });
  await openBooking(page, "?service=joint-mobilization");
  await chooseTreatment(page, "Sport Foot Massage");
  await page.waitForURL(/service=sport-foot-massage/);
  await page.getByRole("radio", { name: /left$/ }).nth(1).check();
  await page.getByRole("button", { name: "Show times" }).click();
  await page.waitForURL(/service=sport-foot-massage&.*day=/);
  expect(await treatmentOn(page)).toBe("sport-foot-massage");
  await chooseTime(page);
  await fillPerson(page);
  await confirm(page);
  await untilScheduled(page);
  expect(await page.getByRole("definition").allInnerTexts()).toEqual(
    expect.arrayContaining([expect.stringContaining("Sport Foot Massage")]),
  );
});

test("the booking is kept in this browser, and can be put into a calendar", async () => {
  const page = await newPage(site.url);
  await openBooking(page);
  await chooseTime(page);
  await fillPerson(page);
  await confirm(page);
  await untilScheduled(page);
  await page.getByText("This booking is saved on this device.").waitFor();
  const stored = await page.evaluate(() => localStorage.getItem("appointments"));
  const [entry, ...others] = JSON.parse(stored ?? "[]");
  expect(others).toEqual([]);
  expect(Object.keys(entry).toSorted()).toEqual(["date", "link", "status", "time", "treatment"]);
  expect(entry).toMatchObject({ status: "Confirmed", treatment: "Deep Tissue Massage" });
  expect(stored).not.toMatch(/Ada|ada@|900982/);

  const link = await page.getByRole("link", { name: "Add to calendar" }).getAttribute("href");
  const fileOf = async () => (await fetch(site.url + link)).text();
  const [file, again] = [await fileOf(), await fileOf()];
  expect(file).toMatch(/^BEGIN:VCALENDAR\r\n[\s\S]+BEGIN:VEVENT[\s\S]+END:VCALENDAR\r?\n?$/);
  const uid = /^UID:(.+)$/m.exec(file)?.[1];
  expect(uid).toBeTruthy();
  expect(again).toContain(`UID:${uid}`);

  await page.reload();
  await page.getByRole("heading", { level: 1 }).waitFor();
  expect(JSON.parse((await page.evaluate(() => localStorage.getItem("appointments"))) ?? "[]")).toHaveLength(1);
});

test("choices live in the address and Back leads to the page before", async () => {
  const page = await newPage(site.url);
  await page.goto("/");
  await page.getByRole("link", { name: "BOOK NOW" }).first().click();
  await expect.poll(() => page.locator("form#booking").getAttribute("novalidate")).not.toBeNull();
  await chooseTreatment(page, "Relaxation Massage");
  await page.waitForURL(/service=relaxation-massage/);
  await page.getByText("· 60 min · £56 · anyone").waitFor();
  const address = page.url();
  await page.getByRole("radio", { name: /90 min/ }).check();
  await page.getByText("· 90 min · £80 · anyone").waitFor();
  await page.goBack();
  await page.getByRole("heading", { name: "Move Better. Feel Stronger." }).waitFor();

  const other = await newPage(site.url);
  await other.goto(address);
  expect(await treatmentOn(other)).toBe("relaxation-massage");
});

test("Back after a booking doesn't book again: what stands there shows the time as gone or books another", async () => {
  const page = await newPage(site.url);
  await openBooking(page, "?service=joint-mobilization&therapist=imogen-hartley");
  const { start } = await chooseTime(page);
  await fillPerson(page);
  await confirm(page);
  await untilScheduled(page);
  const booked = page.url();
  await page.goBack();
  await page.getByRole("heading", { name: "Book Your Appointment" }).waitFor();
  await expect
    .poll(() =>
      times(page).evaluateAll(
        (radios, gone) => radios.some((radio) => (radio as HTMLInputElement).value === gone),
        start,
      ),
    )
    .toBe(false);
  await page.goForward();
  await page.getByRole("heading", { level: 1, name: /appointment/i }).waitFor();
  expect(page.url()).toBe(booked);
});

test("by keyboard alone", async () => {
  const page = await newPage(site.url, { viewport: { width: 1280, height: 900 } });
  await openBooking(page);
  const tabTo = async (what: () => Promise<boolean>) => {
    for (let presses = 0; presses < 60; presses++) {
      await page.keyboard.press("Tab");
      if (await what()) return;
    }
    throw new Error("Sixty tabs did not lead there");
  };
  const focused = (selector: string) => () =>
    page.evaluate((wanted) => document.activeElement?.matches(wanted) ?? false, selector);
  await tabTo(focused("input[name=start]"));
  await page.keyboard.press("Space");
  expect(await page.locator("input[name=start]:checked").count()).toBe(1);
  await page.keyboard.press("ArrowRight");
  expect(await page.locator("input[name=start]:checked").inputValue()).toBe(await times(page).nth(1).inputValue());
  for (const field of ["name", "phone", "email"] as const) {
    await tabTo(focused(`input[name=${field}]`));
    await page.keyboard.type(PERSON[field]);
  }
  await page.keyboard.press("Enter");
  await untilScheduled(page);
  await expect.poll(() => page.evaluate(() => document.activeElement?.textContent)).toMatch(SCHEDULED);
});
