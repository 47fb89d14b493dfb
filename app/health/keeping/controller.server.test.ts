import { expect, test } from "vitest";
import { makeBundle } from "#app/health/keeping/bundle.server.ts";
import { bundleJson } from "#app/health/keeping/bundle-file.ts";
import {
  getController,
  listTheirClients,
  setController,
  viewController,
} from "#app/health/keeping/controller.server.ts";
import { ownRecordFile, readOwnRecord } from "#app/health/own-record.server.ts";
import { healthData } from "#app/health/personal-data.server.ts";
import type { Actor } from "#app/platform/permissions.ts";
import { adminActor, auditActions, NOT_ADMINS } from "#tests/support/admin.ts";
import { protectedOwner, treated } from "#tests/support/health.ts";
import { insertVisits } from "#tests/support/past-visits.ts";
import { staffIn } from "#tests/support/staff.ts";
import { demoApp } from "#tests/support/test-app.ts";

const IMOGEN = "demo-imogen-hartley";

async function practice() {
  const own = await treated();
  await own.sign();
  return { ...own, owner: await protectedOwner(own.app), therapistId: own.appointment.therapistId };
}

test("a record is the practice’s until an owner says that it is a therapist’s, and the client reads whose", async () => {
  const { app, clientId, owner, therapistId } = await practice();
  const name = "Imogen Hartley";
  expect(therapistId).toBe(IMOGEN);
  const file = async () => {
    const opened = await readOwnRecord(app, "ada");
    return opened.kind === "opened" ? ownRecordFile(opened.record) : opened.kind;
  };
  expect(await file()).not.toHaveProperty("answersForIt");
  expect(await viewController(app, owner, clientId)).toMatchObject({ kind: "found", controller: null });
  expect(await setController(app, owner, { clientId, therapistId })).toEqual({ kind: "saved" });
  expect(await getController(app.db.kysely, clientId)).toEqual({ therapistId, name });
  expect(await file()).toMatchObject({ answersForIt: name });
  const made = await makeBundle(app, owner, { clientId, reason: "claim" });
  expect(made.kind === "made" && bundleJson(made.bundle)).toContain(`"answersForIt":"${name}"`);
  expect(await setController(app, owner, { clientId, therapistId: "nobody-here" })).toMatchObject({ kind: "invalid" });
  expect(await setController(app, owner, { clientId, therapistId: null })).toEqual({ kind: "saved" });
  expect(await file()).not.toHaveProperty("answersForIt");
  const actions = await auditActions(app, "client");
  expect(actions.filter((action) => action === "client.controller")).toHaveLength(2);
});

test("their clients are listed by whose record it is", async () => {
  const { app, clientId, owner, therapistId } = await practice();
  expect(await listTheirClients(app, owner, therapistId)).toMatchObject({ own: [], ofPractice: [{ id: clientId }] });
  expect(await listTheirClients(app, owner, "demo-tom-ellery")).toMatchObject({ own: [], ofPractice: [] });
  await setController(app, owner, { clientId, therapistId });
  expect(await listTheirClients(app, owner, therapistId)).toMatchObject({ own: [{ id: clientId }], ofPractice: [] });
  // Of another therapist's record they are not the practice's to keep.
  await setController(app, owner, { clientId, therapistId: "demo-tom-ellery" });
  expect(await listTheirClients(app, owner, therapistId)).toMatchObject({ own: [], ofPractice: [] });
  expect(await listTheirClients(app, owner, "nobody-here")).toEqual({ kind: "not-found" });
});

test("of two records that become one the practice answers unless both were the same therapist’s", async () => {
  const { app, clientId, owner, therapistId } = await practice();
  const visit = { service: "demo-deep-tissue-massage", source: "website", minutes: 60, pence: 6000, cancelled: null };
  const past = { ...visit, therapist: therapistId, start: 0, status: "Confirmed", state: "finished" };
  await insertVisits(app, [
    { ...past, id: "one", client: "same" },
    { ...past, id: "two", client: "other" },
  ]);
  const merge = (from: string) =>
    app.db.kysely.transaction().execute(async (tx) => healthData.merge?.(tx, { from, to: clientId }));
  await setController(app, owner, { clientId, therapistId });
  await setController(app, owner, { clientId: "same", therapistId });
  await merge("same");
  expect(await getController(app.db.kysely, clientId)).toMatchObject({ therapistId });
  await merge("other");
  expect(await getController(app.db.kysely, clientId)).toBeNull();
  expect(await app.db.kysely.selectFrom("record_controllers").selectAll().execute()).toEqual([]);
});

test("only owners who have just confirmed who they are choose it, and only while health is on", async () => {
  const { app, clientId, owner, therapistId, therapist } = await practice();
  const reception: Actor = {
    ...{ kind: "staff", userId: (await staffIn(app, { roles: ["reception"] })).id, roles: ["reception"] },
    ...{ therapistId: null, choices: [], isConfirmed: true },
  };
  for (const actor of [...NOT_ADMINS, reception, { ...therapist, isConfirmed: true } as Actor]) {
    expect(await viewController(app, actor, clientId)).toEqual({ kind: "forbidden" });
    expect(await setController(app, actor, { clientId, therapistId })).toEqual({ kind: "forbidden" });
    expect(await listTheirClients(app, actor, therapistId)).toEqual({ kind: "forbidden" });
  }
  const longAgo = { ...owner, isConfirmed: false };
  expect(await setController(app, longAgo, { clientId, therapistId })).toEqual({ kind: "unconfirmed" });
  expect(await setController(app, owner, { clientId: "nobody", therapistId })).toEqual({ kind: "not-found" });
  expect(await getController(app.db.kysely, clientId)).toBeNull();
  const off = await demoApp();
  const offOwner = await adminActor(off);
  expect(await viewController(off, offOwner, "x")).toEqual({ kind: "not-found" });
  expect(await listTheirClients(off, offOwner, therapistId)).toEqual({ kind: "not-found" });
});
