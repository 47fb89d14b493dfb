import { afterAll, beforeAll, expect, test } from "vitest";
import { getAppointment } from "#app/appointments/appointments.db.server.ts";
import { getManaged, manageSecretOf } from "#app/appointments/requests/manage-link.server.ts";
import { sendForm } from "#app/health/form/forms.server.ts";
import { EMPTY_NOTE } from "#app/health/note.ts";
import { saveNote } from "#app/health/notes.server.ts";
import type { AppContext } from "#app/platform/app-context.server.ts";
import { newId } from "#app/platform/ids.server.ts";
import { readSettings, writeSetting } from "#app/settings/settings.db.server.ts";
import { violationsOn } from "#tests/support/axe.ts";
import { newPage } from "#tests/support/browser.ts";
import { fixturesIn } from "#tests/support/doors/fixtures.ts";
import { answered, switchedOn } from "#tests/support/health.ts";
import { insertVisits } from "#tests/support/past-visits.ts";
import { sharedSite } from "#tests/support/shared-site.ts";
import { openBeside, signedInLongAgo } from "#tests/support/signed-in.ts";
import { staffIn } from "#tests/support/staff.ts";
import { contentChanged } from "#tests/support/test-app.ts";

const site = sharedSite();
let app: AppContext;
let fixtures: Awaited<ReturnType<typeof fixturesIn>>;
beforeAll(async () => {
  app = await switchedOn(await openBeside(site, site.dataDir));
  fixtures = await fixturesIn(app);
  const appointment = await getAppointment(app.db.kysely, fixtures.fill("{appointment}"));
  const managed = appointment && (await getManaged(app, manageSecretOf(app, appointment)));
  if (!managed) throw new Error("The link opens nothing");
  await sendForm(app, managed, answered({ thinners: "yes", help: "ZEBRA-CANARY" }));
});
afterAll(() => app.db.close());

async function asClient(width: number, colorScheme: "light" | "dark" = "light", javaScriptEnabled = true) {
  const page = await newPage(site.url, { viewport: { width, height: 844 }, colorScheme, javaScriptEnabled });
  const [name = "", value = ""] = ((await fixtures.cookieOf("client")) ?? "").split(/=(.*)/s);
  await page.context().addCookies([{ name, value, url: site.url }]);
  return page;
}

test.each([
  [360, "light"],
  [1440, "dark"],
] as const)("a client reads what they answered, at %i px (%s)", async (width, colorScheme) => {
  const page = await asClient(width, colorScheme);
  await page.goto("/account");
  await page.getByRole("link", { name: "Your health record" }).click();
  await page.getByRole("heading", { name: "Your health record" }).waitFor();
  await page.getByText("ZEBRA-CANARY").waitFor();
  await page.getByText("Yes: Do you take blood thinners?").waitFor();
  await page.getByText("No one has opened your record.").waitFor();
  expect(await page.title()).toMatch(/^Your record/);
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(width);
  expect(await violationsOn(page)).toEqual([]);
});

test("the record answers whoever it belongs to alone, is stored nowhere, and is in no other file", async () => {
  const ask = async (path: string, visitor: "nobody" | "client" | "other" | "therapist") => {
    const cookie = await fixtures.cookieOf(visitor);
    return fetch(site.url + path, { headers: cookie ? { cookie } : {}, redirect: "manual" });
  };
  const answer = await ask("/account/health", "client");
  expect(answer.status).toBe(200);
  expect(answer.headers.get("cache-control")).toBe("no-store");
  expect(answer.headers.get("x-robots-tag")).toContain("noindex");
  expect(answer.headers.get("referrer-policy")).toBe("no-referrer");
  expect(await (await ask("/account/health/record.json", "client")).text()).toContain("ZEBRA-CANARY");
  const account = await (await ask("/account/data.json", "client")).text();
  expect(account).not.toContain("ZEBRA-CANARY");
  expect(account).toContain("/account/health");
  for (const path of [
    "/account/health",
    "/account/health/record.json",
    "/account/health/correct",
    "/account/health/withdraw",
  ]) {
    expect((await ask(path, "nobody")).status, path).toBe(302);
    for (const visitor of ["other", "therapist"] as const) expect((await ask(path, visitor)).status, path).toBe(404);
  }
  const cookie = (await fixtures.cookieOf("client")) ?? "";
  await signedInLongAgo(app, fixtures.fill("{user}"));
  for (const path of ["/account/health", "/account/health/record.json"]) {
    const late = await fetch(site.url + path, { headers: { cookie }, redirect: "manual" });
    expect(late.headers.get("location"), path).toBe("/account/confirm?back=%2Faccount%2Fhealth");
  }
});

test("without a script the client reads their progress as pictures and as a table, and compares two charts", async () => {
  const client = fixtures.fill("{record}");
  const therapist = "demo-imogen-hartley";
  const { id: userId } = await staffIn(app, { roles: ["therapist"], therapistId: therapist });
  const actor = { kind: "staff", userId, roles: ["therapist"], therapistId: therapist, choices: [] } as const;
  const visit = { service: "demo-deep-tissue-massage", source: "website", minutes: 60, pence: 6000, cancelled: null };
  for (const [nth, pain] of [8, 6, 3].entries()) {
    const [id, start] = [newId(), app.clock.now() - (30 - nth * 10) * 86_400_000];
    await insertVisits(app, [{ ...visit, id, start, therapist, client, status: "Confirmed", state: "finished" }]);
    const marks = [{ region: "neck", kind: "pain" as const, level: pain }];
    const ink = nth === 2 ? [{ view: "back" as const, points: [-60, 300, 60, 320] }] : [];
    const given = { ...EMPTY_NOTE, says: "ZEBRA-SAYS", pain, marks, ink };
    const outcome = await saveNote(app, actor, { clientId: client, noteId: id, version: 0, given, signs: true });
    expect(outcome).toMatchObject({ kind: "saved" });
  }
  const page = await asClient(390, "light", false);
  await page.goto("/account/health");
  await page.getByRole("heading", { name: "Your progress" }).waitFor();
  await page.getByText(/^From 8 to 3 since/).waitFor();
  await page.getByText("Show as table").click();
  expect(await page.getByRole("row").count()).toBe(4);
  await page.getByLabel("From", { exact: true }).selectOption({ index: 1 });
  await page.getByRole("button", { name: "Compare" }).click();
  await page.waitForURL(/from=/);
  await page.getByText(/: Pain, 6, then Pain, 3$/).waitFor();
  expect(await page.content()).not.toContain("ZEBRA-SAYS");
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390);
  const withScript = await asClient(360, "dark");
  await withScript.goto("/account/health");
  expect(await violationsOn(withScript)).toEqual([]);

  // Where the practice shows notes whole, what was drawn is in its note.
  const { health } = (await readSettings(app.db.kysely, app.log)).settings;
  const now = app.clock.now();
  await writeSetting(app.db.kysely, { key: "health", value: { ...health, showsNotes: true }, now });
  await contentChanged(app);
  for (const reader of [page, withScript]) {
    await reader.goto("/account/health");
    const drawn = reader
      .getByRole("article")
      .filter({ hasText: "ZEBRA-SAYS" })
      .filter({ has: reader.locator(".note-ink path") });
    expect(await drawn.count()).toBe(1);
    expect(await reader.getByText("your left").count()).toBeGreaterThan(0);
    expect(await reader.getByText("their left").count()).toBe(0);
    expect(await reader.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390);
  }
  expect(await violationsOn(withScript)).toEqual([]);
  await writeSetting(app.db.kysely, { key: "health", value: health, now });
  await contentChanged(app);
});

test.each([
  [360, "light"],
  [1440, "dark"],
] as const)(
  "a client asks for a correction, and reads what their therapist answers, at %i px (%s)",
  async (width, look) => {
    const page = await asClient(width, look, width > 400);
    const looksRight = async (one: typeof page) => {
      expect(await one.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(width);
    };
    await page.goto("/account/health");
    await page.getByRole("link", { name: "Ask for a correction" }).click();
    await page.getByRole("heading", { name: "Ask for a correction" }).waitFor();
    await looksRight(page);
    if (width > 400) expect(await violationsOn(page)).toEqual([]);
    const words = `It was the right knee, not the left (${width})`;
    await page.getByLabel("What is wrong, and what is right?").fill(words);
    await page.getByRole("button", { name: "Send" }).click();
    await page.getByRole("heading", { name: "Corrections that you asked for" }).waitFor();
    await page.getByText("Not answered yet.").first().waitFor();
    await looksRight(page);

    const desk = await newPage(site.url, {
      viewport: { width, height: 844 },
      colorScheme: look,
      expectedErrors: [/422/],
    });
    const [name = "", value = ""] = ((await fixtures.cookieOf("therapist")) ?? "").split(/=(.*)/s);
    await desk.context().addCookies([{ name, value, url: site.url }]);
    await desk.goto(fixtures.fill("/admin/clients/{record}/treatment-notes"));
    await desk.getByText(words).waitFor();
    const open = desk.locator("form").filter({ has: desk.getByRole("button", { name: "Send answer" }) });
    await open.getByRole("button", { name: "Send answer" }).click();
    await desk.getByText("Enter your answer").first().waitFor();
    await looksRight(desk);
    expect(await violationsOn(desk)).toEqual([]);
    await open.getByLabel("Your answer").fill(`Added to the note (${width})`);
    await open.getByRole("button", { name: "Send answer" }).click();
    await desk.getByText(`Added to the note (${width})`).waitFor();
    await page.goto("/account/health");
    await page.getByText(`Added to the note (${width})`).waitFor();
    if (width > 400) expect(await violationsOn(page)).toEqual([]);
  },
);

test("who withdraws reads what happens first, and the form of their next appointment says so", async () => {
  const page = await asClient(360);
  await page.goto("/account/health");
  await page.getByRole("link", { name: "Withdraw my consent" }).click();
  await page.getByRole("heading", { name: "Withdraw your consent?" }).waitFor();
  await page.getByText(/They are kept, sealed, until/).waitFor();
  expect(await violationsOn(page)).toEqual([]);
  await page.getByRole("button", { name: "Withdraw my consent" }).click();
  await page.getByText(/^You withdrew your consent on/).waitFor();
  expect(await page.getByRole("link", { name: "Withdraw my consent" }).count()).toBe(0);
  await page.goto(fixtures.fill("/booking/{secret}/form"));
  await page.getByText(/^Your consent was withdrawn on/).waitFor();
  expect(await page.content()).not.toContain("ZEBRA-CANARY");
});
