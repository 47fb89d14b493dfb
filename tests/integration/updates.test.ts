import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { createServer } from "node:http";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { makeReleaseKey, signRelease } from "#app/maintenance/release.server.ts";
import { askIfDue, readUpdates, requestUpdate } from "#app/maintenance/updates.server.ts";
import { adminActor } from "#tests/support/admin.ts";
import { demoApp, type TestApp, TUESDAY_NINE } from "#tests/support/test-app.ts";

const DAY = 86_400_000;
const { secret, key } = makeReleaseKey();
const release = { version: "9.0.0", bytes: 10, sha256: "0".repeat(64), changelog: "- Warmer towels" };
const known = { keys: [key], installed: "0.2.0" };

test("without an address for releases nobody is asked", async () => {
  const app = await demoApp();
  await askIfDue(app);
  expect(await readUpdates(app, known)).toMatchObject({ hasFeed: false, checkedAt: null, newer: null, fault: null });
});

test("the feed is asked once a day, with nothing about the practice, and a signed newer release is shown", async () => {
  const { app, asked, says } = await withFeed();
  says(200, signRelease(release, secret));
  await askIfDue(app);
  await askIfDue(app);
  expect(asked).toEqual([{ line: "GET /newest.json", names: ["user-agent", "accept-encoding", "host", "connection"] }]);
  expect(await readUpdates(app, known)).toMatchObject({
    hasFeed: true,
    checkedAt: TUESDAY_NINE,
    newer: release,
    fault: null,
  });
  expect((await readUpdates(app, { ...known, installed: "9.0.0" })).newer).toBeNull();
  app.clock.set(TUESDAY_NINE + DAY);
  says(503, "");
  await askIfDue(app);
  // What was known stays.
  expect(await readUpdates(app, known)).toMatchObject({ newer: release, fault: "It answered 503." });
});

test("a release that no known key signed is not offered, and its words are told", async () => {
  const { app, says } = await withFeed();
  says(200, signRelease(release, makeReleaseKey().secret));
  await askIfDue(app);
  expect(await readUpdates(app, known)).toMatchObject({
    newer: null,
    fault: "The release is not signed with a key that this installation knows.",
  });
  expect((await readUpdates(app, { installed: "0.2.0" })).fault).toBe(
    "This installation knows no key that signs releases.",
  );
});

test("an owner asks for the release that they saw, and the machine finds the request", async () => {
  const { app, says } = await withFeed();
  const owner = await adminActor(app);
  says(200, signRelease(release, secret));
  await askIfDue(app);
  const request = (version: string, actor = owner) => requestUpdate(app, actor, { version, ...known });
  expect(await request("8.0.0")).toEqual({ kind: "not-found" });
  expect(await request("9.0.0", { ...owner, isConfirmed: false })).toEqual({ kind: "unconfirmed" });
  const file = join(app.config.dataDir, ".update-requested");
  expect(existsSync(file)).toBe(false);
  expect(await request("9.0.0")).toEqual({ kind: "saved" });
  expect(readFileSync(file, "utf8")).toBe("9.0.0\n");
  expect((await readUpdates(app, known)).requestedAt).toEqual(expect.any(Number));
  const lines = app.db.kysely.selectFrom("audit").select(["action", "subject_id"]).where("action", "like", "update%");
  expect(await lines.execute()).toEqual([{ action: "update.request", subject_id: "9.0.0" }]);
});

test("what the last update did is read, and a damaged file is as none", async () => {
  const app = await demoApp();
  const file = join(app.config.dataDir, ".update-outcome.json");
  const outcome = { at: TUESDAY_NINE, version: "9.0.0", kind: "went-back", words: "We went back." };
  writeFileSync(file, JSON.stringify(outcome));
  expect((await readUpdates(app, known)).last).toEqual(outcome);
  writeFileSync(file, JSON.stringify(outcome).slice(1));
  expect((await readUpdates(app, known)).last).toBeNull();
});

async function withFeed() {
  const app = await demoApp();
  const asked: { line: string; names: string[] }[] = [];
  let answer = { status: 200, text: "" };
  const server = createServer((request, response) => {
    asked.push({ line: `${request.method} ${request.url}`, names: Object.keys(request.headers) });
    response.writeHead(answer.status).end(answer.text);
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  onTestFinished(() => void server.close());
  const origin = `http://127.0.0.1:${(server.address() as { port: number }).port}`;
  const config = { ...app.config, releaseFeed: `${origin}/newest.json`, outboundPrivate: [origin] };
  const given: TestApp = Object.assign(Object.create(app), { config });
  return { app: given, asked, says: (status: number, text: string) => (answer = { status, text }) };
}
