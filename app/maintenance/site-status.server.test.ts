import { expect, test } from "vitest";
import { checkSite, listErrors, readStatus, type StatusCheck } from "#app/maintenance/site-status.server.ts";
import { diskCheck, diskVerdict, errorsCheck, jobsCheck, mailCheck } from "#app/maintenance/status-checks.server.ts";
import type { Verdict } from "#app/maintenance/status-line.ts";
import { databaseMetrics } from "#app/platform/http/metrics.server.ts";
import { createLog } from "#app/platform/log.server.ts";
import { repeat } from "#app/platform/timer.server.ts";
import { writeSetting } from "#app/settings/settings.db.server.ts";
import { STATUS_CHECKS } from "#app/site-status.server.ts";
import { switchedOn } from "#tests/support/health.ts";
import { takesPayments } from "#tests/support/options.ts";
import { type TestApp, testApp } from "#tests/support/test-app.ts";

const MINUTE = 60_000;
const DAY = 1440 * MINUTE;

/** A line that finds what the test says. */
function lineThat(verdict: () => Verdict): StatusCheck {
  return { id: "disk", group: "Your data", title: "Disk", fix: null, check: async () => verdict() };
}

async function subjects(app: TestApp): Promise<string[]> {
  const rows = await app.db.kysely.selectFrom("outbox").select("data").orderBy("created_at").execute();
  return rows.map(({ data }) => JSON.parse(data).state);
}

test("a line keeps since when it is wrong, and one email a day tells of it until all is right", async () => {
  const app = await testApp();
  let verdict: Verdict = { state: "good", words: "9 of 40 GB used." };
  const checks = [lineThat(() => verdict)];
  const began = app.clock.now();
  const later = async (ms: number) => {
    app.clock.set(app.clock.now() + ms);
    await checkSite(app, checks);
  };
  await checkSite(app, checks);
  verdict = { state: "wrong", words: "39 of 40 GB used." };
  await later(5 * MINUTE);
  await later(10 * MINUTE);
  expect(await subjects(app)).toEqual([]);
  expect(await readStatus(app.db.kysely, checks)).toMatchObject([{ state: "wrong", since: began + 5 * MINUTE }]);
  await later(5 * MINUTE);
  await later(5 * MINUTE);
  expect(await subjects(app)).toEqual(["wrong"]);
  await later(DAY);
  expect(await subjects(app)).toEqual(["wrong", "wrong"]);
  verdict = { state: "good", words: "9 of 40 GB used." };
  await later(MINUTE);
  await later(MINUTE);
  expect(await subjects(app)).toEqual(["wrong", "wrong", "right"]);
});

test("two processes that check at one moment send one email between them", async () => {
  const app = await testApp();
  const checks = [lineThat(() => ({ state: "wrong", words: "39 of 40 GB used." }))];
  await checkSite(app, checks);
  app.clock.set(app.clock.now() + 20 * MINUTE);
  await Promise.all([checkSite(app, checks), checkSite(app, checks)]);
  expect(await subjects(app)).toEqual(["wrong"]);
  expect(await readStatus(app.db.kysely, checks)).toHaveLength(1);
});

test("a check that throws is not known, and the others are shown", async () => {
  const app = await testApp();
  const broken: StatusCheck = { ...diskCheck, id: "broken", check: () => Promise.reject(new Error("no")) };
  await checkSite(app, [broken, diskCheck]);
  expect(await readStatus(app.db.kysely, [broken, diskCheck])).toMatchObject([
    { id: "broken", state: "off", words: "We could not check this." },
    { id: "disk", words: expect.stringMatching(/^[\d.]+ of [\d.]+ GB used\./) },
  ]);
});

test("errors of the log are listed with their request, and nothing of what was typed", async () => {
  const log = createLog("error", { write: () => undefined });
  const app = { ...(await testApp()), log };
  log.error({ err: new Error("Rosa Whitfield"), requestId: "r-1" }, "a page failed");
  log.error("the ledger differs");
  log.warn("nothing to see");
  await checkSite(app, [errorsCheck]);
  const errors = await listErrors(app.db.kysely, { now: app.clock.now(), most: 10 });
  expect(errors.map(({ message, requestId }) => [message, requestId]).toSorted()).toEqual([
    ["a page failed", "r-1"],
    ["the ledger differs", null],
  ]);
  expect(JSON.stringify(errors)).not.toContain("Rosa");
  await checkSite(app, [errorsCheck]);
  expect((await readStatus(app.db.kysely, [errorsCheck]))[0]?.words).toBe(
    "2 errors in the last 24 hours, listed below.",
  );
});

test("a job that fails is named, and since when", async () => {
  const app = await testApp();
  const quiet = { ...app, log: createLog("silent") };
  let fails = true;
  const job = async () => {
    if (fails) throw new Error("no");
  };
  const stop = repeat(quiet, { every: DAY, job, failed: "the report could not be made" });
  await stop();
  const check = () => jobsCheck.check(quiet, at(quiet));
  expect(await check()).toMatchObject({
    state: "wrong",
    words: expect.stringContaining("the report could not be made"),
  });
  fails = false;
  await repeat(quiet, { every: DAY, job, failed: "the report could not be made" })();
  expect(await check()).toMatchObject({ state: "good", words: "1 job ran without an error." });
});

function at(app: TestApp) {
  return { now: app.clock.now(), settings: {} as never, moment: (instant: number) => new Date(instant).toISOString() };
}

test("no mail server is something to set up, and no email tells of it", async () => {
  const app = await testApp();
  await checkSite(app, [mailCheck]);
  app.clock.set(app.clock.now() + DAY);
  await checkSite(app, [mailCheck]);
  expect(await readStatus(app.db.kysely, [mailCheck])).toMatchObject([{ state: "todo" }]);
  expect(await subjects(app)).toEqual([]);
});

test("the same facts are in the metrics", async () => {
  const app = await testApp();
  await takesPayments(app, { online: true });
  // Lines that are there once what they watch is on.
  await switchedOn(app);
  const mailbox = {
    host: "imap.example.com",
    port: 993,
    security: "tls" as const,
    user: "desk",
    password: "",
    folder: "INBOX",
  };
  await writeSetting(app.db.kysely, { key: "mailbox", value: mailbox, now: app.clock.now() });
  await checkSite(app, STATUS_CHECKS);
  const text = await databaseMetrics(app);
  for (const { id } of STATUS_CHECKS) expect(text, id).toContain(`limber_yard_status_seconds{line="${id}"`);
  expect(text).toMatch(/limber_yard_status_figure\{line="disk"\} \d+/);
  expect(text).toContain("limber_yard_status_checked_seconds 0");
});

test("payments have a line while they are taken: whether the ledger agreed last night", async () => {
  const app = await testApp();
  const ledger = async () => {
    await checkSite(app, STATUS_CHECKS);
    return (await readStatus(app.db.kysely, STATUS_CHECKS)).find(({ id }) => id === "ledger") ?? null;
  };
  expect(await ledger()).toBeNull();
  await takesPayments(app);
  expect(await ledger()).toMatchObject({ state: "good", words: "They are checked for the first time tonight." });
  const check = { id: 1, at: app.clock.now(), entries: 12, fault: "payment 7: the row is gone" };
  await app.db.kysely.insertInto("ledger_checks").values(check).execute();
  expect(await ledger()).toMatchObject({
    state: "wrong",
    words: "They differ from what was written: payment 7: the row is gone",
  });
});

test("a disk is nearly full below half a gigabyte or a twentieth", () => {
  expect(diskVerdict({ free: 31e9, size: 40e9 })).toEqual({ state: "good", words: "9 of 40 GB used.", figure: 31e9 });
  expect(diskVerdict({ free: 1.9e9, size: 40e9 })).toMatchObject({ state: "wrong" });
  expect(diskVerdict({ free: 0.5e9, size: 8e9 }).state).toBe("good");
  expect(diskVerdict({ free: 0.4e9, size: 5e9 }).words).toContain("Only 0.4 GB are free");
});
