import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { refuseDemo } from "#app/demo/remove-demo-practice.server.ts";
import type { AppContext } from "#app/platform/app-context.server.ts";
import { backupName } from "#app/platform/backup/backup-name.ts";
import { getSettingVersion, saveSetting } from "#app/settings/save-setting.server.ts";
import { readSettings } from "#app/settings/settings.db.server.ts";
import { bookTest } from "#app/site/go-live/book-test.server.ts";
import { chooseForOpening, markPolicyRead, POLICIES } from "#app/site/go-live/choose-for-opening.server.ts";
import { getChecklist } from "#app/site/go-live/get-checklist.server.ts";
import { pressTestMail, sendTestMail } from "#app/site/go-live/try-mail-server.server.ts";
import { addJo, addService, FERRIER, LEGAL, saveFacts } from "#tests/support/ferrier.ts";
import { personIn } from "#tests/support/signed-in.ts";
import { temporaryFolder } from "#tests/support/temporary-folder.ts";
import { demoApp, testApp } from "#tests/support/test-app.ts";

const LOCAL = "http://localhost:3000";
const isNeeded = ({ state }: { state: string }) => state !== "optional";
const HOURS = [{ weekday: 1, fromMinute: 540, toMinute: 1020 }];

async function redOf(app: AppContext): Promise<string[]> {
  const groups = await getChecklist(app, "en-GB");
  return groups.flatMap(({ lines }) => lines.filter(({ state }) => state === "todo").map(({ id }) => id));
}

async function ownerIn(app: AppContext) {
  const { id } = await personIn(app, { role: "admin", email: "jo@ferrier.example" });
  return { kind: "admin", userId: id } as const;
}

async function saveHours(app: AppContext, owner: Awaited<ReturnType<typeof ownerIn>>): Promise<void> {
  const version = await getSettingVersion(app.db.kysely, "openingHours");
  await saveSetting(app, owner, { key: "openingHours", version, next: () => HOURS });
}

test("from an empty folder every line turns green by what is stored, and red again by what is taken away", async () => {
  const backupDir = join(temporaryFolder(), "backups");
  const config = { demo: false, publicUrl: "https://book.ferrier.example", smtpUrl: "smtp://127.0.0.1:1", backupDir };
  const app = await testApp({ config: { ...config, publicUrl: LOCAL } });
  const [db, now] = [app.db.kysely, app.clock.now()];
  const owner = await ownerIn(app);
  const turned: string[] = [];
  const green = async (id: string, deed: () => Promise<unknown> | unknown) => {
    expect(await redOf(app)).toContain(id);
    await deed();
    expect(await redOf(app)).not.toContain(id);
    turned.push(id);
  };
  await green("address", () => Object.assign(app.config, config));
  await green("identity", () => saveFacts(app, FERRIER));
  await green("legal", () => saveFacts(app, { legal: LEGAL }));
  await green("services", async () => addService(app, [await addJo(app)]));
  await green("hours", () => saveHours(app, owner));
  await green("pictures", () => chooseForOpening(app, owner, { keepsDrawings: true }));
  await green("policies", async () => {
    for (const page of POLICIES) expect((await markPolicyRead(app, owner, { page, version: 0 })).kind).toBe("changed");
  });
  await green("mail", async () => {
    await sendTestMail(app, owner);
    await db.updateTable("outbox").set({ done_at: now }).execute();
    const { goLive } = (await readSettings(db, app.log)).settings;
    expect((await pressTestMail(app, owner, "another")).kind).toBe("not-found");
    expect((await pressTestMail(app, owner, goLive.testMail.code)).kind).toBe("changed");
  });
  await green("second-factor", () => db.updateTable("users").set({ twoFactorEnabled: true }).execute());
  await green("backups", async () => mkdirSync(join(backupDir, backupName(now)), { recursive: true }));
  await green("test-booking", async () => expect(await bookTest(app, owner)).toEqual({ kind: "booked" }));
  expect(await redOf(app)).toEqual([]);
  const needed = (await getChecklist(app, "en-GB")).flatMap(({ lines }) => lines.filter(isNeeded));
  expect(turned.sort()).toEqual(needed.map(({ id }) => id).sort());

  Object.assign(app.config, { publicUrl: LOCAL });
  await db.updateTable("users").set({ twoFactorEnabled: false }).execute();
  await db.updateTable("outbox").set({ done_at: null, last_error: "535 authentication failed" }).execute();
  await db.insertInto("page_words").values({ page: "terms", words: "{}", version: 1, updated_at: now }).execute();
  await chooseForOpening(app, owner, { keepsDrawings: false });
  await saveFacts(app, { phone: "", legal: { ...LEGAL, name: "" } });
  await db.deleteFrom("service_therapists").execute();
  await db.deleteFrom("working_hours").execute();
  app.clock.set(now + 3 * 86_400_000);
  expect(await redOf(app)).toEqual([
    ...["identity", "legal", "policies", "services", "hours", "pictures"],
    ...["mail", "address", "backups", "second-factor", "test-booking"],
  ]);
});

test("while the demo is shown the list says that the practice is not the owner's own", async () => {
  const app = await demoApp();
  expect(await redOf(app)).toContain("demo");
  await refuseDemo(app);
  expect(await redOf(app)).not.toContain("demo");
});

test("a policy that was changed after it was read is to be read again, and only as it stands", async () => {
  const app = await testApp({ config: { demo: false } });
  const owner = await ownerIn(app);
  expect((await markPolicyRead(app, owner, { page: "terms", version: 3 })).kind).toBe("not-found");
  expect((await markPolicyRead(app, { kind: "visitor" }, { page: "terms", version: 0 })).kind).toBe("forbidden");
});

test("the test booking leaves no appointment, client, claim or mail behind", async () => {
  const app = await testApp({ config: { demo: false } });
  const owner = await ownerIn(app);
  expect(await bookTest(app, owner)).toEqual({ kind: "not-found" });
  expect(await bookTest(app, { kind: "visitor" })).toEqual({ kind: "forbidden" });
  await addService(app, [await addJo(app)]);
  expect(await bookTest(app, owner)).toEqual({ kind: "booked" });
  for (const table of ["appointments", "clients", "appointment_claims", "outbox"] as const) {
    expect(await app.db.kysely.selectFrom(table).selectAll().execute(), table).toEqual([]);
  }
});
