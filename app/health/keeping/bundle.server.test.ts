import { expect, test } from "vitest";
import { openForm } from "#app/health/form/forms.server.ts";
import { makeBundle, viewBundle } from "#app/health/keeping/bundle.server.ts";
import { type Bundle, type BundleEntry, bundleJson, bundleLines } from "#app/health/keeping/bundle-file.ts";
import { withdrawConsent } from "#app/health/keeping/withdrawal.server.ts";
import { amendNote } from "#app/health/notes.server.ts";
import { readOwnRecord } from "#app/health/own-record.server.ts";
import { switchHealth } from "#app/health/switch.server.ts";
import { verifyKeys } from "#app/health/verify-keys.server.ts";
import { personalData } from "#app/personal-data.server.ts";
import { hashOf } from "#app/platform/ids.server.ts";
import type { Actor } from "#app/platform/permissions.ts";
import { erase } from "#app/privacy/erase-client.server.ts";
import { foundAnywhere } from "#tests/support/canaries.ts";
import { makePast } from "#tests/support/clients.ts";
import { protectedOwner, treated } from "#tests/support/health.ts";
import { staffIn } from "#tests/support/staff.ts";

const REASON = "ZEBRA-CLAIM";

async function made() {
  const own = await treated();
  const { app, clientId, therapist, which, sign } = own;
  await sign();
  await amendNote(app, therapist, { ...which, reason: "ZEBRA-REASON", words: "ZEBRA-ADDED" });
  await openForm(app, therapist, clientId);
  const author = { ...therapist, isConfirmed: true } as Actor;
  const make = async (actor: Actor, reason = REASON): Promise<Bundle> => {
    const outcome = await makeBundle(app, actor, { clientId, reason });
    if (outcome.kind !== "made") throw new Error(outcome.kind);
    return outcome.bundle;
  };
  return { ...own, author, make };
}

function isWhole(entries: readonly BundleEntry[]): boolean {
  return entries.every(({ hash, ...entry }, nth) => {
    const before = nth === 0 ? "" : entries[nth - 1]?.hash;
    return entry.number === nth + 1 && entry.before === before && hashOf(JSON.stringify(entry)) === hash;
  });
}

test("the file for an insurer has all of a record, in a chain, and the client reads who made it and why", async () => {
  const { app, clientId, author, make } = await made();
  const { entries, last } = await make(author);
  expect(isWhole(entries)).toBe(true);
  expect(entries.map(({ title }) => title)).toEqual([
    ...["About this bundle", "Health form", "Treatment note", "Amendment", "Appointment"],
    ...entries.filter(({ title }) => title === "Email").map(({ title }) => title),
    ...["Opened", "Opened"],
  ]);
  const text = JSON.stringify(entries);
  for (const word of ["HELP", "SAYS", "ADVICE", "REASON", "ADDED", "CLAIM"]) expect(text).toContain(`ZEBRA-${word}`);
  expect(entries[1]?.content).toMatchObject({
    formVersion: 1,
    answers: expect.arrayContaining([
      { question: expect.stringMatching(/^Is a calf swollen/), answer: "Yes" },
      { question: "Do you take blood thinners?", answer: "No" },
    ]),
    consent: { wording: expect.stringContaining("I agree to") },
  });
  const paper = bundleLines({ name: "Ada Smith", at: 0, entries, last }, "Europe/London").map((line) => line.text);
  expect(paper).toContain("Advice: ZEBRA-ADVICE");
  expect(paper).toContain("Answers: Do you take blood thinners: No".replace("Answers: ", ""));
  expect(paper.join("\n")).not.toContain("v1.");
  expect(await readOwnRecord(app, "ada")).toMatchObject({
    record: { openings: expect.arrayContaining([expect.objectContaining({ what: "bundle", reason: REASON })]) },
  });
  expect(await foundAnywhere(app, ["zebra"])).toEqual([]);
  expect(await verifyKeys(app)).toMatchObject({ faults: [] });
  const audit = app.db.kysely
    .selectFrom("audit")
    .select(["subject_id", "detail"])
    .where("action", "=", "client.bundle");
  expect(await audit.execute()).toEqual([{ subject_id: clientId, detail: JSON.stringify({ bundle: last }) }]);
  expect(JSON.parse(bundleJson({ entries })).entries).toEqual(entries);
});

test("an owner makes it too, also of what is frozen and of an erased client, whose name was sealed", async () => {
  const { app, appointment, clientId, make } = await made();
  const owner = await protectedOwner(app);
  await withdrawConsent(app, { kind: "client", userId: "ada" });
  const frozen = await make(owner);
  expect(frozen.entries.map(({ title }) => title)).toContain("Record frozen");
  expect(JSON.stringify(frozen.entries)).toContain("ZEBRA-SAYS");
  await makePast(app, appointment.id);
  await erase(app, owner, { id: clientId, personalData });
  const erased = await make(owner, "Another claim");
  expect(erased.name).toBe("Erased client");
  expect(erased.entries[0]?.content).toMatchObject({ client: { name: "Ada Smith", email: "ada@example.com" } });
  expect(isWhole(erased.entries)).toBe(true);
});

test("no one else makes it, nor without a reason, and a practice without health records has none", async () => {
  const { app, clientId, author } = await made();
  const owner = await protectedOwner(app);
  const { id: userId } = await staffIn(app, { roles: ["therapist"], therapistId: "demo-tom-ellery" });
  const tom: Actor = {
    kind: "staff",
    userId,
    roles: ["therapist"],
    therapistId: "demo-tom-ellery",
    choices: [],
    isConfirmed: true,
  };
  const reception: Actor = {
    kind: "staff",
    userId: "x",
    roles: ["reception"],
    therapistId: null,
    choices: [],
    isConfirmed: true,
  };
  for (const actor of [tom, reception, { kind: "visitor" } as const, { kind: "client", userId: "ada" } as const]) {
    expect(["not-found", "unconfirmed"]).toContain((await makeBundle(app, actor, { clientId, reason: REASON })).kind);
    expect(await viewBundle(app, actor, clientId)).toEqual({ kind: "not-found" });
  }
  expect(await makeBundle(app, { ...owner, isConfirmed: false }, { clientId, reason: REASON })).toEqual({
    kind: "unconfirmed",
  });
  expect(await makeBundle(app, author, { clientId, reason: "  " })).toEqual({
    kind: "invalid",
    message: "Enter the reason",
  });
  expect(await makeBundle(app, author, { clientId, reason: "x".repeat(201) })).toMatchObject({ kind: "invalid" });
  expect(await makeBundle(app, owner, { clientId: "none", reason: REASON })).toEqual({ kind: "not-found" });
  await app.db.kysely.updateTable("users").set({ twoFactorEnabled: false }).execute();
  for (const actor of [author, owner])
    expect(await makeBundle(app, actor, { clientId, reason: REASON })).toMatchObject({
      kind: "invalid",
      message: expect.stringMatching(/^Set up a sign-in code/),
    });
  await switchHealth(app, owner, false);
  expect(await makeBundle(app, owner, { clientId, reason: REASON })).toEqual({ kind: "not-found" });
  expect(await app.db.kysely.selectFrom("health_access").select("id").where("what", "=", "bundle").execute()).toEqual(
    [],
  );
});
