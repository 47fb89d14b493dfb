import { readdirSync, readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import type { Page } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { DEFAULT_FORM } from "#app/health/form/form.ts";
import { storeAnswers } from "#app/health/form/forms.server.ts";
import { EMPTY_NOTE } from "#app/health/note.ts";
import { saveNote } from "#app/health/notes.server.ts";
import type { AppContext } from "#app/platform/app-context.server.ts";
import { newId } from "#app/platform/ids.server.ts";
import { violationsOn } from "#tests/support/axe.ts";
import { newPage } from "#tests/support/browser.ts";
import { foundAnywhere } from "#tests/support/canaries.ts";
import { fixturesIn } from "#tests/support/doors/fixtures.ts";
import { switchedOn } from "#tests/support/health.ts";
import { insertVisits } from "#tests/support/past-visits.ts";
import { sharedSite } from "#tests/support/shared-site.ts";
import { newSession, openBeside } from "#tests/support/signed-in.ts";
import { staffIn } from "#tests/support/staff.ts";

const site = sharedSite();
const IMOGEN = "demo-imogen-hartley";
const CANARY = "ZEBRA-CANARY";
const HOUR = 3_600_000;
let app: AppContext;
let author: string;
beforeAll(async () => {
  app = await switchedOn(await openBeside(site, site.dataDir));
  author = (await staffIn(app, { roles: ["therapist"], therapistId: IMOGEN, name: "Imogen" })).id;
});
afterAll(() => app.db.close());

/** An appointment of a client of its own, an hour ago, and the address of its note. */
async function appointmentOf(name: string): Promise<{ id: string; client: string; note: string }> {
  const [id, client] = [newId(), newId()];
  const visit = { service: "demo-deep-tissue-massage", source: "website", minutes: 60, pence: 6000, cancelled: null };
  const start = app.clock.now() - HOUR;
  await insertVisits(app, [{ ...visit, id, start, therapist: IMOGEN, status: "Confirmed", state: "finished", client }]);
  await app.db.kysely
    .updateTable("clients")
    .set({ name: `Ana ${name}` })
    .where("id", "=", client)
    .execute();
  return { id, client, note: `/admin/clients/${client}/treatment-notes/${id}` };
}

type Visitor = NonNullable<Parameters<typeof newPage>[1]>;

async function asAuthor(visitor: Visitor = {}): Promise<Page> {
  const page = await newPage(site.url, visitor);
  await page.context().addCookies([{ ...(await newSession(app, author)).browserCookie, url: site.url }]);
  return page;
}

const PHONE = { viewport: { width: 390, height: 844 }, hasTouch: true };
const DESK = { viewport: { width: 1440, height: 900 } };
const saved = (page: Page) =>
  expect.poll(() => page.getByRole("status").allInnerTexts()).toContainEqual(expect.stringMatching(/^Saved \d/));

test("on a phone a note goes from the appointment to signed, and an amendment stands below it", async () => {
  const { id, note } = await appointmentOf("phone");
  const coming = await appointmentOf("Next");
  const [start, end] = [app.clock.now() + HOUR / 2, app.clock.now() + HOUR];
  const soon = { starts_at: start, ends_at: end, block_start: start, block_end: end, name: "Bea Next" };
  await app.db.kysely.updateTable("appointments").set(soon).where("id", "=", coming.id).execute();
  const page = await asAuthor(PHONE);
  await page.goto(`/admin/appointments/${id}`);
  await page.getByRole("link", { name: "Write note" }).click();
  await page.waitForURL(`**${note}`);
  expect(await page.title()).not.toContain("Ana");
  await page.getByText(/^Bea Next is next, \d\d:\d\d$/).waitFor();
  await page.getByText(/^in (29|30) minutes$/).waitFor();
  await page.getByText("Health form missing").waitFor();
  await page.getByRole("radio", { name: "Better" }).check();
  await page.getByLabel("What the client says").fill("Much less stiff");
  await page.getByRole("checkbox", { name: "Deep strokes" }).check();
  await page.getByRole("radio", { name: "Body" }).check();
  await page.getByRole("button", { name: "Left shoulder blade", exact: true }).first().click();
  await page.getByRole("checkbox", { name: "Tight" }).check();
  await page.getByRole("button", { name: "More: Tight, 0 to 10" }).click();
  await page.getByRole("radio", { name: "Plan" }).check();
  await page.getByRole("textbox", { name: "Advice" }).fill("Heat in the evening");
  await saved(page);
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390);
  expect(await violationsOn(page)).toEqual([]);
  await page.getByRole("button", { name: "Sign and lock" }).click();
  await page.getByRole("button", { name: "Read the note" }).click();
  await page.getByRole("heading", { name: /^Locked on/ }).waitFor();
  await page.getByLabel("Reason").fill("Left out");
  await page.getByLabel("What you add").fill("Both sides");
  await page.getByRole("button", { name: "Add amendment" }).click();
  await page.getByText("Reason: Left out").waitFor();
  const words = await page.getByRole("article").innerText();
  for (const part of ["Much less stiff", "Deep strokes", "Heat in the evening", "Both sides"])
    expect(words).toContain(part);
  expect(await page.getByRole("list", { name: "Marks" }).innerText()).toContain("Tight, 0");
  await page.emulateMedia({ media: "print" });
  await page.getByText(/^Ana phone, appointment /).waitFor();
  await page.getByRole("list", { name: "Marks" }).waitFor();
  expect(await page.getByRole("button").or(page.getByRole("textbox")).count()).toBe(0);
  await page.emulateMedia({ media: null });
  await page.goto(`/admin/appointments/${id}`);
  await page.getByRole("link", { name: "Read note" }).waitFor();
});

test("a regular's note goes from the last one to signed in five presses of one thumb", async () => {
  const { id, client } = await appointmentOf("regular");
  const before = newId();
  const visit = { service: "demo-deep-tissue-massage", source: "website", minutes: 60, pence: 6000, cancelled: null };
  const at = { start: app.clock.now() - 400 * HOUR, therapist: IMOGEN, status: "Confirmed", state: "finished", client };
  await insertVisits(app, [{ ...visit, ...at, id: before }]);
  const therapist = { kind: "staff", userId: author, roles: ["therapist"], therapistId: IMOGEN, choices: [] } as const;
  const given = { ...EMPTY_NOTE, says: "Stiff", techniques: ["friction" as const], advice: "Heat", pain: 6 };
  await saveNote(app, therapist, { clientId: client, noteId: before, version: 0, given, signs: true });
  const page = await asAuthor(PHONE);
  await page.goto(`/admin/appointments/${id}`);
  const targets = [
    page.getByRole("link", { name: "Write note" }),
    page.getByRole("button", { name: "Start from last time" }),
    page.locator("label").filter({ hasText: /^Better$/ }),
    page.getByRole("button", { name: "More: Pain today, 0 to 10" }),
    page.getByRole("button", { name: "Sign and lock" }),
  ];
  for (const target of targets) {
    await target.waitFor();
    expect((await target.boundingBox())?.height, String(target)).toBeGreaterThanOrEqual(44);
    await target.click();
  }
  await page.getByText("The note is signed and locked.").waitFor();
  await page.getByRole("button", { name: "Read the note" }).click();
  await page.getByRole("heading", { name: /^Locked on/ }).waitFor();
  const words = await page.getByRole("article").innerText();
  for (const part of ["Better", "Friction", "Heat"]) expect(words).toContain(part);
  expect(words).not.toContain("Stiff");
});

/** Where a point of the drawing is on the screen. */
function placeOn(page: Page, title: string, [x, y]: readonly [number, number]): Promise<{ x: number; y: number }> {
  const drawing = page.getByRole("group", { name: title, exact: true });
  return drawing.evaluate(
    (svg: SVGSVGElement, [atX, atY]) => {
      const { x, y } = new DOMPoint(atX, atY).matrixTransform(svg.getScreenCTM() ?? undefined);
      return { x, y };
    },
    [x, y] as const,
  );
}

/** A stroke from the left to the right of the back, by mouse or by finger. */
async function drawOn(page: Page, y: number, isTouch: boolean): Promise<void> {
  const drawing = page.getByRole("group", { name: "Back", exact: true });
  await drawing.evaluate((svg) => svg.scrollIntoView({ block: "center", behavior: "instant" }));
  const places = await Promise.all([-80, -40, 0, 40, 80].map((x) => placeOn(page, "Back", [x, y + x / 4])));
  const [first = { x: 0, y: 0 }, ...rest] = places;
  if (!isTouch) {
    await page.mouse.move(first.x, first.y);
    await page.mouse.down();
    for (const { x, y } of rest) await page.mouse.move(x, y, { steps: 3 });
    return page.mouse.up();
  }
  const cdp = await page.context().newCDPSession(page);
  const send = (type: "touchStart" | "touchMove" | "touchEnd", touchPoints: { x: number; y: number }[]) =>
    cdp.send("Input.dispatchTouchEvent", { type, touchPoints });
  await send("touchStart", [first]);
  for (const place of rest) await send("touchMove", [place]);
  await send("touchEnd", []);
  await cdp.detach();
}

test.each([
  [360, true, "light"],
  [1440, false, "dark"],
] as const)(
  "ink is drawn on the body, undone, saved and shown once signed, at %i px",
  async (width, hasTouch, look) => {
    const { note, id } = await appointmentOf(`ink ${width}`);
    const page = await asAuthor({ viewport: { width, height: 900 }, hasTouch, colorScheme: look });
    const openBody = async () => {
      await page.goto(note);
      if (hasTouch) await page.getByRole("radio", { name: "Body" }).check();
    };
    const strokes = page.locator(".note-ink path");
    await openBody();
    await page.getByRole("button", { name: "Draw", exact: true }).click();
    for (const [nth, y] of [250, 290, 330].entries()) {
      await drawOn(page, y, hasTouch);
      await expect.poll(() => strokes.count()).toBe(nth + 1);
    }
    await page.getByRole("button", { name: "Undo", exact: true }).click();
    await expect.poll(() => strokes.count()).toBe(2);
    for (const name of ["Draw", "Undo", "Clear ink"]) {
      const box = await page.getByRole("button", { name, exact: true }).boundingBox();
      expect(Math.min(box?.height ?? 0, box?.width ?? 0), name).toBeGreaterThanOrEqual(44);
    }
    await saved(page);
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(width);
    expect(await violationsOn(page)).toEqual([]);
    // Not drawing any longer, a region is selected where ink lies.
    await page.getByRole("button", { name: "Draw", exact: true }).click();
    // What is proposed now stands above the body.
    const proposed = page.getByRole("region", { name: "Regions under the ink" });
    await proposed.waitFor();
    const drawing = page.getByRole("group", { name: "Back", exact: true });
    await drawing.evaluate((svg) => svg.scrollIntoView({ block: "center", behavior: "instant" }));
    const { x, y } = await placeOn(page, "Back", [40, 260]);
    if (hasTouch) await page.touchscreen.tap(x, y);
    else await page.mouse.click(x, y);
    await page.getByRole("button", { name: "Done" }).click();
    expect(await strokes.count()).toBe(2);
    // What was drawn on is proposed as a mark.
    const blade = page.getByRole("button", { name: /^Left shoulder blade/ });
    await proposed.getByRole("button", { name: "Left shoulder blade" }).click();
    await page.getByRole("checkbox", { name: "Worked on" }).check();
    await page.getByRole("button", { name: "Done" }).click();
    await expect.poll(() => proposed.getByRole("button", { name: "Left shoulder blade" }).count()).toBe(0);
    await expect.poll(() => blade.first().getAttribute("aria-label")).toBe("Left shoulder blade: Worked on");
    await saved(page);
    expect(await violationsOn(page)).toEqual([]);

    await openBody();
    await expect.poll(() => strokes.count()).toBe(2);
    await page.getByRole("button", { name: "Draw", exact: true }).click();
    const sent = page.waitForResponse(/\/save$/);
    await drawOn(page, 600, hasTouch);
    await sent;
    await page.getByRole("button", { name: "Sign and lock" }).click();
    await page.getByRole("button", { name: "Read the note" }).click();
    await page.getByRole("heading", { name: /^Locked on/ }).waitFor();
    expect(await strokes.count()).toBe(3);
    expect(await page.getByRole("button", { name: "Draw", exact: true }).count()).toBe(0);
    expect(await violationsOn(page)).toEqual([]);
    const row = await app.db.kysely
      .selectFrom("treatment_notes")
      .select("state")
      .where("id", "=", id)
      .executeTakeFirst();
    expect(row?.state).toBe("locked");
  },
);

test("with the keyboard alone a region is marked from the drawing and from the list", async () => {
  const { note } = await appointmentOf("keys");
  const page = await asAuthor(DESK);
  await page.goto(note);
  await page.getByRole("button", { name: "Neck", exact: true }).first().focus();
  await page.keyboard.press("Enter");
  await expect.poll(() => page.evaluate(() => document.activeElement?.textContent)).toBe("Neck");
  await page.keyboard.press("Tab");
  await page.keyboard.press("Space");
  await saved(page);
  await page.getByText("As a list").focus();
  await page.keyboard.press("Enter");
  await page.getByRole("listitem").getByRole("button", { name: "Left calf", exact: true }).focus();
  await page.keyboard.press("Enter");
  await expect.poll(() => page.evaluate(() => document.activeElement?.textContent)).toBe("Left calf");
  await page.getByLabel("Leave alone").focus();
  const sent = page.waitForResponse(/\/save$/);
  await page.keyboard.press("Space");
  await sent;
  await page.reload();
  const marks = await page.getByRole("list", { name: "Marks" }).innerText();
  expect(marks).toMatch(/Neck\s+Pain/);
  expect(marks).toMatch(/Left calf\s+Leave alone/);
  expect(await violationsOn(page)).toEqual([]);
});

test("what the network took in the middle of a note is encrypted in the browser, and sent when it is back", async () => {
  const { note, id } = await appointmentOf("cut");
  const page = await asAuthor({ ...PHONE, expectedErrors: [/Failed to load resource|ERR_INTERNET_DISCONNECTED/] });
  await page.goto(note);
  await page.getByLabel("What the client says").fill("Before the cut");
  await saved(page);
  await page.context().setOffline(true);
  await page.getByLabel("What the client says").fill(`Before the cut. ${CANARY} after it`);
  await page.getByRole("radio", { name: "Body" }).check();
  await page.getByRole("button", { name: "Draw", exact: true }).click();
  await drawOn(page, 300, true);
  await page.getByText("Not sent yet. Kept in this browser, encrypted, for 24 hours.").waitFor();
  expect(await storedIn(page)).toMatchObject({ notes: 1, extractable: [false] });
  expect((await storedIn(page)).text).not.toContain(CANARY);
  await page.context().setOffline(false);
  await saved(page);
  await expect.poll(async () => (await storedIn(page)).notes).toBe(0);
  const row = await app.db.kysely
    .selectFrom("treatment_notes")
    .select("version")
    .where("id", "=", id)
    .executeTakeFirst();
  expect(row?.version).toBe(2);
  await page.reload();
  expect(await page.getByLabel("What the client says").inputValue()).toContain(`${CANARY} after it`);
  expect(await page.locator(".note-ink path").count()).toBe(1);
});

test("what waits unsent is in the note after the page is opened again, and signing out asks first", async () => {
  const { note } = await appointmentOf("again");
  const page = await asAuthor({ ...PHONE, expectedErrors: [/Failed to load resource|ERR_FAILED/] });
  await page.goto(note);
  await page.route("**/save", (route) => route.abort());
  await page.getByLabel("What the client says").fill("Typed without a network");
  await page.getByText(/Not sent yet/).waitFor();
  await page.goto("/account");
  await page.evaluate(() => {
    const form = Object.assign(document.createElement("form"), { method: "post", action: "/logout" });
    document.body.append(form);
    form.submit();
  });
  await page.getByRole("heading", { name: "A treatment note waits to be sent" }).waitFor();
  await page.unroute("**/save");
  await page.goto(note);
  await saved(page);
  expect(await page.getByLabel("What the client says").inputValue()).toBe("Typed without a network");
});

test("what waits unsent is gone from the browser after a day, once the practice's side is opened", async () => {
  const { note } = await appointmentOf("late");
  const page = await asAuthor({ ...PHONE, expectedErrors: [/Failed to load resource|ERR_FAILED/] });
  await page.goto(note);
  await page.route("**/save", (route) => route.abort());
  await page.getByLabel("What the client says").fill("Typed without a network");
  await page.getByText(/Not sent yet/).waitFor();
  await page.goto("/account");
  await page.evaluate(async () => {
    const finished = <Answer>(request: IDBRequest<Answer>) =>
      new Promise<Answer>((resolve) => {
        request.onsuccess = () => resolve(request.result);
      });
    const database = await finished(indexedDB.open("ly-notes"));
    const store = database.transaction("notes", "readwrite").objectStore("notes");
    for (const one of await finished(store.getAll())) await finished(store.put({ ...one, at: one.at - 86_500_000 }));
    database.close();
  });
  await page.goto("/admin");
  const stored = () => page.evaluate(async () => (await indexedDB.databases()).map(({ name }) => name));
  await expect.poll(stored).not.toContain("ly-notes");
});

test("a therapist notes at the appointment that nothing has changed since the form", async () => {
  const { id, client } = await appointmentOf("unchanged");
  const form = { clientId: client, appointmentId: "", form: DEFAULT_FORM, wording: "Agreed", paper: null };
  const answers = { yes: ["thinners"], words: {}, guardian: null };
  const at = app.clock.now() - 30 * 24 * HOUR;
  await app.db.kysely.transaction().execute((tx) => storeAnswers(app, tx, { ...form, answers, at }));
  const page = await asAuthor(PHONE);
  await page.goto(`/admin/appointments/${id}`);
  await page.getByText("Read the form first").waitFor();
  await page.getByRole("button", { name: "They say nothing has changed" }).click();
  await page.getByText(/^Nothing has changed, they said .*, noted by Imogen/).waitFor();
  expect(await violationsOn(page)).toEqual([]);
  await page.getByRole("link", { name: /^Read the form of/ }).click();
  await page.getByText(/^Nothing has changed, they said .*, noted by Imogen/).waitFor();
  await page.getByText("Check first").waitFor();
});

test("two devices: the second one's save keeps and shows what both wrote", async () => {
  const { note, id } = await appointmentOf("devices");
  const [phone, tablet] = [
    await asAuthor({ ...PHONE, expectedErrors: [/409/] }),
    await asAuthor({ ...DESK, expectedErrors: [/409/] }),
  ];
  await phone.goto(note);
  await phone.getByLabel("What the client says").fill("Stiff");
  await saved(phone);
  await tablet.goto(note);
  await phone.getByLabel("What the client says").fill("Stiff, from the phone");
  await saved(phone);
  await expect
    .poll(() => app.db.kysely.selectFrom("treatment_notes").select("version").where("id", "=", id).executeTakeFirst())
    .toEqual({ version: 2 });
  await tablet.getByLabel("What the client says").fill("Stiff, from the tablet");
  await tablet.getByRole("heading", { name: "Changed on another device too" }).waitFor();
  const both = await tablet.getByLabel("What the client says").inputValue();
  expect(both).toContain("Stiff, from the phone");
  expect(both).toContain("Stiff, from the tablet");
  await saved(tablet);
});

test("an author names who else reads a note, by keyboard, and it stays so", async () => {
  const { note } = await appointmentOf("readers");
  const page = await asAuthor(PHONE);
  await page.goto(note);
  await page.getByLabel("What the client says").fill("Stiff");
  await saved(page);
  await page.reload();
  await page.getByRole("radio", { name: "Plan" }).check();
  await page.getByRole("radio", { name: "Only you" }).focus();
  const answered = page.waitForResponse(/\/share$/);
  await page.keyboard.press("ArrowRight");
  await answered;
  await page.keyboard.press("ArrowRight");
  const named = page.waitForResponse((response) => response.request().postData()?.includes("name=") ?? false);
  await page.getByRole("checkbox", { name: "Tom Ellery" }).check();
  expect((await named).status()).toBe(200);
  await page.reload();
  await page.getByRole("radio", { name: "Plan" }).check();
  await expect.poll(() => page.getByRole("radio", { name: "Colleagues you name" }).isChecked()).toBe(true);
  expect(await page.getByRole("checkbox", { name: "Tom Ellery" }).isChecked()).toBe(true);
  expect(await violationsOn(page)).toEqual([]);
});

test("no address gives a byte of a note to anyone but who treats, and nothing changes a locked one", async () => {
  const { id, client, note } = await appointmentOf("roles");
  const { cookieOf } = await fixturesIn(app);
  const cookie = (await newSession(app, author)).cookie;
  const given = {
    ...(await import("#app/health/note.ts")).EMPTY_NOTE,
    says: CANARY,
    found: CANARY,
    assessment: CANARY,
    advice: CANARY,
  };
  const post = (change: string, fields: Record<string, string>, as: string | null) =>
    fetch(`${site.url}${note}/${change}`, {
      method: "POST",
      headers: { origin: site.url, ...(as && { cookie: as }) },
      body: new URLSearchParams(fields),
      redirect: "manual",
    });
  const whole = { note: JSON.stringify({ ...given, abilities: [{ what: CANARY, level: 3 }] }), version: "0" };
  expect((await post("sign", whole, cookie)).status).toBe(200);
  expect((await post("amend", { reason: CANARY, words: CANARY }, cookie)).status).toBe(200);
  const late = await post("save", { ...whole, version: "1" }, cookie);
  expect(late.status).toBe(409);
  expect(await late.json()).toEqual({ kind: "conflict", lockedAt: expect.any(Number) });

  const pages = [
    `/admin/clients/${client}`,
    `/admin/clients/${client}/treatment-notes`,
    note,
    `${note}.data`,
    `/admin/appointments/${id}`,
  ];
  const lists = [
    "/admin",
    "/admin/find?q=zebra",
    "/appointments",
    "/admin/clients?q=zebra",
    "/admin/audit",
    "/admin/offline",
  ];
  for (const visitor of ["nobody", "client", "other", "reception", "colleague", "bookkeeper", "admin"] as const) {
    const other = await cookieOf(visitor);
    for (const at of [...pages, ...lists]) {
      const answer = await fetch(site.url + at, { headers: other ? { cookie: other } : {}, redirect: "manual" });
      expect.soft(await answer.text(), `${visitor} ${at}`).not.toContain(CANARY);
    }
    for (const change of ["save", "sign", "amend", "share"]) {
      const answer = await post(change, { ...whole, reason: "x", words: "y", shared: "treating" }, other);
      expect.soft(answer.ok, `${visitor} ${change}`).toBe(false);
      expect.soft(await answer.text()).not.toContain(CANARY);
    }
  }
  const own = await fetch(site.url + note, { headers: { cookie } });
  expect(await own.text()).toContain(CANARY);
  const list = await fetch(`${site.url}/admin/clients/${client}/treatment-notes`, { headers: { cookie } });
  expect(await list.text()).not.toContain(CANARY);
  expect(await foundAnywhere(app, [CANARY])).toEqual([]);
  expect(filesWith(site.dataDir, CANARY)).toEqual([]);
});

function filesWith(folder: string, words: string): string[] {
  return readdirSync(folder, { recursive: true, encoding: "utf8" })
    .map((name) => join(folder, name))
    .filter((file) => statSync(file).isFile() && readFileSync(file, "latin1").includes(words));
}

/** What the browser has stored of notes: how many, and whether a script could read their key out. */
async function storedIn(page: Page) {
  return page.evaluate(async () => {
    const asked = <Answer>(request: IDBRequest<Answer>) =>
      new Promise<Answer>((resolve, reject) => {
        request.onsuccess = () => resolve(request.result);
        request.onerror = () => reject(request.error);
      });
    const database = await asked(indexedDB.open("ly-notes"));
    const notes: { bytes: ArrayBuffer }[] = await asked(database.transaction("notes").objectStore("notes").getAll());
    const keys: CryptoKey[] = await asked(database.transaction("keys").objectStore("keys").getAll());
    database.close();
    const text = notes.map(({ bytes }) => new TextDecoder("latin1").decode(bytes)).join();
    return {
      notes: notes.length,
      extractable: keys.map((key) => key.extractable),
      text: text + JSON.stringify(localStorage) + JSON.stringify(sessionStorage),
    };
  });
}

test.each([
  [390, "light"],
  [1440, "dark"],
] as const)(
  "progress is plotted, stands there as a table, and two bodies are compared, at %i px (%s)",
  async (width, colorScheme) => {
    const first = await appointmentOf(`progress ${width}`);
    const imogen = { kind: "staff", userId: author, roles: ["therapist"], therapistId: IMOGEN, choices: [] } as const;
    const DAY = 24 * HOUR;
    // The last of them is the appointment of an hour ago.
    for (const [nth, pain] of [8, 6, 3].entries()) {
      const [id, start] = nth === 2 ? [first.id, 0] : [newId(), app.clock.now() - (20 - nth * 10) * DAY];
      const visit = {
        service: "demo-deep-tissue-massage",
        source: "website",
        minutes: 60,
        pence: 6000,
        cancelled: null,
      };
      const more = { therapist: IMOGEN, status: "Confirmed", state: "finished", client: first.client } as const;
      if (nth < 2) await insertVisits(app, [{ ...visit, ...more, id, start }]);
      const marks = [{ region: "neck", kind: "pain" as const, level: pain }];
      const abilities = [{ what: "Sit for an hour", level: 10 - pain }];
      const what = { clientId: first.client, noteId: id, version: 0, given: { ...EMPTY_NOTE, pain, marks, abilities } };
      expect(await saveNote(app, imogen, { ...what, signs: true })).toMatchObject({ kind: "saved" });
    }
    const page = await asAuthor({ viewport: { width, height: 900 }, colorScheme });
    await page.goto(`/admin/clients/${first.client}/treatment-notes`);
    await page.getByRole("link", { name: "Progress over time" }).click();
    await page.getByRole("heading", { name: "Progress over time" }).waitFor();
    expect(await page.title()).not.toContain("Ana");
    await page.getByText(/^From 8 to 3 since/).waitFor();
    await page.getByText("Show as table").click();
    expect(await page.getByRole("row").count()).toBe(4);
    await page.getByLabel("From", { exact: true }).selectOption({ index: 1 });
    await page.getByRole("button", { name: "Compare" }).click();
    await page.waitForURL(/from=/);
    await page.getByText(/: Pain, \d, then Pain, 3$/).waitFor();
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(width);
    expect(await violationsOn(page)).toEqual([]);
  },
);
