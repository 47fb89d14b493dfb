import { expect, onTestFinished, test } from "vitest";
import { setTherapistActive } from "#app/diary/stranded/therapists.server.ts";
import type { AppContext } from "#app/platform/app-context.server.ts";
import { readConfig } from "#app/platform/config.server.ts";
import { openApp } from "#scripts/open-app.ts";
import { addresses } from "#tests/support/addresses.ts";
import { adminPage, WIDTHS } from "#tests/support/admin-page.ts";
import { expectNoViolations } from "#tests/support/axe.ts";
import { newPage } from "#tests/support/browser.ts";
import { byTurns } from "#tests/support/by-turns.ts";
import { startPostgres } from "#tests/support/postgres.ts";
import { makeDatabase } from "#tests/support/postgres-databases.ts";
import { practice } from "#tests/support/practice.ts";
import { openSite } from "#tests/support/server.ts";
import { sharedSite } from "#tests/support/shared-site.ts";
import { appBeside, signedIn } from "#tests/support/signed-in.ts";
import { temporaryFolder } from "#tests/support/temporary-folder.ts";

const stopped = sharedSite();

// Answers that are no page at all, whatever the practice holds.
const ELSEWHERE = /^\/(logout|login\/)/;

/** Every address that can be asked for as it is, with the status that an admin gets. */
async function answersOf(url: string, cookie: string): Promise<Record<string, number>> {
  const answers: Record<string, number> = {};
  for (const { path } of await addresses()) {
    if (/[:*]/.test(path) || ELSEWHERE.test(path)) continue;
    const response = await fetch(url + path, { headers: { cookie }, redirect: "manual" });
    await response.arrayBuffer();
    answers[path] = response.status;
  }
  return answers;
}

test.each(["sqlite", "postgres"])(
  "on %s every address answers on the first day, with nothing in it",
  async (engine) => {
    const dataDir = temporaryFolder();
    const databaseUrl = engine === "postgres" ? await blankPostgres() : null;
    const env = { DATA_DIR: dataDir, DEMO: "off", ...(databaseUrl && { DATABASE_URL: databaseUrl }) };
    const site = await openSite(env);
    onTestFinished(() => site.stop());
    const place = { dataDir, databaseUrl, publicUrl: site.url, logLevel: "silent" as const };
    const app = await openApp({ ...readConfig(), ...place });
    onTestFinished(() => app.db.close());
    const { cookie } = await signedIn(app, { role: "admin" });
    const answers = await answersOf(site.url, cookie);
    expect(Object.entries(answers).filter(([, status]) => status >= 500)).toEqual([]);
    expect(answers).toMatchObject({ "/book": 200, "/admin": 200, "/admin/diary": 200, "/appointments": 200 });
  },
);

test("on the first day, services, therapists and Add Appointment say what is missing", async () => {
  const dataDir = temporaryFolder();
  const site = await openSite({ DATA_DIR: dataDir, DEMO: "off" });
  onTestFinished(() => site.stop());
  const { page } = await adminPage({ ...site, dataDir }, { viewport: WIDTHS[0][1] });
  await page.goto("/admin/services");
  await page.getByText("No services yet. What you add here can be booked.").waitFor();
  await page.goto("/admin/therapists");
  await page.getByText("No therapists yet. Add yourself first if you give treatments.").waitFor();
  for (const at of ["/appointments?add=1", "/admin/appointments/new"]) {
    await page.goto(at);
    const missing = page.getByText("Nothing can be booked yet: add a service with a length and a price");
    await missing.waitFor();
    await missing.getByRole("link", { name: "add a service" }).waitFor();
    await expectNoViolations(page);
  }
});

test.each(byTurns(WIDTHS, 0))(
  "with every therapist stopped, the diary says what will be there (%s)",
  async (_, viewport) => {
    await stopAll(await appBeside(stopped, stopped.dataDir));
    const { page } = await adminPage(stopped, { viewport });
    for (const view of ["day", "week"]) {
      await page.goto(`/admin/diary?view=${view}`);
      await page.getByText("No therapists yet. Each one’s appointments appear here.").waitFor();
      expect(await page.getByRole("link", { name: "Add a therapist" }).getAttribute("href")).toBe(
        "/admin/therapists/new",
      );
      await expectNoViolations(page);
    }
  },
);

test.each(byTurns(WIDTHS, 1))(
  "with every therapist stopped, /book says so and how to reach us (%s)",
  async (_, viewport) => {
    await stopAll(await appBeside(stopped, stopped.dataDir));
    const page = await newPage(stopped.url, { viewport });
    await page.goto("/book");
    await page.getByRole("heading", { level: 1, name: "Book Your Appointment" }).waitFor();
    const notice = page.getByText("Online booking is closed at the moment");
    await notice.waitFor();
    expect(await page.getByRole("main").getByRole("link", { name: /^0\d/ }).count()).toBeGreaterThan(0);
    expect(await page.getByRole("button", { name: "Confirm" }).count()).toBe(0);
    await expectNoViolations(page);
    const form = new URLSearchParams({ service: "deep-tissue-massage", start: "2031-05-05T09:00:00Z", name: "A B" });
    form.set("phone", "01632 960001");
    form.set("email", "a@example.com");
    const sent = await fetch(`${stopped.url}/book`, {
      method: "POST",
      body: form,
      headers: { origin: stopped.url, "sec-fetch-site": "same-origin" },
    });
    expect(sent.status).toBe(422);
    expect((await sent.text()).includes("Online booking is closed")).toBe(true);
  },
);

async function stopAll(app: AppContext): Promise<void> {
  const therapists = await app.db.kysely.selectFrom("therapists").select("id").execute();
  for (const { id } of therapists) {
    const outcome = await setTherapistActive(app, practice, { therapistId: id, active: false, accepted: [] });
    expect(outcome.kind).toBe("changed");
  }
}

async function blankPostgres(): Promise<string> {
  const postgres = await startPostgres();
  onTestFinished(() => postgres.stop());
  return makeDatabase(postgres.url, { blank: true });
}
