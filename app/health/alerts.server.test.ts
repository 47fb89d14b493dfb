import { expect, test } from "vitest";
import { findClientsFor } from "#app/diary/lists/find-clients.server.ts";
import { addAlert, alertsFor, removeAlert } from "#app/health/alerts.server.ts";
import { switchHealth } from "#app/health/switch.server.ts";
import { verifyKeys } from "#app/health/verify-keys.server.ts";
import { personalData } from "#app/personal-data.server.ts";
import type { Actor } from "#app/platform/permissions.ts";
import { erase } from "#app/privacy/erase-client.server.ts";
import { exportData } from "#app/privacy/get-client-record.server.ts";
import { merge } from "#app/privacy/merge-clients.server.ts";
import { adminActor } from "#tests/support/admin.ts";
import { at, booked } from "#tests/support/booking-inputs.ts";
import { foundAnywhere } from "#tests/support/canaries.ts";
import { clientOf, makePast } from "#tests/support/clients.ts";
import { signOff } from "#tests/support/health.ts";
import { staffIn } from "#tests/support/staff.ts";
import { demoApp, type TestApp } from "#tests/support/test-app.ts";

const WORDS = "Allergic to ZEBRA-CANARY";

async function therapist(app: TestApp, therapistId: string): Promise<Actor> {
  const { id: userId } = await staffIn(app, { roles: ["therapist"], therapistId });
  return { kind: "staff", userId, roles: ["therapist"], therapistId, choices: [] };
}

async function treated() {
  const app = await demoApp();
  const appointment = await booked(app);
  const clientId = await clientOf(app, appointment.id);
  const { id: userId } = await staffIn(app, { roles: ["reception"] });
  const reception: Actor = { kind: "staff", userId, roles: ["reception"], therapistId: null, choices: [] };
  const treating = await therapist(app, appointment.therapistId);
  const other = await therapist(
    app,
    appointment.therapistId === "demo-tom-ellery" ? "demo-imogen-hartley" : "demo-tom-ellery",
  );
  return { app, appointment, clientId, reception, treating, other, owner: await adminActor(app) };
}

const isFlag = { alerts: null, ask: expect.stringMatching(/^\w+$/) };

test("an alert is sealed, read by whoever treats the client, and a flag for everyone else", async () => {
  const { app, clientId, reception, treating, other, owner } = await treated();
  const add = (fields: object) => addAlert(app, reception, { clientId, words: WORDS, agreed: true, ...fields });
  expect(await add({ agreed: false })).toEqual({
    kind: "invalid",
    errors: { agreed: "Ask the client first, then confirm that they agreed" },
  });
  expect(await add({ words: " " })).toMatchObject({
    kind: "invalid",
    errors: { words: expect.stringContaining("alert") },
  });
  expect(await alertsFor(app, treating, [clientId])).toEqual({});
  const added = await add({});
  expect(added.kind).toBe("added");

  expect(await foundAnywhere(app, ["zebra"])).toEqual([]);
  expect(await alertsFor(app, treating, [clientId, null])).toMatchObject({
    [clientId]: { alerts: [{ words: WORDS }] },
  });
  for (const actor of [reception, owner, other]) {
    expect(await alertsFor(app, actor, [clientId])).toEqual({ [clientId]: isFlag });
  }
  expect(await addAlert(app, other, { clientId, words: WORDS, agreed: true })).toEqual({ kind: "not-found" });
  const found = await findClientsFor(app, owner, { text: "zebra", locale: "en-GB" });
  expect(found.clients).toEqual([]);
  const everyone = await findClientsFor(app, owner, { text: "example", locale: "en-GB" });
  expect(everyone.clients.filter(({ alert }) => alert !== null)).toMatchObject([
    { id: clientId, alert: expect.stringMatching(/^ask \w+$/) },
  ]);
  const exported = await exportData(app, { ...owner, isConfirmed: true } as Actor, { id: clientId, personalData });
  expect(JSON.stringify(exported)).toContain("The client agreed to us keeping this");
  expect(JSON.stringify(exported).toLowerCase()).not.toContain("zebra");
});

test("whoever treats the client removes an alert, and whoever wrote it takes it back", async () => {
  const { app, clientId, reception, treating, owner } = await treated();
  const add = async (actor: Actor) => {
    const added = await addAlert(app, actor, { clientId, words: WORDS, agreed: true });
    return added.kind === "added" ? added.id : "";
  };
  const [one, two] = [await add(reception), await add(treating)];
  expect(await removeAlert(app, owner, { clientId, alertId: one })).toEqual({ kind: "not-found" });
  expect(await removeAlert(app, reception, { clientId, alertId: two })).toEqual({ kind: "not-found" });
  expect(await removeAlert(app, reception, { clientId, alertId: one })).toEqual({ kind: "removed" });
  expect(await removeAlert(app, treating, { clientId, alertId: two })).toEqual({ kind: "removed" });
  expect(await alertsFor(app, treating, [clientId])).toEqual({});
});

test("switching health on moves alerts into the record, where the key is that opens them", async () => {
  const { app, clientId, reception, treating } = await treated();
  await addAlert(app, reception, { clientId, words: WORDS, agreed: true });
  const keyOf = async () =>
    (await app.db.kysely.selectFrom("client_alerts").select("sealed").execute())[0]?.sealed.split(".")[1];
  const before = await keyOf();
  await signOff(app);
  await switchHealth(app, await adminActor(app), true);
  expect(await keyOf()).not.toBe(before);
  const keys = await app.db.kysely.selectFrom("record_keys").select(["key_id", "client_id"]).execute();
  expect(keys).toEqual([{ key_id: await keyOf(), client_id: clientId }]);
  const words = { [clientId]: { alerts: [{ words: WORDS }] } };
  expect(await alertsFor(app, treating, [clientId])).toMatchObject(words);
  await addAlert(app, reception, { clientId, words: "Hates lavender", agreed: true });
  // What must not be overlooked is read also once health is off again.
  await switchHealth(app, await adminActor(app), false);
  await addAlert(app, reception, { clientId, words: "Faints", agreed: true });
  const read = (await alertsFor(app, treating, [clientId]))[clientId];
  expect(read?.alerts?.map((one) => one.words).toSorted()).toEqual([WORDS, "Faints", "Hates lavender"]);
  expect(await verifyKeys(app)).toEqual({ keys: 1, cells: 3, faults: [] });
  expect(await foundAnywhere(app, ["zebra", "lavender", "faints"])).toEqual([]);
});

test("a merge keeps both alerts, and erasing the client leaves none", async () => {
  const { app, clientId, treating, owner, appointment } = await treated();
  const { therapistId } = appointment;
  const second = await booked(app, {
    ...{ name: "Bea Other", email: "second@example.com", phone: "+441632960999" },
    ...{ start: at("14:00"), therapist: therapistId.replace("demo-", "") },
  });
  const otherId = await clientOf(app, second.id);
  expect(otherId).not.toBe(clientId);
  for (const [id, words] of [
    [clientId, "One"],
    [otherId, "Two"],
  ] as const)
    await addAlert(app, owner, { clientId: id, words, agreed: true });
  await merge(app, owner, { id: clientId, otherId, personalData });
  const read = (await alertsFor(app, treating, [clientId]))[clientId];
  expect(read?.alerts?.map(({ words }) => words).toSorted()).toEqual(["One", "Two"]);
  await makePast(app, appointment.id, 7);
  await makePast(app, second.id, 8);
  expect(await erase(app, owner, { id: clientId, personalData })).toEqual({ kind: "erased" });
  expect(await app.db.kysely.selectFrom("client_alerts").selectAll().execute()).toEqual([]);
});
