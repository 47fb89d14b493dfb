import { createHash } from "node:crypto";
import { readdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { exportArchive } from "#app/moving/archive/export-archive.server.ts";
import { seal } from "#app/platform/encryption.server.ts";
import { writeSetting } from "#app/settings/settings.db.server.ts";
import { NOT_ADMINS } from "#tests/support/admin.ts";
import { contentsOf } from "#tests/support/archives/archives.ts";
import { booked } from "#tests/support/booked.ts";
import { personIn, signedIn } from "#tests/support/signed-in.ts";
import { temporaryFolder } from "#tests/support/temporary-folder.ts";
import { demoApp, type TestApp } from "#tests/support/test-app.ts";

async function ownerOf(app: TestApp) {
  const person = await personIn(app, { role: "admin", email: "owner@example.com" });
  return { kind: "admin", userId: person.id, isConfirmed: true } as const;
}

async function bytesOf(archive: ReadableStream<Uint8Array>): Promise<Buffer> {
  const pieces: Uint8Array[] = [];
  for await (const piece of archive) pieces.push(piece);
  return Buffer.concat(pieces);
}

test("an owner who was confirmed lately gets everything, the audit says so, and every owner is mailed", async () => {
  const app = await demoApp();
  const who = await ownerOf(app);
  const second = await personIn(app, { role: "admin", email: "second@example.com" });
  const outcome = await exportArchive(app, who);
  if (outcome.kind !== "exported") throw new Error(outcome.kind);
  expect(outcome.fileName).toBe("everything-2027-05-04.zip");
  const { kysely } = app.db;
  const mails = kysely.selectFrom("outbox").select("data").where("kind", "=", "archive-taken").execute();
  const told = (await mails).map(({ data }) => JSON.parse(data).to).sort();
  expect(told).toEqual([who.userId, second.id].sort());
  const audited = kysely.selectFrom("audit").select(["actor", "action"]).where("subject_kind", "=", "archive");
  expect(await audited.execute()).toEqual([{ actor: `admin:${who.userId}`, action: "archive.take" }]);
  const file = join(temporaryFolder(), "taken.zip");
  writeFileSync(file, await bytesOf(outcome.archive));
  const contents = await contentsOf(file);
  expect(String(contents.get("therapists.csv"))).toContain('"Imogen Hartley"');
  expect(String(contents.get("README.md"))).toContain("npm run import-practice");
  expect(readdirSync(app.config.dataDir).filter((name) => name.includes("snapshot"))).toEqual([]);
});

test("nobody else gets anything, nor an owner who was not confirmed lately", async () => {
  const app = await demoApp();
  const who = await ownerOf(app);
  for (const actor of NOT_ADMINS) {
    expect(await exportArchive(app, actor)).toEqual({ kind: "forbidden" });
  }
  const stale = { ...who, isConfirmed: false };
  expect(await exportArchive(app, stale)).toEqual({ kind: "unconfirmed" });
  const noted = app.db.kysely.selectFrom("outbox").select("id").where("kind", "=", "archive-taken");
  expect(await noted.execute()).toEqual([]);
});

test("one at a time, and whoever goes away ends it", async () => {
  const app = await demoApp();
  const who = await ownerOf(app);
  const first = await exportArchive(app, who);
  if (first.kind !== "exported") throw new Error(first.kind);
  expect((await exportArchive(app, who)).kind).toBe("conflict");
  const reader = first.archive.getReader();
  await reader.read();
  await reader.cancel();
  await expect
    .poll(async () => {
      const next = await exportArchive(app, who);
      if (next.kind === "exported") await next.archive.cancel();
      return next.kind;
    })
    .toBe("exported");
});

test("keys, sessions, passwords and links are in no file of it", async () => {
  const app = await demoApp();
  const who = await ownerOf(app);
  const { cookie } = await signedIn(app, { email: "client@example.com" });
  const { appointment } = await booked(app);
  const key = { id: "0123456789ab", bytes: createHash("sha256").update("key").digest() };
  const sealed = seal(key, { table: "settings", column: "value.x", row: "business" }, "zebra");
  const { kysely } = app.db;
  await kysely.transaction().execute(async (tx) => {
    const now = app.clock.now();
    const server = { host: "smtp.zebra.example", port: 587, security: "tls" as const, user: "u", password: sealed };
    await writeSetting(tx, { key: "mailServer", value: server, now });
    await writeSetting(tx, { key: "look", value: { secretOfTomorrow: sealed } as never, now });
  });
  const outcome = await exportArchive(app, who);
  if (outcome.kind !== "exported") throw new Error(outcome.kind);
  const file = join(temporaryFolder(), "taken.zip");
  writeFileSync(file, await bytesOf(outcome.archive));
  const hidden: string[] = [sealed, "smtp.zebra.example", cookie.split("=")[1] ?? ""];
  const rows = await kysely.selectFrom("sessions").select(["token"]).execute();
  const hashes = await kysely.selectFrom("sign_ins").select("password").execute();
  const links = await kysely.selectFrom("appointments").select("manage_hash").execute();
  hidden.push(...rows.map(({ token }) => token), ...hashes.map(({ password }) => password ?? ""));
  hidden.push(...links.map(({ manage_hash }) => manage_hash));
  expect(hidden.every((secret) => secret.length > 10)).toBe(true);
  const contents = await contentsOf(file);
  expect(String(contents.get("data/settings.ndjson"))).toContain('secretOfTomorrow\\":\\"\\"');
  expect(String(contents.get("appointments.csv"))).toContain(appointment.reference.slice(0, 4));
  for (const [name, bytes] of contents) {
    expect([name, hidden.filter((secret) => bytes.includes(secret))]).toEqual([name, []]);
  }
});
