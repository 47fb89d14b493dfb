import { expect, test } from "vitest";
import { answerCorrection, requestCorrection } from "#app/health/corrections.server.ts";
import { sendForm } from "#app/health/form/forms.server.ts";
import { makeBundle } from "#app/health/keeping/bundle.server.ts";
import { withdrawConsent } from "#app/health/keeping/withdrawal.server.ts";
import { listClientNotes, openNote } from "#app/health/notes.server.ts";
import { ownRecordFile, readOwnRecord } from "#app/health/own-record.server.ts";
import { switchHealth } from "#app/health/switch.server.ts";
import { renderers } from "#app/mails.server.ts";
import type { Actor } from "#app/platform/permissions.ts";
import { adminActor } from "#tests/support/admin.ts";
import { foundAnywhere } from "#tests/support/canaries.ts";
import { answered, protectedOwner, treated } from "#tests/support/health.ts";
import { staffIn } from "#tests/support/staff.ts";
import type { TestApp } from "#tests/support/test-app.ts";

const ADA = { userId: "ada" };
const WORDS = "ZEBRA-LEFT: it was the right knee";

async function own(app: TestApp) {
  const read = await readOwnRecord(app, "ada");
  if (read.kind !== "opened") throw new Error(read.kind);
  return read.record;
}

async function listed(app: TestApp, actor: Actor, clientId: string) {
  const found = await listClientNotes(app, actor, clientId);
  return found.kind === "found" ? found.corrections : found.kind;
}

async function colleague(app: TestApp, therapistId: string): Promise<Actor> {
  const { id: userId } = await staffIn(app, { roles: ["therapist"], therapistId });
  return { kind: "staff", userId, roles: ["therapist"], therapistId, choices: [], isConfirmed: true };
}

test("what a client says is wrong is sealed, read by who treats them and answered once, and the note stays", async () => {
  const { app, appointment, clientId, therapist, which, sign } = await treated();
  await sign();
  expect(await requestCorrection(app, ADA, ` ${WORDS}\r\n `)).toEqual({ kind: "sent" });
  // Pressed twice: its first answer was lost on the way.
  expect(await requestCorrection(app, ADA, WORDS)).toEqual({ kind: "sent" });
  const [request] = (await own(app)).corrections;
  expect((await own(app)).corrections).toMatchObject([{ words: WORDS, at: app.clock.now(), answer: null }]);
  expect((await own(app)).openings).toEqual([]);
  expect(await foundAnywhere(app, ["zebra"])).toEqual([]);
  const mails = await app.db.kysely
    .selectFrom("outbox")
    .select("data")
    .where("kind", "=", "correction-request-practice")
    .execute();
  expect(mails).toHaveLength(1);
  const mail = await renderers["correction-request-practice"](app, JSON.parse(mails[0]?.data ?? ""));
  expect(mail?.subject).toBe("A client asks for a correction");
  expect(JSON.stringify(mail)).not.toMatch(/zebra|health|treatment note/i);

  expect(await listed(app, therapist, clientId)).toMatchObject([{ words: WORDS, answer: null }]);
  expect((await own(app)).openings).toMatchObject([{ what: "request" }]);
  const other = await colleague(
    app,
    appointment.therapistId === "demo-tom-ellery" ? "demo-imogen-hartley" : "demo-tom-ellery",
  );
  const id = request?.id ?? "";
  const answer = { clientId, id, typed: "ZEBRA-ADDED to the note" };
  for (const actor of [other, await adminActor(app), { kind: "client", userId: "ada" } as const]) {
    expect(await listed(app, actor, clientId)).toBe("not-found");
    expect(await answerCorrection(app, actor, answer)).toEqual({ kind: "not-found" });
  }
  expect(await answerCorrection(app, therapist, { ...answer, id: "another" })).toEqual({ kind: "not-found" });
  expect(await answerCorrection(app, therapist, { ...answer, typed: " " })).toEqual({
    kind: "invalid",
    message: "Enter your answer",
  });
  expect(await answerCorrection(app, therapist, answer)).toEqual({ kind: "saved" });
  expect(await answerCorrection(app, therapist, { ...answer, typed: "another answer" })).toEqual({ kind: "saved" });
  const expected = [{ words: WORDS, answer: { words: "ZEBRA-ADDED to the note" } }];
  expect((await own(app)).corrections).toMatchObject(expected);
  expect(await listed(app, therapist, clientId)).toMatchObject(expected);
  expect(ownRecordFile(await own(app))).toMatchObject({
    corrections: [{ words: WORDS, answer: { words: "ZEBRA-ADDED to the note" } }],
  });
  expect(await openNote(app, therapist, which)).toMatchObject({ stored: { note: { says: "ZEBRA-SAYS" } } });
  const made = await makeBundle(app, await protectedOwner(app), { clientId, reason: "Claim" });
  expect(made.kind === "made" && made.bundle.entries.map(({ title }) => title)).toEqual(
    expect.arrayContaining(["Correction asked for by the client", "Answer to the client"]),
  );
});

test("a correction needs words, is bounded, and waits for nobody who has no record", async () => {
  const { app } = await treated();
  expect(await requestCorrection(app, ADA, "  ")).toEqual({ kind: "invalid", message: "Enter what is wrong" });
  expect(await requestCorrection(app, ADA, "x".repeat(2_001))).toEqual({
    kind: "invalid",
    message: "Use 2000 characters or fewer",
  });
  expect(await requestCorrection(app, { userId: "someone" }, WORDS)).toEqual({ kind: "not-found" });
  for (let nth = 0; nth < 5; nth += 1)
    expect(await requestCorrection(app, ADA, `${WORDS} ${nth}`)).toEqual({ kind: "sent" });
  expect(await requestCorrection(app, ADA, WORDS)).toMatchObject({ kind: "invalid" });
  app.clock.set(app.clock.now() + 86_400_000);
  expect(await requestCorrection(app, ADA, WORDS)).toEqual({ kind: "sent" });
  await switchHealth(app, await adminActor(app), false);
  expect(await requestCorrection(app, ADA, "Off")).toEqual({ kind: "not-found" });
});

test("a withdrawal hides what was asked from the practice, also after a new consent, and the client still reads it", async () => {
  const { app, clientId, managed, therapist } = await treated();
  await requestCorrection(app, ADA, WORDS);
  app.clock.set(app.clock.now() + 1000);
  await withdrawConsent(app, { kind: "client", userId: "ada" });
  expect(await listed(app, therapist, clientId)).toEqual([]);
  expect(await requestCorrection(app, ADA, "More")).toEqual({ kind: "not-found" });
  expect((await own(app)).corrections).toMatchObject([{ words: WORDS }]);
  app.clock.set(app.clock.now() + 1000);
  expect((await sendForm(app, await managed(), answered())).kind).toBe("sent");
  expect(await listed(app, therapist, clientId)).toEqual([]);
  await requestCorrection(app, ADA, "ZEBRA-NEW");
  expect(await listed(app, therapist, clientId)).toMatchObject([{ words: "ZEBRA-NEW" }]);
});
