import { expect, test } from "vitest";
import { listAccess } from "#app/health/access.server.ts";
import { makeBundle } from "#app/health/keeping/bundle.server.ts";
import { bundleLines } from "#app/health/keeping/bundle-file.ts";
import { EMPTY_NOTE, type Note } from "#app/health/note.ts";
import { verifyRecords } from "#app/health/note-chain.server.ts";
import { lockDueNotes } from "#app/health/notes.jobs.server.ts";
import {
  amendNote,
  listClientNotes,
  noteStates,
  openNote,
  openProgress,
  saveNote,
  shareNote,
} from "#app/health/notes.server.ts";
import { healthData, noteData } from "#app/health/personal-data.server.ts";
import { switchHealth } from "#app/health/switch.server.ts";
import { newId } from "#app/platform/ids.server.ts";
import type { Actor } from "#app/platform/permissions.ts";
import { adminActor } from "#tests/support/admin.ts";
import { foundAnywhere } from "#tests/support/canaries.ts";
import { protectedOwner, switchedOn } from "#tests/support/health.ts";
import { insertVisits } from "#tests/support/past-visits.ts";
import { staffIn } from "#tests/support/staff.ts";
import { demoApp, type TestApp, TUESDAY_NINE } from "#tests/support/test-app.ts";

const HOUR = 3_600_000;
const DAY = 24 * HOUR;
const IMOGEN = "demo-imogen-hartley";
const TOM = "demo-tom-ellery";

async function practice() {
  const app = await switchedOn(await demoApp());
  const clientId = "ana";
  const visit = { service: "demo-deep-tissue-massage", source: "website", minutes: 60, pence: 6000, cancelled: null };
  const visits = [
    { id: "first", therapist: IMOGEN, start: TUESDAY_NINE - 14 * DAY },
    { id: "second", therapist: IMOGEN, start: TUESDAY_NINE - HOUR },
    { id: "toms", therapist: TOM, start: TUESDAY_NINE - 3 * HOUR },
  ];
  await insertVisits(
    app,
    visits.map((one) => ({ ...visit, ...one, status: "Confirmed", state: "finished", client: clientId })),
  );
  const imogen = await actorIn(app, IMOGEN);
  const tom = await actorIn(app, TOM);
  return { app, clientId, imogen, tom };
}

async function actorIn(app: TestApp, therapistId: string): Promise<Actor> {
  const { id } = await staffIn(app, { roles: ["therapist"], therapistId });
  return { kind: "staff", userId: id, roles: ["therapist"], therapistId, choices: [] };
}

const written = (part: Partial<Note>): Note => ({ ...EMPTY_NOTE, ...part });

type Practice = Awaited<ReturnType<typeof practice>>;

function save({ app, clientId, imogen }: Practice, noteId: string, part: Partial<Note>, more: object = {}) {
  const what = { clientId, noteId, version: 0, given: written(part), signs: false, ...more };
  return saveNote(app, imogen, what);
}

test("ink is stored sealed with its note, as it was once signed, and too much of it is refused", async () => {
  const own = await practice();
  const { app, clientId, imogen } = own;
  const ink: Note["ink"] = [{ view: "back", points: [77, 123, 88, 140] }];
  const tooMuch = Array.from({ length: 400 }, (): Note["ink"][number] => ({ view: "front", points: [7, 123] }));
  expect(await save(own, "second", { ink: tooMuch })).toEqual({
    kind: "invalid",
    message: expect.stringContaining("as much ink as a note can hold"),
  });
  expect(await app.db.kysely.selectFrom("treatment_notes").select("id").execute()).toEqual([]);
  expect(await save(own, "second", { ink })).toMatchObject({ kind: "saved", version: 1 });
  expect(await save(own, "second", { ink }, { version: 1, signs: true })).toMatchObject({ kind: "saved" });
  expect(await save(own, "second", { ink: [] }, { version: 2 })).toMatchObject({ kind: "conflict" });
  const amendment = { clientId, noteId: "second", reason: "Left out", words: "Both sides" };
  expect(await amendNote(app, imogen, amendment)).toMatchObject({ kind: "added" });
  const opened = await openNote(app, imogen, { clientId, noteId: "second" });
  expect(opened).toMatchObject({ stored: { note: { ink } }, amendments: [{ words: "Both sides" }] });
  expect(await foundAnywhere(app, ["[77,123"])).toEqual([]);
  const bundled = await makeBundle(app, await protectedOwner(app), { clientId, reason: "claim" });
  if (bundled.kind !== "made") throw new Error(bundled.kind);
  const entry = bundled.bundle.entries.find(({ title }) => title === "Treatment note");
  expect(entry?.content).toMatchObject({ ink, words: { "Drawn on the body": "1 stroke, in record.json" } });
  const paper = bundleLines(bundled.bundle, "Europe/London").map(({ text }) => text);
  expect(paper).toContain("Drawn on the body: 1 stroke, in record.json");
  expect(paper.join("\n")).not.toMatch(/Ink|123/);
});

test("a note is edited a minute before a day has passed, and by nobody a minute after", async () => {
  const own = await practice();
  const { app, clientId, imogen } = own;
  expect(await save(own, "second", { says: "Stiff" })).toMatchObject({ kind: "saved", version: 1 });
  app.clock.set(TUESDAY_NINE + 23 * HOUR + 59 * 60_000);
  expect(await save(own, "second", { says: "Stiff neck" }, { version: 1 })).toMatchObject({
    kind: "saved",
    version: 2,
  });
  app.clock.set(TUESDAY_NINE + 24 * HOUR + 60_000);
  const late = await save(own, "second", { says: "Changed" }, { version: 2 });
  expect(late).toEqual({ kind: "conflict", lockedAt: TUESDAY_NINE + 24 * HOUR });
  expect(await save(own, "second", { says: "Changed" }, { version: 2, signs: true })).toMatchObject({
    kind: "conflict",
  });
  expect(await lockDueNotes(app)).toBe(1);
  expect(await lockDueNotes(app)).toBe(0);
  expect(await save(own, "second", { says: "Changed" }, { version: 2 })).toEqual(late);
  const opened = await openNote(app, imogen, { clientId, noteId: "second" });
  expect(opened).toMatchObject({ stored: { isLocked: true, note: { says: "Stiff neck" } } });
  expect(await verifyRecords(app.db.kysely)).toEqual({ notes: 1, faults: [] });
});

test("the owner who gives no treatments, reception and a colleague get nothing, and change nothing", async () => {
  const own = await practice();
  const { app, clientId, tom } = own;
  await save(own, "second", { says: "Stiff" }, { signs: true });
  const owner = await adminActor(app);
  const reception: Actor = {
    ...{ kind: "staff", userId: (await staffIn(app, { roles: ["reception"] })).id, roles: ["reception"] },
    ...{ therapistId: null, choices: [] },
  };
  const which = { clientId, noteId: "second" };
  for (const actor of [owner, reception, { kind: "visitor" } as const, { kind: "system" } as const]) {
    expect(await openNote(app, actor, which)).toEqual({ kind: "not-found" });
    expect(await listClientNotes(app, actor, clientId)).toEqual({ kind: "not-found" });
    expect(await noteStates(app, actor, [{ id: "second", therapistId: IMOGEN }])).toEqual({});
    expect(await saveNote(app, actor, { ...which, version: 1, given: EMPTY_NOTE, signs: false })).toEqual({
      kind: "not-found",
    });
    expect(await amendNote(app, actor, { ...which, reason: "x", words: "y" })).toEqual({ kind: "not-found" });
    expect(await shareNote(app, actor, { ...which, readers: "treating" })).toEqual({ kind: "not-found" });
  }
  // A colleague treats this client, too, and its author has not shared it.
  expect(await openNote(app, tom, which)).toEqual({ kind: "not-found" });
  expect(await listClientNotes(app, tom, clientId)).toMatchObject({ kind: "found", notes: [] });
  expect(await openNote(app, tom, { clientId, noteId: "toms" })).toMatchObject({
    kind: "opened",
    last: null,
    earlier: [],
  });
});

test("a colleague who treats the client reads what its author shares, and only once it is locked", async () => {
  const own = await practice();
  const { app, clientId, imogen, tom } = own;
  const which = { clientId, noteId: "first" };
  await save(own, "first", { says: "Stiff" });
  expect(await shareNote(app, imogen, { ...which, readers: "treating" })).toEqual({ kind: "saved" });
  expect(await openNote(app, tom, which)).toEqual({ kind: "not-found" });
  await save(own, "first", { says: "Stiff" }, { version: 1, signs: true });
  expect(await openNote(app, tom, which)).toMatchObject({ stored: { isOwn: false, note: { says: "Stiff" } } });
  expect(await amendNote(app, tom, { ...which, reason: "x", words: "y" })).toEqual({ kind: "forbidden" });
  expect(await shareNote(app, tom, { ...which, readers: "me" })).toEqual({ kind: "forbidden" });
  // The next note of the same author is shared as the last one was.
  await save(own, "second", { says: "Better" }, { signs: true });
  expect(await openNote(app, tom, { clientId, noteId: "toms" })).toMatchObject({ last: { note: { says: "Better" } } });
  await shareNote(app, imogen, { clientId, noteId: "second", readers: "me" });
  expect(await openNote(app, tom, { clientId, noteId: "toms" })).toMatchObject({ last: { note: { says: "Stiff" } } });
  expect((await listAccess(app.db.kysely, clientId)).map(({ what }) => what)).toContain("note");
});

test("an owner who gives treatments writes notes like any therapist, and reads no colleague's", async () => {
  const own = await practice();
  const { app, clientId } = own;
  const { id } = await staffIn(app, { roles: ["owner", "therapist"], therapistId: TOM, name: "Olga Owner" });
  const owner: Actor = { kind: "admin", userId: id };
  await save(own, "second", { says: "Stiff" }, { signs: true });
  const given = written({ says: "From the owner" });
  expect(await saveNote(app, owner, { clientId, noteId: "toms", version: 0, given, signs: false })).toMatchObject({
    kind: "saved",
  });
  expect(await openNote(app, owner, { clientId, noteId: "second" })).toEqual({ kind: "not-found" });
});

test("a second device's save is a conflict with what the first one saved, and the same content is none", async () => {
  const own = await practice();
  await save(own, "second", { says: "Stiff" });
  await save(own, "second", { says: "Stiff, from the phone" }, { version: 1 });
  expect(await save(own, "second", { says: "Stiff, from the tablet" }, { version: 1 })).toMatchObject({
    kind: "conflict",
    stored: { version: 2, note: { says: "Stiff, from the phone" } },
  });
  expect(await save(own, "second", { says: "Stiff, from the phone" }, { version: 1 })).toMatchObject({
    kind: "saved",
    version: 2,
  });
});

test("two new notes of one appointment at once are one note and one conflict", async () => {
  const own = await practice();
  const outcomes = await Promise.all([save(own, "second", { says: "One" }), save(own, "second", { says: "Two" })]);
  expect(outcomes.map(({ kind }) => kind).sort()).toEqual(["conflict", "saved"]);
});

test("amendments stand below a locked note with their reason, and the note stays as it was", async () => {
  const own = await practice();
  const { app, clientId, imogen } = own;
  const which = { clientId, noteId: "second" };
  await save(own, "second", { says: "Stiff" });
  expect(await amendNote(app, imogen, { ...which, reason: "Late", words: "Left side" })).toEqual({
    kind: "invalid",
    field: "words",
    message: "This note is not locked yet. Change the note itself.",
  });
  // Past its time, and the clock's job has not come by yet.
  app.clock.set(TUESDAY_NINE + 25 * HOUR);
  expect(await amendNote(app, imogen, { ...which, reason: " ", words: "Left side" })).toMatchObject({
    field: "reason",
  });
  expect(await amendNote(app, imogen, { ...which, reason: "Left out", words: "" })).toMatchObject({ field: "words" });
  expect(await amendNote(app, imogen, { ...which, reason: "Left out", words: "Left side" })).toEqual({ kind: "added" });
  expect(await amendNote(app, imogen, { ...which, reason: "Wrong", words: "Right side" })).toEqual({ kind: "added" });
  expect(await openNote(app, imogen, which)).toMatchObject({
    stored: { note: { says: "Stiff" }, isLocked: true },
    amendments: [
      { seq: 1, reason: "Left out", words: "Left side" },
      { seq: 2, reason: "Wrong", words: "Right side" },
    ],
  });
  expect(await verifyRecords(app.db.kysely)).toEqual({ notes: 1, faults: [] });
});

test("a locked row that SQL has changed is named, and so is one that is gone", async () => {
  const own = await practice();
  const { app, clientId, imogen } = own;
  const call = newId();
  await save(own, "first", { says: "One" }, { signs: true });
  await save(own, "second", { says: "Two" }, { signs: true });
  await save(own, call, { says: "A call", occasion: "call" }, { signs: true });
  await amendNote(app, imogen, { clientId, noteId: "first", reason: "Late", words: "More" });
  const db = app.db.kysely;
  const faults = async () => (await verifyRecords(db)).faults;
  expect(await faults()).toEqual([]);
  const set = (id: string, values: object) =>
    db.updateTable("treatment_notes").set(values).where("id", "=", id).execute();
  const second = await db
    .selectFrom("treatment_notes")
    .selectAll()
    .where("id", "=", "second")
    .executeTakeFirstOrThrow();
  await set("second", { sealed: `${second.sealed}A` });
  expect(await faults()).toEqual(["Note second differs from what was locked."]);
  expect(await openNote(app, imogen, { clientId, noteId: "second" })).toMatchObject({ stored: { note: null } });
  await set("second", { sealed: second.sealed, locked_at: second.first_saved_at + 1 });
  expect(await faults()).toEqual(["Note second differs from what was locked."]);
  await set("second", { locked_at: second.locked_at, state: "draft" });
  expect(await faults()).toEqual(["Note second was locked and is no longer as it was."]);
  await set("second", { state: "locked" });
  await db.updateTable("note_amendments").set({ at: 1 }).execute();
  expect(await faults()).toEqual(["Amendment 1 of note first differs from what was written."]);
  await db.deleteFrom("note_amendments").execute();
  await db.deleteFrom("treatment_notes").where("id", "=", "second").execute();
  expect(await faults()).toEqual([`A note before ${call} is missing.`]);
});

test("a note without an appointment needs a new id, and a client whom its author treats", async () => {
  const own = await practice();
  const { app, imogen, clientId } = own;
  expect(await save(own, "not-an-id", { says: "A call" })).toEqual({ kind: "not-found" });
  expect(await save(own, "toms", { says: "Another’s" })).toEqual({ kind: "not-found" });
  const noteId = newId();
  expect(await save(own, noteId, { says: "A call", occasion: "call" })).toMatchObject({ kind: "saved" });
  await app.db.kysely.updateTable("appointments").set({ status: "Cancelled" }).where("id", "=", "second").execute();
  expect(await save(own, "second", { says: "Cancelled" })).toEqual({ kind: "not-found" });
  const stranger = newId();
  await app.db.kysely
    .insertInto("clients")
    .values({
      id: stranger,
      name: "Someone",
      search: "",
      created_at: 0,
      booked_at: 0,
      contact_version: 1,
      is_existing: 0,
    })
    .execute();
  const about = { clientId: stranger, version: 0, given: written({ says: "x" }), signs: false };
  expect(await saveNote(app, imogen, { ...about, noteId: newId() })).toEqual({ kind: "not-found" });
  // Nor does a note move to another client by its address.
  expect(await saveNote(app, imogen, { ...about, noteId })).toEqual({ kind: "not-found" });
  expect(await openNote(app, imogen, { clientId, noteId })).toMatchObject({ stored: { note: { says: "A call" } } });
});

test("what is too long or unknown is refused with a sentence, and a blank note is no note", async () => {
  const own = await practice();
  expect(await save(own, "second", { says: "x".repeat(2001) })).toEqual({
    kind: "invalid",
    message: "What the client says must be 2000 characters or fewer",
  });
  expect(await save(own, "second", {})).toEqual({ kind: "invalid", message: "Write something first" });
  expect(await save(own, "second", {}, { given: "nonsense" })).toEqual({ kind: "invalid", message: "This is no note" });
});

test("merging takes notes and openings along, and erasing leaves none", async () => {
  const own = await practice();
  const { app, clientId, imogen } = own;
  await save(own, "second", { says: "Stiff" }, { signs: true });
  await openNote(app, imogen, { clientId, noteId: "second" });
  const to = newId();
  const db = app.db.kysely;
  await db
    .insertInto("clients")
    .values({ id: to, name: "Ana", search: "", created_at: 0, booked_at: 0, contact_version: 1, is_existing: 0 })
    .execute();
  await db.transaction().execute(async (tx) => {
    await noteData.merge?.(tx, { from: clientId, to });
    await tx.updateTable("record_keys").set({ client_id: to }).execute();
    await tx.updateTable("appointments").set({ client_id: to }).where("client_id", "=", clientId).execute();
  });
  expect(await openNote(app, imogen, { clientId: to, noteId: "second" })).toMatchObject({
    stored: { note: { says: "Stiff" } },
  });
  expect((await verifyRecords(db)).faults).toEqual([]);
  const exported = await noteData.export?.(db, { clientId: to, userIds: [], addresses: [], phones: [] }, 0);
  expect(JSON.stringify(exported)).toContain("lockedAt");
  expect(JSON.stringify(exported)).not.toContain("Stiff");
  await db
    .transaction()
    .execute(
      (tx) =>
        healthData.forget?.(tx, { clientId: to, userIds: [], addresses: [], phones: [] }, 0) ?? Promise.resolve({}),
    );
  for (const table of ["treatment_notes", "note_amendments", "health_access"] as const) {
    expect(await db.selectFrom(table).selectAll().execute()).toEqual([]);
  }
});

test("while health is off there are no notes and no links to them", async () => {
  const own = await practice();
  const { app, clientId, imogen } = own;
  await save(own, "second", { says: "Stiff" }, { signs: true });
  await switchHealth(app, { ...(await adminActor(app)), isConfirmed: true }, false);
  expect(await openNote(app, imogen, { clientId, noteId: "second" })).toEqual({ kind: "not-found" });
  expect(await save(own, "second", { says: "x" }, { version: 1 })).toEqual({ kind: "not-found" });
  expect(await noteStates(app, imogen, [{ id: "second", therapistId: IMOGEN }])).toEqual({});
});

test("an amendment that is sent twice stands there once", async () => {
  const own = await practice();
  const { app, clientId, imogen } = own;
  await save(own, "second", { says: "Stiff" }, { signs: true });
  const which = { clientId, noteId: "second" };
  const add = (words: string) => amendNote(app, imogen, { ...which, reason: "Left out", words });
  for (const words of ["Calf, too", "Calf, too", "Knee, too", "Calf, too"]) {
    expect(await add(words)).toEqual({ kind: "added" });
  }
  const opened = await openNote(app, imogen, which);
  const words = opened.kind === "opened" ? opened.amendments.map((one) => one.words) : [];
  expect(words).toEqual(["Calf, too", "Knee, too", "Calf, too"]);
});

test("a note says who comes to its author next, within three hours", async () => {
  const { app, clientId, imogen } = await practice();
  const visit = { service: "demo-deep-tissue-massage", source: "website", minutes: 60, pence: 6000, cancelled: null };
  const now = app.clock.now();
  const coming = [
    { id: "off", therapist: IMOGEN, start: now + HOUR / 2, status: "Cancelled" },
    { id: "colleagues", therapist: TOM, start: now + HOUR / 2, status: "Confirmed" },
    { id: "soon", therapist: IMOGEN, start: now + HOUR, status: "Confirmed" },
    { id: "later", therapist: IMOGEN, start: now + 2 * HOUR, status: "Confirmed" },
    { id: "evening", therapist: IMOGEN, start: now + 4 * HOUR, status: "Confirmed" },
  ];
  await insertVisits(
    app,
    coming.map((one) => ({ ...visit, ...one, state: null, client: `client-${one.id}` })),
  );
  const next = async (noteId: string, client = clientId) => {
    const opened = await openNote(app, imogen, { clientId: client, noteId });
    return opened.kind === "opened" ? opened.next : opened.kind;
  };
  expect(await next("second")).toEqual({ name: "=client-soon", at: now + HOUR });
  expect(await next("soon", "client-soon")).toEqual({ name: "=client-later", at: now + 2 * HOUR });
  app.clock.set(now + 2 * HOUR);
  expect(await next("second")).toEqual({ name: "=client-evening", at: now + 4 * HOUR });
  app.clock.set(now + 4 * HOUR);
  expect(await next("second")).toBeNull();
});

test("progress has what its reader may read, by the date of the appointment, and the client sees that it was opened", async () => {
  const own = await practice();
  const { app, clientId, imogen, tom } = own;
  await save(own, "second", { pain: 3 }, { signs: true });
  await save(own, "first", { pain: 8 }, { signs: true });
  const painsFor = async (actor: Actor) => {
    const opened = await openProgress(app, actor, clientId);
    return opened.kind === "opened" ? opened.notes.map(({ at, note }) => [at, note.pain]) : opened.kind;
  };
  expect(await painsFor(imogen)).toEqual([
    [TUESDAY_NINE - 14 * DAY, 8],
    [TUESDAY_NINE - HOUR, 3],
  ]);
  expect(await painsFor(tom)).toEqual([]);
  await shareNote(app, imogen, { clientId, noteId: "first", readers: "treating" });
  expect(await painsFor(tom)).toEqual([[TUESDAY_NINE - 14 * DAY, 8]]);
  expect(await painsFor(await adminActor(app))).toBe("not-found");
  const openings = await listAccess(app.db.kysely, clientId);
  expect(openings.filter(({ what }) => what === "record")).toHaveLength(2);
});

test("a note that names its readers is read by them alone, also by who treats somebody else", async () => {
  const own = await practice();
  const { app, clientId, imogen, tom } = own;
  const which = { clientId, noteId: "first" };
  const other = await actorIn(app, "demo-priya-sandhu");
  await save(own, "first", { says: "Stiff" }, { signs: true });
  expect(await listClientNotes(app, other, clientId)).toEqual({ kind: "not-found" });
  const readers = ["demo-priya-sandhu", "nobody-here"];
  expect(await shareNote(app, imogen, { ...which, readers })).toEqual({ kind: "saved" });
  expect(await openNote(app, other, which)).toMatchObject({ stored: { isOwn: false, note: { says: "Stiff" } } });
  expect(await openNote(app, tom, which)).toEqual({ kind: "not-found" });
  expect(await openNote(app, imogen, which)).toMatchObject({ stored: { readers: ["demo-priya-sandhu"] } });
  expect(await saveNote(app, other, { ...which, version: 1, given: EMPTY_NOTE, signs: false })).toEqual({
    kind: "forbidden",
  });
  const call = { clientId, noteId: newId(), version: 0, given: written({ says: "Called" }), signs: false };
  expect(await saveNote(app, other, call)).toEqual({ kind: "not-found" });
  // What those read who treat the client, they do not.
  await save(own, "second", { says: "Better" }, { signs: true });
  await shareNote(app, imogen, { clientId, noteId: "second", readers: "treating" });
  expect(await openNote(app, other, { clientId, noteId: "second" })).toEqual({ kind: "not-found" });
  expect(await listClientNotes(app, other, clientId)).toMatchObject({ notes: [{ id: "first" }] });
  expect(await openNote(app, tom, { clientId, noteId: "second" })).toMatchObject({ stored: { isOwn: false } });
  await shareNote(app, imogen, { ...which, readers: "me" });
  expect(await listClientNotes(app, other, clientId)).toEqual({ kind: "not-found" });
});
