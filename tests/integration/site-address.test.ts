import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { readSiteAddress, requestAddress } from "#app/maintenance/site-address.server.ts";
import { adminActor } from "#tests/support/admin.ts";
import { startNameServer } from "#tests/support/name-server.ts";
import { demoApp, TUESDAY_NINE } from "#tests/support/test-app.ts";

const HERE = "203.0.113.7";

test("an owner asks for a domain that leads here, and the machine finds the request", async () => {
  const { app, owner, request } = await onServer();
  expect(await request("new.example", { ...owner, isConfirmed: false })).toEqual({ kind: "unconfirmed" });
  expect(await request("https://new.example/")).toMatchObject({
    kind: "invalid",
    words: "Enter a domain without https:// and without a path, like book.example.co.uk.",
  });
  expect(await request("book.example")).toMatchObject({ words: "The site is at book.example already." });
  expect(await request("elsewhere.example")).toEqual({
    kind: "invalid",
    words: expect.stringContaining("elsewhere.example leads to 198.51.100.1, and this machine is 203.0.113.7"),
    records: [{ type: "A", name: "elsewhere.example", value: HERE }],
  });
  expect(await request("nowhere.example")).toMatchObject({ words: expect.stringContaining("leads nowhere yet") });
  const file = join(app.config.dataDir, ".address-requested");
  expect(existsSync(file)).toBe(false);
  expect(await request(" New.Example. ")).toEqual({ kind: "saved" });
  expect(readFileSync(file, "utf8")).toBe("new.example\n");
  expect(await readSiteAddress(app)).toMatchObject({
    host: "book.example",
    records: { a: [HERE], aaaa: [] },
    requestedAt: expect.any(Number),
    last: null,
  });
  const lines = app.db.kysely.selectFrom("audit").select(["action", "subject_id"]).where("action", "like", "address%");
  expect(await lines.execute()).toEqual([{ action: "address.request", subject_id: "new.example" }]);
});

test("a server that nobody watches for requests takes none", async () => {
  const { request } = await onServer({ serverTasks: false });
  expect(await request("new.example")).toMatchObject({
    kind: "invalid",
    words: expect.stringContaining("from a page"),
  });
});

test("what came of the last change is read, and a damaged file is as none", async () => {
  const { app } = await onServer();
  const file = join(app.config.dataDir, ".address-outcome.json");
  const outcome = { at: TUESDAY_NINE, domain: "new.example", kind: "refused", words: "new.example leads nowhere yet." };
  writeFileSync(file, JSON.stringify(outcome));
  expect((await readSiteAddress(app)).last).toEqual(outcome);
  writeFileSync(file, "{");
  expect((await readSiteAddress(app)).last).toBeNull();
});

async function onServer({ serverTasks = true } = {}) {
  const names = await startNameServer({
    "A book.example": [HERE],
    "A new.example": [HERE],
    "A elsewhere.example": ["198.51.100.1"],
  });
  onTestFinished(() => names.close());
  const publicUrl = "https://book.example";
  const app = await demoApp({ config: { serverTasks, dnsServers: [names.address], publicUrl } });
  const owner = await adminActor(app);
  return { app, owner, request: (domain: string, actor = owner) => requestAddress(app, actor, { domain }) };
}
