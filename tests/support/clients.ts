import type { Appointment } from "#app/appointments/appointment.ts";
import { book } from "#app/appointments/commands.server.ts";
import type { World } from "#app/platform/world.server.ts";
import { addDays, localDateOf } from "#app/platform/zoned-time.ts";
import { apartStarts } from "#tests/support/bookings.ts";

/** Whose record an appointment is in. */
export async function clientOf(world: World, appointmentId: string): Promise<string> {
  const row = await world.db.kysely
    .selectFrom("appointments")
    .select("client_id")
    .where("id", "=", appointmentId)
    .executeTakeFirstOrThrow();
  return row.client_id ?? "none";
}

/** Moves an appointment to a time that is over, and frees the one it had. */
export async function makePast(world: World, appointmentId: string, daysAgo = 7): Promise<void> {
  const start = world.clock.now() - daysAgo * 86_400_000;
  const end = start + 3_600_000;
  await world.db.kysely
    .updateTable("appointments")
    .set({ starts_at: start, block_start: start, ends_at: end, block_end: end })
    .where("id", "=", appointmentId)
    .execute();
  await world.db.kysely.deleteFrom("appointment_claims").where("appointment_id", "=", appointmentId).execute();
}

/** One appointment of the next two weeks for each of these people. */
export async function bookFor(world: World, people: readonly Person[]): Promise<Appointment[]> {
  const today = localDateOf(world.clock.now(), "Europe/London");
  const starts = await apartStarts(world, { from: addDays(today, 1), to: addDays(today, 14) });
  const made: Appointment[] = [];
  for (const [index, person] of people.entries()) {
    const start = starts[index] ?? 0;
    const wish = { service: "deep-tissue-massage", minutes: undefined, therapist: "imogen-hartley", start, ...person };
    const outcome = await book(world, { kind: "visitor" }, { wish, idempotencyKey: null });
    if (outcome.kind !== "booked") throw new Error(`Not booked: ${outcome.kind}`);
    made.push(outcome.appointment);
  }
  return made;
}

type Person = { name: string; email: string; phone: string };
