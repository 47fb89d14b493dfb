import { expect, test } from "vitest";
import { bookForPractice } from "#app/diary/booking/book-for-practice.server.ts";
import { parsePracticeBooking } from "#app/diary/booking/practice-booking.form.ts";
import { visitor } from "#app/platform/permissions.ts";
import { at, booked, therapistOf } from "#tests/support/booking-inputs.ts";
import { auditedActions, waitingKinds, walkedIn, walkIn } from "#tests/support/practice.ts";
import { demoApp } from "#tests/support/test-app.ts";

test("the practice books without phone and email, and nobody is written to", async () => {
  const app = await demoApp();
  const appointment = await walkedIn(app, { tell: "on" });
  expect(appointment).toMatchObject({ start: at("10:00"), name: "Walter Inn", phone: null, email: null });
  expect(appointment.status).toBe("Confirmed");
  expect(await waitingKinds(app)).toEqual([]);
  expect(await auditedActions(app)).toEqual(["appointment.book"]);
});

test("with an email address the confirmation goes out when it is wished for", async () => {
  const app = await demoApp();
  await walkedIn(app, { email: "walter@example.com", tell: "on" });
  await walkedIn(app, { email: "walter@example.com", time: "13:45" });
  expect(await waitingKinds(app)).toEqual(["appointment-confirmed-client"]);
});

test("outside hours it is warned first, and books when it insists; at short notice it just books", async () => {
  const app = await demoApp();
  const late = await walkIn(app, { time: "21:35" });
  expect(late).toEqual({
    kind: "warned",
    messages: ["That is outside working hours, or the practice is closed then."],
  });
  expect((await walkIn(app, { day: "2027-05-04", time: "10:00" })).kind).toBe("booked");
  expect((await walkIn(app, { day: "2027-12-08", time: "10:00" })).kind).toBe("booked");
  expect((await walkedIn(app, { time: "21:35", despite: "on" })).start).toBe(at("21:35"));
  expect((await walkIn(app, { time: "21:33", despite: "on" })).kind).toBe("invalid");
});

test("a time that the clocks skip is refused, and one that happens twice asks which, also after insisting", async () => {
  const app = await demoApp();
  const night = { time: "01:30", despite: "on" } as const;
  const skipped = await walkIn(app, { ...night, day: "2027-03-28" });
  expect(skipped).toMatchObject({ kind: "invalid", field: "time", message: /does not exist.*such as 02:00/ });
  const twice = await walkIn(app, { ...night, day: "2027-10-31" });
  expect(twice).toMatchObject({ kind: "invalid", field: "which", message: /happens twice/ });
  expect(await auditedActions(app)).toEqual([]);
  const starts = [];
  for (const which of ["first", "second"])
    starts.push((await walkedIn(app, { ...night, day: "2027-10-31", which })).start);
  expect(starts.map((start) => new Date(start).toISOString().slice(0, 16))).toEqual([
    ...["2027-10-31T00:30", "2027-10-31T01:30"],
  ]);
});

test("a time that is somebody else's is refused, however much it insists", async () => {
  const app = await demoApp();
  const { therapistId } = await booked(app, { therapist: "tom-ellery" });
  const outcome = await walkIn(app, { therapist: "tom-ellery", time: "10:30", despite: "on" });
  expect(outcome.kind).toBe("taken");
  expect(outcome.kind === "taken" && outcome.near.length).toBe(3);
  expect((await walkedIn(app, { time: "10:30" })).therapistId).not.toBe(therapistId);
});

test("anyone means somebody who works then before somebody who does not", async () => {
  const app = await demoApp();
  // Priya goes home at three on a Wednesday, and has the fewest bookings.
  await booked(app, { therapist: "tom-ellery" });
  await booked(app, { therapist: "imogen-hartley" });
  const appointment = await walkedIn(app, { time: "15:30" });
  expect(therapistOf(appointment)).not.toBe("priya-sandhu");
});

test("ten at once for one therapist's last time: one gets it", async () => {
  const app = await demoApp();
  const input = { therapist: "tom-ellery", time: "20:00", despite: "on" } as const;
  const outcomes = await Promise.all(Array.from({ length: 10 }, () => walkIn(app, input)));
  expect(outcomes.map(({ kind }) => kind).sort()).toEqual(["booked", ...Array(9).fill("taken")]);
});

test("it is for the practice alone, and its form says what is wrong", async () => {
  const app = await demoApp();
  const read = parsePracticeBooking({ service: "deep-tissue-massage", day: "2027-05-05", time: "10:00" });
  if (read.kind === "invalid") throw new Error("the form refused");
  await expect(bookForPractice(app, visitor, { input: read.input })).rejects.toThrow("practice alone");
  const wrong = parsePracticeBooking({ service: "", day: "5 May", time: "25:00", email: "a,b@c.d", phone: "12" });
  expect(wrong.kind === "invalid" && Object.keys(wrong.errors).sort()).toEqual([
    ...["day", "email", "phone", "service", "time"],
  ]);
});
