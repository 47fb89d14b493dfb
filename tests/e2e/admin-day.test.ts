import { expect, test } from "vitest";
import { manageUrlOf } from "#app/appointments/requests/manage-link.server.ts";
import { getTimeOffer } from "#app/appointments/requests/time-offers.db.server.ts";
import { addException } from "#app/diary/stranded/closures.server.ts";
import { addDays } from "#app/platform/date-time.ts";
import { REFUSED } from "#tests/support/admin-edit-page.ts";
import { adminPage } from "#tests/support/admin-page.ts";
import { COLOUR_RULES, expectNoViolations } from "#tests/support/axe.ts";
import { bookedLate } from "#tests/support/booked-late.ts";
import { newPage } from "#tests/support/browser.ts";
import { byTurns } from "#tests/support/by-turns.ts";
import { londonToday } from "#tests/support/london-now.ts";
import { walkedIn } from "#tests/support/practice.ts";
import { mailingSite } from "#tests/support/shared-site.ts";

const site = mailingSite();
const TODAY = londonToday();
const LOOKS = [
  ["390 px, light, mouse", { viewport: { width: 390, height: 844 }, colorScheme: "light" }],
  ["desk, dark, keyboard", { viewport: { width: 1440, height: 900 }, colorScheme: "dark" }],
] as const;

test.each(byTurns(LOOKS, 1))(
  "rang to cancel is two presses, and is undone before anybody reads it (%s)",
  async (look, visitor) => {
    const { page, app } = await adminPage(site, visitor);
    const name = `Rhona ${visitor.colorScheme}`;
    const therapist = visitor.colorScheme === "dark" ? "tom-ellery" : "imogen-hartley";
    const who = { day: addDays(TODAY, 440), time: "03:00", name, therapist, email: "rhona@example.com" };
    const { id } = await walkedIn(app, { ...who, despite: "on" });
    const mails = () =>
      app.db.kysely
        .selectFrom("outbox")
        .select("kind")
        .where("subject_id", "=", id)
        .where("done_at", "is", null)
        .execute();
    const press = async (button: ReturnType<typeof page.getByRole>) => {
      if (!look.includes("keyboard")) return button.click();
      await button.focus();
      await page.keyboard.press("Enter");
    };
    await page.goto(`/appointments?q=${encodeURIComponent(name)}`);
    await press(page.getByRole("link", { name, exact: true }));
    const asked = page.getByRole("button", { name: "Cancel: The client asked to cancel" });
    await asked.waitFor();
    await expectNoViolations(page);
    await press(asked);
    await page.getByText("Cancelled. The time is free again.").waitFor();
    await page.getByText(/^The client asked to cancel, .*, entered by Imogen Hartley\.$/).waitFor();
    await page.getByText("On time. Nothing to pay.").waitFor();
    await expectNoViolations(page);
    expect((await mails()).map(({ kind }) => kind)).toEqual(["appointment-cancelled-client"]);
    await press(page.getByRole("button", { name: "Undo" }));
    await page.getByText("Appointment restored.", { exact: true }).waitFor();
    await expect
      .poll(async () => (await mails()).map(({ kind }) => kind))
      .not.toContain("appointment-cancelled-client");
    await press(page.getByRole("link", { name: "Preview the email" }));
    await page.getByRole("heading", { level: 1, name: `Cancel ${name}?` }).waitFor();
    await page.getByLabel("Message to the client").fill("The boiler is out");
    await page.getByText("The boiler is out").waitFor();
    await page.getByRole("heading", { level: 2, name: /^Sorry, we need to cancel/ }).waitFor();
    await expectNoViolations(page);
  },
);

test("past visits are marked in one screen, one by one or all at once, and that is taken back", async () => {
  const { page, app } = await adminPage(site, { ...LOOKS[0][1], colorScheme: "dark" });
  const yesterday = { day: addDays(TODAY, -1), despite: "on" } as const;
  const missed = await walkedIn(app, { ...yesterday, time: "09:00", name: "Mina Missed", therapist: "tom-ellery" });
  const came = await walkedIn(app, { ...yesterday, time: "11:00", name: "Carl Came", therapist: "tom-ellery" });
  const stateOf = async (id: string) =>
    (await app.db.kysely.selectFrom("attendances").select("state").where("appointment_id", "=", id).executeTakeFirst())
      ?.state;
  await page.goto("/admin");
  const today = page.getByRole("navigation", { name: "Admin" }).getByRole("link", { name: /^Today/ });
  await today.getByText(/^\d+ need you$/).waitFor();
  await expectNoViolations(page);
  const needs = page.getByRole("region", { name: /^To do/ });
  await needs.getByRole("button", { name: /^All attended/ }).click();
  await page.getByText(/^Came: \d+\./).waitFor();
  expect([await stateOf(missed.id), await stateOf(came.id)]).toEqual(["finished", "finished"]);
  await page.getByRole("button", { name: "Undo" }).click();
  await page.getByText(/^Taken back: \d+\./).waitFor();
  await page.goto("/admin");
  await needs.getByRole("link", { name: /^Attendance to record/ }).click();
  await page.getByRole("button", { name: "Did not attend: Mina Missed" }).click();
  await page.getByText("Did not attend: 1.").waitFor();
  await expectNoViolations(page);
  await page.emulateMedia({ colorScheme: "light" });
  await expectNoViolations(page, COLOUR_RULES);
  expect(await stateOf(missed.id)).toBe("missed");
  await page.getByRole("button", { name: "Undo" }).focus();
  await page.keyboard.press("Enter");
  await page.getByText("Taken back: 1.").waitFor();
  await page.getByRole("button", { name: "Late cancel: Mina Missed" }).click();
  await page.getByText("Late cancel: 1.").waitFor();
  await page.getByRole("button", { name: /^All attended/ }).click();
  await page.getByText("Every appointment is recorded.").waitFor();
  expect([await stateOf(missed.id), await stateOf(came.id)]).toEqual([undefined, "finished"]);
});

test("somebody is ill: the list is walked to its end, and a client takes an offered time", async () => {
  const { page, app, admin } = await adminPage(site, { ...LOOKS[0][1], expectedErrors: REFUSED });
  // A Wednesday on which all three work.
  const day = "2033-05-11";
  const tom = { day, therapist: "tom-ellery", phone: "07700 900321", despite: "on" } as const;
  const ivy = await walkedIn(app, { ...tom, time: "10:00", name: "Ivy Ill", email: "ivy@example.com" });
  const max = await walkedIn(app, { ...tom, time: "13:00", name: "Max Moved", email: "max@example.com" });
  const range = { firstDay: day, lastDay: day, fromMinute: null, toMinute: null };
  const draft = { kind: "closure", therapistId: "demo-tom-ellery", ...range, reason: null, publicNote: null } as const;
  await addException(app, { kind: "admin", userId: admin.id }, { draft, accepted: [ivy.id, max.id] });
  await page.goto("/admin/stranded");
  await page.getByText("0 of 2 done, 2 to go").waitFor();
  const call = page.getByRole("link", { name: "Call Ivy Ill: 07700 900 321" });
  expect(await call.getAttribute("href")).toBe("tel:+447700900321");
  await expectNoViolations(page);
  await page.emulateMedia({ colorScheme: "dark" });
  await expectNoViolations(page, COLOUR_RULES);
  await page.getByRole("button", { name: /^Move Max Moved to .*13:00 with Priya Sandhu$/ }).click();
  await page.getByText(/^Max Moved: .*13:00 with Priya Sandhu\. We email them\./).waitFor();
  await page.getByText("1 of 2 done, 1 to go").waitFor();
  await page.getByRole("button", { name: "Called, will call back: Ivy Ill" }).click();
  await page.getByText(/^Imogen Hartley called, .*, and will call back\.$/).waitFor();
  await page.getByRole("button", { name: "Offer three times by email: Ivy Ill" }).focus();
  await page.keyboard.press("Enter");
  await page.getByText("Ivy Ill: we are emailing three times.").waitFor();
  await expectNoViolations(page);

  const [chosen] = (await getTimeOffer(app.db.kysely, ivy.id))?.times ?? [];
  await page.goto(`${new URL(manageUrlOf(app, ivy)).pathname}/offer?start=${chosen?.start}`);
  await page.getByRole("heading", { level: 1, name: "Which of these suits you?" }).waitFor();
  await expectNoViolations(page);
  await page.getByRole("button", { name: /with / }).first().click();
  await page.waitForURL(/\?moved$/);
  await page.goto("/admin/stranded");
  await page.getByText(/^No appointments outside working hours/).waitFor();
});

test("a client asks to move, too late to do so online, and the practice answers", async () => {
  const { page, app, admin } = await adminPage(site, LOOKS[0][1]);
  const rita = await bookedLate(app, { name: "Rita Request", email: "rita@example.com" });
  await app.db.kysely.updateTable("appointments").set({ user_id: admin.id }).where("id", "=", rita.id).execute();
  const path = new URL(manageUrlOf(app, rita)).pathname;
  const client = await newPage(site.url, { viewport: { width: 390, height: 844 }, colorScheme: "dark" });
  await client.goto(path);
  await expectNoViolations(client);
  const button = client.getByRole("button", { name: "Ask to move it" });
  await client.getByLabel("When would suit you?").fill("Thursday after four");
  await client.keyboard.press("Tab");
  await expect.poll(() => button.evaluate((element) => element === document.activeElement)).toBe(true);
  await client.keyboard.press("Enter");
  await client.getByText("You asked to move it: “Thursday after four” You get a call or an email.").waitFor();
  await expectNoViolations(client);

  await page.goto("/my-appointment");
  await page.getByText("You asked to move it: “Thursday after four”").waitFor();
  await page.goto("/admin");
  await page
    .getByRole("region", { name: /^To do/ })
    .getByRole("link", { name: /^Requests to move/ })
    .click();
  await page.getByText("“Thursday after four”").waitFor();
  expect(await page.getByRole("link", { name: "Move: Rita Request" }).getAttribute("href")).toContain("#move");
  await expectNoViolations(page);
  await page.emulateMedia({ colorScheme: "dark" });
  await expectNoViolations(page, COLOUR_RULES);
  await page.getByRole("button", { name: "Cannot be moved (tell the client): Rita Request" }).click();
  await page.getByText("Rita Request: cannot be moved. Our email goes out in two minutes.").waitFor();
  await expectNoViolations(page, COLOUR_RULES);
  await page.getByRole("button", { name: "Undo" }).focus();
  await page.keyboard.press("Enter");
  await page.getByText("Rita Request: the request is open again.").waitFor();
  await page.getByRole("button", { name: "Done: Rita Request" }).focus();
  await page.keyboard.press("Enter");
  await page.getByText("Rita Request: done.").waitFor();
  await page
    .getByText("No requests yet. They appear here when a client asks to move too late to do it online.")
    .waitFor();
  await client.reload();
  await client.getByText("Your request has been dealt with.").waitFor();
});
