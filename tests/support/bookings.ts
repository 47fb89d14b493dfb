import { type BookOutcome, book } from "#app/appointments/booking/book.server.ts";
import { askFreeTimes } from "#app/appointments/booking/free-times/free-times.server.ts";
import type { AppContext } from "#app/platform/app-context.server.ts";
import { visitor } from "#app/platform/permissions.ts";

/** The demo practice's shortest booking, so that many fit into few days. */
const SERVICE = "deep-tissue-massage";

/** Non-adjacent starts at which the demo practice's Imogen is free, as epoch ms. */
export async function apartStarts(app: AppContext, { from, to }: { from: string; to: string }): Promise<number[]> {
  const answer = await askFreeTimes(app, { service: SERVICE, therapist: "imogen-hartley", from, to });
  if (answer.kind === "not-found") throw new Error(answer.message);
  const free = answer.days.flatMap((day) => day.slots.map((slot) => slot.start));
  const block = (answer.offer.length.minutes + answer.offer.service.bufferAfter) * 60_000;
  const apart: number[] = [];
  for (const start of free) if (start >= (apart.at(-1) ?? 0) + block) apart.push(start);
  return apart;
}

export function bookAt(app: AppContext, start: number, number = 1): Promise<BookOutcome> {
  const person = { name: `Person ${number}`, phone: "+441632960001", email: `person-${number}@example.com` };
  const input = { service: SERVICE, minutes: undefined, therapist: "imogen-hartley", start, ...person };
  return book(app, visitor, { input, idempotencyKey: null });
}
