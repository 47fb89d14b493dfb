import { expect, onTestFinished, test } from "vitest";
import { getAdapter } from "#app/adapters/adapters.db.server.ts";
import { noteAdapter } from "#app/adapters/note-adapter.server.ts";
import { calendlyForm } from "#app/connections/calendly/calendly.form.ts";
import { pollCalendly } from "#app/connections/calendly/calendly.jobs.server.ts";
import { calendlyInUse } from "#app/connections/calendly/calendly-in-use.server.ts";
import { saveCalendly, settleClash, tryCalendly } from "#app/connections/calendly/change-calendly.server.ts";
import { forgetExternal, listClashes } from "#app/connections/calendly/external-bookings.db.server.ts";
import { syncInvitee } from "#app/connections/calendly/sync-invitee.server.ts";
import { readFields } from "#app/platform/form-fields.ts";
import { visitor } from "#app/platform/permissions.ts";
import { getAdminCounts } from "#app/routes/admin/admin-counts.server.ts";
import { getSettingVersion } from "#app/settings/save-setting.server.ts";
import { readSettings } from "#app/settings/settings.db.server.ts";
import { externalFacts } from "#tests/support/calendly/external-facts.ts";
import { externalOf, withCalendly } from "#tests/support/calendly/plugged-in.ts";
import { startCalendly, TOKEN } from "#tests/support/calendly/stand-in.ts";
import { foundInTables } from "#tests/support/canaries.ts";
import { practice } from "#tests/support/practice.ts";
import { demoApp, type TestApp } from "#tests/support/test-app.ts";

const FRIDAY = Date.UTC(2027, 4, 7, 9);

async function unplugged() {
  const calendly = await startCalendly();
  onTestFinished(calendly.close);
  return { calendly, app: await demoApp({ config: calendly.config }) };
}

type Typed = Parameters<typeof saveCalendly>[2]["typed"];

async function save(app: TestApp, typed: Partial<Typed>) {
  const version = await getSettingVersion(app.db.kysely, "scheduler");
  const page = `${app.config.calendlyUrl}/acme`;
  return saveCalendly(app, practice, {
    version,
    typed: { kind: "calendly", page, token: "", serviceId: "", therapistId: "", ...typed },
  });
}

const needsOf = async (app: TestApp) => (await getAdminCounts(app, practice)).needs.map(({ label }) => label);

test("the token is stored sealed, stays when it is left empty, and is in no table and no audit line", async () => {
  const { app } = await unplugged();
  expect(await calendlyInUse(app)).toEqual({ kind: "off" });
  expect((await save(app, { token: TOKEN })).kind).toBe("saved");
  expect((await save(app, { serviceId: "x" })).kind).toBe("saved");
  expect(await calendlyInUse(app)).toMatchObject({ kind: "on", choice: { serviceId: "x" } });
  expect(await foundInTables(app, [TOKEN])).toEqual([]);
  expect(await tryCalendly(app, practice, "")).toEqual({ kind: "works", name: "Owner" });
  await expect(tryCalendly(app, visitor, TOKEN)).rejects.toThrow();
  expect((await saveCalendly(app, visitor, { version: 2, typed: {} as Typed })).kind).toBe("forbidden");
});

test("switching on asks at the next look and makes a webhook; switching off leaves nothing that asks", async () => {
  const { app, calendly } = await unplugged();
  await save(app, { token: TOKEN });
  await pollCalendly(app);
  expect(calendly.subscriptions()).toHaveLength(1);
  await save(app, { kind: "own" });
  expect(await getAdapter(app.db.kysely, "calendly")).toBeNull();
  expect((await readSettings(app.db.kysely, app.log)).settings.scheduler.token).not.toBe("");
  const asked = calendly.asked.length;
  app.clock.set(app.clock.now() + 3_600_000);
  await pollCalendly(app);
  expect(calendly.asked).toHaveLength(asked);
});

test("a token that this machine can't open leaves visitors with our own times", async () => {
  const { app } = await unplugged();
  await save(app, { token: TOKEN });
  const moved = { ...app, config: { ...app.config, sealingKey: "another-key-of-another-machine-altogether" } };
  expect(await calendlyInUse(moved)).toEqual({ kind: "shut" });
  await pollCalendly(moved);
});

const REFUSALS = [
  ["no-scope", "Calendly answered 403: Permission Denied: You do not have permission. The token may not do this: make"],
  [
    "broken",
    "Calendly answered 500: Internal Server Error: The server encountered an error. It has trouble of its own",
  ],
  ["limited", "Calendly answered 429: it was asked too often, and wants to be left alone for 42 seconds."],
  ["cut", "Calendly was asked. It could not be reached"],
  ["garbled", "Calendly answered in a shape that we don’t know."],
] as const;

test("what Calendly answers to a try is told in its own words, with what they mean", async () => {
  const { app, calendly } = await unplugged();
  expect(await tryCalendly(app, practice, "")).toEqual({ kind: "invalid" });
  const words =
    "Calendly answered 401: Unauthenticated: The access token is invalid. It does not know this token: copy";
  expect(await tryCalendly(app, practice, "wrong")).toEqual({ kind: "failed", words: expect.stringContaining(words) });
  for (const [mood, told] of REFUSALS) {
    calendly.become(mood);
    const tried = { kind: "failed", words: expect.stringContaining(told) };
    expect([mood, await tryCalendly(app, practice, TOKEN)]).toEqual([mood, tried]);
  }
});

test("a form without page or token is refused, one with another site's page too", () => {
  const form = calendlyForm({ host: "https://calendly.com", hasToken: false });
  const errorsOf = (fields: Record<string, string>) => {
    const read = readFields(form, { kind: "calendly", page: "https://calendly.com/acme", token: "t", ...fields });
    return read.kind === "invalid" ? Object.keys(read.errors) : [];
  };
  expect(errorsOf({})).toEqual([]);
  expect(errorsOf({ kind: "own", page: "", token: "" })).toEqual([]);
  expect(errorsOf({ page: "" })).toEqual(["page"]);
  expect(errorsOf({ page: "https://evil.example/acme" })).toEqual(["page"]);
  expect(errorsOf({ token: "" })).toEqual(["token"]);
  expect(errorsOf({ token: "two words" })).toEqual(["token"]);
  expect(errorsOf({ kind: "other" })).toEqual(["kind"]);
});

test("a failing system and a clash are on the dashboard until they are over, or settled by hand", async () => {
  const { app } = await withCalendly();
  const quiet = await needsOf(app);
  await noteAdapter(app, "calendly", { status: 500, words: "Calendly answered 500" });
  await syncInvitee(app, externalFacts({ start: FRIDAY }));
  const second = externalFacts({ start: FRIDAY });
  await syncInvitee(app, second);
  expect(await needsOf(app)).toEqual(expect.arrayContaining(["Double bookings with Calendly", "Calendly fails"]));
  expect(await settleClash(app, visitor, second)).toEqual({ kind: "forbidden" });
  expect(await settleClash(app, practice, second)).toEqual({ kind: "saved" });
  expect(await settleClash(app, practice, second)).toEqual({ kind: "not-found" });
  await syncInvitee(app, second);
  expect((await externalOf(app)).map(({ state, name }) => [state, name]).sort()).toEqual([
    ["live", null],
    ["settled", null],
  ]);
  await noteAdapter(app, "calendly", null);
  expect(await needsOf(app)).toEqual(quiet);
});

test("the details in a clash go with the person who is erased", async () => {
  const { app } = await withCalendly();
  await syncInvitee(app, externalFacts({ start: FRIDAY }));
  await syncInvitee(app, externalFacts({ start: FRIDAY, email: "Sam@Example.com" }));
  await app.db.kysely.transaction().execute((tx) => forgetExternal(tx, ["sam@example.com"]));
  expect(await listClashes(app.db.kysely)).toMatchObject([{ name: null, email: null, phone: null }]);
});
