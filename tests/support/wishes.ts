import { visitor } from "#app/accounts/actor.ts";
import type { Appointment } from "#app/appointments/appointment.ts";
import { type BookOutcome, book } from "#app/appointments/commands.server.ts";
import type { BookingWish } from "#app/appointments/forms.ts";
import type { World } from "#app/platform/world.server.ts";
import { instantOf } from "#app/platform/zoned-time.ts";

/** The day after the one that `TUESDAY_NINE` lies in. Imogen and Tom work nine to five, Priya until three. */
export const WEDNESDAY = "2027-05-05";

/** A wall time in London as an instant: `at("10:30")`, on the Wednesday unless told. */
export function at(time: string, date = WEDNESDAY): number {
  const [hour, minute] = time.split(":").map(Number);
  return instantOf(date, (hour ?? 0) * 60 + (minute ?? 0), "Europe/London");
}

/** What a person wishes for who leaves everything as it is: deep tissue, an hour, anyone, Wednesday at ten. */
export function wishFor(parts: Partial<BookingWish> = {}): BookingWish {
  const person = { name: "Ada Smith", phone: "+441632960001", email: "ada@example.com" };
  return { service: "deep-tissue-massage", start: at("10:00"), ...person, ...parts };
}

/** A visitor's attempt to book it. */
export function tryToBook(world: World, parts: Partial<BookingWish> = {}, key: string | null = null) {
  return book(world, visitor, { wish: wishFor(parts), idempotencyKey: key });
}

/** The same, where it must succeed. */
export async function booked(world: World, parts: Partial<BookingWish> = {}, key: string | null = null) {
  return expectBooked(await tryToBook(world, parts, key)).appointment;
}

/** An outcome that must be a booking. */
export function expectBooked(outcome: BookOutcome): Extract<BookOutcome, { kind: "booked" }> {
  if (outcome.kind !== "booked") throw new Error(`Not booked: ${JSON.stringify(outcome)}`);
  return outcome;
}

/** How many rows a booking has left in each table that it writes. */
export async function rowCounts(world: World): Promise<Record<string, number>> {
  const tables = ["appointments", "appointment_claims", "outbox", "audit"] as const;
  const counts: Record<string, number> = {};
  for (const table of tables) {
    counts[table] = (await world.db.kysely.selectFrom(table).selectAll().execute()).length;
  }
  return counts;
}

/** The slug-like end of the demo therapist's id. */
export function therapistOf(appointment: Appointment): string {
  return appointment.therapistId.replace(/^demo-/, "");
}
