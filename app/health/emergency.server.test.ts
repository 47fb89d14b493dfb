import { expect, test } from "vitest";
import { openInEmergency, viewEmergency } from "#app/health/emergency.server.ts";
import { openForm } from "#app/health/form/forms.server.ts";
import { withdrawConsent } from "#app/health/keeping/withdrawal.server.ts";
import { EMPTY_NOTE } from "#app/health/note.ts";
import { amendNote, listClientNotes, openNote, saveNote, shareNote } from "#app/health/notes.server.ts";
import { readOwnRecord } from "#app/health/own-record.server.ts";
import { renderers } from "#app/mails.server.ts";
import type { Actor } from "#app/platform/permissions.ts";
import { foundAnywhere } from "#tests/support/canaries.ts";
import { protectedOwner, treated } from "#tests/support/health.ts";
import { staffIn } from "#tests/support/staff.ts";

const HOUR = 3_600_000;
const REASON = "ZEBRA-FAINTED";

async function withTom() {
  const own = await treated();
  const { id: userId } = await staffIn(own.app, { roles: ["therapist"], therapistId: "demo-tom-ellery" });
  const tom: Actor = {
    ...{ kind: "staff", userId, roles: ["therapist"], therapistId: "demo-tom-ellery", choices: [], isConfirmed: true },
  };
  return { ...own, tom };
}

test("who treats others reads a record for an hour, and the client and the author learn of it", async () => {
  const { app, clientId, which, tom } = await withTom();
  expect(await openForm(app, tom, clientId)).toEqual({ kind: "not-found" });
  expect(await openNote(app, tom, which)).toEqual({ kind: "not-found" });
  expect(await viewEmergency(app, tom, clientId)).toMatchObject({ kind: "found", emergency: null });
  expect(await openInEmergency(app, tom, { clientId, reason: " " })).toEqual({
    kind: "invalid",
    message: "Enter the reason",
  });
  const emergency = { until: app.clock.now() + HOUR };
  expect(await openInEmergency(app, tom, { clientId, reason: REASON })).toEqual({ kind: "opened", emergency });
  expect(await openInEmergency(app, tom, { clientId, reason: REASON })).toEqual({ kind: "opened", emergency });
  expect(await openForm(app, tom, clientId)).toMatchObject({ form: { answers: { words: { help: "ZEBRA-HELP" } } } });
  expect(await openNote(app, tom, which)).toMatchObject({ stored: { isOwn: false, note: { says: "ZEBRA-SAYS" } } });
  expect(await listClientNotes(app, tom, clientId)).toMatchObject({ notes: [{}], emergencyUntil: emergency.until });

  const given = { ...EMPTY_NOTE, says: "Tom was here" };
  for (const noteId of [which.noteId, "0193a0c0-0000-7000-8000-000000000001"])
    expect((await saveNote(app, tom, { clientId, noteId, version: 1, given, signs: false })).kind).not.toBe("saved");
  expect((await amendNote(app, tom, { ...which, reason: "x", words: "x" })).kind).toBe("not-found");
  expect((await shareNote(app, tom, { ...which, readers: "treating" })).kind).toBe("not-found");

  expect(await readOwnRecord(app, "ada")).toMatchObject({
    record: { openings: expect.arrayContaining([expect.objectContaining({ what: "emergency", reason: REASON })]) },
  });
  const rows = app.db.kysely.selectFrom("outbox").select("data").where("kind", "=", "emergency-access");
  const mails = (await rows.execute()).map(({ data }) => JSON.parse(data));
  expect(mails).toHaveLength(1);
  const mail = await renderers["emergency-access"](app, mails[0]);
  expect(mail?.subject).toMatch(/^Emergency access by .*, \w{3} \d/);
  expect(JSON.stringify(mail)).not.toMatch(/zebra|health|treatment note/i);
  expect(await foundAnywhere(app, ["zebra"])).toEqual([]);

  app.clock.set(emergency.until);
  expect(await openForm(app, tom, clientId)).toEqual({ kind: "not-found" });
  expect(await openNote(app, tom, which)).toEqual({ kind: "not-found" });
  expect(await listClientNotes(app, tom, clientId)).toEqual({ kind: "not-found" });
});

test("an owner who treats nobody does too; reception, a client and whoever treats them do not", async () => {
  const { app, clientId, which, therapist } = await withTom();
  const owner = await protectedOwner(app);
  expect(await openInEmergency(app, { ...owner, isConfirmed: false }, { clientId, reason: REASON })).toEqual({
    kind: "unconfirmed",
  });
  expect((await openInEmergency(app, owner, { clientId, reason: REASON })).kind).toBe("opened");
  expect(await openNote(app, owner, which)).toMatchObject({ stored: { note: { says: "ZEBRA-SAYS" } } });
  expect(await openForm(app, owner, clientId)).toMatchObject({ form: { answers: {} } });
  const reception: Actor = {
    kind: "staff",
    userId: "x",
    roles: ["reception"],
    therapistId: null,
    choices: [],
    isConfirmed: true,
  };
  const client: Actor = { kind: "client", userId: "ada" };
  for (const actor of [reception, { ...therapist, isConfirmed: true } as Actor])
    expect(await openInEmergency(app, actor, { clientId, reason: REASON })).toEqual({ kind: "not-found" });
  expect(await viewEmergency(app, client, clientId)).toEqual({ kind: "not-found" });
  // What a client has withdrawn opens to nobody here, in an emergency neither.
  await withdrawConsent(app, { kind: "client", userId: "ada" });
  expect(await openNote(app, owner, which)).toEqual({ kind: "not-found" });
  expect(await openForm(app, owner, clientId)).toMatchObject({ form: null });
});

test("a password alone opens nothing in an emergency", async () => {
  const { app, clientId, tom } = await withTom();
  await app.db.kysely.updateTable("users").set({ twoFactorEnabled: false }).execute();
  expect(await viewEmergency(app, tom, clientId)).toMatchObject({ kind: "found", isProtected: false });
  expect(await openInEmergency(app, tom, { clientId, reason: REASON })).toEqual({
    kind: "invalid",
    message: "Set up a sign-in code in your account first: a password alone is not enough here",
  });
  expect(await openForm(app, tom, clientId)).toEqual({ kind: "not-found" });
  await app.db.kysely
    .insertInto("passkeys")
    .values({
      ...{ id: "key", name: "Phone", publicKey: "x", userId: "userId" in tom ? tom.userId : "", credentialID: "x" },
      ...{ counter: 0, deviceType: "singleDevice", backedUp: false, transports: null, aaguid: null },
      createdAt: new Date(app.clock.now()),
    } as never)
    .execute();
  expect((await openInEmergency(app, tom, { clientId, reason: REASON })).kind).toBe("opened");
});
