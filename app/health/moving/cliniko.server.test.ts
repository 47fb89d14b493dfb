import { expect, onTestFinished, test } from "vitest";
import { addClients } from "#app/clients/add-clients.server.ts";
import { makeBundle } from "#app/health/keeping/bundle.server.ts";
import { bundleJson } from "#app/health/keeping/bundle-file.ts";
import { lastDayKept } from "#app/health/keeping/retention.server.ts";
import { certificateText } from "#app/health/moving/certificate.ts";
import {
  beginCliniko,
  removeCliniko,
  resumeCliniko,
  startCliniko,
  viewCertificate,
  viewCliniko,
} from "#app/health/moving/change-cliniko.server.ts";
import { forgetImports, KEPT_FOR, moveSome } from "#app/health/moving/cliniko.jobs.server.ts";
import { getClinikoImport } from "#app/health/moving/cliniko-imports.db.server.ts";
import { verifyRecords } from "#app/health/note-chain.server.ts";
import { amendNote, listClientNotes, openNote, saveNote, shareNote } from "#app/health/notes.server.ts";
import { readOwnRecord } from "#app/health/own-record.server.ts";
import { healthData } from "#app/health/personal-data.server.ts";
import { verifyKeys } from "#app/health/verify-keys.server.ts";
import type { AppContext } from "#app/platform/app-context.server.ts";
import type { Actor } from "#app/platform/permissions.ts";
import { adminActor, NOT_ADMINS } from "#tests/support/admin.ts";
import { foundAnywhere } from "#tests/support/canaries.ts";
import { failingAt } from "#tests/support/failing-at.ts";
import { protectedOwner, switchedOn } from "#tests/support/health.ts";
import { insertVisits } from "#tests/support/past-visits.ts";
import { CLINIKO_KEY, type PretendCliniko, startPretendCliniko } from "#tests/support/pretend-cliniko.ts";
import { staffIn } from "#tests/support/staff.ts";
import { demoApp, type TestApp, TUESDAY_NINE } from "#tests/support/test-app.ts";

const IMOGEN = "demo-imogen-hartley";
const TOM = "demo-tom-ellery";
const HOUR = 3_600_000;

const NO_ONE_ELSE = { userIds: [], addresses: [], phones: [] };

type Practice = { app: TestApp; cliniko: PretendCliniko; owner: Actor; ana: string; bo: string };

/** Two clients here, and in Cliniko these, a relative who shares Ana's address, and someone unknown. */
async function practice(): Promise<Practice> {
  const cliniko = await startPretendCliniko();
  onTestFinished(cliniko.close);
  const app = await switchedOn(await demoApp({ config: cliniko.config }));
  const [ana = "", bo = ""] = await clientsIn(app, [
    { name: "Ana O’Neil", email: "ana@example.com", phone: null },
    { name: "Bo Larsen", email: null, phone: "+447700900123" },
  ]);
  cliniko.patient({ id: "101", name: "Ana O’Neil", email: "ANA@example.com" });
  cliniko.patient({ id: "102", name: "Pat O’Neil", email: "ana@example.com" });
  cliniko.patient({ id: "103", name: "BO LARSEN", phone: "07700 900123", archived: true });
  cliniko.patient({ id: "104", name: "Zoë Grünwald", email: "zoe@example.com" });
  for (const [id, patient] of [
    ["201", "101"],
    ["202", "101"],
    ["203", "102"],
    ["204", "103"],
    ["205", "104"],
    ["206", "999"],
    ["207", "101"],
  ] as const)
    cliniko.note({ id, patient, words: `ZEBRA ${id}`, at: `2024-03-${id.slice(1)}T09:30:00Z` });
  cliniko.form({ id: "301", patient: "101", words: "ZEBRA 301" });
  cliniko.form({ id: "302", patient: "101", words: "ZEBRA 302", completed: false });
  return { app, cliniko, owner: await protectedOwner(app), ana, bo };
}

async function clientsIn(
  app: AppContext,
  people: readonly { name: string; email: string | null; phone: string | null }[],
) {
  const listed = people.map((person) => ({ contact: { userId: null, ...person }, since: 0, isExisting: true }));
  const placed = await app.db.kysely.transaction().execute((tx) => addClients(tx, listed));
  return placed.map(({ id }) => id);
}

/** Until nothing is due. */
async function worked(app: AppContext, worker = "one"): Promise<void> {
  while (await moveSome(app, worker));
}

async function latest({ app, owner }: Practice) {
  const view = await viewCliniko(app, owner);
  if (view.kind !== "found") throw new Error(view.kind);
  const [job] = view.imports;
  if (!job) throw new Error("There is no import");
  return { ...view, job };
}

async function counted(own: Practice): Promise<string> {
  expect(await beginCliniko(own.app, own.owner, CLINIKO_KEY)).toEqual({ kind: "changed" });
  await worked(own.app);
  return (await latest(own)).job.id;
}

async function imported(own: Practice): Promise<string> {
  const id = await counted(own);
  expect(await startCliniko(own.app, own.owner, id)).toEqual({ kind: "changed" });
  await worked(own.app);
  return id;
}

async function storedIn(app: AppContext) {
  return app.db.kysely
    .selectFrom("treatment_notes")
    .selectAll()
    .where("source", "is not", null)
    .orderBy("source")
    .execute();
}

async function actorIn(app: TestApp, therapistId: string): Promise<Actor> {
  const { id } = await staffIn(app, { roles: ["therapist"], therapistId });
  return { kind: "staff", userId: id, roles: ["therapist"], therapistId, choices: [], isConfirmed: true };
}

async function treatedBy(app: TestApp, client: string, therapist: string): Promise<void> {
  const visit = { service: "demo-deep-tissue-massage", source: "website", minutes: 60, pence: 6000, cancelled: null };
  const start = app.clock.now() - HOUR * 3;
  await insertVisits(app, [
    { ...visit, id: `of-${client}`, client, therapist, start, status: "Confirmed", state: "finished" },
  ]);
}

test("a dry run counts and names who is no client, and stores nothing", async () => {
  const own = await practice();
  await counted(own);
  const { job, unmatched } = await latest(own);
  expect(job).toMatchObject({ state: "waiting", shard: "uk1", stores: false, fault: null });
  expect(job.counts.patients).toMatchObject({ total: 4, read: 4, added: 2, unmatched: 2 });
  expect(job.counts.treatment_notes).toMatchObject({ total: 7, read: 7, added: 4, unmatched: 3, blank: 0 });
  expect(job.counts.patient_forms).toMatchObject({ total: 2, read: 2, added: 1, blank: 1 });
  expect(unmatched).toEqual([
    { name: "Pat O’Neil", reason: "unknown", records: 1 },
    { name: "Zoë Grünwald", reason: "unknown", records: 1 },
    { name: "", reason: "missing", records: 1 },
  ]);
  expect(await storedIn(own.app)).toEqual([]);
  expect(await own.app.db.kysely.selectFrom("record_keys").selectAll().execute()).toEqual([]);
  expect(own.cliniko.calls.every((call) => /per_page=50/.test(call))).toBe(true);
});

test("notes and forms come sealed and locked into the chain, once, and nothing is mailed", async () => {
  const own = await practice();
  const { app, owner } = own;
  const id = await imported(own);
  const rows = await storedIn(app);
  expect(rows.map(({ source, client_id, state, shared }) => [source, client_id === own.ana, state, shared])).toEqual([
    ["cliniko/uk1/patient_forms/301", true, "locked", 1],
    ["cliniko/uk1/treatment_notes/201", true, "locked", 1],
    ["cliniko/uk1/treatment_notes/202", true, "locked", 1],
    ["cliniko/uk1/treatment_notes/204", false, "locked", 1],
    ["cliniko/uk1/treatment_notes/207", true, "locked", 1],
  ]);
  expect(rows[1]).toMatchObject({ first_saved_at: Date.UTC(2024, 2, 1, 9, 30), locked_at: TUESDAY_NINE });
  expect(await verifyRecords(app.db.kysely)).toEqual({ notes: 5, faults: [] });
  expect(await verifyKeys(app)).toMatchObject({ keys: 2, faults: [] });
  const job = await getClinikoImport(app.db.kysely, id);
  expect(job).toMatchObject({ state: "done", keySealed: null, finishedAt: TUESDAY_NINE });
  expect(await app.db.kysely.selectFrom("outbox").selectAll().execute()).toEqual([]);
  expect(await foundAnywhere(app, ["zebra", "Hermiston", "Presenting complaint", CLINIKO_KEY, "Grünwald"])).toEqual([]);
  const certificate = await viewCertificate(app, owner, id);
  if (certificate.kind !== "found") throw new Error(certificate.kind);
  const text = certificateText(certificate.job, "Limber Yard");
  expect(text).toContain("Stored: 4");
  expect(text).toMatch(/SHA-256 over what was stored: [0-9a-f]{64}/);
  expect(text).not.toMatch(/ana|neil|zebra/i);
  // A second run reads everything again and adds nothing.
  app.clock.set(app.clock.now() + HOUR);
  const again = await imported(own);
  const second = await getClinikoImport(app.db.kysely, again);
  expect(second?.counts.treatment_notes).toMatchObject({ read: 7, added: 0, known: 4 });
  expect(second?.counts.patient_forms).toMatchObject({ read: 2, added: 0, known: 1 });
  expect(await storedIn(app)).toEqual(rows);
});

test("whoever treats the client reads what came, no one changes it, and the others read nothing", async () => {
  const own = await practice();
  const { app, ana, owner } = own;
  await imported(own);
  await treatedBy(app, ana, IMOGEN);
  const [imogen, tom] = [await actorIn(app, IMOGEN), await actorIn(app, TOM)];
  const reception: Actor = {
    ...{ kind: "staff", userId: (await staffIn(app, { roles: ["reception"] })).id, roles: ["reception"] },
    ...{ therapistId: null, choices: [], isConfirmed: true },
  };
  const listed = await listClientNotes(app, imogen, ana);
  if (listed.kind !== "found") throw new Error(listed.kind);
  expect(listed.notes.map(({ source, isOwn, isLocked }) => [source?.slice(12), isOwn, isLocked])).toEqual([
    ["treatment_notes/207", false, true],
    ["patient_forms/301", false, true],
    ["treatment_notes/202", false, true],
    ["treatment_notes/201", false, true],
  ]);
  const noteId = listed.notes.at(-1)?.id ?? "";
  const which = { clientId: ana, noteId };
  expect(await openNote(app, imogen, which)).toMatchObject({
    kind: "opened",
    stored: {
      note: null,
      isOwn: false,
      imported: {
        ...{ kind: "note", title: "Standard consultation", author: "Nat Hermiston", isOfChild: false },
        sections: [
          {
            name: "Subjective",
            lines: [
              { question: "Presenting complaint", answer: "ZEBRA 201\nSecond <line>" },
              { question: "Side", answer: "Left" },
            ],
          },
        ],
      },
    },
  });
  // The next note of ours is about ours alone.
  expect(await openNote(app, imogen, { clientId: ana, noteId: `of-${ana}` })).toMatchObject({
    last: null,
    earlier: [],
  });
  expect(await saveNote(app, imogen, { ...which, version: 1, given: {}, signs: true })).toEqual({ kind: "forbidden" });
  expect(await amendNote(app, imogen, { ...which, reason: "x", words: "y" })).toEqual({ kind: "forbidden" });
  expect(await shareNote(app, imogen, { ...which, readers: "me" })).toEqual({ kind: "forbidden" });
  for (const actor of [tom, reception, owner, { kind: "visitor" } as const]) {
    expect(await openNote(app, actor, which)).toEqual({ kind: "not-found" });
    expect(await listClientNotes(app, actor, ana)).toEqual({ kind: "not-found" });
  }
  for (const actor of [tom, reception])
    expect(await makeBundle(app, actor, { clientId: ana, reason: "claim" })).toEqual({ kind: "not-found" });
});

test("the client reads their forms, and notes where the practice shows them; the file for an insurer has all", async () => {
  const own = await practice();
  const { app, ana, owner } = own;
  await imported(own);
  await app.db.kysely.insertInto("client_keys").values({ kind: "account", value: "ana", client_id: ana }).execute();
  const opened = await readOwnRecord(app, "ana");
  if (opened.kind !== "opened") throw new Error(opened.kind);
  expect(opened.record.notes.map(({ imported: theirs }) => theirs?.title)).toEqual(["New patient"]);
  const made = await makeBundle(app, owner, { clientId: ana, reason: "claim" });
  if (made.kind !== "made") throw new Error(made.kind);
  const json = bundleJson(made.bundle);
  for (const words of ["ZEBRA 201", "ZEBRA 301", "Nat Hermiston", "cliniko/uk1/treatment_notes/201", "Headache, Cough"])
    expect(json).toContain(words);
  expect(json).not.toContain("can’t be opened");
});

test("a limit, a fault and a lost answer are waited out, and nothing comes twice", async () => {
  const own = await practice();
  const { app, cliniko, owner } = own;
  await beginCliniko(app, owner, CLINIKO_KEY);
  await moveSome(app, "one");
  cliniko.become({ kind: "limited", resetAt: TUESDAY_NINE / 1000 + 37 });
  expect(await moveSome(app, "one")).toBe(false);
  const calls = cliniko.calls.length;
  app.clock.set(TUESDAY_NINE + 36_000);
  cliniko.become({ kind: "well" });
  await worked(app);
  expect(cliniko.calls.length).toBe(calls);
  app.clock.set(TUESDAY_NINE + 37_000);
  cliniko.become({ kind: "broken" });
  await worked(app);
  expect((await latest(own)).job).toMatchObject({ failures: 1, fault: "Cliniko answered with error 500." });
  app.clock.set(TUESDAY_NINE + 42_000);
  cliniko.become({ kind: "garbled" });
  await worked(app);
  cliniko.become({ kind: "well" });
  app.clock.set(TUESDAY_NINE + HOUR);
  await worked(app);
  expect((await latest(own)).job).toMatchObject({ state: "waiting", failures: 0, fault: null });
  expect((await latest(own)).job.counts.treatment_notes).toMatchObject({ read: 7, added: 4 });
});

test("eight faults or a refused key stop it, and it goes on from there", async () => {
  const own = await practice();
  const { app, cliniko, owner } = own;
  const id = await counted(own);
  await startCliniko(app, owner, id);
  for (let calls = 0; calls < 4; calls++) await moveSome(app, "one");
  cliniko.become({ kind: "broken" });
  for (let tries = 1; tries <= 8; tries++) {
    app.clock.set(app.clock.now() + HOUR);
    await worked(app);
  }
  expect((await latest(own)).job).toMatchObject({ state: "stopped", fault: "Cliniko answered with error 500." });
  cliniko.become({ kind: "revoked" });
  expect(await resumeCliniko(app, owner, id)).toEqual({ kind: "changed" });
  await worked(app);
  expect((await latest(own)).job).toMatchObject({ state: "stopped", fault: expect.stringMatching(/does not know/) });
  cliniko.become({ kind: "well" });
  await resumeCliniko(app, owner, id);
  await worked(app);
  expect((await latest(own)).job).toMatchObject({ state: "done" });
  expect((await storedIn(app)).length).toBe(5);
  expect(await verifyRecords(app.db.kysely)).toEqual({ notes: 5, faults: [] });
});

test("pages that move, a note that is edited and one that is written meanwhile come once", async () => {
  const own = await practice();
  const { app, cliniko, owner } = own;
  const id = await counted(own);
  await startCliniko(app, owner, id);
  let pages = 0;
  cliniko.onCall((kind) => {
    if (kind !== "treatment_notes") return;
    pages += 1;
    if (pages !== 2) return;
    // By page numbers, 204 would now stand on the page that was read.
    cliniko.remove("treatment_notes", "201");
    cliniko.edit("202", "ZEBRA edited", "2027-05-04T08:00:00Z");
    cliniko.edit("207", "ZEBRA 207 edited", "2027-05-04T08:00:00Z");
    cliniko.note({ id: "208", patient: "103", words: "ZEBRA 208" });
  });
  await worked(app);
  cliniko.onCall(() => {});
  const sources = (await storedIn(app)).map(({ source }) => source?.replace("cliniko/uk1/treatment_notes/", ""));
  expect(sources.slice(1)).toEqual(["201", "202", "204", "207", "208"]);
  app.clock.set(app.clock.now() + HOUR);
  const again = await imported(own);
  expect((await getClinikoImport(app.db.kysely, again))?.counts.treatment_notes).toMatchObject({ added: 0, known: 4 });
  expect((await storedIn(app)).length).toBe(6);
});

test("an answer in another order than was asked for stores nothing", async () => {
  const own = await practice();
  own.cliniko.become({ kind: "shuffled" });
  await beginCliniko(own.app, own.owner, CLINIKO_KEY);
  await worked(own.app);
  expect((await latest(own)).job).toMatchObject({ state: "stopped", fault: expect.stringMatching(/another order/) });
});

test("with any one statement failing, it goes on where it was, by another process too", async () => {
  const own = await practice();
  const { app, owner } = own;
  const id = await counted(own);
  await startCliniko(app, owner, id);
  let failures = 0;
  const state = async () => (await getClinikoImport(app.db.kysely, id))?.state;
  while ((await state()) === "running") {
    let isThrough = false;
    for (let number = 1; !isThrough; number++) {
      let statements = 0;
      const failing = failingAt(app, () => ++statements === number);
      isThrough = await moveSome(failing, "one").catch(() => false);
      if (!isThrough) failures += 1;
    }
    expect(await verifyRecords(app.db.kysely)).toMatchObject({ faults: [] });
  }
  expect(failures).toBeGreaterThan(50);
  expect((await getClinikoImport(app.db.kysely, id))?.counts.treatment_notes).toMatchObject({ read: 7, added: 4 });
  expect((await storedIn(app)).length).toBe(5);
  expect(await verifyRecords(app.db.kysely)).toEqual({ notes: 5, faults: [] });
});

test("another process goes on once the lease of one that died has passed", async () => {
  const own = await practice();
  const { app } = own;
  await beginCliniko(app, own.owner, CLINIKO_KEY);
  expect(await moveSome(app, "one")).toBe(true);
  expect(await moveSome(app, "two")).toBe(false);
  app.clock.set(TUESDAY_NINE + 60_000);
  expect(await moveSome(app, "two")).toBe(true);
  expect(await moveSome(app, "one")).toBe(false);
});

test("two patients of one name and address are kept apart unless their days of birth are the same", async () => {
  const own = await practice();
  const { app, cliniko } = own;
  cliniko.patient({ id: "105", name: "Ana O’Neil", email: "ana@example.com", bornOn: "2011-05-06" });
  cliniko.patient({ id: "106", name: "Bo Larsen", phone: "07700900123" });
  await counted(own);
  const { job, unmatched } = await latest(own);
  expect(job.counts.patients).toMatchObject({ added: 2, unmatched: 4 });
  expect(unmatched[0]).toEqual({ name: "Ana O’Neil", reason: "several", records: 4 });
  expect(job.counts.treatment_notes).toMatchObject({ added: 1, unmatched: 6 });
  await removeCliniko(app, own.owner, job.id);
  expect(await app.db.kysely.selectFrom("cliniko_patients").selectAll().execute()).toEqual([]);
});

test("what comes about a child is kept as long as a child’s record", async () => {
  const own = await practice();
  const { app, cliniko, ana, bo } = own;
  const patient = cliniko.items.patients.find(({ id }) => id === "101");
  if (patient) patient.date_of_birth = "2008-01-01";
  await imported(own);
  expect(await lastDayKept(app, bo)).toBe("2037-05-04");
  expect(await lastDayKept(app, ana)).toBe("2055-05-04");
});

test("nothing comes to who has withdrawn, or was erased", async () => {
  const own = await practice();
  const { app, ana, owner } = own;
  const id = await counted(own);
  const withdrawal = { id: "w", at: 1, kept_until: "2099-01-01", ended_at: null, person: null };
  await app.db.kysely
    .insertInto("health_withdrawals")
    .values({ ...withdrawal, client_id: ana })
    .execute();
  await startCliniko(app, owner, id);
  await worked(app);
  const job = await getClinikoImport(app.db.kysely, id);
  expect(job?.counts.treatment_notes).toMatchObject({ added: 1, withdrawn: 3 });
  expect((await storedIn(app)).map(({ client_id }) => client_id)).toEqual([own.bo]);
  await app.db.kysely
    .transaction()
    .execute(
      (tx) => healthData.forget?.(tx, { clientId: own.bo, ...NO_ONE_ELSE }, app.clock.now()) ?? Promise.resolve({}),
    );
  expect(await storedIn(app)).toEqual([]);
});

test("only owners who have just confirmed who they are begin it, one at a time and while health is on", async () => {
  const own = await practice();
  const { app, owner } = own;
  for (const actor of NOT_ADMINS) {
    expect(await viewCliniko(app, actor)).toEqual({ kind: "forbidden" });
    expect(await beginCliniko(app, actor, CLINIKO_KEY)).toEqual({ kind: "forbidden" });
    expect(await startCliniko(app, actor, "x")).toEqual({ kind: "forbidden" });
    expect(await viewCertificate(app, actor, "x")).toEqual({ kind: "forbidden" });
  }
  const longAgo = { ...owner, isConfirmed: false } as Actor;
  expect(await beginCliniko(app, longAgo, CLINIKO_KEY)).toEqual({ kind: "unconfirmed" });
  expect(await beginCliniko(app, owner, "nothing")).toMatchObject({ kind: "invalid" });
  const id = await counted(own);
  expect(await beginCliniko(app, owner, CLINIKO_KEY)).toMatchObject({ kind: "invalid" });
  expect(await resumeCliniko(app, owner, id)).toEqual({ kind: "not-found" });
  expect(await removeCliniko(app, owner, id)).toEqual({ kind: "changed" });
  expect(await app.db.kysely.selectFrom("cliniko_imports").selectAll().execute()).toEqual([]);
  const off = await demoApp();
  expect(await viewCliniko(off, await adminActor(off))).toEqual({ kind: "not-found" });
  expect(await beginCliniko(off, await adminActor(off), CLINIKO_KEY)).toEqual({ kind: "not-found" });
  expect(await moveSome(off, "one")).toBe(false);
});

test("what no one finished is forgotten with its key, and of what is done the names go", async () => {
  const own = await practice();
  const { app } = own;
  const done = await imported(own);
  app.clock.set(TUESDAY_NINE + HOUR);
  const left = await counted(own);
  app.clock.set(TUESDAY_NINE + HOUR + KEPT_FOR.unfinished);
  await forgetImports(app);
  expect(await getClinikoImport(app.db.kysely, left)).toBeNull();
  expect((await app.db.kysely.selectFrom("cliniko_patients").selectAll().execute()).length).toBeGreaterThan(0);
  app.clock.set(TUESDAY_NINE + KEPT_FOR.names);
  await forgetImports(app);
  expect(await app.db.kysely.selectFrom("cliniko_patients").selectAll().execute()).toEqual([]);
  expect(await getClinikoImport(app.db.kysely, done)).toMatchObject({ state: "done" });
});
