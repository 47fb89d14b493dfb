import { expect, test } from "vitest";
import { cancel } from "#app/appointments/cancel.server.ts";
import { markAttendance } from "#app/appointments/mark-attendance.server.ts";
import { addDays } from "#app/platform/date-time.ts";
import { adminPage, adminToast } from "#tests/support/admin-page.ts";
import { expectNoViolations } from "#tests/support/axe.ts";
import { newPage } from "#tests/support/browser.ts";
import { byTurns } from "#tests/support/by-turns.ts";
import { clientOf } from "#tests/support/clients.ts";
import { DESK_DAY, deskSite, deskTask } from "#tests/support/desk-site.ts";
import { practice, walkedIn } from "#tests/support/practice.ts";
import { newSession } from "#tests/support/signed-in.ts";
import { staffIn } from "#tests/support/staff.ts";

const site = deskSite();
const SIZES = [
  ["390", { width: 390, height: 844 }],
  ["1440", { width: 1440, height: 900 }],
] as const;
const REFUSED = [/status of (409|422)/];

test.each(byTurns(SIZES, 1))(
  "a client is added on its own, in two presses, and one alike is shown first (%s)",
  async (width, viewport) => {
    const { page } = await adminPage(site, { viewport, expectedErrors: REFUSED });
    const [name, phone] = width === "390" ? ["Lu Roe", "07700900151"] : ["Mo Fay", "07700900152"];
    await page.goto("/admin");
    const task = deskTask();
    await task.press(page.getByRole("link", { name: "Clients", exact: true }).filter({ visible: true }).first());
    await task.press(page.getByRole("link", { name: "New client" }));
    await expect.poll(() => page.evaluate(() => document.activeElement?.getAttribute("name"))).toBe("name");
    await task.type(page.getByLabel("Name"), name);
    // Enter, the last letter, sends the form.
    await task.type(page.getByLabel("Phone"), `${phone}\n`);
    await page.getByRole("heading", { level: 1, name }).waitFor();
    expect(task.cost()).toBe("2/18");
    const record = page.url().split("?")[0];
    await expectNoViolations(page);

    await page.goto("/admin/clients/new");
    await page.getByRole("button", { name: "Add client" }).click();
    await page.getByRole("link", { name: "Enter the client’s name" }).waitFor();
    await page.getByLabel("Name").fill(`Someone Else ${width}`);
    await page.getByLabel("Phone").fill(phone);
    await page.getByRole("button", { name: "Add client" }).click();
    await page.getByRole("heading", { name: "Is this the same person?" }).waitFor();
    await expectNoViolations(page);
    expect(await page.getByRole("link", { name, exact: true }).getAttribute("href")).toBe(
      new URL(record ?? "").pathname,
    );
    await page.getByRole("button", { name: "Add as a new client" }).click();
    await page.getByRole("heading", { level: 1, name: `Someone Else ${width}` }).waitFor();
  },
);

test.each(byTurns(SIZES, 0))(
  "a client’s page says what is next, what the past came to and what failed (%s)",
  async (width, viewport) => {
    const { page, app } = await adminPage(site, { viewport });
    const name = `Lena Late ${width}`;
    const one = (day: string, time: string) =>
      walkedIn(app, {
        day,
        time,
        name,
        phone: `0770090016${width === "390" ? 1 : 2}`,
        therapist: "tom-ellery",
        despite: "on",
      });
    const at = width === "390" ? "10:00" : "14:00";
    const came = await one("2026-01-13", at);
    const missed = await one("2026-01-14", at);
    const late = [await one(addDays(DESK_DAY, 14), at), await one(addDays(DESK_DAY, 21), at)];
    await markAttendance(app, practice, { appointmentId: came.id, attendance: "finished" });
    await markAttendance(app, practice, { appointmentId: missed.id, attendance: "missed" });
    for (const { id } of late) {
      await cancel(app, practice, { appointmentId: id, reason: null, askedBy: "client" });
      await app.db.kysely.updateTable("cancellations").set({ late: 1 }).where("appointment_id", "=", id).execute();
    }
    const next = await one(addDays(DESK_DAY, 7), at);
    await page.goto("/admin");
    const task = deskTask();
    await task.press(page.getByRole("link", { name: "Clients", exact: true }).filter({ visible: true }).first());
    await task.choose(page.getByLabel("Show"), "Cancelled late two or more");
    const found = page.getByRole("link", { name });
    await found.waitFor();
    expect(task.cost()).toBe("2/0");
    await expectNoViolations(page);
    await found.click();
    const head = page.getByRole("region", { name: "At a glance" });
    await head.getByText("£58 in 1 appointment", { exact: true }).waitFor();
    await head.getByText("Did not attend (1): Wed").waitFor();
    await head.getByText("Cancelled late (2): ").waitFor();
    await expectNoViolations(page);
    await head.getByRole("link", { name: "Move" }).click();
    await page.getByRole("heading", { name: "Move" }).waitFor();
    expect(new URL(page.url()).pathname).toBe(`/admin/appointments/${next.id}`);

    await page.goto(`/admin/appointments/${missed.id}`);
    await page.getByRole("button", { name: "Attended" }).click();
    await adminToast(page, `${name}: Attended.`).waitFor();
    expect(await page.getByRole("link", { name: "Cancel", exact: true }).count()).toBe(0);
    await page.getByRole("button", { name: "Did not attend" }).waitFor();
    await expectNoViolations(page);
    await page.getByRole("link", { name: "Book again" }).click();
    await page.getByRole("dialog", { name: `Book for ${name}` }).waitFor();
    expect(await clientOf(app, came.id)).toBe(new URL(page.url()).pathname.split("/").at(-1));
  },
);

test.each(byTurns(SIZES, 1))(
  "a practical note is written on the client and read on Today, the appointment and the finder (%s)",
  async (width, viewport) => {
    const { page, app } = await adminPage(site, { viewport, colorScheme: width === "390" ? "dark" : "light" });
    const name = `Dora Dog ${width}`;
    const time = width === "390" ? "12:15" : "13:15";
    const { id } = await walkedIn(app, {
      day: DESK_DAY,
      time,
      minutes: "45",
      name,
      therapist: "tom-ellery",
      despite: "on",
    });
    await page.goto(`/admin/clients/${await clientOf(app, id)}`);
    await page.getByRole("button", { name: "Add practical note" }).click();
    await page.getByLabel("Practical note (optional)").fill("Parks at the back");
    await expectNoViolations(page);
    await page.getByRole("button", { name: "Save practical note" }).click();
    await adminToast(page, "Practical note saved.").waitFor();
    await page.getByRole("button", { name: "Change practical note" }).waitFor();
    await page.getByRole("region", { name: "At a glance" }).getByText("Parks at the back").waitFor();
    await page.goto("/admin");
    await page.getByText("Parks at the back").first().waitFor();
    await expectNoViolations(page);
    await page.goto(`/admin/appointments/${id}`);
    await page.getByRole("definition").filter({ hasText: "Parks at the back" }).waitFor();
    await page.goto("/appointments?add=1");
    const form = page.getByRole("dialog", { name: "Add Appointment" });
    await form.getByLabel("Client").pressSequentially("dora");
    await form.getByRole("option", { name: new RegExp(name) }).click();
    await form.getByText("Parks at the back").waitFor();
  },
);

test.each(byTurns(SIZES, 0))(
  "an alert is written from Today in three presses, read by the therapist and a flag for everyone else (%s)",
  async (width, viewport) => {
    const { page, app } = await adminPage(site, { viewport, expectedErrors: REFUSED });
    const name = `Alma Arnica ${width}`;
    const time = width === "390" ? "14:15" : "15:15";
    await app.db.kysely.deleteFrom("appointment_claims").execute();
    await app.db.kysely.deleteFrom("appointments").execute();
    const typed = { day: DESK_DAY, time, minutes: "45", name, therapist: "tom-ellery" };
    const { id } = await walkedIn(app, { ...typed, despite: "on" });
    await page.goto("/admin");
    const task = deskTask();
    await task.press(page.getByRole("button", { name: `Add alert for ${name}` }));
    const sheet = page.getByRole("dialog", { name: `Alert for ${name}` });
    await expect.poll(() => page.evaluate(() => document.activeElement?.getAttribute("name"))).toBe("words");
    await sheet.getByRole("button", { name: "Save alert" }).click();
    await sheet.getByText("Ask the client first, then confirm that they agreed").waitFor();
    await expectNoViolations(page);
    await task.type(sheet.getByLabel("What must not be overlooked"), "allergic to arnica");
    await task.press(sheet.getByLabel("The client agreed to us keeping this"));
    await task.press(sheet.getByRole("button", { name: "Save alert" }));
    await adminToast(page, "Alert saved.").waitFor();
    expect(task.cost()).toBe("3/18");

    const client = `/admin/clients/${await clientOf(app, id)}`;
    const places = ["/admin", "/admin/diary?view=day", `/admin/appointments/${id}`, client];
    const tom = await staffIn(app, { roles: ["therapist"], therapistId: "demo-tom-ellery", name: `Tom ${width}` });
    const hers = await newPage(site.url, { viewport });
    const { browserCookie } = await newSession(app, tom.id);
    await hers.context().addCookies([{ ...browserCookie, url: site.url }]);
    for (const place of places) {
      for (const [who, words] of [
        [page, "Alert: ask Tom"],
        [hers, "Alert: allergic to arnica"],
      ] as const) {
        await who.goto(place);
        if (place.includes("diary")) await who.getByRole("link", { name: new RegExp(`${time} ${name}`) }).click();
        await who.getByText(words).filter({ visible: true }).first().waitFor();
      }
      expect(await page.content()).not.toContain("arnica");
      await expectNoViolations(hers);
    }
    await hers.getByRole("button", { name: "Remove the alert: allergic to arnica" }).waitFor();
    await page.goto("/appointments?add=1");
    const form = page.getByRole("dialog", { name: "Add Appointment" });
    await form.getByLabel("Client").pressSequentially("alma");
    await form.getByRole("option", { name: new RegExp(`${name}.*Alert: ask Tom`) }).click();
    await form.getByText("ask Tom").waitFor();
  },
);
