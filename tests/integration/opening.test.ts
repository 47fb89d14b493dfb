import { expect, test } from "vitest";
import { refuseDemo } from "#app/demo/remove-demo-practice.server.ts";
import type { AppContext } from "#app/platform/app-context.server.ts";
import { getOpening, getSwitch, openSite } from "#app/site/go-live/opening.server.ts";
import { opening } from "#migrations/0510-opening.ts";
import { FERRIER, ferrierIn, LEGAL, saveFacts, setOpening } from "#tests/support/ferrier.ts";
import { practice } from "#tests/support/practice.ts";
import { demoApp, testApp } from "#tests/support/test-app.ts";

const OFF = { config: { demo: false } };
const WITH_MAIL = { config: { demo: false, smtpUrl: "smtp://127.0.0.1:1" } };

const choose = async (app: AppContext, state: "not-open" | "phone-only" | "open", isConfirmed = false) =>
  openSite(app, practice, { state, isConfirmed, locale: "en-GB", version: (await getSwitch(app)).version });

/** As a database of the release before: without the owner's choice. */
async function ofBefore(app: AppContext): Promise<void> {
  await app.db.kysely.deleteFrom("settings").where("key", "=", "opening").execute();
}

test("opening asks for a confirmation while email can't be sent or a step is left, and names what is missing", async () => {
  const app = await testApp(OFF);
  await ferrierIn(app);
  await setOpening(app, "not-open");
  const asked = await choose(app, "open");
  expect(asked).toMatchObject({ kind: "to-confirm", missing: { sendsMail: false } });
  const lines = asked.kind === "to-confirm" ? asked.missing.lines.map(({ id }) => id) : [];
  expect(lines).toEqual(expect.arrayContaining(["mail", "policies", "backups"]));
  expect(await getOpening(app)).toMatchObject({ state: "not-open" });
  expect(await choose(app, "open", true)).toEqual({ kind: "saved" });
  expect(await getOpening(app)).toBeNull();
});

test("with a mail server a step that is left is asked about alone; closing and booking by phone ask nothing", async () => {
  const app = await testApp(WITH_MAIL);
  await ferrierIn(app);
  expect(await choose(app, "not-open")).toEqual({ kind: "saved" });
  expect(await choose(app, "open")).toMatchObject({ kind: "to-confirm", missing: { sendsMail: true } });
  expect(await choose(app, "phone-only")).toEqual({ kind: "saved" });
});

test("bookings by phone need a phone number, and only an owner opens", async () => {
  const app = await testApp(OFF);
  expect(await choose(app, "phone-only")).toMatchObject({ kind: "invalid" });
  const input = { state: "open", version: 0, isConfirmed: true, locale: "en-GB" } as const;
  expect(await openSite(app, { kind: "client", userId: "someone" }, input)).toEqual({ kind: "forbidden" });
});

test("two owners who choose at the same time: the second sees what the first has chosen", async () => {
  const app = await testApp(OFF);
  await saveFacts(app, FERRIER);
  const { version } = await getSwitch(app);
  const as = { version, isConfirmed: true, locale: "en-GB" };
  expect(await openSite(app, practice, { ...as, state: "phone-only" })).toEqual({ kind: "saved" });
  const second = await openSite(app, practice, { ...as, state: "open" });
  expect(second).toMatchObject({ kind: "conflict", current: { state: "phone-only", version: version + 1 } });
});

test("the demo practice is open, and a practice that begins without it is not", async () => {
  const app = await demoApp();
  expect(await getOpening(app)).toBeNull();
  await refuseDemo(app);
  expect(await getOpening(app)).toMatchObject({ state: "not-open" });
});

test("an update leaves a practice open that visitors see today", async () => {
  const app = await testApp(OFF);
  await ferrierIn(app);
  await ofBefore(app);
  await opening.up(app.db.kysely);
  expect(await getOpening(app)).toBeNull();
});

test.each([
  ["without an email address", (app: AppContext) => saveFacts(app, { email: "" })],
  ["with a company that has no number", (app: AppContext) => saveFacts(app, { legal: { ...LEGAL, form: "company" } })],
  ["whose therapist has no hours", (app: AppContext) => app.db.kysely.deleteFrom("working_hours").execute()],
  [
    "whose services are hidden",
    (app: AppContext) => app.db.kysely.updateTable("services").set({ active: 0 }).execute(),
  ],
])("an update opens no practice %s", async (_, spoil) => {
  const app = await testApp(OFF);
  await ferrierIn(app);
  await spoil(app);
  await ofBefore(app);
  await opening.up(app.db.kysely);
  expect(await getOpening(app)).toMatchObject({ state: "not-open" });
});

test("an update of an untouched demo leaves the choice open: without DEMO its site begins closed", async () => {
  const app = await demoApp();
  await opening.up(app.db.kysely);
  expect(await getOpening(app)).toBeNull();
  await refuseDemo(app);
  expect(await getOpening(app)).toMatchObject({ state: "not-open" });
});
