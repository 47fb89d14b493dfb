import { expect, test } from "vitest";
import { openInEmergency } from "#app/health/emergency.server.ts";
import { openFile, openFiles, removeFile, shareFile } from "#app/health/files/files.server.ts";
import type { LetterLine } from "#app/health/files/letter.ts";
import { viewLetter, writeLetter } from "#app/health/files/write-letter.server.ts";
import { makeBundle } from "#app/health/keeping/bundle.server.ts";
import { withdrawConsent } from "#app/health/keeping/withdrawal.server.ts";
import { ownRecordFile, readOwnFile, readOwnRecord } from "#app/health/own-record.server.ts";
import { switchHealth } from "#app/health/switch.server.ts";
import { verifyKeys } from "#app/health/verify-keys.server.ts";
import { writePdf } from "#app/media/pdf.gateway.server.ts";
import type { Actor } from "#app/platform/permissions.ts";
import { adminActor } from "#tests/support/admin.ts";
import { foundAnywhere } from "#tests/support/canaries.ts";
import { protectedOwner, treated } from "#tests/support/health.ts";
import { staffIn } from "#tests/support/staff.ts";

type Treated = Awaited<ReturnType<typeof treated>>;

const WORDS = { to: "Dr ZEBRA-GP\r\nThe Surgery", purpose: "ZEBRA-PURPOSE", text: "ZEBRA-TEXT\n\nSecond line" };
const AGREED = { consent: "on", consentHow: "phone", consentOn: "2027-01-01" };

function printing() {
  const printed: LetterLine[][] = [];
  const print = (lines: readonly LetterLine[], title: string) => {
    printed.push([...lines]);
    return writePdf({ title, at: 0, lines });
  };
  return { printed, print };
}

async function previewed({ app, clientId, therapist }: Treated, more: Record<string, string> = {}) {
  const { print } = printing();
  const fields = { ...WORDS, ...more, intent: "preview" };
  const outcome = await writeLetter(app, therapist, { clientId, fields, print });
  if (outcome.kind !== "preview") throw new Error(JSON.stringify(outcome));
  return outcome;
}

async function issue(own: Treated, more: Record<string, string> = {}) {
  const { app, clientId, therapist } = own;
  const { seen } = await previewed(own, more);
  const { printed, print } = printing();
  const fields = { ...WORDS, ...AGREED, ...more, seen, intent: "issue" };
  return { printed, outcome: await writeLetter(app, therapist, { clientId, fields, print }) };
}

async function issued(own: Treated, more: Record<string, string> = {}) {
  const { outcome, printed } = await issue(own, more);
  if (outcome.kind !== "added") throw new Error(JSON.stringify(outcome));
  return { fileId: outcome.id, printed };
}

test("what was previewed goes, word for word, and stays in the record with what its client agreed to", async () => {
  const own = await treated();
  const { app, clientId, therapist, which } = own;
  const view = await viewLetter(app, therapist, clientId);
  if (view.kind !== "opened") throw new Error(view.kind);
  expect([...view.advice]).toEqual([[which.noteId, expect.stringMatching(/: ZEBRA-ADVICE\. Exercises: /)]]);
  const chosen = { [`note-${which.noteId}`]: "on" };
  const { lines, wording } = await previewed(own, chosen);
  const { fileId, printed } = await issued(own, chosen);
  expect(printed).toEqual([lines]);
  expect(lines.map(({ text }) => text)).toEqual(
    expect.arrayContaining(["Dr ZEBRA-GP", "The Surgery", "ZEBRA-TEXT", "Second line", "Advice given"]),
  );
  expect(JSON.stringify(lines)).not.toContain("ZEBRA-SAYS");
  const opened = await openFile(app, therapist, { clientId, fileId });
  if (opened.kind !== "opened") throw new Error(opened.kind);
  expect(opened.bytes?.subarray(0, 5).toString()).toBe("%PDF-");
  const consent = { on: "2027-01-01", how: "phone", by: opened.file.by, wording };
  expect(wording).toContain("Dr ZEBRA-GP");
  expect(opened.file.details).toMatchObject({ kind: "letter", letter: { purpose: "ZEBRA-PURPOSE", consent } });
  expect(await foundAnywhere(app, ["zebra"])).toEqual([]);
  expect(await verifyKeys(app)).toMatchObject({ faults: [] });
});

test("its client reads the letter and what they agreed to, whatever its author chooses, and so does an insurer", async () => {
  const own = await treated();
  const { app, clientId, therapist } = own;
  const { fileId } = await issued(own);
  const which = { clientId, fileId };
  expect(await shareFile(app, therapist, { ...which, readers: "me", isForClient: false })).toEqual({ kind: "saved" });
  expect((await readOwnFile(app, "ada", fileId))?.bytes.subarray(0, 5).toString()).toBe("%PDF-");
  const read = await readOwnRecord(app, "ada");
  if (read.kind !== "opened") throw new Error(read.kind);
  const agreed = expect.objectContaining({ how: "phone", wording: expect.stringContaining("Dr ZEBRA-GP") });
  expect(ownRecordFile(read.record).files).toMatchObject([
    { id: fileId, letterTo: "Dr ZEBRA-GP\nThe Surgery", agreed },
  ]);
  const made = await makeBundle(app, { ...therapist, isConfirmed: true } as Actor, { clientId, reason: "Claim" });
  if (made.kind !== "made") throw new Error(made.kind);
  expect(made.bundle.entries.find(({ title }) => title === "File")?.content).toMatchObject({ agreed });
});

test("an issued letter is not taken out again, not within its first day either", async () => {
  const own = await treated();
  const { app, clientId, therapist } = own;
  const { fileId } = await issued(own);
  expect(await openFiles(app, therapist, clientId)).toMatchObject({ files: [{ id: fileId, isNew: false }] });
  expect(await removeFile(app, therapist, { clientId, fileId })).toEqual({
    kind: "invalid",
    message: "A letter that was issued stays in the record: its client agreed to it.",
  });
  expect(await openFile(app, therapist, { clientId, fileId })).toMatchObject({ kind: "opened" });
});

test("without words, consent, its way or its day nothing is issued, and each field has its sentence", async () => {
  const own = await treated();
  const { app, clientId, therapist } = own;
  const { print } = printing();
  const empty = await writeLetter(app, therapist, { clientId, fields: { intent: "issue", to: " " }, print });
  expect(empty).toEqual({
    kind: "invalid",
    errors: { to: "Enter who the letter goes to", purpose: "Enter what the letter is about", text: "Enter the letter" },
  });
  const long = { to: "x".repeat(201), purpose: "x".repeat(101), text: "x".repeat(4001), intent: "preview" };
  expect(await writeLetter(app, therapist, { clientId, fields: long, print })).toEqual({
    kind: "invalid",
    errors: {
      to: "Who it goes to must be 200 characters or fewer",
      purpose: "What it is about must be 100 characters or fewer",
      text: "The letter must be 4000 characters or fewer",
    },
  });
  const unagreed = await issue(own, { consent: "", consentHow: "post", consentOn: "2099-01-01" });
  expect(unagreed.outcome).toMatchObject({
    kind: "preview",
    errors: {
      consent: "Confirm that the client agreed. Without it no letter is issued",
      consentHow: "Choose how the client agreed",
      consentOn: "Enter the date on which the client agreed: it can’t be after today",
    },
  });
  expect(await app.db.kysely.selectFrom("record_files").select("id").execute()).toEqual([]);
});

test("a letter that is another than the one that was previewed is shown again first", async () => {
  const own = await treated();
  const { app, clientId, therapist } = own;
  const { seen } = await previewed(own);
  const { print, printed } = printing();
  const fields = { ...WORDS, ...AGREED, text: "ZEBRA-OTHER", seen, intent: "issue" };
  expect(await writeLetter(app, therapist, { clientId, fields, print })).toMatchObject({
    kind: "preview",
    isOther: true,
    lines: expect.arrayContaining([{ text: "ZEBRA-OTHER" }]),
  });
  expect(printed).toEqual([]);
});

test("nobody writes a letter but who treats the client, and nobody once consent is withdrawn or health off", async () => {
  const own = await treated();
  const { app, clientId, therapist } = own;
  const otherId = "demo-tom-ellery";
  const { id } = await staffIn(app, { roles: ["therapist"], therapistId: otherId });
  const other: Actor = { kind: "staff", userId: id, roles: ["therapist"], therapistId: otherId, choices: [] };
  const owner = { ...(await protectedOwner(app)), isConfirmed: true } as Actor;
  const tries = async (actor: Actor) => {
    const { print } = printing();
    expect(await viewLetter(app, actor, clientId)).toEqual({ kind: "not-found" });
    const fields = { ...WORDS, intent: "issue" };
    expect(await writeLetter(app, actor, { clientId, fields, print })).toEqual({ kind: "not-found" });
  };
  const { fileId } = await issued(own);
  await shareFile(app, therapist, { clientId, fileId, readers: [otherId], isForClient: true });
  await openInEmergency(app, owner, { clientId, reason: "Fainted" });
  for (const actor of [other, owner, { kind: "visitor" } as const]) await tries(actor);
  await withdrawConsent(app, { kind: "client", userId: "ada" });
  await tries(therapist);
  await switchHealth(app, await adminActor(app), false);
  await tries(therapist);
});
