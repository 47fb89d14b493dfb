import { visitor } from "#app/accounts/actor.ts";
import { type BookOutcome, book } from "#app/appointments/commands.server.ts";
import { askFreeTimes } from "#app/appointments/free-times/commands.server.ts";
import type { World } from "#app/platform/world.server.ts";

/** Of the demo practice: the shortest booking, so that a test gets many of them into few days. */
const SERVICE = "deep-tissue-massage";

/** Starts at which the demo practice's Imogen is free, none touching another, as epoch ms. */
export async function apartStarts(world: World, { from, to }: { from: string; to: string }): Promise<number[]> {
  const answer = await askFreeTimes(world, { service: SERVICE, therapist: "imogen-hartley", from, to });
  if (answer.kind === "unknown") throw new Error(answer.message);
  const free = answer.days.flatMap((day) => day.slots.map((slot) => slot.start));
  const block = (answer.offer.length.minutes + answer.offer.service.bufferAfter) * 60_000;
  const apart: number[] = [];
  for (const start of free) if (start >= (apart.at(-1) ?? 0) + block) apart.push(start);
  return apart;
}

/** Books this start for a person of this number. */
export function bookAt(world: World, start: number, number = 1): Promise<BookOutcome> {
  const person = { name: `Person ${number}`, phone: "+441632960001", email: `person-${number}@example.com` };
  const wish = { service: SERVICE, minutes: undefined, therapist: "imogen-hartley", start, ...person };
  return book(world, visitor, { wish, idempotencyKey: null });
}
