import { expect, test } from "vitest";
import { askFreeTimes } from "#app/appointments/booking/free-times/free-times.server.ts";
import { hasAppointmentAhead, summariseHistory } from "#app/appointments/clients/client-history.db.server.ts";
import { moveAppointment } from "#app/diary/booking/move-appointment.server.ts";
import { listEntries } from "#app/diary/calendar-subscriptions.server.ts";
import { getDiary } from "#app/diary/get-diary.server.ts";
import { getToday } from "#app/diary/get-today.server.ts";
import { appointmentListFilterFrom } from "#app/diary/lists/appointment-list.ts";
import { listAppointments } from "#app/diary/lists/list-appointments.server.ts";
import { listUpcoming } from "#app/diary/stranded/stranded.db.server.ts";
import { getAdminCounts } from "#app/routes/admin/admin-counts.server.ts";
import { at, booked, tryToBook, WEDNESDAY } from "#tests/support/booking-inputs.ts";
import { clientOf } from "#tests/support/clients.ts";
import { practice, setStatus, walkIn } from "#tests/support/practice.ts";
import { demoApp, type TestApp } from "#tests/support/test-app.ts";

const TOM = "demo-tom-ellery";
const tom = { therapist: "tom-ellery" };
const WORDS = ["Cancelled", "cancelled", "CANCELLED", "canCelled"];

/** A world in which Tom's ten o'clock was cancelled by another program: its claims are still there. */
async function cancelledAs(word: string): Promise<{ app: TestApp; id: string }> {
  const app = await demoApp();
  const { id } = await booked(app, tom);
  await setStatus(app, id, word);
  return { app, id };
}

test.each(WORDS)("the time of an appointment whose status is '%s' is free, and can be booked", async (word) => {
  const { app } = await cancelledAs(word);
  const input = { service: "deep-tissue-massage", ...tom, from: WEDNESDAY, to: WEDNESDAY };
  const answer = await askFreeTimes(app, input);
  const starts = answer.kind === "times" ? answer.days.flatMap(({ slots }) => slots.map(({ start }) => start)) : [];
  expect(starts).toContain(at("10:00"));
  expect(await tryToBook(app, tom)).toMatchObject({ kind: "booked", appointment: { therapistId: TOM } });
});

test.each(WORDS)("the practice books over '%s', and moves onto it", async (word) => {
  const { app } = await cancelledAs(word);
  expect((await walkIn(app, tom)).kind).toBe("booked");
  const other = await cancelledAs(word);
  const { id } = await booked(other.app, { ...tom, start: at("13:00") });
  const input = { appointmentId: id, start: at("10:15"), despite: false };
  expect((await moveAppointment(other.app, practice, input)).kind).toBe("moved");
});

test.each(WORDS)("'%s' is counted and listed as cancelled by all who ask", async (word) => {
  const { app, id } = await cancelledAs(word);
  const { kysely } = app.db;
  const clientId = await clientOf(app, id);
  const now = app.clock.now();
  expect(await listUpcoming(kysely, { therapistIds: [TOM], now })).toEqual([]);
  expect(await listEntries(kysely, TOM, { start: at("00:00"), end: at("23:00") })).toEqual([]);
  expect(await hasAppointmentAhead(kysely, { clientId, now, scope: "all" })).toBe(false);
  expect((await summariseHistory(kysely, { clientIds: [clientId], scope: "all", now })).get(clientId)).toMatchObject({
    cancelled: 1,
    next: null,
  });
  const filter = appointmentListFilterFrom(new URLSearchParams("status=cancelled"));
  const listed = await listAppointments(app, practice, { filter, sort: "status", down: false, page: 1 });
  expect(listed.rows.map((row) => [row.id, row.status])).toEqual([[id, "Cancelled"]]);
  app.clock.set(at("08:00"));
  expect(await getToday(app, practice)).toMatchObject({ appointments: [] });
  expect((await getAdminCounts(app, practice)).counts["/appointments"]?.count).toBe(0);
  const day = new URLSearchParams(`view=day&date=${WEDNESDAY}`);
  expect((await getDiary(app, practice, day)).appointments).toEqual([]);
});
