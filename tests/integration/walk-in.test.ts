import { expect, test } from "vitest";
import { visitor } from "#app/accounts/actor.ts";
import { bookForPractice } from "#app/appointments/walk-in/commands.server.ts";
import { readPracticeBooking } from "#app/appointments/walk-in/forms.ts";
import { auditedActions, waitingKinds, walkedIn, walkIn } from "#tests/support/practice.ts";
import { at, booked, therapistOf } from "#tests/support/wishes.ts";
import { demoWorld } from "#tests/support/world.ts";

test("the practice books without phone and e-mail, and nobody is written to", async () => {
  const world = await demoWorld();
  const appointment = await walkedIn(world, { tell: "on" });
  expect(appointment).toMatchObject({ start: at("10:00"), name: "Walter Inn", phone: null, email: null });
  expect(appointment.status).toBe("Confirmed");
  expect(await waitingKinds(world)).toEqual([]);
  expect(await auditedActions(world)).toEqual(["appointment.book"]);
});

test("with an e-mail address the confirmation goes out when it is wished for", async () => {
  const world = await demoWorld();
  await walkedIn(world, { email: "walter@example.com", tell: "on" });
  await walkedIn(world, { email: "walter@example.com", time: "13:45" });
  expect(await waitingKinds(world)).toEqual(["appointment-confirmed-client"]);
});

test("outside hours and at short notice it is warned first, and books when it insists", async () => {
  const world = await demoWorld();
  const late = await walkIn(world, { time: "21:35" });
  expect(late).toEqual({
    kind: "warned",
    messages: ["That is outside working hours, or the practice is closed then."],
  });
  const soon = await walkIn(world, { day: "2027-05-04", time: "10:00" });
  expect(soon.kind === "warned" && soon.messages).toEqual([
    "That is at less than the 2 hours' notice that visitors must give.",
  ]);
  expect((await walkedIn(world, { time: "21:35", despite: "on" })).start).toBe(at("21:35"));
  expect((await walkIn(world, { time: "21:33", despite: "on" })).kind).toBe("invalid");
});

test("a time that is somebody else's is refused, however much it insists", async () => {
  const world = await demoWorld();
  const { therapistId } = await booked(world, { therapist: "tom-ellery" });
  const outcome = await walkIn(world, { therapist: "tom-ellery", time: "10:30", despite: "on" });
  expect(outcome.kind).toBe("taken");
  expect(outcome.kind === "taken" && outcome.near.length).toBe(3);
  expect((await walkedIn(world, { time: "10:30" })).therapistId).not.toBe(therapistId);
});

test("anyone means somebody who works then before somebody who does not", async () => {
  const world = await demoWorld();
  // Priya goes home at three on a Wednesday, and has the fewest bookings.
  await booked(world, { therapist: "tom-ellery" });
  await booked(world, { therapist: "imogen-hartley" });
  const appointment = await walkedIn(world, { time: "15:30" });
  expect(therapistOf(appointment)).not.toBe("priya-sandhu");
});

test("ten at once for one therapist's last time: one gets it", async () => {
  const world = await demoWorld();
  const wish = { therapist: "tom-ellery", time: "20:00", despite: "on" } as const;
  const outcomes = await Promise.all(Array.from({ length: 10 }, () => walkIn(world, wish)));
  expect(outcomes.map(({ kind }) => kind).sort()).toEqual(["booked", ...Array(9).fill("taken")]);
});

test("it is for the practice alone, and its form says what is wrong", async () => {
  const world = await demoWorld();
  const read = readPracticeBooking({ service: "deep-tissue-massage", day: "2027-05-05", time: "10:00" });
  if (read.kind === "invalid") throw new Error("the form refused");
  await expect(bookForPractice(world, visitor, { wish: read.wish })).rejects.toThrow("practice alone");
  const wrong = readPracticeBooking({ service: "", day: "5 May", time: "25:00", email: "a,b@c.d", phone: "12" });
  expect(wrong.kind === "invalid" && Object.keys(wrong.errors).sort()).toEqual([
    ...["day", "email", "phone", "service", "time"],
  ]);
});
