import type { Page } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { cancel } from "#app/appointments/cancel.server.ts";
import { managePath } from "#app/appointments/requests/manage-link.ts";
import type { AppContext } from "#app/platform/app-context.server.ts";
import { addDays, dateWords, localDateOf, localTimeOf, weekdayOf } from "#app/platform/date-time.ts";
import { offerSecretOf, waitSecretOf } from "#app/waiting-list/entries.db.server.ts";
import { offerByHand } from "#app/waiting-list/practice-list.server.ts";
import { runRounds } from "#app/waiting-list/rounds.server.ts";
import { awakeAt, WEEKDAYS } from "#app/waiting-list/waiting.ts";
import { expectNoViolations } from "#tests/support/axe.ts";
import { bookAhead } from "#tests/support/booked-ahead.ts";
import { fillPerson } from "#tests/support/booking-page.ts";
import { newPage } from "#tests/support/browser.ts";
import { byTurns } from "#tests/support/by-turns.ts";
import { bodyOfMail } from "#tests/support/mailed-link.ts";
import { hasWaitingList } from "#tests/support/options.ts";
import { practice } from "#tests/support/practice.ts";
import { mailingSite } from "#tests/support/shared-site.ts";
import { openBeside, signedIn } from "#tests/support/signed-in.ts";
import { fullDayOfTom, offeredIn, tomsStart, waitingFor } from "#tests/support/waits.ts";

const ZONE = "Europe/London";
const TOM = { service: "deep-tissue-massage", minutes: 60, therapist: "tom-ellery" };
const site = mailingSite();
let app: AppContext;
beforeAll(async () => {
  app = await openBeside(site, site.dataDir);
  await hasWaitingList(app, true);
});
afterAll(() => app.db.close());

const LOOKS = [
  ["390 px", { viewport: { width: 390, height: 844 } }, 0],
  ["1440 px", { viewport: { width: 1440, height: 900 }, colorScheme: "dark" }, 1],
  ["390 px, no script", { viewport: { width: 390, height: 844 }, javaScriptEnabled: false }, 2],
  ["1440 px, no script", { viewport: { width: 1440, height: 900 }, javaScriptEnabled: false }, 3],
] as const;
const REFUSED = { expectedErrors: [/Failed to load resource.*(409|422)/] };
const hasScript = (look: string) => !look.includes("no script");
const look = (page: Page, name: string) => (hasScript(name) ? expectNoViolations(page) : Promise.resolve());
const moment = (start: number) =>
  `${dateWords(localDateOf(start, ZONE), "en-GB", { weekday: "short", day: "numeric", month: "short" })}, ${localTimeOf(start, ZONE)}`;

/** Nobody is asked at night: by then it is eight in the morning. */
function byDay(): AppContext {
  const awake = awakeAt(app.clock.now(), ZONE);
  return { ...app, clock: { ...app.clock, now: () => Math.max(awake, app.clock.now()) } };
}

/** Opens the link in the email and confirms. */
async function confirmWait(page: Page, email: string, name?: string) {
  const mail = await bodyOfMail(app, { kind: "waiting-confirm-client", to: email });
  await page.goto(/https?:\/\/\S+\/waiting\/[\w-]+/.exec(mail)?.[0] ?? "");
  await page.getByRole("button", { name: "Confirm and wait" }).waitFor();
  if (name) await look(page, name);
  await page.getByRole("button", { name: "Confirm and wait" }).click();
  await page.getByText("You are on the list. You get an email when a time comes free.").waitFor();
}

async function offersTo(email: string) {
  return app.db.kysely
    .selectFrom("waiting_offers as offer")
    .innerJoin("waiting_entries as entry", "entry.id", "offer.entry_id")
    .select(["offer.state", "offer.id"])
    .where("entry.email", "=", email)
    .execute();
}

test.each([...byTurns(LOOKS.slice(0, 2), 0), ...byTurns(LOOKS.slice(2), 1)])(
  "a full day is waited for, confirmed, offered and taken (%s)",
  async (name, visitor, nth) => {
    const { day, first } = await fullDayOfTom(app);
    const email = `rosa${nth}@example.com`;
    const page = await newPage(site.url, { ...visitor, ...REFUSED });
    await page.goto(`/book?${new URLSearchParams({ ...TOM, minutes: "60", day })}`);
    const title = dateWords(day, "en-GB", { weekday: "long", day: "numeric", month: "long" });
    await page.getByRole("heading", { name: `${title} is full` }).waitFor();
    const weekday = `${WEEKDAYS[weekdayOf(day) - 1]}`;
    await page
      .getByText(new RegExp(`(No one is waiting|(One person is|people are) waiting) for ${weekday}s`))
      .waitFor();
    await page.getByRole("radio", { name: `${title}, full`, checked: true }).waitFor();
    await page.getByText("Free close to it").waitFor();
    await look(page, name);

    await page.getByRole("link", { name: "Tell me if a time comes free" }).click();
    await page.getByRole("heading", { level: 1, name: "Which times suit you?" }).waitFor();
    await page.getByText(/^Deep Tissue Massage, 60 min, £/).waitFor();
    expect(await page.getByRole("checkbox", { name: weekday }).isChecked()).toBe(true);
    expect(await page.getByRole("checkbox", { name: "Tom Ellery" }).isChecked()).toBe(true);
    await look(page, name);
    await fillPerson(page, { name: "Rosa Whitfield", phone: "no number", email });
    await page.getByRole("button", { name: "Wait for a time" }).click();
    await page.getByRole("link", { name: /^Enter a phone number, like/ }).waitFor();
    expect(await page.getByLabel("Full name").inputValue()).toBe("Rosa Whitfield");
    expect(await page.getByRole("checkbox", { name: weekday }).isChecked()).toBe(true);
    await look(page, name);
    await page.getByLabel("Phone").fill("07700 900982");
    await page.getByLabel("Until").fill(day);
    await page.getByRole("button", { name: "Wait for a time" }).click();
    await page.getByRole("heading", { level: 1, name: "One more step: open the link in the email." }).waitFor();
    await look(page, name);

    await confirmWait(page, email, name);
    await page.getByText("1 of 5. One offer at a time, three a day at most.").waitFor();
    await page.getByText(`${weekday.slice(0, 3)}, any time, until`).waitFor();
    await look(page, name);

    await cancel(app, practice, { appointmentId: first, reason: null });
    await runRounds(byDay());
    const [offer] = await offersTo(email);
    await page.goto(`/waiting/offer/${offerSecretOf(app, offer?.id ?? "")}`);
    await page.getByRole("heading", { level: 1, name: "A time has come free for you" }).waitFor();
    await page.getByText(/It is kept for you until \d\d:\d\d\./).waitFor();
    expect(await page.locator(".booked-ring-line").getAttribute("stroke-dasharray")).toMatch(/^(0\.\d+|1) 1$/);
    await look(page, name);
    // Looking changes nothing.
    expect(await offersTo(email)).toMatchObject([{ state: "held" }]);
    await page.getByRole("button", { name: /^Book / }).click();
    await page.getByRole("heading", { level: 1, name: /^Appointment scheduled for / }).waitFor();
    expect(await offersTo(email)).toMatchObject([{ state: "taken" }]);
  },
);

test.each([...byTurns(LOOKS.slice(0, 2), 1), ...byTurns(LOOKS.slice(2), 0)])(
  "an earlier time is waited for from the booking's page, and swapped (%s)",
  async (name, visitor, nth) => {
    const email = `sam${nth}@example.com`;
    const page = await newPage(site.url, { ...visitor, ...REFUSED });
    const managed = managePath(await bookAhead(app, { email }));
    // As of everyone who books as a guest: nobody has shown that the address is theirs.
    await app.db.kysely.updateTable("appointments").set({ unproven: 1 }).where("email", "=", email).execute();
    await page.goto(managed);
    await page.getByRole("link", { name: "Earlier if possible: wait for a time" }).click();
    await page.getByRole("heading", { level: 1, name: "Which times suit you?" }).waitFor();
    const box = page.getByRole("checkbox", { name: /^Give up my .* if I book an earlier time/ });
    expect(await box.isChecked()).toBe(true);
    await page.getByRole("checkbox", { name: "Imogen Hartley" }).uncheck();
    await look(page, name);
    await page.getByRole("button", { name: "Wait for a time" }).click();
    await page.getByRole("heading", { level: 1, name: "One more step: open the link in the email." }).waitFor();
    await confirmWait(page, email);
    await page.getByText("You would give up your later appointment for it.").waitFor();

    const entry = await app.db.kysely
      .selectFrom("waiting_entries")
      .select("id")
      .where("email", "=", email)
      .executeTakeFirstOrThrow();
    const start = await tomsStart(app, { ahead: 2 });
    const offered = await offerByHand(app, practice, { entryId: entry.id, therapistId: "demo-tom-ellery", start });
    expect(offered.kind).toBe("offered");
    await page.goto(`/waiting/${waitSecretOf(app, entry.id)}`);
    await page.getByRole("link", { name: "Book it or say no" }).click();
    await page.getByText(/^If you book it, your .* is cancelled at the same moment, free of charge\.$/).waitFor();
    await page.getByRole("button", { name: "Keep both" }).waitFor();
    await look(page, name);
    // Half of them keep what they have.
    const keeps = nth % 2 === 1;
    await page.getByRole("button", { name: keeps ? "Keep both" : `Book ${moment(start)}` }).click();
    await page
      .getByRole("heading", { level: 1, name: keeps ? /^Appointment scheduled for / : /^Appointment moved to / })
      .waitFor();
    const standing = await app.db.kysely
      .selectFrom("appointments")
      .select("starts_at")
      .where("email", "=", email)
      .where("status", "=", "Confirmed")
      .execute();
    expect(standing).toHaveLength(keeps ? 2 : 1);
    expect(standing.map(({ starts_at }) => Number(starts_at))).toContain(start);
  },
);

test.each([...byTurns(LOOKS.slice(0, 2), 0), ...byTurns(LOOKS.slice(2), 1)])(
  "an offer is declined, and one that is lost says so with times near it (%s)",
  async (name, visitor, nth) => {
    const email = `lena${nth}@example.com`;
    const page = await newPage(site.url, { ...visitor, ...REFUSED });
    const first = await offeredIn(app, { name: "Lena Late", email });
    await page.goto(`/waiting/offer/${first.secret}`);
    await page.getByRole("button", { name: "No, thank you" }).click();
    await page.getByText("Thank you for saying so. You are still on the list").waitFor();
    await page.getByText(`You said no to ${moment(first.start)}.`).waitFor();
    await look(page, name);

    const second = await offerByHand(app, practice, {
      ...{ entryId: first.entryId, therapistId: "demo-tom-ellery", start: await tomsStart(app) },
    });
    if (second.kind !== "offered") throw new Error(second.kind);
    await page.goto(`/waiting/${first.wait}`);
    await page.getByRole("link", { name: "Book it or say no" }).click();
    // While the page stands open, its hour ends, and somebody else books it.
    await app.db.kysely
      .updateTable("waiting_offers")
      .set({ hold_until: 1 })
      .where("id", "=", second.offer.id)
      .execute();
    await page.getByRole("button", { name: /^Book / }).click();
    const gone = `${moment(second.offer.start)} has gone to the next person`;
    await page.getByRole("heading", { level: 1, name: gone }).waitFor();
    await page.getByText("Free right now").waitFor();
    await look(page, name);
    const near = page.getByRole("region", { name: "Free right now" }).getByRole("link").first();
    const words = (await near.textContent()) ?? "";
    await near.click();
    await page.getByRole("heading", { level: 1, name: "Book Your Appointment" }).waitFor();
    expect(await page.locator("input[name=start]:checked").count()).toBe(1);
    expect(words).toMatch(/^\w{3},? \d+ \w{3}, \d\d:\d\d$/);
    const claims = app.db.kysely
      .selectFrom("appointment_claims")
      .select("quantum")
      .where("hold_id", "=", second.offer.id);
    expect(await claims.execute()).toEqual([]);
  },
);

test.each([...byTurns(LOOKS.slice(0, 2), 1), ...byTurns(LOOKS.slice(2), 0)])(
  "what someone waits for is paused, changed and left, by link and in their account (%s)",
  async (name, visitor, nth) => {
    const person = await signedIn(app, { name: "Wanda Waits", email: `wanda${nth}@example.com` });
    const page = await newPage(site.url, { ...visitor, ...REFUSED });
    await waitingFor(app, { name: "Wanda Waits", email: person.email });
    await page.context().addCookies([{ ...person.browserCookie, url: site.url }]);
    await page.goto("/my-appointment");
    await page.getByRole("link", { name: "Your waiting list" }).click();
    await page.getByRole("heading", { level: 1, name: "Your waiting list" }).waitFor();
    expect(await page.getByRole("heading", { name: "Deep Tissue Massage, 60 min" }).count()).toBe(0);
    // With an account of a proven address nothing is to be confirmed.
    await page.goto(`/book/wait?${new URLSearchParams({ service: TOM.service, minutes: "60" })}`);
    expect(await page.getByLabel("E-mail").inputValue()).toBe(person.email);
    await page.getByLabel("Phone").fill("07700 900984");
    await page.getByRole("checkbox", { name: "Morning" }).check();
    await page.getByRole("button", { name: "Wait for a time" }).click();
    await page.getByText("You are on the list. You get an email when a time comes free.").waitFor();
    await page.goto("/my-appointment/waits");
    const rows = page.getByRole("listitem").filter({ hasText: "Deep Tissue Massage, 60 min" });
    const mine = rows.filter({ hasText: "morning" });
    await mine.getByText("Waiting").first().waitFor();
    await look(page, name);
    await mine
      .getByText(/^Pause/)
      .first()
      .click();
    await mine.getByLabel("Pause until (optional)").fill("2020-01-01");
    await mine.getByRole("button", { name: /^Pause/ }).click();
    await page.getByText("Enter a day after today.").first().waitFor();
    await mine
      .getByText(/^Pause/)
      .first()
      .click();
    await mine.getByRole("button", { name: /^Pause/ }).click();
    await page.getByText("Paused. You are asked about no times until you go on.").waitFor();
    await mine.getByRole("button", { name: /^Go on now/ }).click();
    await page.getByText("You are on the list again.").waitFor();
    await mine.getByRole("link", { name: /^Change/ }).click();
    await page.getByRole("checkbox", { name: "Morning" }).uncheck();
    await page.getByRole("checkbox", { name: "Evening" }).check();
    await page.getByLabel("Until").fill("2020-01-01");
    await page.getByRole("button", { name: "Save" }).click();
    await page.getByRole("link", { name: "That day has passed. Enter a later one." }).waitFor();
    expect(await page.getByRole("checkbox", { name: "Evening" }).isChecked()).toBe(true);
    await look(page, name);
    await page.getByLabel("Until").fill(addDays(localDateOf(app.clock.now(), ZONE), 20));
    await page.getByRole("button", { name: "Save" }).click();
    await page.getByText("Changed.").waitFor();
    await rows
      .filter({ hasText: "evening" })
      .getByRole("button", { name: /^Stop waiting/ })
      .click();
    await page.getByText("You are no longer waiting for it.").waitFor();
  },
);
