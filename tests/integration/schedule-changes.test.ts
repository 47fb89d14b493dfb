import { expect, test } from "vitest";
import { forgetChanges } from "#app/appointments/appointments.jobs.server.ts";
import { cancel } from "#app/appointments/cancel.server.ts";
import { confirm } from "#app/appointments/confirm.server.ts";
import * as schedule from "#app/appointments/schedule.server.ts";
import { moveAppointment } from "#app/diary/booking/move-appointment.server.ts";
import { reinstate } from "#app/diary/booking/reinstate.server.ts";
import { addException, removeException } from "#app/diary/stranded/closures.server.ts";
import { setWeek } from "#app/diary/stranded/set-week.server.ts";
import { getWeek } from "#app/hours/edit-hours.db.server.ts";
import type { AppContext } from "#app/platform/app-context.server.ts";
import { readSettings } from "#app/settings/settings.db.server.ts";
import { at, booked } from "#tests/support/booking-inputs.ts";
import { demoApp, type TestApp } from "#tests/support/test-app.ts";

const OWNER = { kind: "admin" as const, userId: "an-admin" };
const TOM = "demo-tom-ellery";
const DAY = 86_400_000;

test("each change of an appointment says what it freed and took, with the buffers, and lasts 30 days", async () => {
  const app = await demoApp();
  const { id, blockEnd } = await booked(app, { start: at("10:00"), therapist: "tom-ellery" });
  const move = { appointmentId: id, start: at("14:00"), therapist: "imogen-hartley", despite: true };
  later(app);
  expect((await moveAppointment(app, OWNER, move)).kind).toBe("moved");
  later(app);
  await cancel(app, OWNER, { appointmentId: id, reason: "She has the flu" });
  later(app);
  expect((await reinstate(app, OWNER, { appointmentId: id, despite: true })).kind).toBe("reinstated");
  const lasts = blockEnd - at("10:00");
  const tens = { therapist: TOM, start: at("10:00"), end: at("10:00") + lasts };
  const twos = { therapist: "demo-imogen-hartley", start: at("14:00"), end: at("14:00") + lasts };
  expect(await changesIn(app)).toEqual([
    { cause: "booked", actor: "visitor", appointment: id, freed: null, taken: tens },
    { cause: "moved", actor: "admin", appointment: id, freed: tens, taken: twos },
    { cause: "cancelled", actor: "admin", appointment: id, freed: twos, taken: null },
    { cause: "reinstated", actor: "admin", appointment: id, freed: null, taken: twos },
  ]);
  const stored = JSON.stringify(await app.db.kysely.selectFrom("schedule_changes").selectAll().execute());
  for (const personal of ["Ada", "ada@example.com", "flu"]) expect(stored).not.toContain(personal);
  app.clock.set(app.clock.now() + 30 * DAY - 3);
  expect(await forgetChanges(app)).toBe(0);
  app.clock.set(app.clock.now() + 4);
  expect(await forgetChanges(app)).toBe(4);
  expect(await changesIn(app)).toEqual([]);
});

test("closures, extra openings and weekly hours are changes of the same kind", async () => {
  const app = await demoApp();
  const days = { firstDay: "2027-05-05", lastDay: "2027-05-06", fromMinute: null, toMinute: null };
  const draft = { ...days, therapistId: TOM, reason: "Secret", publicNote: null };
  await addException(app, OWNER, { draft: { ...draft, kind: "closure" }, accepted: [] });
  later(app);
  await addException(app, OWNER, { draft: { ...draft, kind: "opening", therapistId: null }, accepted: [] });
  const closure = await app.db.kysely
    .selectFrom("day_exceptions")
    .select("id")
    .where("kind", "=", "closure")
    .where("therapist_id", "=", TOM)
    .executeTakeFirstOrThrow();
  later(app);
  await removeException(app, OWNER, { id: closure.id, accepted: [] });
  later(app);
  const { version = 0 } = (await getWeek(app.db.kysely, TOM)) ?? {};
  expect((await setWeek(app, OWNER, { therapistId: TOM, version, weekly: [], accepted: [] })).kind).toBe("changed");
  const both = { start: Date.parse("2027-05-04T23:00Z"), end: Date.parse("2027-05-06T23:00Z") };
  const ahead = { therapist: TOM, start: app.clock.now(), end: null };
  const by = { actor: "admin", appointment: null };
  expect(await changesIn(app)).toEqual([
    { ...by, cause: "closure", freed: null, taken: { therapist: TOM, ...both } },
    { ...by, cause: "opening", freed: { therapist: null, ...both }, taken: null },
    { ...by, cause: "closure", freed: { therapist: TOM, ...both }, taken: null },
    { ...by, cause: "hours", freed: ahead, taken: ahead },
  ]);
});

test("two appointments change places in one call", async () => {
  const app = await demoApp();
  const one = await booked(app, { start: at("10:00"), therapist: "tom-ellery" });
  const other = await booked(app, { start: at("14:00"), therapist: "tom-ellery" });
  const { settings } = await readSettings(app.db.kysely, app.log);
  const swap = (tx: Parameters<typeof schedule.move>[0], now: number) => {
    const times = ({ start, end, blockStart, blockEnd }: typeof one) => ({ start, end, blockStart, blockEnd });
    const moves = [
      { before: one, after: { ...one, ...times(other), sequence: 1 } },
      { before: other, after: { ...other, ...times(one), sequence: 1 } },
    ];
    return schedule.move(tx, moves, { actor: OWNER, from: "practice", settings, now });
  };
  expect(await schedule.retryOnConflict(app, swap)).toEqual({ kind: "moved" });
  const rows = await app.db.kysely.selectFrom("appointment_claims").selectAll().orderBy("quantum").execute();
  expect([...new Set(rows.map((row) => row.appointment_id))]).toEqual([other.id, one.id]);
});

test("a body that ignores a lost race is not believed: what it wrote goes, and it runs again", async () => {
  const app = await demoApp();
  const { id } = await booked(app, { start: at("10:00"), therapist: "tom-ellery" });
  let tried = 0;
  const outcome = await schedule.retryOnConflict(app, async (tx) => {
    tried += 1;
    if (tried > 1) return { kind: "reinstated", tried };
    await tx.updateTable("appointments").set({ status: "Cancelled" }).where("id", "=", id).execute();
    schedule.lose(tx);
    return { kind: "reinstated", tried };
  });
  expect(outcome).toEqual({ kind: "reinstated", tried: 2 });
  expect(await confirm(app, OWNER, { appointmentId: id })).toMatchObject({ kind: "confirmed", again: true });
  await expect(app.db.kysely.transaction().execute(async (tx) => schedule.lose(tx))).rejects.toThrow("retryOnConflict");
});

async function changesIn(app: AppContext) {
  const rows = await app.db.kysely.selectFrom("schedule_changes").selectAll().orderBy("at").execute();
  const stretch = (therapist: string | null, start: number | null, end: number | null) =>
    start === null ? null : { therapist, start, end };
  return rows.map((row) => ({
    cause: row.cause,
    actor: row.actor,
    appointment: row.appointment_id,
    freed: stretch(row.freed_therapist_id, row.freed_start, row.freed_end),
    taken: stretch(row.taken_therapist_id, row.taken_start, row.taken_end),
  }));
}

function later(app: TestApp): void {
  app.clock.set(app.clock.now() + 1);
}
