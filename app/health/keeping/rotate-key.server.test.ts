import { copyFileSync, existsSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { openForm } from "#app/health/form/forms.server.ts";
import { rotateHealthKey } from "#app/health/keeping/rotate-key.server.ts";
import { healthState } from "#app/health/record-key.server.ts";
import { verifyKeys } from "#app/health/verify-keys.server.ts";
import { dataFiles } from "#app/platform/backup/make-backup.server.ts";
import { HEALTH_KEY_FILE, readHealthKey } from "#app/platform/encryption.server.ts";
import { treated } from "#tests/support/health.ts";
import { type TestApp, testApp } from "#tests/support/test-app.ts";

const NEXT = `.next-${HEALTH_KEY_FILE}`;
type Treated = Awaited<ReturnType<typeof treated>>;

test("a new key wraps every client’s key, and the former one is put aside and opens nothing", async () => {
  const { app, ...rest } = await treated();
  const former = readFileSync(keyFile(app), "utf8");
  const wrapped = await wrappedKeys(app);
  const outcome = await rotateHealthKey(app);
  expect(outcome).toMatchObject({ kind: "changed", isFinished: false, keys: wrapped.length });
  expect(readFileSync(keyFile(app), "utf8")).not.toBe(former);
  expect(readFileSync(join(app.config.dataDir, asideOf(outcome)), "utf8")).toBe(former);
  expect((await wrappedKeys(app)).some((one) => wrapped.includes(one))).toBe(false);
  await expectOpen({ app, ...rest });
  // No backup takes any of the files along.
  expect(dataFiles(app.config.dataDir).filter((name) => name.includes("key") && name.includes("health"))).toEqual([]);
  expect(readdirSync(app.config.dataDir)).not.toContain(NEXT);
  // What the former key had wrapped stays shut with it alone.
  writeFileSync(keyFile(app), former);
  expect(await healthState(app)).toBe("shut");
});

test("no health records: nothing happens; a key that is missing or opens not all: nothing is changed", async () => {
  const blank = await testApp();
  expect(await rotateHealthKey(blank)).toEqual({ kind: "none" });
  expect(existsSync(keyFile(blank))).toBe(false);
  const { app } = await treated();
  const wrapped = await wrappedKeys(app);
  renameSync(keyFile(app), `${keyFile(app)}.away`);
  expect(await rotateHealthKey(app)).toEqual({ kind: "shut" });
  expect(existsSync(keyFile(app))).toBe(false);
  renameSync(`${keyFile(app)}.away`, keyFile(app));
  await app.db.kysely.updateTable("record_keys").set({ wrapped: "v1.damaged.a.b" }).execute();
  expect(await rotateHealthKey(app)).toEqual({ kind: "shut" });
  await app.db.kysely
    .updateTable("record_keys")
    .set({ wrapped: wrapped[0] ?? "" })
    .execute();
  expect(await healthState(app)).toBe("on");
  expect(await rotateHealthKey(app)).toMatchObject({ kind: "changed", isFinished: false });
});

test("cut off once the new key is written: the former one is in use, and the next run begins anew", async () => {
  const { app, ...rest } = await treated();
  writeFileSync(join(app.config.dataDir, NEXT), "a-key-that-nothing-was-wrapped-with-yet");
  await expectOpen({ app, ...rest });
  const before = readHealthKey(app.config)?.id;
  expect(await rotateHealthKey(app)).toMatchObject({ kind: "changed", isFinished: false });
  expect(readHealthKey(app.config)?.id).not.toBe(before);
  await expectOpen({ app, ...rest });
});

test("cut off in the middle of the transaction, nothing of it stays", async () => {
  const { app, ...rest } = await treated();
  const wrapped = await wrappedKeys(app);
  const failing = app.db.kysely.withPlugin({
    transformQuery({ node }) {
      if (JSON.stringify(node).includes('"audit"')) throw new Error("cut off");
      return node;
    },
    transformResult: async ({ result }) => result,
  });
  await expect(rotateHealthKey({ ...app, db: { ...app.db, kysely: failing } })).rejects.toThrow("cut off");
  expect(await wrappedKeys(app)).toEqual(wrapped);
  await expectOpen({ app, ...rest });
  expect(await rotateHealthKey(app)).toMatchObject({ kind: "changed", isFinished: false });
  await expectOpen({ app, ...rest });
});

test.each(["before", "after"])("cut off %s the former key is put aside: the site finishes it", async (when) => {
  const { app, ...rest } = await treated();
  const id = await cutOff(app, when === "after");
  expect((await verifyKeys(app))?.faults[0]).toContain("npm run keys -- rotate");
  expect(await healthState(app)).toBe("on");
  expect(readHealthKey(app.config)?.id).toBe(id);
  await expectOpen({ app, ...rest });
});

test.each(["before", "after"])("cut off %s the former key is put aside: the next run finishes it", async (when) => {
  const { app, ...rest } = await treated();
  const id = await cutOff(app, when === "after");
  const former = readFileSync(keyFile(app), "utf8");
  const outcome = await rotateHealthKey(app);
  expect(outcome).toMatchObject({ kind: "changed", isFinished: true, keys: 1 });
  expect(readFileSync(join(app.config.dataDir, asideOf(outcome)), "utf8")).toBe(former);
  expect(readHealthKey(app.config)?.id).toBe(id);
  await expectOpen({ app, ...rest });
});

/** As a kill leaves it after the transaction: the new key is still beside the former one. Returns the new key's id. */
async function cutOff(app: TestApp, isAside: boolean): Promise<string | undefined> {
  const outcome = await rotateHealthKey(app);
  const id = readHealthKey(app.config)?.id;
  const aside = join(app.config.dataDir, asideOf(outcome));
  renameSync(keyFile(app), join(app.config.dataDir, NEXT));
  copyFileSync(aside, keyFile(app));
  if (!isAside) rmSync(aside);
  return id;
}

const asideOf = (outcome: object) => ("aside" in outcome ? String(outcome.aside) : "");
const keyFile = (app: TestApp) => join(app.config.dataDir, HEALTH_KEY_FILE);

async function wrappedKeys(app: TestApp): Promise<string[]> {
  const rows = await app.db.kysely.selectFrom("record_keys").select("wrapped").orderBy("key_id").execute();
  return rows.map(({ wrapped }) => wrapped);
}

async function expectOpen({ app, therapist, clientId }: Pick<Treated, "app" | "therapist" | "clientId">) {
  expect(await healthState(app)).toBe("on");
  expect((await verifyKeys(app))?.faults).toEqual([]);
  const opened = await openForm(app, therapist, clientId);
  expect(JSON.stringify(opened)).toContain("ZEBRA-HELP");
}
