import { expect, test } from "vitest";
import { reschedule } from "#app/appointments/booking/reschedule.server.ts";
import { listEditedServices, updateActive } from "#app/catalogue/edit-catalogue.db.server.ts";
import { saveService, setServiceActive } from "#app/catalogue/edit-catalogue.server.ts";
import { moveAppointment } from "#app/diary/booking/move-appointment.server.ts";
import { addException, closeOnBankHolidays, removeException } from "#app/diary/stranded/closures.server.ts";
import { setWeek } from "#app/diary/stranded/set-week.server.ts";
import { setTherapistActive } from "#app/diary/stranded/therapists.server.ts";
import { listExceptions } from "#app/hours/edit-hours.db.server.ts";
import type { Tx } from "#app/platform/app-context.server.ts";
import { lockForReading, lockForWriting } from "#app/platform/database/lock.server.ts";
import { addDays } from "#app/platform/date-time.ts";
import { at, booked, tryToBook, WEDNESDAY } from "#tests/support/booking-inputs.ts";
import { practice, walkIn } from "#tests/support/practice.ts";
import { demoApp, type TestApp } from "#tests/support/test-app.ts";

const TOM = "demo-tom-ellery";
const DEEP_TISSUE = "demo-deep-tissue-massage";
const ROUNDS = 12;

const closure = (day: string) => ({
  kind: "closure" as const,
  firstDay: day,
  lastDay: day,
  fromMinute: null,
  toMinute: null,
  therapistId: TOM,
  reason: null,
  publicNote: null,
});
const opening = (day: string) => ({ ...closure(day), kind: "opening" as const, fromMinute: 540, toMinute: 1020 });
const openingId = async (app: TestApp) => {
  const kept = await listExceptions(app.db.kysely, { from: WEDNESDAY, to: "2027-12-31" });
  return kept.find(({ kind }) => kind === "opening")?.id ?? "";
};

/** What may end somebody's working time, and how it is put back for the next round. */
const CHANGES = {
  closure: {
    day: WEDNESDAY,
    change: (app: TestApp) => addException(app, practice, { draft: closure(WEDNESDAY), accepted: [] }),
    restore: async (app: TestApp) => {
      await app.db.kysely.deleteFrom("day_exceptions").where("therapist_id", "=", TOM).execute();
    },
  },
  "therapist stopped": {
    day: WEDNESDAY,
    change: (app: TestApp) => setTherapistActive(app, practice, { therapistId: TOM, active: false, accepted: [] }),
    restore: async (app: TestApp) => {
      await setTherapistActive(app, practice, { therapistId: TOM, active: true, accepted: [] });
    },
  },
  "changed week": {
    day: WEDNESDAY,
    change: async (app: TestApp) =>
      setWeek(app, practice, { therapistId: TOM, weekly: [], accepted: [], version: await versionOf(app) }),
    restore: async (app: TestApp) => {
      const weekly = [{ weekday: 3, fromMinute: 540, toMinute: 1020 }];
      await setWeek(app, practice, { therapistId: TOM, weekly, accepted: [], version: await versionOf(app) });
    },
  },
  "opening taken back": {
    day: "2027-05-09",
    change: async (app: TestApp) => removeException(app, practice, { id: await openingId(app), accepted: [] }),
    restore: async (app: TestApp) => {
      if (await openingId(app)) return;
      await addException(app, practice, { draft: opening("2027-05-09"), accepted: [] });
    },
  },
};

/** Ways to come to an appointment with Tom at ten. */
const BOOKINGS = {
  booking: async () => (app: TestApp, day: string) =>
    tryToBook(app, { therapist: "tom-ellery", start: at("10:00", day) }),
  "practice booking": async () => (app: TestApp, day: string) => walkIn(app, { day, therapist: "tom-ellery" }),
  rescheduling: async (app: TestApp) => {
    const { id } = await booked(app, { therapist: "priya-sandhu" });
    return (_: TestApp, day: string) =>
      reschedule(app, practice, { appointmentId: id, start: at("10:00", day), therapist: "tom-ellery" });
  },
  "move by the practice": async (app: TestApp) => {
    const { id } = await booked(app, { therapist: "priya-sandhu" });
    const input = { appointmentId: id, therapist: "tom-ellery", despite: false };
    return (_: TestApp, day: string) => moveAppointment(app, practice, { ...input, start: at("10:00", day) });
  },
};

const pairs = Object.keys(CHANGES).flatMap((change) => Object.keys(BOOKINGS).map((booking) => [change, booking]));

test.each(pairs)("%s beside a %s: whoever is second sees the first", async (changeName, bookingName) => {
  const app = await demoApp();
  const { day, change, restore } = CHANGES[changeName as keyof typeof CHANGES];
  const rounds = bookingName === "booking" ? ROUNDS : 4;
  for (let round = 0; round < rounds; round++) {
    await restore(app);
    const make = await BOOKINGS[bookingName as keyof typeof BOOKINGS](app);
    const [made, changed] = await Promise.all([make(app, day), change(app)]);
    const isMade = ["booked", "rescheduled", "moved"].includes(made.kind);
    expect([made.kind, isMade ? "strands" : "changed"], `round ${round}`).toEqual([made.kind, changed.kind]);
    await app.db.kysely.deleteFrom("appointment_claims").execute();
    await app.db.kysely.deleteFrom("appointments").execute();
  }
});

/** Some statements of another transaction go by: enough for whoever does not wait to have ended. */
async function letOthersRun(tx: Tx): Promise<void> {
  for (let index = 0; index < 40; index++) await tx.selectFrom("therapists").select("id").execute();
}

const WRITERS: Record<string, (app: TestApp) => Promise<{ kind: string }>> = {
  closure: CHANGES.closure.change,
  "therapist stopped": CHANGES["therapist stopped"].change,
  "changed week": CHANGES["changed week"].change,
  "opening taken back": (app) => removeException(app, practice, { id: "none", accepted: [] }),
  "bank holidays": (app) => closeOnBankHolidays(app, practice, { nation: "SCT", accepted: [] }),
  "service hidden": (app) => setServiceActive(app, practice, { id: DEEP_TISSUE, active: false }),
  "length removed": async (app) => {
    const service = (await listEditedServices(app.db.kysely)).find(({ id }) => id === DEEP_TISSUE);
    if (!service) throw new Error("No such service");
    const { version, therapistIds, picture: _, slug: __, active: ___, id, ...draft } = service;
    return saveService(app, practice, {
      id,
      version,
      draft: { ...draft, therapists: therapistIds, lengths: service.lengths.slice(0, 1), prices: [] },
    });
  },
};

test.each(Object.keys(WRITERS))("%s waits for a booking that has read the offer", async (name) => {
  const app = await demoApp();
  let ended = false;
  const changing = await app.db.kysely.transaction().execute(async (tx) => {
    await lockForReading(tx, "offer");
    const change = (WRITERS[name] as (app: TestApp) => Promise<unknown>)(app).then(() => {
      ended = true;
    });
    await letOthersRun(tx);
    expect(ended).toBe(false);
    return { change };
  });
  await changing.change;
});

test("a booking reads the offer after the change that it waited for", async () => {
  const app = await demoApp();
  const asked = await app.db.kysely.transaction().execute(async (tx) => {
    await lockForWriting(tx, "offer");
    const booking = tryToBook(app, { start: at("10:00", addDays(WEDNESDAY, 1)) });
    await letOthersRun(tx);
    await updateActive(tx, "services", { id: DEEP_TISSUE, active: false, now: app.clock.now() });
    return { booking };
  });
  expect(await asked.booking).toMatchObject({ kind: "invalid", field: "service" });
});

async function versionOf(app: TestApp): Promise<number> {
  const query = app.db.kysely.selectFrom("therapists").select("hours_version").where("id", "=", TOM);
  return (await query.executeTakeFirstOrThrow()).hours_version;
}
