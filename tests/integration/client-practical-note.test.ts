import { expect, test } from "vitest";
import { cancel } from "#app/appointments/cancel.server.ts";
import { setPracticalNote } from "#app/clients/client-notes.server.ts";
import { getToday } from "#app/diary/get-today.server.ts";
import { findClientsFor } from "#app/diary/lists/find-clients.server.ts";
import { getAppointmentRecord } from "#app/diary/lists/get-appointment.server.ts";
import { personalData } from "#app/personal-data.server.ts";
import type { Actor } from "#app/platform/permissions.ts";
import { erase } from "#app/privacy/erase-client.server.ts";
import { exportData, getRecord } from "#app/privacy/get-client-record.server.ts";
import { merge } from "#app/privacy/merge-clients.server.ts";
import { adminActor, auditActions } from "#tests/support/admin.ts";
import { at, booked } from "#tests/support/booking-inputs.ts";
import { clientOf } from "#tests/support/clients.ts";
import { walkedIn } from "#tests/support/practice.ts";
import { demoApp } from "#tests/support/test-app.ts";

const NOTE = "Parks at the back, brings a dog";
const TODAY = "2027-05-04";
const staff = { kind: "staff", userId: "u", choices: [], isConfirmed: true } as const;
const therapist = (therapistId: string): Actor => ({ ...staff, roles: ["therapist"], therapistId });
const TOM = therapist("demo-tom-ellery");
const IMOGEN = therapist("demo-imogen-hartley");

test("a practical note is read where the client is about to be, by whoever may see the client", async () => {
  const app = await demoApp();
  const admin = await adminActor(app);
  const own = await walkedIn(app, { day: TODAY, time: "15:00", therapist: "tom-ellery", email: "w@example.com" });
  const clientId = await clientOf(app, own.id);
  // Somebody else typed the same address: only the practice sees whose record that may be.
  const typed = await booked(app, { start: at("16:00", TODAY), therapist: "imogen-hartley", email: "w@example.com" });
  expect(await clientOf(app, typed.id)).toBe(clientId);
  await app.db.kysely.updateTable("appointments").set({ opens_record: 0 }).where("id", "=", typed.id).execute();
  expect(await setPracticalNote(app, admin, { clientId, words: `  ${NOTE}\r\n`, seen: "" })).toEqual({ kind: "saved" });

  const notes = async (actor: Actor) => (await getToday(app, actor)).appointments.map(({ clientNote }) => clientNote);
  expect(await notes(admin)).toEqual([NOTE, NOTE]);
  expect(await notes(TOM)).toEqual([NOTE]);
  expect(await notes(IMOGEN)).toEqual([undefined]);
  expect((await getAppointmentRecord(app, TOM, own.id))?.row.clientNote).toBe(NOTE);
  expect((await getAppointmentRecord(app, IMOGEN, typed.id))?.row.clientNote).toBeUndefined();
  const found = await findClientsFor(app, admin, { text: "walter", locale: "en-GB" });
  expect(found.clients.map(({ practicalNote }) => practicalNote)).toEqual([NOTE]);
});

test("a note is written within reach only, names what is wrong, and never over another’s", async () => {
  const app = await demoApp();
  const admin = await adminActor(app);
  const { id } = await walkedIn(app, { therapist: "tom-ellery" });
  const clientId = await clientOf(app, id);
  const write = (actor: Actor, words: string, seen = "") => setPracticalNote(app, actor, { clientId, words, seen });
  expect(await write(IMOGEN, NOTE)).toEqual({ kind: "not-found" });
  expect(await write({ kind: "visitor" }, NOTE)).toEqual({ kind: "not-found" });
  expect(await write(admin, "x".repeat(201))).toEqual({
    kind: "invalid",
    message: "The note must be 200 characters or fewer",
  });
  expect(await write(TOM, NOTE)).toEqual({ kind: "saved" });
  expect(await write(admin, "Brings a cat")).toEqual({ kind: "conflict" });
  expect((await getRecord(app, admin, clientId))?.client.practicalNote).toBe(NOTE);
  expect(await write(admin, "", NOTE)).toEqual({ kind: "saved" });
  expect((await getRecord(app, admin, clientId))?.client.practicalNote).toBeNull();
  expect(await auditActions(app, "client")).toEqual(["client.practical-note", "client.practical-note"]);
});

test("two records keep both notes when they become one; a copy has the note, and an erasure takes it", async () => {
  const app = await demoApp();
  const admin = await adminActor(app);
  const [first, second] = [await walkedIn(app, { name: "Una" }), await walkedIn(app, { name: "Ute", time: "13:00" })];
  const [id, otherId] = [await clientOf(app, first.id), await clientOf(app, second.id)];
  await setPracticalNote(app, admin, { clientId: id, words: NOTE, seen: "" });
  await setPracticalNote(app, admin, { clientId: otherId, words: "Rings twice", seen: "" });
  expect((await merge(app, admin, { id, otherId, personalData })).kind).toBe("merged");
  const exported = await exportData(app, admin, { id, personalData });
  expect(exported).toMatchObject({ data: { practicalNote: `${NOTE}\nRings twice` } });
  for (const one of [first, second]) await cancel(app, admin, { appointmentId: one.id, reason: null });
  expect((await erase(app, admin, { id, personalData })).kind).toBe("erased");
  expect((await getRecord(app, admin, id))?.client.practicalNote).toBeNull();
});
