import type { Appointment } from "#app/appointments/appointment.ts";
import { book } from "#app/appointments/booking/book.server.ts";
import type { BookingInput } from "#app/appointments/booking/booking.form.ts";
import type { AppContext } from "#app/platform/app-context.server.ts";
import type { Actor } from "#app/platform/permissions.ts";

/** Friday 7 May 2027, 10:00 in London: three days after a test app's clock. */
export const FRIDAY_TEN = Date.UTC(2027, 4, 7, 9);

/** Books an hour on Friday at ten with any free therapist (Tom or Priya) by default. */
export async function booked(
  app: AppContext,
  input: Partial<BookingInput> = {},
  actor: Actor = { kind: "visitor" },
): Promise<{ appointment: Appointment; manageSecret: string }> {
  const person = { name: "Sam Carter", phone: "+447700900982", email: "sam@example.com" };
  const offer = { service: "deep-tissue-massage", minutes: 60, therapist: undefined, start: FRIDAY_TEN };
  const outcome = await book(app, actor, { input: { ...offer, ...person, ...input }, idempotencyKey: null });
  if (outcome.kind !== "booked") throw new Error(`Not booked: ${JSON.stringify(outcome)}`);
  return outcome;
}
