import { expect, test } from "vitest";
import { addClients } from "#app/clients/add-clients.server.ts";
import { openFiles, removeFile, shareFile } from "#app/health/files/files.server.ts";
import { verifyFiles } from "#app/health/files/pieces.db.server.ts";
import { rotateHealthKey } from "#app/health/keeping/rotate-key.server.ts";
import { withdrawConsent } from "#app/health/keeping/withdrawal.server.ts";
import { endWithdrawals } from "#app/health/keeping/withdrawals.db.server.ts";
import { fileCountLines, filesCertificateText } from "#app/health/moving/certificate.ts";
import {
  chooseClient,
  fileCounts,
  type Incoming,
  READING_MS,
  receiveFiles,
  startFiles,
  throwFilesAway,
  viewFiles,
  viewFilesCertificate,
} from "#app/health/moving/file-imports.server.ts";
import { FILES_WAIT, forgetFileImports, storeNextFile } from "#app/health/moving/files.jobs.server.ts";
import { healthData } from "#app/health/personal-data.server.ts";
import { switchHealth } from "#app/health/switch.server.ts";
import { verifyKeys } from "#app/health/verify-keys.server.ts";
import type { AppContext } from "#app/platform/app-context.server.ts";
import type { Actor } from "#app/platform/permissions.ts";
import { adminActor, NOT_ADMINS } from "#tests/support/admin.ts";
import { foundAnywhere } from "#tests/support/canaries.ts";
import { failingAt } from "#tests/support/failing-at.ts";
import { switchedOn } from "#tests/support/health.ts";
import { insertVisits } from "#tests/support/past-visits.ts";
import { staffIn } from "#tests/support/staff.ts";
import { demoApp } from "#tests/support/test-app.ts";

const pdf = (words: string) => ({ type: "pdf" as const, width: 0, height: 0, bytes: Buffer.from(`%PDF-1.7 ${words}`) });

async function practice() {
  const app = await switchedOn(await demoApp());
  const people = [
    { name: "Ana O’Neil", email: "ana@example.com", phone: null },
    { name: "Bo Larsen", email: null, phone: null },
    { name: "Bo Larsen", email: "bo2@example.com", phone: null },
  ];
  const listed = people.map((person) => ({ contact: { userId: null, ...person }, since: 0, isExisting: true }));
  const placed = await app.db.kysely.transaction().execute((tx) => addClients(tx, listed));
  const [ana = "", bo = ""] = placed.map(({ id }) => id);
  return { app, owner: await adminActor(app), ana, bo };
}

async function* sent(files: readonly (Incoming | string)[]) {
  yield* files;
}

const FILES: Incoming[] = [
  { path: "ZEBRA/Ana O'Neil_2024-03-01.pdf", content: pdf("ZEBRA one") },
  { path: "Bo Larsen.pdf", content: pdf("ZEBRA two") },
  { path: "scan.pdf", content: pdf("ZEBRA three") },
  { path: "a.docx", content: "not a PDF" },
];

async function received(app: AppContext, owner: Actor, files = FILES) {
  const outcome = await receiveFiles(app, owner, { origin: "jane", numbers: "", files: sent(files) });
  expect(outcome).toEqual({ kind: "changed" });
  return open(app, owner);
}

async function open(app: AppContext, owner: Actor) {
  const view = await viewFiles(app, owner);
  if (view.kind !== "found") throw new Error(view.kind);
  return { ...view, id: view.imports.find(({ state }) => state !== "done")?.id ?? "" };
}

async function stored(app: AppContext) {
  return app.db.kysely.selectFrom("record_files").selectAll().orderBy("id").execute();
}

test("files wait sealed, an owner chooses, and they come into records once, locked", async () => {
  const { app, owner, ana, bo } = await practice();
  const { id, files } = await received(app, owner);
  expect(files.map(({ path, found, details }) => [path, found, details?.on])).toEqual([
    ["ZEBRA/Ana O'Neil_2024-03-01.pdf", "name", "2024-03-01"],
    ["Bo Larsen.pdf", "several", expect.any(String)],
    ["scan.pdf", "unknown", expect.any(String)],
    ["a.docx", "refused", undefined],
  ]);
  expect(files[1]?.candidates.map((one) => one.name)).toEqual(["Bo Larsen", "Bo Larsen"]);
  expect(await foundAnywhere(app, ["ZEBRA", "a.docx"])).toEqual([]);
  expect(await stored(app)).toEqual([]);
  expect(await chooseClient(app, owner, { fileId: files[1]?.id ?? "", clientId: bo })).toEqual({ kind: "changed" });
  expect(await chooseClient(app, owner, { fileId: files[3]?.id ?? "", clientId: bo })).toEqual({ kind: "not-found" });
  expect(await startFiles(app, owner, id)).toEqual({ kind: "changed" });
  expect(await startFiles(app, owner, id)).toEqual({ kind: "not-found" });
  while (await storeNextFile(app));
  const rows = await stored(app);
  expect(rows.map(({ client_id, import_id }) => [client_id, import_id]).sort()).toEqual(
    [
      [ana, id],
      [bo, id],
    ].sort(),
  );
  expect(await foundAnywhere(app, ["ZEBRA", "scan.pdf"])).toEqual([]);
  expect((await verifyFiles(app.db.kysely)).faults).toEqual([]);
  const { job } = (await viewFilesCertificate(app, owner, id)) as Extract<
    Awaited<ReturnType<typeof viewFilesCertificate>>,
    { kind: "found" }
  >;
  expect(job).toMatchObject({ state: "done", key_sealed: null });
  const lines = fileCountLines(fileCounts.parse(JSON.parse(job.counts)));
  const text = filesCertificateText(
    { id, origin: "Jane", createdAt: 0, finishedAt: 1, lines, digest: job.digest ?? "" },
    "Limber Yard",
  );
  expect(text).toMatch(/Stored: 2\nAlready here: 0\nLeft out: 2\n[\s\S]*SHA-256 over what was stored: [0-9a-f]{64}/);
  expect(text).not.toMatch(/Larsen|Neil|scan/);

  // The same again: nothing comes.
  const again = await received(app, owner);
  expect(again.files[0]?.found).toBe("known");
  await chooseClient(app, owner, { fileId: again.files[1]?.id ?? "", clientId: bo });
  await startFiles(app, owner, again.id);
  while (await storeNextFile(app));
  expect(await stored(app)).toHaveLength(2);
});

test("a therapist who treats the client reads it, and nobody changes it", async () => {
  const { app, owner, ana } = await practice();
  const therapistId = "demo-imogen-hartley";
  const staff = await staffIn(app, { roles: ["therapist"], therapistId });
  const therapist: Actor = {
    ...{ kind: "staff", userId: staff.id, roles: ["therapist"], therapistId, choices: [], isConfirmed: true },
  };
  const visit = { service: "demo-deep-tissue-massage", source: "website", minutes: 60, pence: 6000, cancelled: null };
  const about = { client: ana, therapist: therapistId, start: app.clock.now() - 3 * 3_600_000 };
  await insertVisits(app, [{ ...visit, ...about, id: "of-ana", status: "Confirmed", state: "finished" }]);
  const { id } = await received(app, owner);
  await startFiles(app, owner, id);
  while (await storeNextFile(app));
  const view = await openFiles(app, therapist, ana);
  if (view.kind !== "opened") throw new Error(view.kind);
  const [file] = view.files;
  expect(file).toMatchObject({
    isOwn: false,
    details: { on: "2024-03-01", origin: "jane", title: "Ana O'Neil_2024-03-01" },
  });
  const which = { clientId: ana, fileId: file?.id ?? "" };
  expect(await removeFile(app, therapist, which)).toEqual({ kind: "forbidden" });
  expect(await shareFile(app, therapist, { ...which, readers: "me", isForClient: true })).toEqual({
    kind: "forbidden",
  });
});

test("an import that stops at any write goes on, and puts no file in twice", async () => {
  const { app, owner, ana } = await practice();
  const files = [1, 2, 3].map((nth) => ({ path: `Ana O'Neil ${nth}.pdf`, content: pdf(`ZEBRA ${nth}`) }));
  const { id } = await received(app, owner, files);
  await startFiles(app, owner, id);
  let failures = 0;
  for (let number = 1, isThrough = false; !isThrough; number++) {
    let statements = 0;
    const failing = failingAt(app, () => ++statements === number);
    isThrough = await storeNextFile(failing).catch(() => false);
    if (!isThrough) failures += 1;
  }
  expect(failures).toBeGreaterThan(8);
  expect(await stored(app)).toHaveLength(1);
  await Promise.all([storeNextFile(app), storeNextFile(app)]);
  while (await storeNextFile(app));
  const rows = await stored(app);
  expect(rows.map(({ client_id }) => client_id)).toEqual([ana, ana, ana]);
  expect((await viewFilesCertificate(app, owner, id)).kind).toBe("found");
});

test("what waits goes when it is thrown away, after a week, with its client and when health is switched off", async () => {
  const { app, owner, ana, bo } = await practice();
  const waiting = async () => (await app.db.kysely.selectFrom("file_import_pieces").selectAll().execute()).length;
  const first = await received(app, owner);
  expect(await receiveFiles(app, owner, { origin: "jane", numbers: "", files: sent(FILES) })).toMatchObject({
    kind: "invalid",
  });
  expect(await throwFilesAway(app, owner, first.id)).toEqual({ kind: "changed" });
  expect(await waiting()).toBe(0);
  await received(app, owner);
  const later = { ...app, clock: { ...app.clock, now: () => app.clock.now() + FILES_WAIT } };
  await forgetFileImports(app);
  expect(await waiting()).toBe(3);
  await forgetFileImports(later);
  expect(await waiting()).toBe(0);
  await received(app, owner);
  for (const [clientId, left] of [
    [ana, 2],
    [bo, 1],
  ] as const) {
    await app.db.kysely
      .transaction()
      .execute((tx) => healthData.forget?.(tx, { clientId } as never, 0) as Promise<object>);
    expect(await waiting()).toBe(left);
  }
  await switchHealth(app, owner, false);
  expect(await waiting()).toBe(0);
  expect(await viewFiles(app, owner)).toEqual({ kind: "not-found" });
});

test("files that wait open after the health key was changed", async () => {
  const { app, owner } = await practice();
  await received(app, owner);
  await rotateHealthKey(app);
  const { id, files } = await open(app, owner);
  expect(files[0]?.path).toBe("ZEBRA/Ana O'Neil_2024-03-01.pdf");
  expect((await verifyKeys(app))?.faults).toEqual([]);
  await app.db.kysely.updateTable("file_imports").set({ key_sealed: "changed" }).execute();
  expect((await verifyKeys(app))?.faults).toEqual([`The key of the import ${id} can’t be opened.`]);
});

test("an upload that was cut off makes way for the next after a quarter of an hour, or at once", async () => {
  const { app, owner } = await practice();
  const at = (later: number) => ({ ...app, clock: { ...app.clock, now: () => app.clock.now() + later } });
  // Its process is gone: what it was still to send never comes.
  const cutOff = async () => {
    await received(app, owner);
    await app.db.kysely.updateTable("file_imports").set({ state: "reading" }).execute();
    return (await open(app, owner)).id;
  };
  const next = (later: AppContext) => receiveFiles(later, owner, { origin: "jane", numbers: "", files: sent(FILES) });
  const first = await cutOff();
  expect(await next(at(READING_MS - 1))).toMatchObject({ kind: "invalid" });
  expect((await viewFiles(at(READING_MS - 1), owner)) as object).toMatchObject({ open: { id: first } });
  expect((await viewFiles(at(READING_MS), owner)) as object).toMatchObject({ open: null, files: [] });
  expect(await next(at(READING_MS))).toEqual({ kind: "changed" });
  const { id, files } = await open(app, owner);
  expect([id === first, files.length]).toEqual([false, FILES.length]);
  const rows = await app.db.kysely.selectFrom("file_import_rows").select("import_id").execute();
  expect(new Set(rows.map(({ import_id }) => import_id))).toEqual(new Set([id]));
  await throwFilesAway(app, owner, id);

  expect(await throwFilesAway(app, owner, await cutOff())).toEqual({ kind: "changed" });
  expect(await next(app)).toEqual({ kind: "changed" });
});

test.each([false, true])(
  "files of a client who withdraws while they wait do not enter, also after a new consent: %s",
  async (consentsAgain) => {
    const { app, owner, ana } = await practice();
    const account = { kind: "account", value: "ana", client_id: ana } as const;
    await app.db.kysely.insertInto("client_keys").values(account).execute();
    const { id } = await received(app, owner);
    expect((await withdrawConsent(app, { kind: "client", userId: "ana" })).kind).toBe("withdrawn");
    if (consentsAgain) await app.db.kysely.transaction().execute((tx) => endWithdrawals(tx, ana, app.clock.now()));
    await startFiles(app, owner, id);
    while (await storeNextFile(app));
    expect(await stored(app)).toEqual([]);
    const view = await viewFilesCertificate(app, owner, id);
    const counts = view.kind === "found" ? fileCounts.parse(JSON.parse(view.job.counts)) : null;
    expect(counts).toMatchObject({ added: 0, withdrawn: 1, left: 3 });
  },
);

test("only an owner imports, and a refused upload leaves nothing", async () => {
  const { app, owner } = await practice();
  for (const actor of NOT_ADMINS) {
    expect(await viewFiles(app, actor)).toEqual({ kind: "forbidden" });
    const outcome = await receiveFiles(app, actor, { origin: "jane", numbers: "", files: sent(FILES) });
    expect(outcome).toEqual({ kind: "forbidden" });
  }
  const refused = async (files: (Incoming | string)[], origin = "jane") =>
    receiveFiles(app, owner, { origin, numbers: "", files: sent(files) });
  expect(await refused(FILES, "moon")).toEqual({
    kind: "invalid",
    errors: { origin: "Choose where the files come from" },
  });
  expect(await refused([...FILES, "a.zip has a password."])).toEqual({
    ...{ kind: "invalid", errors: { files: "a.zip has a password." } },
  });
  expect(await refused([{ path: "a.docx", content: "not a PDF" }])).toEqual({
    ...{ kind: "invalid", errors: { files: "a.docx: not a PDF" } },
  });
  expect(await app.db.kysely.selectFrom("file_imports").select("id").execute()).toEqual([]);
});
