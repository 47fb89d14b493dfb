import { expect, test } from "vitest";
import { changeImport, removeImport } from "#app/moving/csv/change-import.server.ts";
import { forgetOldImports, importSome } from "#app/moving/csv/import.jobs.server.ts";
import { KEPT_FOR } from "#app/moving/csv/import-choices.ts";
import { getImport } from "#app/moving/csv/imports.db.server.ts";
import { lookAtImport } from "#app/moving/csv/look-at-import.server.ts";
import { receiveFile } from "#app/moving/csv/receive-file.server.ts";
import { refusedCsv } from "#app/moving/csv/refused-csv.server.ts";
import { personalData } from "#app/personal-data.server.ts";
import type { AppContext } from "#app/platform/app-context.server.ts";
import { merge } from "#app/privacy/merge-clients.server.ts";
import { readSettings } from "#app/settings/settings.db.server.ts";
import { adminActor, NOT_ADMINS } from "#tests/support/admin.ts";
import { booked } from "#tests/support/booking-inputs.ts";
import { imported, started, uploaded, worked } from "#tests/support/imports/imported.ts";
import { CLINIKO, FRESHA, SQUARE } from "#tests/support/imports/sheets.ts";
import { demoApp, testApp } from "#tests/support/test-app.ts";
import { fileOf } from "#tests/support/uploaded.ts";

const kind = "clients" as const;

async function namesIn(app: AppContext): Promise<(string | null)[]> {
  const rows = await app.db.kysely.selectFrom("clients").select(["name", "phone"]).orderBy("search").execute();
  return rows.map(({ name }) => name);
}

async function countOf(app: AppContext, table: "outbox" | "users" | "clients" | "import_rows" | "imports") {
  const count = app.db.kysely.selectFrom(table).select((eb) => eb.fn.countAll<number>().as("count"));
  return Number((await count.executeTakeFirstOrThrow()).count);
}

test("Fresha’s, Cliniko’s and Square’s lists are added once, however often they are imported", async () => {
  const app = await testApp();
  const admin = await adminActor(app);
  for (const [text, added, refused] of [[FRESHA, 3, 1] as const, [CLINIKO, 2, 0] as const, [SQUARE, 1, 0] as const]) {
    expect(await imported(app, admin, { kind, text })).toMatchObject({ state: "done", added, known: 0, refused });
  }
  expect(await namesIn(app)).toEqual(["Ana O'Neil", "Bo Larsen", "Cy Larsen", "Fay Moss", "Li Wei", "Zoë Grünwald"]);
  for (const [text, known] of [[FRESHA, 3] as const, [CLINIKO, 2] as const, [SQUARE, 1] as const]) {
    expect(await imported(app, admin, { kind, text })).toMatchObject({ added: 0, known });
  }
  const ana = await app.db.kysely.selectFrom("clients").selectAll().where("name", "=", "Ana O'Neil").execute();
  expect(ana).toMatchObject([
    { email: "ana@example.com", phone: "+447700900101", created_at: Date.UTC(2024, 2, 5), erased_at: null },
  ]);
});

test("nobody is mailed, no account is made, and no word about health is stored", async () => {
  const app = await testApp();
  const admin = await adminActor(app);
  const users = await countOf(app, "users");
  await imported(app, admin, { kind, text: CLINIKO });
  expect([await countOf(app, "outbox"), await countOf(app, "users")]).toEqual([0, users]);
  const stored = JSON.stringify(await app.db.kysely.selectFrom("clients").selectAll().execute());
  expect(stored).not.toMatch(/latex|sore|1979|High St/i);
  expect(await app.db.kysely.selectFrom("client_notes").selectAll().execute()).toEqual([]);
});

test("a column of notes is stored if the owner chooses so, under their name and once", async () => {
  const app = await testApp();
  const admin = await adminActor(app);
  const text = "Name,Email,Notes\nAna,ana@example.com,Likes mornings\n";
  const columns = ["name", "email", "note"];
  await imported(app, admin, { kind, text, columns });
  await imported(app, admin, { kind, text, columns });
  const notes = await app.db.kysely.selectFrom("client_notes").select(["words", "actor"]).execute();
  expect(notes).toEqual([{ words: "Likes mornings", actor: `admin:${(admin as { userId: string }).userId}` }]);
});

test("who is a client already stays as they are, by address, or by number and name", async () => {
  const app = await demoApp();
  const admin = await adminActor(app);
  await booked(app, { name: "Ada Smith", email: "ada@example.com", phone: "+441632960001" });
  const before = await app.db.kysely.selectFrom("clients").selectAll().execute();
  const text =
    "Name,Email,Phone\nADA SMITH,,01632 960 001\nA. Smythe,ADA@example.com,07700 900 999\nBen Smith,,01632960001\n";
  const job = await uploaded(app, admin, { kind, text });
  const look = await lookAtImport(app, job);
  expect(look.counts).toEqual({ added: 1, known: 2, refused: 0, unmatched: 0 });
  expect(look.rows.map(({ duplicate }) => duplicate?.name ?? null)).toEqual(["Ada Smith", "Ada Smith", null]);
  await started(app, admin, job);
  await worked(app);
  const { unmatched: _, ...counts } = look.counts;
  expect(await getImport(app.db.kysely, job.id)).toMatchObject(counts);
  const after = await app.db.kysely.selectFrom("clients").selectAll().where("name", "!=", "Ben Smith").execute();
  expect(after).toEqual(before);
});

test("people without a key of their own are told apart by name and number, within the file and between two", async () => {
  const app = await testApp();
  const admin = await adminActor(app);
  const text =
    "Name,Phone\nAnn,01632960001\nBen,01632960001\nBEN,01632 960 001\nSolo\nSolo\n,01632960009\n,01632960009\n";
  expect(await imported(app, admin, { kind, text })).toMatchObject({ added: 4, known: 3 });
  expect(await imported(app, admin, { kind, text })).toMatchObject({ added: 0, known: 7 });
  expect(await namesIn(app)).toHaveLength(4);
});

test("refused rows come back as a file with their reasons, safe in a spreadsheet", async () => {
  const app = await testApp();
  const admin = await adminActor(app);
  const text = 'Name,Email,Memo\n"=HYPERLINK(""http://x"")",no address,+1\nAda,ada@example.com,\n';
  const job = await imported(app, admin, { kind, text });
  expect(job).toMatchObject({ added: 1, refused: 1 });
  const csv = (await Array.fromAsync((await refusedCsv(app, admin, job.id)) ?? [])).join("");
  expect(csv).toBe(
    '\ufeff"Why it was refused","Row","Name","Email","Memo"\r\n' +
      `"“no address” is no email address",2,"'=HYPERLINK(""http://x"")","no address","'+1"\r\n`,
  );
  expect(await refusedCsv(app, admin, "none")).toBeNull();
});

test("an import goes on where another process stopped, and in one process at a time", async () => {
  const app = await testApp();
  const admin = await adminActor(app);
  const lines = Array.from({ length: 450 }, (_, at) => `Client ${at},client${at}@example.com`);
  const job = await uploaded(app, admin, { kind, text: `Name,Email\n${lines.join("\n")}` });
  expect(await importSome(app, "first")).toBe(0);
  await started(app, admin, job);
  expect(await importSome(app, "first")).toBe(200);
  expect(await importSome(app, "second")).toBe(0);
  app.clock.set(app.clock.now() + 20_000);
  expect(await importSome(app, "second")).toBe(200);
  expect(await importSome(app, "first")).toBe(0);
  expect(await getImport(app.db.kysely, job.id)).toMatchObject({ state: "running", added: 400 });
  await worked(app, "second");
  expect(await getImport(app.db.kysely, job.id)).toMatchObject({ state: "done", added: 450, known: 0 });
  expect(await countOf(app, "clients")).toBe(450);
});

test("two processes at once add nobody twice", async () => {
  const app = await testApp();
  const admin = await adminActor(app);
  const lines = Array.from({ length: 450 }, (_, at) => `Client ${at},client${at}@example.com`);
  const job = await uploaded(app, admin, { kind, text: `Name,Email\n${lines.join("\n")}` });
  await started(app, admin, job);
  await Promise.all([worked(app, "first"), worked(app, "second")]);
  await worked(app, "first");
  app.clock.set(app.clock.now() + 20_000);
  await worked(app, "third");
  expect(await getImport(app.db.kysely, job.id)).toMatchObject({ state: "done", added: 450, known: 0, refused: 0 });
  expect(await countOf(app, "clients")).toBe(450);
});

test("nothing of the file is left a day later, and its rows are gone as they are stored", async () => {
  const app = await testApp();
  const admin = await adminActor(app);
  await imported(app, admin, { kind, text: FRESHA });
  expect(await countOf(app, "import_rows")).toBe(1);
  await uploaded(app, admin, { kind, text: SQUARE });
  app.clock.set(app.clock.now() + KEPT_FOR - 1);
  await forgetOldImports(app);
  expect(await countOf(app, "imports")).toBe(2);
  app.clock.set(app.clock.now() + 1);
  await forgetOldImports(app);
  expect([await countOf(app, "imports"), await countOf(app, "import_rows")]).toEqual([0, 0]);
  expect(await countOf(app, "clients")).toBe(3);
});

test("the audit says who imported which file, and how many", async () => {
  const app = await testApp();
  const admin = await adminActor(app);
  const job = await imported(app, admin, { kind, text: FRESHA });
  await removeImport(app, admin, { id: job.id });
  const audited = app.db.kysely.selectFrom("audit").selectAll().where("subject_kind", "=", "import");
  const rows = await audited.orderBy("at").orderBy("action").execute();
  expect(rows.map(({ actor, action, detail }) => [actor, action, JSON.parse(detail)])).toEqual([
    [`admin:${job.actor}`, "import.clients", { file: "list.csv", added: 3, known: 0, refused: 1 }],
    [`admin:${job.actor}`, "import.remove", { file: "list.csv" }],
  ]);
});

test("what can’t be read is refused in words, and leaves nothing", async () => {
  const app = await testApp();
  const admin = await adminActor(app);
  const send = async (bytes: Uint8Array | null) => {
    const file = bytes && fileOf(bytes);
    return receiveFile(app, admin, { kind, fileName: "x.csv", file });
  };
  const refusal = async (text: string) => {
    const outcome = await send(Buffer.from(text));
    return outcome.kind === "refused" ? outcome.message : outcome.kind;
  };
  expect(await send(null)).toEqual({ kind: "refused", message: "Choose a file" });
  expect(await refusal("")).toBe("Choose a file");
  expect(await refusal("Name,Email\n\n,\n")).toBe("There are no rows under the headings");
  expect(await refusal(",,\nAda\n")).toContain("must hold the headings");
  expect(await refusal(`${"x,".repeat(90)}\n1`)).toContain("80 columns or fewer");
  expect(await refusal('Name\n"Ada\nBo\n')).toContain("never closed");
  expect(await refusal(`Name\n${"Ada\n".repeat(50_001)}`)).toContain("50,000 rows or fewer");
  expect(await refusal(`Name\n${"\n".repeat(50_001)}Ada\n`)).toContain("more than 50,000 empty rows");
  expect(await refusal(`Name\n${",\n".repeat(50_001)}Ada\n`)).toContain("more than 50,000 empty rows");
  expect(await refusal(`Name\nAda\n${",".repeat(80)}Bo\n`)).toContain("Row 3 has more than 80 cells");
  expect(await send(Buffer.alloc(10 * 1024 * 1024 + 1, 65))).toMatchObject({ kind: "refused" });
  expect([await countOf(app, "imports"), await countOf(app, "import_rows")]).toEqual([0, 0]);
});

test("it does not start without a column that says who it is, nor for anybody but an admin", async () => {
  const app = await testApp();
  const admin = await adminActor(app);
  const job = await uploaded(app, admin, { kind, text: "Colour\nred\n" });
  const start = { id: job.id, choices: job.choices, starts: true };
  expect(await changeImport(app, admin, start)).toMatchObject({ kind: "refused" });
  const twice = { ...start, choices: { ...job.choices, columns: ["name", "name"] } };
  expect(await changeImport(app, admin, twice)).toMatchObject({ kind: "refused" });
  for (const actor of NOT_ADMINS) {
    expect(await changeImport(app, actor, start)).toEqual({ kind: "forbidden" });
    expect(await removeImport(app, actor, { id: job.id })).toEqual({ kind: "forbidden" });
    const sent = { kind, fileName: "x.csv", file: fileOf(Buffer.from("Name\nAda")) };
    expect(await receiveFile(app, actor, sent)).toEqual({ kind: "forbidden" });
    await expect(refusedCsv(app, actor, job.id)).rejects.toThrow("for the practice alone");
  }
});

test("blocked clients arrive with a note that says so, and their addresses are blocked senders", async () => {
  const app = await testApp();
  const admin = await adminActor(app);
  const text =
    "Name,Email,Blocked,Block Reason,Note\nAna,ANA@example.com,Yes,Never paid,Likes mornings\nBo,bo@example.com,No,,\nCy,,true,,\n";
  const job = await imported(app, admin, { kind, text });
  expect(job).toMatchObject({ added: 3, refused: 0 });
  const notes = app.db.kysely
    .selectFrom("client_notes")
    .innerJoin("clients", "clients.id", "client_notes.client_id")
    .select(["name", "words"])
    .orderBy("name");
  expect(await notes.execute()).toEqual([
    { name: "Ana", words: "Blocked in the system you came from: Never paid" },
    { name: "Cy", words: "Blocked in the system you came from." },
  ]);
  const { blocked } = (await readSettings(app.db.kysely, app.log)).settings.messages;
  expect(blocked).toEqual(["ana@example.com"]);
  await imported(app, admin, { kind, text });
  expect((await readSettings(app.db.kysely, app.log)).settings.messages.blocked).toEqual(blocked);
  expect(await notes.execute()).toHaveLength(2);
});

test("the two records of one person keep that they are an existing client", async () => {
  const app = await testApp();
  const admin = await adminActor(app);
  await imported(app, admin, { kind, text: "Name,Email\nAna,ana@example.com\n", existing: false });
  await imported(app, admin, { kind, text: "Name,Email\nAna,other@example.com\n" });
  const ids = await app.db.kysely.selectFrom("clients").select(["id", "is_existing"]).orderBy("is_existing").execute();
  expect(ids.map((one) => one.is_existing)).toEqual([0, 1]);
  await merge(app, admin, { id: ids[0]?.id ?? "", otherId: ids[1]?.id ?? "", personalData });
  const left = await app.db.kysely.selectFrom("clients").select("is_existing").execute();
  expect(left).toEqual([{ is_existing: 1 }]);
});

test("while a long list is stored, other work has its turn after each batch of rows", async () => {
  const app = await demoApp();
  const admin = await adminActor(app);
  let [turns, isOver] = [0, false];
  const turn = () => {
    turns += 1;
    if (!isOver) setImmediate(turn);
  };
  setImmediate(turn);
  await uploaded(app, admin, { kind: "clients", text: `Name\n${"a\n".repeat(4_000)}` });
  isOver = true;
  expect(turns).toBeGreaterThan(4_000 / 200);
});
