import { expect, test } from "vitest";
import { CALL_THEM } from "#app/settings/no-mail.ts";
import { adminPage, adminToast } from "#tests/support/admin-page.ts";
import { expectNoViolations } from "#tests/support/axe.ts";
import { byTurns } from "#tests/support/by-turns.ts";
import { DESK_DAY, deskSite, deskTask } from "#tests/support/desk-site.ts";
import { walkedIn } from "#tests/support/practice.ts";

const site = deskSite();
const SIZES = [
  ["390", { width: 390, height: 844 }, "tom-ellery"],
  ["1440", { width: 1440, height: 900 }, "imogen-hartley"],
] as const;

test.each(byTurns(SIZES, 0))(
  "running late emails whom it reaches, after a preview, and moves nothing (%s)",
  async (width, viewport, therapist) => {
    const { page, app } = await adminPage(site, { viewport });
    const on = (time: string, name: string, more = {}) =>
      walkedIn(app, { day: DESK_DAY, time, name: `${name} ${width}`, therapist, despite: "on", ...more });
    await on("11:15", "Nia Now", { minutes: "45" });
    const next = await on("12:15", "Otto Next", { email: "otto@example.com", minutes: "45" });
    await on("13:15", "Cora Call", { minutes: "45" });
    await page.goto("/admin");
    const task = deskTask();
    await task.press(page.getByRole("button", { name: new RegExp(`^Running late.*Nia Now ${width}`) }));
    const sheet = page.getByRole("dialog", { name: "Running late" });
    await sheet.getByText(`The free time after Nia Now ${width} is long enough: no one else starts late.`).waitFor();
    await page.keyboard.press("Escape");

    const late = deskTask();
    await late.press(page.getByRole("button", { name: new RegExp(`^Running late.*Otto Next ${width}`) }));
    await sheet.getByText(`Otto Next ${width} starts at 12:30.`).waitFor();
    await expectNoViolations(page);
    await late.press(sheet.getByRole("button", { name: "15 minutes" }));
    await adminToast(page, CALL_THEM).waitFor();
    expect(late.cost()).toBe("2/0");
    const mails = await app.db.kysely
      .selectFrom("outbox")
      .select(["subject_id", "data"])
      .where("kind", "=", "appointment-late-client")
      .where("subject_id", "=", next.id)
      .execute();
    expect(mails.map(({ data }) => JSON.parse(data))).toEqual([
      { appointmentId: next.id, start: next.start, minutes: 15 },
    ]);
    const after = await app.db.kysely
      .selectFrom("appointments")
      .select(["starts_at", "sequence"])
      .where("id", "=", next.id)
      .executeTakeFirstOrThrow();
    expect(after).toEqual({ starts_at: next.start, sequence: next.sequence });
  },
);

test.each(byTurns(SIZES, 1))("a no-show is one press, and Undo takes it back (%s)", async (width, viewport) => {
  const { page, app } = await adminPage(site, { viewport });
  const name = `Mo Missing ${width}`;
  await walkedIn(app, {
    day: DESK_DAY,
    time: "11:30",
    minutes: "30",
    service: "sport-foot-massage",
    name,
    therapist: "priya-sandhu",
    despite: "on",
  });
  await page.goto("/admin");
  const task = deskTask();
  await task.press(page.getByRole("button", { name: `${name} did not attend` }));
  const toast = adminToast(page, `${name}: Did not attend.`);
  await toast.waitFor();
  expect(task.cost()).toBe("1/0");
  await toast.getByRole("button", { name: "Undo" }).click();
  await page.getByRole("button", { name: `${name} has arrived` }).waitFor();
  await app.db.kysely.deleteFrom("appointments").where("name", "=", name).execute();
});

test("a wide screen draws a lane for each therapist, and a gap in it books into itself", async () => {
  const { page, app } = await adminPage(site, { viewport: SIZES[1][1], colorScheme: "dark" });
  await walkedIn(app, {
    day: DESK_DAY,
    time: "10:00",
    name: "Nadia New",
    therapist: "priya-sandhu",
    email: "nadia@example.com",
    despite: "on",
  });
  await page.goto("/admin");
  const lanes = page.getByRole("region", { name: "The day by therapist" });
  await lanes.getByRole("link", { name: /^10:00 Nadia N\./ }).waitFor();
  await lanes
    .getByText(/^free until /)
    .first()
    .waitFor();
  await expectNoViolations(page);
  // The gap that is left now begins with the next five minutes.
  const gap = lanes.getByRole("link", { name: /^Fill .*Priya/ }).first();
  const begins = /\d\d:\d\d/.exec((await gap.textContent()) ?? "")?.[0];
  await gap.click();
  const dialog = page.getByRole("dialog", { name: "Add Appointment" });
  await dialog.waitFor();
  await expect.poll(() => dialog.getByLabel("Time", { exact: true }).inputValue()).toBe(begins);
});

test.each(byTurns(SIZES, 0))(
  "the earliest time late in the day with a known client’s therapist is a press, with its price (%s)",
  async (width, viewport) => {
    const { page, app } = await adminPage(site, { viewport });
    const name = `Lina Evening ${width}`;
    const before = { day: "2026-01-14", time: width === "390" ? "10:00" : "13:00" };
    await walkedIn(app, { ...before, name, therapist: "tom-ellery", despite: "on" });
    await page.goto("/admin");
    const task = deskTask();
    await task.press(page.getByRole("link", { name: "Add Appointment" }).filter({ visible: true }).first());
    const form = page.getByRole("dialog", { name: "Add Appointment" });
    await task.type(form.getByLabel("Client"), "li");
    await task.press(form.getByRole("option", { name: new RegExp(name) }));
    await form.getByText(/^As last time, Deep Tissue Massage, 60 min, Tom/).waitFor();
    await task.choose(form.getByLabel("Earliest after"), "After 16:00");
    // The first of them is taken at once, and four others are a press away.
    await form.getByRole("button", { name: /, 16:\d\d$/, pressed: true }).waitFor();
    await form.getByText("£58 in total").waitFor();
    await expectNoViolations(page);
    await task.press(form.getByRole("button", { name: /^Book 16:\d\d with Tom/ }));
    await adminToast(page, "Appointment scheduled for").waitFor();
    expect(task.cost()).toBe("4/2");
  },
);
