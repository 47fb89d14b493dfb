import { expect, test } from "vitest";
import type { Appointment } from "#app/appointments/appointment.ts";
import { getAppointment, listOfSeries } from "#app/appointments/appointments.db.server.ts";
import { cancel } from "#app/appointments/cancel.server.ts";
import { previewCancellations } from "#app/appointments/mails/series.mail.tsx";
import { quantaOf } from "#app/availability/interval.ts";
import { deleteAppointment } from "#app/diary/booking/delete-appointment.server.ts";
import { moveAppointment } from "#app/diary/booking/move-appointment.server.ts";
import { reinstate } from "#app/diary/booking/reinstate.server.ts";
import { getAppointmentRecord } from "#app/diary/lists/get-appointment.server.ts";
import {
  cancelFollowing,
  moveFollowing,
  previewFollowing,
  undoFollowing,
} from "#app/diary/series/change-following.server.ts";
import { isFree } from "#app/diary/series/check-series.ts";
import type { Chosen } from "#app/diary/series/series.form.ts";
import { renderers } from "#app/mails.server.ts";
import type { AppContext } from "#app/platform/app-context.server.ts";
import { addDays, localDateOf, localTimeOf } from "#app/platform/date-time.ts";
import { visitor } from "#app/platform/permissions.ts";
import { at, booked, WEDNESDAY } from "#tests/support/booking-inputs.ts";
import { practice, waitingKinds } from "#tests/support/practice.ts";
import { seriesBooked } from "#tests/support/series.ts";
import { demoApp } from "#tests/support/test-app.ts";

const ZONE = "Europe/London";
const why = { reason: "A cold", reasonCode: null, askedBy: "client", seen: 0 } as const;
const week = (number: number) => addDays(WEDNESDAY, (number - 1) * 7);

test("this and following are cancelled together, told in one mail, and undone together while it is held", async () => {
  const app = await demoApp();
  const made = await sixWeeks(app);
  const third = one(made, 3);
  await cancel(app, practice, { appointmentId: one(made, 5).id, reason: null });
  await app.db.kysely.deleteFrom("outbox").where("kind", "!=", "appointment-reminder-client").execute();
  const outcome = await cancelFollowing(app, practice, { ...why, appointmentId: third.id });
  expect(outcome).toMatchObject({ kind: "cancelled", appointments: [{ id: third.id }, {}, {}] });
  expect(await statuses(app, made)).toEqual("Confirmed Confirmed Cancelled Cancelled Cancelled Cancelled".split(" "));
  expect(await claimedBy(app)).toEqual(quantaOfAll(made.slice(0, 2)));
  expect(await mailKinds(app)).toEqual(["series-cancelled-client"]);
  const mail = await mailOf(app, "series-cancelled-client");
  expect(mail?.subject).toBe("Cancelled: your appointments from Wednesday 19 May");
  for (const place of ["3 of 6", "4 of 6", "6 of 6"]) expect(mail?.text).toContain(place);
  expect(mail?.text).not.toContain("5 of 6");
  expect(mail?.text).toContain("There is nothing to pay.");
  expect(mail?.calendar?.content.match(/STATUS:CANCELLED/g)).toHaveLength(3);
  const record = await getAppointmentRecord(app, practice, third.id);
  expect(record?.notifiedAt).toBe(app.clock.now() + 120_000);

  expect(await undoFollowing(app, practice, { appointmentId: one(made, 4).id })).toEqual({ kind: "undone", count: 3 });
  expect(await statuses(app, made)).toEqual("Confirmed Confirmed Confirmed Confirmed Cancelled Confirmed".split(" "));
  expect(await mailKinds(app)).toEqual([]);
  expect((await waitingKinds(app)).length).toBe(4);
  expect(await undoFollowing(app, practice, { appointmentId: third.id })).toEqual({ kind: "sent" });
});

test("each is late by itself: the mail's preview says it of that one alone", async () => {
  const app = await demoApp();
  const made = await sixWeeks(app);
  app.clock.set(one(made, 2).start - 3_600_000);
  const told = { actor: "admin", askedBy: "client", reason: null } as const;
  const of = made.slice(1, 3).map(({ id }, index) => [id, { ...told, chargeable: index === 0 }] as const);
  const preview = await previewCancellations(app, new Map(of));
  expect(preview?.text.match(/we may ask you for a payment/g)).toHaveLength(1);
  expect(preview?.text).toContain("For the others there is nothing to pay.");
  await cancelFollowing(app, practice, { ...why, appointmentId: one(made, 2).id });
  const rows = await app.db.kysely.selectFrom("cancellations").select(["appointment_id", "late"]).execute();
  expect(rows.filter(({ late }) => late === 1)).toEqual([{ appointment_id: one(made, 2).id, late: 1 }]);
});

test("one of them brought back alone leaves the held mail, and is told of nothing", async () => {
  const app = await demoApp();
  const made = await sixWeeks(app);
  await app.db.kysely.deleteFrom("outbox").execute();
  await cancelFollowing(app, practice, { ...why, appointmentId: one(made, 4).id });
  const input = { appointmentId: one(made, 5).id, despite: true };
  expect(await reinstate(app, practice, input)).toMatchObject({ kind: "reinstated", isNotified: false });
  expect(await mailKinds(app)).toEqual(["series-cancelled-client"]);
  const mail = await mailOf(app, "series-cancelled-client");
  for (const place of ["4 of 6", "6 of 6"]) expect(mail?.text).toContain(place);
  expect(mail?.text).not.toContain("5 of 6");
});

test("a deleted one of the cancelled is still told, as the mail reads then", async () => {
  const app = await demoApp();
  const made = await sixWeeks(app);
  await app.db.kysely.deleteFrom("outbox").execute();
  await cancelFollowing(app, practice, { ...why, appointmentId: one(made, 5).id });
  await deleteAppointment(app, practice, { appointmentId: one(made, 5).id });
  const row = await app.db.kysely.selectFrom("outbox").selectAll().executeTakeFirstOrThrow();
  expect(row.mail).toContain("5 of 6");
  expect(row.mail).toContain("6 of 6");
});

test("Undo brings all back or none: a time that somebody has since is named", async () => {
  const app = await demoApp();
  const made = await sixWeeks(app);
  await cancelFollowing(app, practice, { ...why, appointmentId: one(made, 4).id });
  await booked(app, { therapist: "tom-ellery", start: one(made, 6).start });
  const undone = await undoFollowing(app, practice, { appointmentId: one(made, 4).id });
  expect(undone).toEqual({ kind: "taken", start: one(made, 6).start });
  expect((await statuses(app, made)).slice(3)).toEqual(["Cancelled", "Cancelled", "Cancelled"]);
  expect(await mailKinds(app)).toContain("series-cancelled-client");
});

test("this and following move by as many days to the same wall time, also over the clock change, in one mail", async () => {
  const app = await demoApp({ now: Date.UTC(2026, 9, 1, 9) });
  const made = await seriesBooked(app, { day: "2026-10-14", times: "4" });
  await app.db.kysely.deleteFrom("outbox").execute();
  const { chosen, preview } = await shiftOf(app, one(made, 2), { day: "2026-10-22", time: "14:30" });
  expect(preview.occurrences.every(isFree)).toBe(true);
  const moved = await moveFollowing(app, practice, { appointmentId: one(made, 2).id, seen: 0, chosen });
  expect(moved.kind).toBe("moved");
  const now = await listOfSeries(app.db.kysely, one(made, 1).series?.id ?? "");
  expect(now.map(({ start }) => `${localDateOf(start, ZONE)} ${localTimeOf(start, ZONE)}`)).toEqual([
    ...["2026-10-14 10:00", "2026-10-22 14:30", "2026-10-29 14:30", "2026-11-05 14:30"],
  ]);
  expect(now.map(({ series }) => series?.position)).toEqual([1, 2, 3, 4]);
  expect(await claimedBy(app)).toEqual(quantaOfAll(now));
  expect(await mailKinds(app)).toEqual(["series-moved-client"]);
  const mail = await mailOf(app, "series-moved-client");
  expect(mail?.text.match(/Was: /g)).toHaveLength(3);
  expect(mail?.calendar?.content.match(/SEQUENCE:1/g)).toHaveLength(3);

  // A single move takes its own out of the held mail, with the time that the client knows.
  const third = one(now, 3);
  const next = { appointmentId: third.id, start: third.start + 3_600_000, despite: true };
  expect((await moveAppointment(app, practice, next)).kind).toBe("moved");
  expect((await mailOf(app, "series-moved-client"))?.text).not.toContain("3 of 4");
  expect((await mailOf(app, "appointment-rescheduled-client"))?.text).toMatch(
    /^Was +Wednesday 28 October 2026, 10:00/m,
  );

  expect(await undoFollowing(app, practice, { appointmentId: one(now, 4).id })).toEqual({ kind: "undone", count: 2 });
  const back = await listOfSeries(app.db.kysely, third.series?.id ?? "");
  expect(back.map(({ start }) => start)).toEqual([
    ...[one(made, 1).start, one(made, 2).start, next.start, one(made, 4).start],
  ]);
  expect(await claimedBy(app)).toEqual(quantaOfAll(back));
  expect(await mailKinds(app)).toEqual(["appointment-rescheduled-client"]);
});

test("a series is not moved to a time that the clocks skip or show twice without a word", async () => {
  const app = await demoApp();
  const [first] = await seriesBooked(app, { day: "2027-10-27", times: "2" });
  const preview = async (minute: number, day: string, which?: "second") => {
    const shift = { day, minute, which, therapist: "" };
    return previewFollowing(app, practice, { appointmentId: first?.id ?? "", shift });
  };
  const skipped = await preview(90, "2027-03-28");
  expect([skipped?.occurrences, skipped?.errors.time]).toEqual([[], expect.stringMatching(/does not exist/)]);
  const twice = await preview(90, "2027-10-31");
  expect([twice?.occurrences, twice?.errors.which]).toEqual([[], expect.stringMatching(/happens twice/)]);
  const second = await preview(90, "2027-10-31", "second");
  expect(second?.occurrences.map(({ start }) => start)).toEqual([
    ...[Date.parse("2027-10-31T01:30Z"), Date.parse("2027-11-07T01:30Z")],
  ]);
});

test("a week later, onto each other's old times, moves in one go; a clash stays until it is chosen", async () => {
  const app = await demoApp();
  const made = await sixWeeks(app);
  await booked(app, { therapist: "tom-ellery", start: at("14:00", week(5)) });
  const later = await shiftOf(app, one(made, 3), { day: week(4), time: "10:00" });
  expect(later.preview.occurrences.every(isFree)).toBe(true);
  const input = { appointmentId: one(made, 3).id, seen: 0, chosen: later.chosen };
  expect((await moveFollowing(app, practice, input)).kind).toBe("moved");
  const now = await listOfSeries(app.db.kysely, one(made, 1).series?.id ?? "");
  expect(now.map(({ start }) => start)).toEqual([1, 2, 4, 5, 6, 7].map((number) => at("10:00", week(number))));
  expect(await claimedBy(app, now)).toEqual(quantaOfAll(now));

  const clash = await shiftOf(app, one(now, 3), { day: week(4), time: "14:00" });
  expect(clash.preview.occurrences.map(({ place }) => place !== null)).toEqual([true, false, true, true]);
  const some = { appointmentId: one(now, 3).id, seen: 1, chosen: clash.chosen };
  expect((await moveFollowing(app, practice, some)).kind).toBe("moved");
  const after = await listOfSeries(app.db.kysely, one(made, 1).series?.id ?? "");
  expect(localTimeOf(one(after, 4).start, ZONE)).toBe("10:00");
  expect([3, 5, 6].map((place) => localTimeOf(one(after, place).start, ZONE))).toEqual(["14:00", "14:00", "14:00"]);
});

test("a lost race moves nothing, and what was changed since is stale; 10 at once: one moves them", async () => {
  const app = await demoApp();
  const made = await sixWeeks(app);
  const { chosen } = await shiftOf(app, one(made, 4), { day: week(4), time: "15:00" });
  const input = { appointmentId: one(made, 4).id, seen: 0, chosen };
  const outcomes = await Promise.all(Array.from({ length: 10 }, () => moveFollowing(app, practice, input)));
  expect(outcomes.map(({ kind }) => kind).sort()).toEqual([...Array(9).fill("conflict"), "moved"]);

  const again = await shiftOf(app, one(made, 4), { day: week(4), time: "11:00" });
  await booked(app, { therapist: "tom-ellery", start: at("11:00", week(6)) });
  const late = await moveFollowing(app, practice, { ...input, seen: 1, chosen: again.chosen });
  expect(late).toEqual({ kind: "changed", start: at("11:00", week(6)) });
  const now = await listOfSeries(app.db.kysely, one(made, 1).series?.id ?? "");
  expect(now.slice(3).map(({ start }) => localTimeOf(start, ZONE))).toEqual(["15:00", "15:00", "15:00"]);
});

test("they are for the practice alone, and for what is in a series", async () => {
  const app = await demoApp();
  const made = await sixWeeks(app);
  const appointmentId = one(made, 1).id;
  const input = { appointmentId, seen: 0, chosen: new Map() };
  await expect(cancelFollowing(app, visitor, { ...why, appointmentId })).rejects.toThrow("practice alone");
  await expect(moveFollowing(app, visitor, input)).rejects.toThrow("practice alone");
  await expect(undoFollowing(app, visitor, { appointmentId })).rejects.toThrow("practice alone");
  const alone = await booked(app, { start: at("14:00") });
  expect(await cancelFollowing(app, practice, { ...why, appointmentId: alone.id })).toEqual({ kind: "not-found" });
  expect((await getAppointment(app.db.kysely, alone.id))?.status).toBe("Confirmed");
});

function sixWeeks(app: AppContext): Promise<Appointment[]> {
  return seriesBooked(app, { times: "6" });
}

function one(list: readonly Appointment[], place: number): Appointment {
  const found = list[place - 1];
  if (!found) throw new Error(`there is no ${place}`);
  return found;
}

/** A move of this one and those after it, with all that is free then chosen. */
async function shiftOf(app: AppContext, from: Appointment, { day, time }: { day: string; time: string }) {
  const minute = Number(time.slice(0, 2)) * 60 + Number(time.slice(3));
  const shift = { day, minute, therapist: "" };
  const preview = await previewFollowing(app, practice, { appointmentId: from.id, shift });
  if (!preview) throw new Error("no series");
  const chosen = new Map<string, Chosen>();
  for (const [index, { place }] of preview.occurrences.entries()) {
    const therapist = preview.therapists.find(({ id }) => id === place?.therapistId)?.slug ?? "";
    if (place) chosen.set(one(preview.following, index + 1).id, { start: place.start, therapist, despite: false });
  }
  return { preview, chosen };
}

async function statuses(app: AppContext, made: readonly Appointment[]): Promise<(string | undefined)[]> {
  const now = await listOfSeries(app.db.kysely, made[0]?.series?.id ?? "");
  return now.map(({ status }) => status);
}

async function claimedBy(app: AppContext, only?: readonly Appointment[]): Promise<string[]> {
  const claims = await app.db.kysely.selectFrom("appointment_claims").selectAll().execute();
  const ids = only?.map(({ id }) => id);
  return claims
    .filter((claim) => !ids || ids.includes(claim.appointment_id ?? ""))
    .map((claim) => `${claim.appointment_id} ${claim.therapist_id} ${claim.quantum}`)
    .sort();
}

function quantaOfAll(appointments: readonly Appointment[]): string[] {
  return appointments
    .flatMap(({ id, therapistId, blockStart, blockEnd }) =>
      quantaOf({ start: blockStart, end: blockEnd }).map((quantum) => `${id} ${therapistId} ${quantum}`),
    )
    .sort();
}

async function mailKinds(app: AppContext): Promise<string[]> {
  return (await waitingKinds(app)).filter((kind) => kind !== "appointment-reminder-client");
}

async function mailOf(app: AppContext, kind: string) {
  const row = await app.db.kysely.selectFrom("outbox").selectAll().where("kind", "=", kind).executeTakeFirstOrThrow();
  return renderers[kind as keyof typeof renderers](app, JSON.parse(row.data));
}
