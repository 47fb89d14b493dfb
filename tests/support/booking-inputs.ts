import type { Appointment } from "#app/appointments/appointment.ts";
import { type BookOutcome, book } from "#app/appointments/booking/book.server.ts";
import type { SeveralOutcome } from "#app/appointments/booking/book-several.server.ts";
import type { BookingInput } from "#app/appointments/booking/booking.form.ts";
import type { AppContext } from "#app/platform/app-context.server.ts";
import { instantOf } from "#app/platform/date-time.ts";
import { type Actor, visitor } from "#app/platform/permissions.ts";

/** The day after `TUESDAY_NINE`. Imogen and Tom work nine to five, Priya until three. */
export const WEDNESDAY = "2027-05-05";

/** A wall time in London as an instant: `at("10:30")`, on the Wednesday by default. */
export function at(time: string, date = WEDNESDAY): number {
  const [hour, minute] = time.split(":").map(Number);
  return instantOf(date, (hour ?? 0) * 60 + (minute ?? 0), "Europe/London");
}

/** A form with every default: deep tissue, an hour, anyone, Wednesday at ten. */
export function inputFor(parts: Partial<BookingInput> = {}): BookingInput {
  const person = { name: "Ada Smith", phone: "+441632960001", email: "ada@example.com" };
  return { service: "deep-tissue-massage", start: at("10:00"), ...person, ...parts };
}

/** Tries to book, as a visitor by default. */
export function tryToBook(
  app: AppContext,
  parts: Partial<BookingInput> = {},
  key: string | null = null,
  actor: Actor = visitor,
) {
  return book(app, actor, { input: inputFor(parts), idempotencyKey: key });
}

/** Books, and fails the test if refused. */
export async function booked(app: AppContext, parts: Partial<BookingInput> = {}, key: string | null = null) {
  return expectBooked(await tryToBook(app, parts, key)).appointment;
}

/** Asserts that the outcome is a booking. */
export function expectBooked(outcome: SeveralOutcome): Extract<BookOutcome, { kind: "booked" }> {
  if (outcome.kind !== "booked") throw new Error(`Not booked: ${JSON.stringify(outcome)}`);
  return outcome;
}

export async function rowCounts(app: AppContext): Promise<Record<string, number>> {
  const tables = ["appointments", "appointment_claims", "outbox", "audit"] as const;
  const counts: Record<string, number> = {};
  for (const table of tables) {
    counts[table] = (await app.db.kysely.selectFrom(table).selectAll().execute()).length;
  }
  return counts;
}

export function therapistOf(appointment: Appointment): string {
  return appointment.therapistId.replace(/^demo-/, "");
}
