import type { Appointment } from "#app/appointments/appointment.ts";
import { book } from "#app/appointments/booking/book.server.ts";
import type { AppContext } from "#app/platform/app-context.server.ts";
import { addDays, localDateOf } from "#app/platform/date-time.ts";
import { apartStarts } from "#tests/support/bookings.ts";

export async function clientOf(app: AppContext, appointmentId: string): Promise<string> {
  const row = await app.db.kysely
    .selectFrom("appointments")
    .select("client_id")
    .where("id", "=", appointmentId)
    .executeTakeFirstOrThrow();
  return row.client_id ?? "none";
}

export async function makePast(app: AppContext, appointmentId: string, daysAgo = 7): Promise<void> {
  const start = app.clock.now() - daysAgo * 86_400_000;
  const end = start + 3_600_000;
  await app.db.kysely
    .updateTable("appointments")
    .set({ starts_at: start, block_start: start, ends_at: end, block_end: end })
    .where("id", "=", appointmentId)
    .execute();
  await app.db.kysely.deleteFrom("appointment_claims").where("appointment_id", "=", appointmentId).execute();
}

export async function bookFor(app: AppContext, people: readonly Person[]): Promise<Appointment[]> {
  const today = localDateOf(app.clock.now(), "Europe/London");
  const starts = await apartStarts(app, { from: addDays(today, 2), to: addDays(today, 14) });
  const made: Appointment[] = [];
  for (const [index, person] of people.entries()) {
    const start = starts[index] ?? 0;
    const input = { service: "deep-tissue-massage", minutes: undefined, therapist: "imogen-hartley", start, ...person };
    const outcome = await book(app, { kind: "visitor" }, { input, idempotencyKey: null });
    if (outcome.kind !== "booked") throw new Error(`Not booked: ${outcome.kind}`);
    made.push(outcome.appointment);
  }
  return made;
}

type Person = { name: string; email: string; phone: string };
