import type { Page } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { book } from "#app/appointments/booking/book.server.ts";
import { askFreeTimes } from "#app/appointments/booking/free-times/free-times.server.ts";
import type { AppContext } from "#app/platform/app-context.server.ts";
import { addDays, localDateOf } from "#app/platform/date-time.ts";
import { type TeamRole, visitor } from "#app/platform/permissions.ts";
import { REFUSED } from "#tests/support/admin-edit-page.ts";
import { expectNoViolations } from "#tests/support/axe.ts";
import { newPage } from "#tests/support/browser.ts";
import { sharedSite } from "#tests/support/shared-site.ts";
import { newSession, openBeside } from "#tests/support/signed-in.ts";
import { staffIn } from "#tests/support/staff.ts";

const site = sharedSite();
const PHONE = { width: 390, height: 844 };
const NO_ACCESS = [/status of 403/];
const DESK = { width: 1440, height: 900 };

let app: AppContext;
let own = "";
let colleagues = "";
beforeAll(async () => {
  app = await openBeside(site, site.dataDir);
  own = await bookedWith("imogen-hartley", "Olive Own");
  colleagues = await bookedWith("tom-ellery", "Theo Other");
});
afterAll(() => app.db.close());

test("a therapist has their own side on a phone: own visits and clients, and nothing of a colleague's", async () => {
  const page = await pageOf(["therapist"], {
    viewport: PHONE,
    therapistId: "demo-imogen-hartley",
    expectedErrors: NO_ACCESS,
  });
  await page.goto("/admin");
  const bar = page.getByRole("navigation", { name: "Admin" });
  for (const name of ["Today", "Diary", "Clients"]) await bar.getByRole("link", { name }).waitFor();
  expect(await bar.getByRole("link", { name: "Messages" }).count()).toBe(0);
  await bar.getByRole("button", { name: "More" }).click();
  const more = await bar.locator("#admin-more").getByRole("link").allTextContents();
  expect(more.map((name) => name.trim())).toEqual(expect.arrayContaining(["Find", "Hours", "Reports", "Your profile"]));
  for (const name of ["Users", "Settings", "Mail", "Services", "Go live"]) expect(more).not.toContain(name);
  await expectNoViolations(page);

  await page.goto("/admin/clients");
  await page.getByRole("link", { name: "Olive Own" }).waitFor();
  expect(await page.getByText("Theo Other").count()).toBe(0);
  expect(await page.getByRole("link", { name: "Import from a file" }).count()).toBe(0);

  await page.goto("/appointments");
  await page.getByRole("link", { name: "Olive Own" }).first().waitFor();
  expect(await page.getByRole("button", { name: /^Actions for Olive Own/ }).count()).toBe(0);

  await page.goto(`/admin/appointments/${own}`);
  await page.getByRole("heading", { name: "Olive Own" }).waitFor();
  await page.getByLabel("Private note").waitFor();
  expect(await page.getByRole("button", { name: "Delete" }).count()).toBe(0);
  const guessed = await answerOf(page, colleagues);
  expect(guessed.status).toBe(404);
  expect(guessed).toEqual(await answerOf(page, "00000000-0000-4000-8000-000000000000"));

  await page.goto("/admin/hours");
  await page.getByRole("link", { name: "Edit your weekly hours" }).waitFor();
  await page.getByRole("link", { name: "Days off" }).click();
  await page.getByRole("heading", { name: "To come" }).waitFor();
  expect(await page.getByRole("option").allTextContents()).not.toContain("The whole practice");
  expect(await page.getByRole("button", { name: "Close on bank holidays" }).count()).toBe(0);
  await refusedAt(page, "/users");
});

test("reception has all diaries, messages and emails, and neither notes nor figures nor settings", async () => {
  const page = await pageOf(["reception"], { viewport: DESK, expectedErrors: NO_ACCESS });
  await page.goto("/admin");
  const side = page.getByRole("navigation", { name: "Admin" });
  await side.getByRole("link", { name: /^Appointments/ }).waitFor();
  for (const name of ["Reports", "Settings", "Users"]) {
    expect(await side.getByRole("link", { name }).count(), name).toBe(0);
  }
  expect(await page.getByRole("heading", { name: "Figures" }).count()).toBe(0);
  await expectNoViolations(page);
  for (const [id, name] of [
    [own, "Olive Own"],
    [colleagues, "Theo Other"],
  ]) {
    await page.goto(`/admin/appointments/${id}`);
    await page.getByRole("heading", { name }).waitFor();
    expect(await page.getByLabel("Private note").count()).toBe(0);
  }
  await side.getByRole("link", { name: /^Messages/ }).click();
  await page.getByText("No messages yet. They appear here when someone uses the contact form.").waitFor();
  await page.goto("/admin/mail?state=failed");
  await page.getByRole("heading", { level: 1, name: "Mail" }).waitFor();
  await refusedAt(page, "/admin/settings/mail-server");
});

test("a bookkeeper has the figures, without a way to the visits behind them", async () => {
  const page = await pageOf(["bookkeeper"], { viewport: DESK, expectedErrors: NO_ACCESS });
  await page.goto("/admin");
  await page.getByRole("heading", { name: "Figures" }).waitFor();
  const side = page.getByRole("navigation", { name: "Admin" });
  for (const name of ["Diary", "Clients", "Appointments", "Find"]) {
    expect(await side.getByRole("link", { name }).count(), name).toBe(0);
  }
  expect(await page.locator("a[href^='/appointments'], a[href^='/admin/appointments']").count()).toBe(0);
  await expectNoViolations(page);
  await page.goto("/admin/reports");
  await page.getByRole("link", { name: "CSV with names" }).waitFor();
  expect(await page.locator("a[href^='/appointments']").count()).toBe(0);
  await refusedAt(page, "/admin/clients");
});

test("an owner shares the diaries and is asked for time off, and whom it strands is shown before it counts", async () => {
  const owner = await pageOf(["owner"], { viewport: DESK, expectedErrors: REFUSED });
  await owner.goto("/admin/settings/people");
  await owner.getByRole("link", { name: "What therapists may do" }).click();
  await owner.getByLabel("Therapists may see all diaries").check();
  await owner.getByLabel("An owner must approve time off").check();
  await owner.getByRole("button", { name: "Save" }).click();
  await owner.getByText("Saved.").waitFor();
  await expectNoViolations(owner);

  const dark = { viewport: PHONE, therapistId: "demo-imogen-hartley", colorScheme: "dark" } as const;
  const page = await pageOf(["therapist"], dark);
  await page.goto(`/admin/diary?date=${await dayOf(colleagues)}&with=tom-ellery`);
  await page.locator(".diary-taken").filter({ hasText: "Deep Tissue Massage" }).waitFor();
  expect(await page.getByText("Theo Other").count()).toBe(0);
  expect(await page.locator(`a[href*='${colleagues}'], #entry-${colleagues}`).count()).toBe(0);
  await expectNoViolations(page);
  // Not "Tom 0": what is taken is not counted.
  await page.goto(`/admin/diary?date=${await dayOf(colleagues)}`);
  const columns = page.getByRole("navigation", { name: "Therapists in view" });
  await columns.getByRole("link", { name: "Tom", exact: true }).waitFor();
  await page.goto("/admin/hours/demo-imogen-hartley");
  await page.getByRole("heading", { level: 1, name: "Your weekly hours" }).waitFor();
  await page.getByText("An owner changes your weekly hours.").waitFor();
  expect(await page.getByRole("button", { name: "Save" }).count()).toBe(0);
  await page.getByRole("link", { name: "Ask for time off" }).click();
  await page.getByLabel("First day").fill(await dayOf(own));
  await page.getByLabel("Reason").fill("Wedding");
  await page.getByRole("button", { name: "Send request" }).click();
  await page.getByText("Request sent. Clients can still book this time until an owner approves it.").waitFor();
  await page.getByText("Waits for an owner").waitFor();
  await expectNoViolations(page);

  await owner.goto("/admin");
  await owner.getByRole("link", { name: "Time off to answer" }).click();
  await owner.getByText("“Wedding”").waitFor();
  await owner.getByText("Decline, and say why").click();
  await expectNoViolations(owner);
  await owner.getByRole("button", { name: "Decline", exact: true }).click();
  await owner.getByText("Enter why, in a few words").first().waitFor();
  await owner.getByRole("button", { name: /^Confirm: Imogen Hartley/ }).click();
  await owner.getByRole("alert").getByText("Olive Own").waitFor();
  await owner.getByRole("button", { name: "Confirm and deal with these later" }).click();
  await owner.getByRole("heading", { level: 2, name: "Olive Own" }).waitFor();
  await page.reload();
  expect(await page.getByText("Waits for an owner").count()).toBe(0);
  await page.getByText("Wedding").first().waitFor();
});

type Seat = Parameters<typeof newPage>[1] & { therapistId?: string };

async function pageOf(roles: readonly TeamRole[], { therapistId, ...visitor }: Seat): Promise<Page> {
  const { id } = await staffIn(app, { roles, ...(therapistId && { therapistId }) });
  const page = await newPage(site.url, visitor);
  await page.context().addCookies([{ ...(await newSession(app, id)).browserCookie, url: site.url }]);
  return page;
}

/** The whole answer, without what is new in each: its nonce, and the id that was asked for. */
async function answerOf(page: Page, id: string) {
  const answer = await page.request.get(`${site.url}/admin/appointments/${id}`);
  // Compressed, another nonce may be a byte longer.
  const { date: _, "x-request-id": __, "content-length": ___, ...headers } = answer.headers();
  const bare = (text: string) => text.replaceAll(id, "id").replaceAll(/nonce[="-]+[\w+/=-]+/g, "nonce");
  return { status: answer.status(), body: bare(await answer.text()), headers: bare(JSON.stringify(headers)) };
}

async function dayOf(id: string): Promise<string> {
  const { starts_at } = await app.db.kysely
    .selectFrom("appointments")
    .select("starts_at")
    .where("id", "=", id)
    .executeTakeFirstOrThrow();
  return localDateOf(starts_at, "Europe/London");
}

/** Books the first free time of a therapist. */
async function bookedWith(therapist: string, name: string): Promise<string> {
  const today = localDateOf(app.clock.now(), "Europe/London");
  const offer = { service: "deep-tissue-massage", therapist };
  const answer = await askFreeTimes(app, { ...offer, from: addDays(today, 1), to: addDays(today, 14) });
  const start = answer.kind === "times" ? answer.days.flatMap(({ slots }) => slots)[0]?.start : undefined;
  if (start === undefined) throw new Error("The demo practice is free on no day of two weeks");
  const person = { name, phone: "+441632960001", email: `${name.replace(" ", ".")}@example.com` };
  const outcome = await book(app, visitor, {
    input: { ...offer, ...person, minutes: undefined, start },
    idempotencyKey: null,
  });
  if (outcome.kind !== "booked") throw new Error(`Not booked: ${outcome.kind}`);
  return outcome.appointment.id;
}

/** Who works here reads whom to ask, in the frame of their own pages. */
async function refusedAt(page: Page, path: string): Promise<void> {
  expect((await page.goto(path))?.status()).toBe(403);
  await page.getByText("You don’t have access to this page. Ask an owner.").waitFor();
  await page.getByRole("navigation", { name: "Admin" }).waitFor();
  await expectNoViolations(page);
}
