import { renameSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { cancel } from "#app/appointments/cancel.server.ts";
import { getManaged, manageSecretOf } from "#app/appointments/requests/manage-link.server.ts";
import { listAccess } from "#app/health/access.server.ts";
import {
  confirmUnchanged,
  countMissingForms,
  formStates,
  formStatesOf,
  getCheck,
  noteUnchanged,
  openForm,
  requestForms,
  sendForm,
  viewForm,
} from "#app/health/form/forms.server.ts";
import { formRequest } from "#app/health/health.mail.tsx";
import { switchHealth } from "#app/health/switch.server.ts";
import { personalData } from "#app/personal-data.server.ts";
import { HEALTH_KEY_FILE } from "#app/platform/encryption.server.ts";
import type { Actor } from "#app/platform/permissions.ts";
import { readPractice } from "#app/practice/read-practice.server.ts";
import { erase } from "#app/privacy/erase-client.server.ts";
import type { Renewal } from "#app/settings/health.ts";
import { writeSetting } from "#app/settings/settings.db.server.ts";
import { adminActor } from "#tests/support/admin.ts";
import { at, booked } from "#tests/support/booking-inputs.ts";
import { foundAnywhere } from "#tests/support/canaries.ts";
import { clientOf, makePast } from "#tests/support/clients.ts";
import { answered, switchedOn } from "#tests/support/health.ts";
import { practice } from "#tests/support/practice.ts";
import { staffIn } from "#tests/support/staff.ts";
import { demoApp, type TestApp } from "#tests/support/test-app.ts";

const DAY = 86_400_000;

async function bookedApp() {
  const app = await switchedOn(await demoApp());
  const appointment = await booked(app);
  const clientId = await clientOf(app, appointment.id);
  const managed = async () => {
    const found = await getManaged(app, manageSecretOf(app, appointment));
    if (!found) throw new Error("The link opens nothing");
    return found;
  };
  return { app, appointment, clientId, managed };
}

test("what a client answers is sealed, and only whoever treats them opens it, which is written down", async () => {
  const { app, appointment, clientId, managed } = await bookedApp();
  expect(await formStates(app, [clientId])).toEqual({ [clientId]: "missing" });
  const sent = await sendForm(
    app,
    await managed(),
    answered({ thinners: "yes", health: "ZEBRA-CANARY", help: "ZEBRA" }),
  );
  expect(sent).toEqual({ kind: "sent", isUrgent: false });
  expect(await foundAnywhere(app, ["zebra"])).toEqual([]);
  expect(await formStates(app, [clientId, null])).toEqual({ [clientId]: "done" });
  expect(await viewForm(app, await managed())).toEqual({
    kind: "read",
    last: app.clock.now(),
    isDone: true,
    withdrawnAt: null,
  });

  const treating = await therapist(app, appointment.therapistId);
  const other = await therapist(
    app,
    appointment.therapistId === "demo-tom-ellery" ? "demo-imogen-hartley" : "demo-tom-ellery",
  );
  const owner = await adminActor(app);
  const { id: userId } = await staffIn(app, { roles: ["reception"] });
  const reception: Actor = { kind: "staff", userId, roles: ["reception"], therapistId: null, choices: [] };
  for (const actor of [other, owner, reception, { kind: "visitor" } as const])
    expect(await openForm(app, actor, clientId)).toEqual({ kind: "not-found" });
  expect(await listAccess(app.db.kysely, clientId)).toEqual([]);
  expect(await openForm(app, treating, clientId)).toMatchObject({
    kind: "opened",
    form: {
      answers: { yes: ["thinners"], words: { health: "ZEBRA-CANARY", help: "ZEBRA" } },
      flags: { call: [], check: ["thinners"], avoid: [] },
      checkedAt: null,
    },
  });
  expect(await listAccess(app.db.kysely, clientId)).toMatchObject([{ what: "form", at: app.clock.now() }]);
});

test("a yes that is urgent marks the client and cancels nothing", async () => {
  const { app, clientId, managed } = await bookedApp();
  expect(await sendForm(app, await managed(), answered({ clot: "yes" }))).toEqual({ kind: "sent", isUrgent: true });
  expect(await formStates(app, [clientId])).toEqual({ [clientId]: "call" });
  const mails = app.db.kysely.selectFrom("outbox").select("id").where("kind", "=", "call-first-practice");
  expect(await mails.execute()).toHaveLength(1);
  expect((await managed()).appointment.status).toBe("Confirmed");
  app.clock.set(app.clock.now() + 1000);
  expect(await sendForm(app, await managed(), answered())).toEqual({ kind: "sent", isUrgent: false });
  expect(await formStates(app, [clientId])).toEqual({ [clientId]: "done" });
  expect(await mails.execute()).toHaveLength(1);
});

test("who treats the client learns that there is something to read first, and everyone else that the form is done", async () => {
  const { app, appointment, clientId, managed } = await bookedApp();
  const treating = await therapist(app, appointment.therapistId);
  const other = await therapist(
    app,
    appointment.therapistId === "demo-tom-ellery" ? "demo-imogen-hartley" : "demo-tom-ellery",
  );
  for (const yes of ["thinners", "veins"]) {
    app.clock.set(app.clock.now() + 1000);
    await sendForm(app, await managed(), answered({ [yes]: "yes" }));
    expect(await formStates(app, [clientId], treating)).toEqual({ [clientId]: "check" });
    expect(await formStatesOf(app, [appointment.id], treating)).toEqual({ [appointment.id]: "check" });
    for (const actor of [other, await adminActor(app), undefined])
      expect(await formStates(app, [clientId], actor)).toEqual({ [clientId]: "done" });
  }
  app.clock.set(app.clock.now() + 1000);
  await sendForm(app, await managed(), answered({ thinners: "yes", clot: "yes" }));
  expect(await formStates(app, [clientId], treating)).toEqual({ [clientId]: "call" });
});

test("without the tick, or with questions of another version, nothing is stored", async () => {
  const { app, managed } = await bookedApp();
  const stored = () => app.db.kysely.selectFrom("health_answers").selectAll().execute();
  expect(await sendForm(app, await managed(), answered({ consent: "" }))).toMatchObject({ kind: "invalid" });
  expect(await sendForm(app, await managed(), answered({ version: "0" }))).toEqual({ kind: "conflict" });
  expect(await stored()).toEqual([]);
  expect(await app.db.kysely.selectFrom("record_keys").selectAll().execute()).toEqual([]);
  await sendForm(app, await managed(), answered());
  const consents = await app.db.kysely.selectFrom("health_consents").select(["wording", "given_at"]).execute();
  expect(consents).toEqual([
    { wording: expect.stringContaining("10 years after your last appointment"), given_at: app.clock.now() },
  ]);
});

test("a later appointment takes one press, until the form is a year old", async () => {
  const { app, managed, clientId, appointment } = await bookedApp();
  expect(await confirmUnchanged(app, await managed())).toEqual({ kind: "not-found" });
  await sendForm(app, await managed(), answered());
  const later = await booked(app, { start: at("14:00", "2027-05-12") });
  const sentAt = app.clock.now();
  const laters = async () => {
    const found = await getManaged(app, manageSecretOf(app, later));
    if (!found) throw new Error("The link opens nothing");
    return found;
  };
  expect(await viewForm(app, await laters())).toEqual({ kind: "read", last: sentAt, isDone: false, withdrawnAt: null });
  expect(await confirmUnchanged(app, await laters())).toEqual({ kind: "confirmed" });
  expect(await confirmUnchanged(app, await laters())).toEqual({ kind: "confirmed" });
  expect(await viewForm(app, await laters())).toEqual({ kind: "read", last: sentAt, isDone: true, withdrawnAt: null });
  const treating = await therapist(app, appointment.therapistId);
  expect(await openForm(app, treating, clientId)).toMatchObject({ form: { checkedAt: sentAt } });
  app.clock.set(sentAt + 367 * DAY);
  expect(await formStates(app, [clientId])).toEqual({ [clientId]: "missing" });
});

test("whoever treats the client notes that they said nothing has changed, and what they pressed themselves stays", async () => {
  const { app, appointment, clientId, managed } = await bookedApp();
  const { id, therapistId } = appointment;
  const treating = await therapist(app, therapistId);
  const other = await therapist(app, therapistId === "demo-tom-ellery" ? "demo-imogen-hartley" : "demo-tom-ellery");
  expect(await noteUnchanged(app, treating, id)).toEqual({ kind: "not-found" });
  await sendForm(app, await managed(), answered());
  for (const actor of [other, await adminActor(app), { kind: "client", userId: "ada" } as const])
    expect(await noteUnchanged(app, actor, id)).toEqual({ kind: "not-found" });
  expect(await getCheck(app.db.kysely, id)).toBeNull();
  const sentAt = app.clock.now();
  expect(await noteUnchanged(app, treating, id)).toEqual({ kind: "saved" });
  app.clock.set(sentAt + 1000);
  expect(await noteUnchanged(app, treating, id)).toEqual({ kind: "saved" });
  const notedBy = expect.stringMatching(/^(Tom|Imogen|Priya)/);
  expect(await getCheck(app.db.kysely, id)).toMatchObject({ at: sentAt, notedBy });
  expect(await openForm(app, treating, clientId)).toMatchObject({ form: { checkedAt: sentAt, checkNotedBy: notedBy } });
  await confirmUnchanged(app, await managed());
  expect(await getCheck(app.db.kysely, id)).toMatchObject({ at: sentAt + 1000, notedBy: null });
  app.clock.set(sentAt + 2000);
  await noteUnchanged(app, treating, id);
  expect(await getCheck(app.db.kysely, id)).toMatchObject({ at: sentAt + 1000, notedBy: null });
  await sendForm(app, await managed(), answered({ thinners: "yes" }));
  expect((await noteUnchanged(app, treating, id)).kind).toBe("saved");
  expect(await getCheck(app.db.kysely, id)).toMatchObject({ at: sentAt + 2000, notedBy });
});

test("the practice chooses after how many months a form is filled in anew, or never", async () => {
  const { app, managed, clientId } = await bookedApp();
  await sendForm(app, await managed(), answered());
  const sentAt = app.clock.now();
  const stateAfter = async (days: number, renewal: Renewal) => {
    app.clock.set(sentAt + days * DAY);
    const { health } = (await readPractice(app)).settings;
    await writeSetting(app.db.kysely, { key: "health", value: { ...health, renewal }, now: app.clock.now() });
    return (await formStates(app, [clientId]))[clientId];
  };
  expect(await stateAfter(180, "6")).toBe("done");
  expect(await stateAfter(190, "6")).toBe("missing");
  expect(await stateAfter(190, "12")).toBe("done");
  expect(await stateAfter(367, "24")).toBe("done");
  expect(await stateAfter(735, "24")).toBe("missing");
  expect(await stateAfter(735, "never")).toBe("done");
});

test("a cancelled or begun appointment takes no form, and neither does a practice whose key is missing", async () => {
  const { app, appointment, managed, clientId } = await bookedApp();
  const file = join(app.config.dataDir, HEALTH_KEY_FILE);
  renameSync(file, `${file}.aside`);
  expect(await sendForm(app, await managed(), answered())).toEqual({ kind: "shut" });
  expect(await formStates(app, [clientId])).toEqual({});
  expect(await openForm(app, await therapist(app, appointment.therapistId), clientId)).toEqual({ kind: "shut" });
  renameSync(`${file}.aside`, file);
  await cancel(app, practice, { appointmentId: appointment.id, reason: null });
  expect(await sendForm(app, await managed(), answered())).toEqual({ kind: "cancelled" });
  const second = await booked(app, { start: at("15:00") });
  await makePast(app, second.id, 0);
  const found = await getManaged(app, manageSecretOf(app, second));
  expect(found && (await sendForm(app, found, answered()))).toEqual({ kind: "over" });
  await switchHealth(app, await adminActor(app), false);
  expect(found && (await viewForm(app, found))).toEqual({ kind: "not-found" });
});

test("a changed answer opens as nothing, and an erased client’s is frozen", async () => {
  const { app, appointment, managed, clientId } = await bookedApp();
  await sendForm(app, await managed(), answered({ help: "ZEBRA" }));
  await app.db.kysely.updateTable("health_answers").set({ sealed: "v1.x.y.z" }).execute();
  expect(await openForm(app, await therapist(app, appointment.therapistId), clientId)).toMatchObject({
    kind: "opened",
    form: { answers: null, flags: { call: [], check: [], avoid: [] } },
  });
  await makePast(app, appointment.id);
  expect((await erase(app, await adminActor(app), { id: clientId, personalData })).kind).toBe("erased");
  expect(
    await app.db.kysely.selectFrom("health_answers").selectAll().where("withdrawal_id", "is", null).execute(),
  ).toEqual([]);
});

async function therapist(app: TestApp, therapistId: string): Promise<Actor> {
  const { id } = await staffIn(app, { roles: ["therapist"], therapistId });
  return { kind: "staff", userId: id, roles: ["therapist"], therapistId, choices: [] };
}

test("whoever comes and has no form is asked once before an appointment, with a subject that names no health", async () => {
  const { app, appointment, managed } = await bookedApp();
  const owner = await adminActor(app);
  const requests = async () => {
    const rows = app.db.kysely.selectFrom("outbox").select(["data"]).where("kind", "=", "health-form-client");
    return (await rows.execute()).map(({ data }) => JSON.parse(data).appointmentId);
  };
  expect(await requestForms(app, { kind: "visitor" })).toEqual({ kind: "forbidden" });
  expect(await countMissingForms(app)).toBe(1);
  expect(await requestForms(app, owner)).toEqual({ kind: "sent", count: 1 });
  expect(await requestForms(app, owner)).toEqual({ kind: "sent", count: 0 });
  expect(await requests()).toEqual([appointment.id]);
  const mail = await formRequest.example(app);
  expect(mail.subject).toMatch(/^Before your appointment on /);
  expect(mail.text).toContain("/form");

  // The same person again, later: once the first is over, the next is asked before.
  const later = await booked(app, { start: appointment.start + 14 * DAY });
  expect(await countMissingForms(app)).toBe(0);
  app.clock.set(appointment.end);
  expect(await requestForms(app, owner)).toEqual({ kind: "sent", count: 1 });
  expect(await requests()).toContain(later.id);
  await sendForm(app, await managed(), answered());
});

test("who has sent a form or cancelled is not asked", async () => {
  const { app, managed } = await bookedApp();
  await sendForm(app, await managed(), answered());
  expect(await countMissingForms(app)).toBe(0);
  const other = await bookedApp();
  await cancel(other.app, practice, { appointmentId: other.appointment.id, reason: null });
  expect(await countMissingForms(other.app)).toBe(0);
});
