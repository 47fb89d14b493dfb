import { appendFileSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { mailFirstLinks } from "#app/accounts/sign-in/finish-sign-in.server.ts";
import { signIn } from "#app/accounts/sign-in/sign-in.server.ts";
import { importArchive } from "#app/moving/archive/import-archive.server.ts";
import { eraseAgain, personalData } from "#app/personal-data.server.ts";
import { listErasures } from "#app/platform/personal-data.server.ts";
import { erase } from "#app/privacy/erase-client.server.ts";
import { adminActor } from "#tests/support/admin.ts";
import { archiveFrom, broughtInto, contentsOf } from "#tests/support/archives/archives.ts";
import { type Forged, forgedFrom, rowChanged, zipOf } from "#tests/support/archives/forged.ts";
import { booked } from "#tests/support/booked.ts";
import { clientOf, makePast } from "#tests/support/clients.ts";
import { schemaOf } from "#tests/support/schema-of.ts";
import { personIn } from "#tests/support/signed-in.ts";
import { talliesOf } from "#tests/support/tallies.ts";
import { temporaryFolder } from "#tests/support/temporary-folder.ts";
import { demoApp, type TestApp, testApp } from "#tests/support/test-app.ts";

const CALLER = { address: "203.0.113.7", headers: new Headers() };
const SVG = '<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>';

/** A practice with one booking and one account, and its archive. */
async function left(): Promise<{ app: TestApp; file: string; id: string; userId: string }> {
  const app = await demoApp();
  const { appointment } = await booked(app);
  const user = await personIn(app, { name: "Imogen", email: "imogen@example.com", role: "admin" });
  return { app, file: await archiveFrom(app), id: appointment.id, userId: user.id };
}

test("appointments keep their times and reminders, and accounts ask for a password by mail", async () => {
  const { app, file, id, userId } = await left();
  const second = await testApp({ config: { publicUrl: "https://second.example" } });
  expect(await broughtInto(second, file)).toMatchObject({ erasedAgain: 0, tables: { appointments: 1, users: 1 } });
  const sent = await talliesOf(app.db);
  const arrived = await talliesOf(second.db);
  for (const table of ["appointments", "appointment_claims", "clients", "client_keys", "services"] as const) {
    expect([table, arrived[table]?.rows]).toEqual([table, sent[table]?.rows]);
  }
  expect(arrived.appointment_claims).toEqual(sent.appointment_claims);
  const { kysely } = second.db;
  const reminders = kysely.selectFrom("outbox").select(["kind", "subject_id", "done_at"]);
  expect(await reminders.execute()).toEqual([{ kind: "appointment-reminder-client", subject_id: id, done_at: null }]);
  await signIn(second, CALLER, { email: "imogen@example.com", password: "any password that they try" });
  await mailFirstLinks(second);
  const mails = kysely.selectFrom("outbox").select("subject_id").where("kind", "=", "account-reset");
  expect(await mails.execute()).toEqual([{ subject_id: userId }]);
});

test("links of bookings open again where the secret came along, and nowhere else", async () => {
  const { app, file } = await left();
  const hashIn = async ({ db }: TestApp) =>
    (await db.kysely.selectFrom("appointments").select("manage_hash").executeTakeFirstOrThrow()).manage_hash;
  const [same, other] = [await testApp(), { ...(await testApp()), secret: "another secret of thirty-two letters" }];
  await broughtInto(same, file);
  await broughtInto(other, file);
  expect(await hashIn(same)).toBe(await hashIn(app));
  expect(await hashIn(other)).not.toBe(await hashIn(app));
});

test("who was erased is in no archive, and whoever was erased here does not come back", async () => {
  const { app, file, id } = await left();
  await makePast(app, id);
  const clientId = await clientOf(app, id);
  const before = await archiveFrom(app);
  expect(await erase(app, await adminActor(app), { id: clientId, personalData })).toMatchObject({ kind: "erased" });
  const { email } = JSON.parse(String((await contentsOf(before)).get("data/clients.ndjson")).split("\n")[0] ?? "");
  expect(email).toContain("@");
  for (const [name, bytes] of await contentsOf(await archiveFrom(app))) {
    expect([name, bytes.includes(email)]).toEqual([name, false]);
  }
  const backupDir = temporaryFolder();
  const [erasure] = await listErasures(app.db.kysely);
  writeFileSync(join(backupDir, "erasures.jsonl"), `${JSON.stringify(erasure)}\n`);
  const second = await testApp({ config: { backupDir } });
  expect(await broughtInto(second, before)).toMatchObject({ erasedAgain: 1 });
  const row = second.db.kysely.selectFrom("clients").select(["name", "email"]).where("id", "=", clientId);
  expect(await row.executeTakeFirst()).toEqual({ name: null, email: null });
  expect(await listErasures(second.db.kysely)).toEqual([erasure]);
  const third = await testApp();
  await broughtInto(third, file);
  expect(await listErasures(third.db.kysely)).toEqual([]);
});

test("an installation that is in use is left alone, and a second import finds it so", async () => {
  const { file } = await left();
  const inUse = await demoApp();
  await booked(inUse);
  const before = await talliesOf(inUse.db);
  expect(await importArchive(inUse, { file, isTrial: false, eraseAgain })).toMatchObject({
    kind: "refused",
    message: expect.stringContaining("clients, appointments or messages already"),
  });
  expect(await talliesOf(inUse.db)).toEqual(before);
  const fresh = await demoApp();
  await broughtInto(fresh, file);
  expect(await importArchive(fresh, { file, isTrial: false, eraseAgain })).toMatchObject({ kind: "refused" });
});

function pointedAtNothing(files: Forged): void {
  rowChanged(files, "appointments", { therapist_id: "nobody" });
}

const forgeries: [string, (files: Forged) => void, RegExp][] = [
  ["a row of another shape", (files) => rowChanged(files, "clients", { admin: true }), /line 1 of clients/i],
  ["a huge number", (files) => rowChanged(files, "appointments", { minutes: 1e300 }), /minutes/],
  ["a date that is none", (files) => rowChanged(files, "appointments", { starts_at: "soon" }), /starts_at/],
  ["a NUL in a text", (files) => rowChanged(files, "clients", { name: "a\0b" }), /name/],
  ["a role that is none", (files) => rowChanged(files, "users", { role: "root" }), /role/],
  [
    "a setting that holds keys",
    (files) => rowChanged(files, "settings", { key: "mailServer", value: "{}", version: 1, updated_at: 0 }),
    /none that moves/,
  ],
  [
    "another mail than a reminder",
    (files) => rowChanged(files, "outbox", { kind: "account-reset" }),
    /no reminder and no gift/,
  ],
  ["a row that points at nothing", pointedAtNothing, /fit together/],
  ["no JSON", (files) => files.set("data/clients.ndjson", Buffer.from("{\n")), /line 1 of clients/i],
  ["a table of a newer release", (files) => files.set("data/gift_cards.ndjson", Buffer.from("{}\n")), /newer/],
  [
    "a picture that is a script",
    (files) => {
      const picture = "7b0e1c52-1111-4222-8333-944455556666";
      const row = { id: picture, alt: "", width: 4, height: 4, created_at: 0, unused_since: null };
      files.set("data/pictures.ndjson", Buffer.from(`${JSON.stringify(row)}\n`));
      files.set("data/picture_files.ndjson", Buffer.from(`{"picture_id":"${picture}","width":4,"type":"svg"}\n`));
      files.set(`media/pictures/${picture}-4.svg`, Buffer.from(SVG));
    },
    /not what its name says/,
  ],
];

test("a forged archive is refused in a sentence, and nothing of it stays", async () => {
  const { file } = await left();
  const fresh = await testApp();
  const [before, schema] = [await talliesOf(fresh.db), await schemaOf(fresh.db)];
  for (const [what, forge, sentence] of forgeries) {
    const outcome = await importArchive(fresh, { file: await forgedFrom(file, forge), isTrial: false, eraseAgain });
    expect([what, outcome]).toEqual([what, { kind: "refused", message: expect.stringMatching(sentence) }]);
  }
  const forged = await forgedFrom(file, pointedAtNothing);
  const filledFirst = await importArchive(fresh, { file: forged, isTrial: false, large: 1, eraseAgain });
  expect(filledFirst).toEqual({ kind: "refused", message: expect.stringMatching(/fit together/) });
  expect(await talliesOf(fresh.db)).toEqual(before);
  expect(await schemaOf(fresh.db)).toEqual(schema);
});

test("a damaged or foreign file is refused before anything is stored", async () => {
  const { file } = await left();
  const fresh = await testApp();
  const refused = async (from: string) => {
    const outcome = await importArchive(fresh, { file: from, isTrial: false, eraseAgain });
    return outcome.kind === "refused" ? outcome.message : outcome.kind;
  };
  const files = [...(await contentsOf(file))];
  const changed = files.map(
    ([name, bytes]) => [name, name === "data/clients.ndjson" ? Buffer.from("x") : bytes] as const,
  );
  expect(await refused(await zipOf(changed))).toMatch(/not as long as it was/);
  const flipped = files.map(([name, bytes]) => {
    const other = Buffer.from(bytes);
    if (name === "data/services.ndjson") other[9] = 64;
    return [name, other] as const;
  });
  expect(await refused(await zipOf(flipped))).toMatch(/not as it was written/);
  expect(await refused(await zipOf(files.filter(([name]) => name !== "data/clients.ndjson")))).toMatch(
    /lacks data\/clients/,
  );
  expect(await refused(await zipOf(files.filter(([name]) => name !== "manifest.json")))).toMatch(/no manifest/);
  for (const name of ["../../etc/passwd", "/etc/passwd", "data\\x.ndjson", "data/../../x", "run.sh"]) {
    expect([name, await refused(await zipOf([...files, [name, Buffer.from("x")]]))]).toEqual([
      name,
      expect.stringMatching(/no archive has|is no archive/),
    ]);
  }
  const bomb = Buffer.alloc(20_000_000, 32);
  expect(await refused(await zipOf([...files, ["bomb.csv", bomb]]))).toMatch(/unpacks to more/);
  const cut = join(temporaryFolder(), "cut.zip");
  writeFileSync(cut, readFileSync(file).subarray(0, 5000));
  expect(await refused(cut)).toMatch(/no archive, or it is damaged/);
  writeFileSync(cut, "hello");
  appendFileSync(cut, "world");
  expect(await refused(cut)).toMatch(/no archive, or it is damaged/);
  expect(await refused(join(temporaryFolder(), "none.zip"))).toMatch(/There is no file/);
});
