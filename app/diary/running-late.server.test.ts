import { expect, test } from "vitest";
import { runningLate } from "#app/diary/running-late.server.ts";
import { at } from "#tests/support/booking-inputs.ts";
import { practice, walkedIn } from "#tests/support/practice.ts";
import { demoApp } from "#tests/support/test-app.ts";

const THERAPIST = { therapist: "tom-ellery", minutes: "45", despite: "on" } as const;

test("emails each reached client once, names who has no address, and refuses a preview that is out of date", async () => {
  const app = await demoApp();
  const first = await walkedIn(app, { ...THERAPIST, time: "10:00", name: "Ann First", email: "ann@example.com" });
  const second = await walkedIn(app, { ...THERAPIST, time: "11:00", name: "Bo Second" });
  app.clock.set(at("09:50"));
  const press = (seen: string[]) => runningLate(app, practice, { appointmentId: first.id, minutes: 15, seen });
  expect(await press([first.id, second.id])).toEqual({ kind: "conflict" });
  expect(await press([first.id])).toEqual({ kind: "sent", mailed: 1, uncalled: [] });
  expect(await press([first.id])).toMatchObject({ kind: "sent" });
  const mails = await app.db.kysely
    .selectFrom("outbox")
    .select("data")
    .where("kind", "=", "appointment-late-client")
    .execute();
  expect(mails.map(({ data }) => JSON.parse(data))).toEqual([
    { appointmentId: first.id, start: at("10:00"), minutes: 15 },
  ]);
  expect(await runningLate(app, practice, { appointmentId: second.id, minutes: 5, seen: [second.id] })).toEqual({
    ...{ kind: "sent", mailed: 0 },
    uncalled: ["Bo Second"],
  });
});

test("a therapist can't write to a colleague's clients", async () => {
  const app = await demoApp();
  const { id } = await walkedIn(app, { ...THERAPIST, time: "10:00", name: "Ann First" });
  const roles = ["therapist"] as const;
  const actor = {
    kind: "staff",
    userId: "x",
    roles: [...roles],
    therapistId: "someone-else",
    choices: [],
    isConfirmed: true,
  } as const;
  expect(await runningLate(app, actor, { appointmentId: id, minutes: 5, seen: [id] })).toEqual({ kind: "not-found" });
});
