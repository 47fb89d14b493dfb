import type { KyselyPlugin } from "kysely";
import { expect, test } from "vitest";
import { cancel } from "#app/appointments/cancel.server.ts";
import { moveAppointment } from "#app/diary/booking/move-appointment.server.ts";
import { reinstate } from "#app/diary/booking/reinstate.server.ts";
import type { AppContext } from "#app/platform/app-context.server.ts";
import { apartStarts, bookAt } from "#tests/support/bookings.ts";
import { SOUND, unsoundness } from "#tests/support/soundness.ts";
import { talliesOf } from "#tests/support/tallies.ts";
import { demoApp } from "#tests/support/test-app.ts";

// As SQLite anomaly tests do: fail the first statement, then the second, and so on, until the whole work goes through.
const MOST_STATEMENTS = 80;

test("a booking in which any one statement fails leaves nothing behind", async () => {
  const app = await demoApp();
  const [start = 0] = await apartStarts(app, { from: "2027-05-10", to: "2027-05-16" });
  const failed = await failEach(app, (failing) => bookAt(failing, start));
  expect(failed).toBeGreaterThan(8);
  expect((await app.db.kysely.selectFrom("appointments").select("id").execute()).length).toBe(1);
});

test("a cancellation in which any one statement fails leaves the appointment as it was", async () => {
  const app = await demoApp();
  const [start = 0] = await apartStarts(app, { from: "2027-05-10", to: "2027-05-16" });
  const outcome = await bookAt(app, start);
  if (outcome.kind !== "booked") throw new Error(outcome.kind);
  const appointmentId = outcome.appointment.id;
  const failed = await failEach(app, (failing) => cancel(failing, { kind: "system" }, { appointmentId, reason: null }));
  expect(failed).toBeGreaterThan(3);
});

test("a move in which any one statement fails leaves the appointment and both times as they were", async () => {
  const app = await demoApp();
  const [start = 0, later = 0] = await apartStarts(app, { from: "2027-05-10", to: "2027-05-16" });
  const outcome = await bookAt(app, start);
  if (outcome.kind !== "booked") throw new Error(outcome.kind);
  const move = { appointmentId: outcome.appointment.id, start: later, despite: true };
  const failed = await failEach(app, (failing) => moveAppointment(failing, { kind: "system" }, move));
  expect(failed).toBeGreaterThan(8);
});

test("an appointment that is reinstated while any one statement fails stays cancelled", async () => {
  const app = await demoApp();
  const [start = 0] = await apartStarts(app, { from: "2027-05-10", to: "2027-05-16" });
  const outcome = await bookAt(app, start);
  if (outcome.kind !== "booked") throw new Error(outcome.kind);
  const appointmentId = outcome.appointment.id;
  await cancel(app, { kind: "system" }, { appointmentId, reason: null });
  const back = { appointmentId, despite: true };
  const failed = await failEach(app, (failing) => reinstate(failing, { kind: "system" }, back));
  expect(failed).toBeGreaterThan(8);
});

/** Does the work again and again, each time failing one statement later. Answers how many times it failed. */
async function failEach(app: AppContext, work: (failing: AppContext) => Promise<unknown>): Promise<number> {
  const before = await talliesOf(app.db);
  for (let number = 1; number < MOST_STATEMENTS; number++) {
    const kysely = app.db.kysely.withPlugin(failAt(number));
    const failure = await work({ ...app, db: { ...app.db, kysely } }).then(
      () => null,
      (error: Error) => error.message,
    );
    expect(await unsoundness(app.db.kysely)).toEqual(SOUND);
    if (failure === null) return number - 1;
    expect(failure).toBe("this statement fails");
    expect(await talliesOf(app.db)).toEqual(before);
  }
  throw new Error("It never went through");
}

function failAt(number: number): KyselyPlugin {
  let asked = 0;
  return {
    transformQuery({ node }) {
      asked += 1;
      if (asked === number) throw new Error("this statement fails");
      return node;
    },
    transformResult: async ({ result }) => result,
  };
}
