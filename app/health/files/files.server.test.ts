import sharp from "sharp";
import { expect, test } from "vitest";
import { listAccess } from "#app/health/access.server.ts";
import { openInEmergency } from "#app/health/emergency.server.ts";
import { addFile } from "#app/health/files/add-file.server.ts";
import { openFile, openFiles, removeFile, shareFile } from "#app/health/files/files.server.ts";
import { verifyFiles } from "#app/health/files/pieces.db.server.ts";
import { bundleFiles, makeBundle } from "#app/health/keeping/bundle.server.ts";
import { withdrawConsent } from "#app/health/keeping/withdrawal.server.ts";
import { ownRecordFile, readOwnFile, readOwnRecord } from "#app/health/own-record.server.ts";
import { switchHealth } from "#app/health/switch.server.ts";
import { verifyKeys } from "#app/health/verify-keys.server.ts";
import { readPaper } from "#app/media/paper.server.ts";
import { personalData } from "#app/personal-data.server.ts";
import type { Actor } from "#app/platform/permissions.ts";
import { erase } from "#app/privacy/erase-client.server.ts";
import { adminActor } from "#tests/support/admin.ts";
import { foundAnywhere } from "#tests/support/canaries.ts";
import { makePast } from "#tests/support/clients.ts";
import { protectedOwner, treated } from "#tests/support/health.ts";
import { staffIn } from "#tests/support/staff.ts";

type Treated = Awaited<ReturnType<typeof treated>>;

const DAY = 86_400_000;

function reads(bytes: Uint8Array | null) {
  const read = async (at: number, length: number) => new Uint8Array((bytes ?? PAPER).subarray(at, at + length));
  const file = bytes && { name: "ZEBRA-NAME.jpg", size: bytes.byteLength, read, write: async () => {} };
  return () => readPaper(file);
}

/** A PDF of three pieces, the last of them a part of one. */
const PAPER = Buffer.concat([Buffer.from("%PDF-1.7 ZEBRA-INSIDE "), Buffer.alloc(150_000, "ZEBRA-BYTES ")]);

const picture = () =>
  sharp({ create: { width: 60, height: 40, channels: 3, background: "#a33" } })
    .withExif({ IFD0: { Copyright: "ZEBRA-EXIF" }, IFD3: { GPSLatitudeRef: "N" } })
    .jpeg()
    .toBuffer();

async function add(
  { app, clientId, therapist }: Treated,
  more: Record<string, string> = {},
  bytes: Uint8Array = PAPER,
) {
  const on = new Date(app.clock.now()).toISOString().slice(0, 10);
  const fields = { kind: "letter", title: "ZEBRA-TITLE", on, forClient: "on", ...more };
  const outcome = await addFile(app, therapist, { clientId, fields, read: reads(bytes) });
  if (outcome.kind !== "added") throw new Error(JSON.stringify(outcome));
  return outcome.id;
}

async function opens({ app, clientId, therapist }: Treated, fileId: string) {
  const opened = await openFile(app, therapist, { clientId, fileId });
  return opened.kind === "opened" && opened.bytes !== null;
}

test("a paper is stored sealed, opened whole by its author, and written down", async () => {
  const own = await treated();
  const { app, clientId, therapist } = own;
  const fileId = await add(own);
  expect(await foundAnywhere(app, ["zebra"])).toEqual([]);
  const opened = await openFile(app, therapist, { clientId, fileId });
  if (opened.kind !== "opened" || !opened.bytes) throw new Error(opened.kind);
  expect(PAPER.equals(opened.bytes)).toBe(true);
  expect(opened.file.details).toMatchObject({ kind: "letter", title: "ZEBRA-TITLE", type: "pdf" });
  expect((await listAccess(app.db.kysely, clientId)).map(({ what }) => what)).toContain("file");
  expect(await verifyFiles(app.db.kysely)).toEqual({ files: 1, faults: [] });
  expect(await verifyKeys(app)).toMatchObject({ faults: [] });
});

test("a picture is drawn anew, without its place and camera, and whatever hangs on it", async () => {
  const own = await treated();
  const jpeg = Buffer.concat([await picture(), Buffer.from("<script>alert('ZEBRA')</script>")]);
  const fileId = await add(own, { kind: "photo" }, jpeg);
  const opened = await openFile(own.app, own.therapist, { clientId: own.clientId, fileId });
  if (opened.kind !== "opened" || !opened.bytes) throw new Error(opened.kind);
  expect(opened.file.details).toMatchObject({ type: "webp", width: 60, height: 40 });
  expect(opened.bytes.toString("latin1")).not.toMatch(/ZEBRA|script|Exif/i);
  expect((await sharp(opened.bytes).metadata()).exif).toBeUndefined();
});

test("a file that was cut at a piece's edge, changed, or mixed with another stays shut, and others open", async () => {
  const own = await treated();
  const { app } = own;
  const db = app.db.kysely;
  const [one, two] = [await add(own), await add(own)];
  const pieces = await db
    .selectFrom("record_file_pieces")
    .selectAll()
    .where("file_id", "=", one)
    .orderBy("nth")
    .execute();
  expect(pieces.map(({ nth }) => nth)).toEqual([0, 1, 2]);
  const put = (nth: number, bytes: Uint8Array) =>
    db.updateTable("record_file_pieces").set({ bytes }).where("file_id", "=", one).where("nth", "=", nth).execute();
  const bytesOf = (nth: number) => Buffer.from(pieces[nth]?.bytes ?? []);
  const restore = async () => {
    await db.deleteFrom("record_file_pieces").where("file_id", "=", one).execute();
    for (const row of pieces) await db.insertInto("record_file_pieces").values(row).execute();
    expect(await opens(own, one)).toBe(true);
  };
  const isShut = async () => {
    expect(await opens(own, one)).toBe(false);
    expect(await opens(own, two)).toBe(true);
    expect((await verifyFiles(db)).faults).toEqual([`File ${one} differs from what was stored.`]);
    expect((await verifyKeys(app))?.faults).toEqual([`The file ${one} can’t be opened.`]);
  };
  for (const nth of [2, 1, 0]) {
    await db.deleteFrom("record_file_pieces").where("file_id", "=", one).where("nth", "=", nth).execute();
    await isShut();
  }
  await restore();
  await put(0, bytesOf(1));
  await put(1, bytesOf(0));
  await isShut();
  await restore();
  const flipped = bytesOf(1);
  flipped[7] = (flipped[7] ?? 0) ^ 1;
  await put(1, flipped);
  await isShut();
  await restore();
  const foreign = await db
    .selectFrom("record_file_pieces")
    .select("bytes")
    .where("file_id", "=", two)
    .where("nth", "=", 0)
    .executeTakeFirstOrThrow();
  await put(0, foreign.bytes);
  await isShut();
});

test("a row's sealed text opens in no other row", async () => {
  const own = await treated();
  const { app, clientId, therapist } = own;
  const [one, two] = [await add(own), await add(own)];
  const row = app.db.kysely.selectFrom("record_files").select("sealed").where("id", "=", two);
  const { sealed } = await row.executeTakeFirstOrThrow();
  await app.db.kysely.updateTable("record_files").set({ sealed }).where("id", "=", one).execute();
  const listed = await openFiles(app, therapist, clientId);
  expect(listed).toMatchObject({ kind: "opened" });
  if (listed.kind === "opened")
    expect(listed.files.map(({ details }) => details === null).sort()).toEqual([false, true]);
  expect(await opens(own, one)).toBe(false);
});

test("what is not taken is refused by a sentence that names its field, and nothing is stored", async () => {
  const { app, clientId, therapist } = await treated();
  const on = new Date(app.clock.now()).toISOString().slice(0, 10);
  const fields = { kind: "photo", title: "Knee", on };
  const refused = async (bytes: Uint8Array | null, more: Record<string, string> = {}) => {
    const outcome = await addFile(app, therapist, { clientId, fields: { ...fields, ...more }, read: reads(bytes) });
    return outcome.kind === "invalid" ? outcome.errors : outcome;
  };
  expect(await refused(null, { title: " ", on: "", kind: "x" })).toEqual({
    file: "Choose a picture or a PDF",
    kind: "Choose what it is",
    title: "Enter a title",
    on: "Enter the date of the picture or paper",
  });
  const html = Buffer.from("<html><script>1</script>%PDF-1.7");
  expect(await refused(html)).toEqual({ file: expect.stringMatching(/^Choose a JPEG, PNG, WebP or AVIF picture/) });
  const jpegInName = Buffer.from([0xff, 0xd8, 0xff, 0xe0, ...Buffer.from("<html>")]);
  expect(await refused(jpegInName)).toEqual({ file: expect.stringMatching(/^That picture could not be read/) });
  expect(await refused(Buffer.alloc(10 * 1024 * 1024 + 1))).toEqual({ file: "Choose a file of 10 MB or less" });
  expect(
    await refused(PAPER, {
      title: "x".repeat(101),
      on: new Date(app.clock.now() + 2 * DAY).toISOString().slice(0, 10),
    }),
  ).toEqual({
    title: "The title must be 100 characters or fewer",
    on: "Enter the date of the picture or paper: it can’t be after today",
  });
  expect(await app.db.kysely.selectFrom("record_files").select("id").execute()).toEqual([]);
});

test("a record takes thirty files a day", async () => {
  const own = await treated();
  const { app, clientId, therapist } = own;
  const small = Buffer.from("%PDF-1.7");
  for (let at = 0; at < 30; at++) await add(own, {}, small);
  const on = new Date(app.clock.now()).toISOString().slice(0, 10);
  const fields = { kind: "scan", title: "One more", on };
  expect(await addFile(app, therapist, { clientId, fields, read: reads(small) })).toEqual({
    kind: "invalid",
    errors: { file: "This client has 30 files from the last 24 hours. Add this one tomorrow" },
  });
});

test("only the author, and whom they choose, reads a file; an owner in an emergency, and writes nothing", async () => {
  const own = await treated();
  const { app, clientId, therapist, appointment } = own;
  const fileId = await add(own);
  const which = { clientId, fileId };
  const otherId = appointment.therapistId === "demo-tom-ellery" ? "demo-imogen-hartley" : "demo-tom-ellery";
  const staff = async (roles: readonly ("therapist" | "reception")[], therapistId: string | null): Promise<Actor> => {
    const { id } = await staffIn(app, { roles, therapistId });
    return { kind: "staff", userId: id, roles: [...roles], therapistId, choices: [] };
  };
  const [other, reception] = [await staff(["therapist"], otherId), await staff(["reception"], null)];
  const owner = await protectedOwner(app);
  const fields = { kind: "scan", title: "x", on: "2026-01-01" };
  for (const actor of [other, reception, owner, { kind: "visitor" } as const]) {
    expect(await openFiles(app, actor, clientId)).toEqual({ kind: "not-found" });
    expect(await openFile(app, actor, which)).toEqual({ kind: "not-found" });
    expect(await addFile(app, actor, { clientId, fields, read: reads(PAPER) })).toEqual({ kind: "not-found" });
    expect(await shareFile(app, actor, { ...which, readers: "treating", isForClient: true })).toEqual({
      kind: "not-found",
    });
    expect(await removeFile(app, actor, which)).toEqual({ kind: "not-found" });
  }
  expect(await shareFile(app, therapist, { ...which, readers: [otherId], isForClient: false })).toEqual({
    kind: "saved",
  });
  expect(await openFile(app, other, which)).toMatchObject({ kind: "opened", file: { isOwn: false } });
  expect(await shareFile(app, other, { ...which, readers: "me", isForClient: true })).toEqual({ kind: "forbidden" });
  expect(await removeFile(app, other, which)).toEqual({ kind: "forbidden" });
  // Who was named for one file neither adds another nor reads what is kept for who treats the client.
  expect(await addFile(app, other, { clientId, fields, read: reads(PAPER) })).toEqual({ kind: "not-found" });
  const more = await add(own);
  await shareFile(app, therapist, { clientId, fileId: more, readers: "treating", isForClient: false });
  expect(await openFile(app, other, { clientId, fileId: more })).toEqual({ kind: "not-found" });
  expect(await readOwnFile(app, "ada", fileId)).toBeNull();
  const sure = { ...owner, isConfirmed: true } as Actor;
  await openInEmergency(app, sure, { clientId, reason: "Fainted" });
  expect(await openFile(app, owner, which)).toMatchObject({ kind: "opened" });
  expect(await addFile(app, owner, { clientId, fields, read: reads(PAPER) })).toEqual({ kind: "not-found" });
});

test("its author takes a file out within a day, which the client reads, and not after", async () => {
  const own = await treated();
  const { app, clientId, therapist } = own;
  const [wrong, right] = [await add(own), await add(own)];
  expect(await removeFile(app, therapist, { clientId, fileId: wrong })).toEqual({ kind: "removed" });
  expect((await listAccess(app.db.kysely, clientId)).map(({ what }) => what)).toContain("file-removed");
  const later = { ...app, clock: { now: () => app.clock.now() + DAY } };
  expect(await removeFile(later, therapist, { clientId, fileId: right })).toMatchObject({ kind: "invalid" });
  const left = await app.db.kysely.selectFrom("record_file_pieces").select("file_id").distinct().execute();
  expect(left).toEqual([{ file_id: right }]);
});

test("the client reads what is shared with them and gets it with their record; the insurer gets all", async () => {
  const own = await treated();
  const { app, clientId, therapist } = own;
  const fileId = await add(own);
  const hidden = await add(own, { forClient: "", title: "ZEBRA-HIDDEN" });
  const read = await readOwnRecord(app, "ada");
  if (read.kind !== "opened") throw new Error(read.kind);
  expect(ownRecordFile(read.record).files).toMatchObject([
    { id: fileId, title: "ZEBRA-TITLE", bytes: PAPER.byteLength },
  ]);
  expect((await readOwnFile(app, "ada", fileId))?.bytes.equals(PAPER)).toBe(true);
  expect(await readOwnFile(app, "ada", hidden)).toBeNull();
  expect(await readOwnFile(app, "bo", fileId)).toBeNull();
  const made = await makeBundle(app, { ...therapist, isConfirmed: true } as Actor, { clientId, reason: "Claim" });
  if (made.kind !== "made") throw new Error(made.kind);
  const entries = made.bundle.entries.filter(({ title }) => title === "File");
  expect(entries.map(({ content }) => content.title).sort()).toEqual(["ZEBRA-HIDDEN", "ZEBRA-TITLE"]);
  const names: string[] = [];
  for await (const { name, bytes } of bundleFiles(app, { clientId })) {
    names.push(`files/${name}`);
    expect(bytes.equals(PAPER)).toBe(true);
  }
  expect(names).toEqual(entries.map(({ content }) => content.file));
});

test("a withdrawal freezes files, and an erasure keeps them until their day and then leaves none", async () => {
  const own = await treated();
  const { app, appointment, clientId, therapist } = own;
  const fileId = await add(own);
  await withdrawConsent(app, { kind: "client", userId: "ada" });
  expect(await openFile(app, therapist, { clientId, fileId })).toEqual({ kind: "not-found" });
  expect(await openFiles(app, therapist, clientId)).toMatchObject({ files: [], withdrawal: expect.anything() });
  const on = new Date(app.clock.now()).toISOString().slice(0, 10);
  const fields = { kind: "scan", title: "x", on };
  expect(await addFile(app, therapist, { clientId, fields, read: reads(PAPER) })).toEqual({
    kind: "invalid",
    errors: { file: "This client has withdrawn their consent. Nothing more is kept" },
  });
  expect((await readOwnFile(app, "ada", fileId))?.bytes.equals(PAPER)).toBe(true);
  const db = app.db.kysely;
  await makePast(app, appointment.id);
  await erase(app, await adminActor(app), { id: clientId, personalData });
  expect(await db.selectFrom("record_files").select("id").execute()).toEqual([{ id: fileId }]);
  const { destroyRecord } = await import("#app/health/keeping/destroy.db.server.ts");
  const [{ id: withdrawalId } = { id: "" }] = await db.selectFrom("health_withdrawals").select("id").execute();
  await db.transaction().execute((tx) => destroyRecord(tx, { clientId, withdrawalId, now: app.clock.now() }));
  expect(await db.selectFrom("record_files").select("id").execute()).toEqual([]);
  expect(await db.selectFrom("record_file_pieces").select("file_id").execute()).toEqual([]);
});

test("with a missing key everything stays shut, and with health off there is nothing", async () => {
  const own = await treated();
  const { app, clientId, therapist } = own;
  const fileId = await add(own);
  const fields = { kind: "scan", title: "x", on: "2026-01-01" };
  const { renameSync } = await import("node:fs");
  const [key, aside] = [`${app.config.dataDir}/health-key`, `${app.config.dataDir}/aside`];
  renameSync(key, aside);
  expect(await openFiles(app, therapist, clientId)).toEqual({ kind: "shut" });
  expect(await openFile(app, therapist, { clientId, fileId })).toEqual({ kind: "shut" });
  expect(await addFile(app, therapist, { clientId, fields, read: reads(PAPER) })).toEqual({ kind: "shut" });
  expect(await readOwnFile(app, "ada", fileId)).toBeNull();
  renameSync(aside, key);
  expect(await opens(own, fileId)).toBe(true);
  await switchHealth(app, await adminActor(app), false);
  expect(await openFiles(app, therapist, clientId)).toEqual({ kind: "not-found" });
  expect(await addFile(app, therapist, { clientId, fields, read: reads(PAPER) })).toEqual({ kind: "not-found" });
});
