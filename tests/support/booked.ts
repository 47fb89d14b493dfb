import type { Actor } from "#app/accounts/actor.ts";
import type { Appointment } from "#app/appointments/appointment.ts";
import { book } from "#app/appointments/commands.server.ts";
import type { BookingWish } from "#app/appointments/forms.ts";
import type { World } from "#app/platform/world.server.ts";

/** Friday 7 May 2027, 10:00 in London: three days after a test world's clock. */
export const FRIDAY_TEN = Date.UTC(2027, 4, 7, 9);

/** Books an hour on Friday at ten with whoever is free (Tom or Priya), unless told. */
export async function booked(
  world: World,
  wish: Partial<BookingWish> = {},
  actor: Actor = { kind: "visitor" },
): Promise<{ appointment: Appointment; manageSecret: string }> {
  const person = { name: "Sam Carter", phone: "+447700900982", email: "sam@example.com" };
  const offer = { service: "deep-tissue-massage", minutes: 60, therapist: undefined, start: FRIDAY_TEN };
  const outcome = await book(world, actor, { wish: { ...offer, ...person, ...wish }, idempotencyKey: null });
  if (outcome.kind !== "booked") throw new Error(`Not booked: ${JSON.stringify(outcome)}`);
  return outcome;
}
