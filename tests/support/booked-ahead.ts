import { book } from "#app/appointments/booking/book.server.ts";
import type { AppContext } from "#app/platform/app-context.server.ts";
import { addDays, localDateOf } from "#app/platform/date-time.ts";
import { apartStarts } from "#tests/support/bookings.ts";

/** Rosa books an hour in nine to twenty days, well before the practice's notice. Returns the manage link's secret. */
export async function bookAhead(
  app: AppContext,
  { email, userId }: { email: string; userId?: string },
): Promise<string> {
  const today = localDateOf(app.clock.now(), "Europe/London");
  const [start] = await apartStarts(app, { from: addDays(today, 9), to: addDays(today, 20) });
  if (start === undefined) throw new Error("The demo practice is free on no day of two weeks");
  const person = { name: "Rosa Whitfield", phone: "+447700900318", email };
  const input = { service: "deep-tissue-massage", minutes: undefined, therapist: "imogen-hartley", start, ...person };
  const actor = userId ? ({ kind: "client", userId } as const) : ({ kind: "visitor" } as const);
  const outcome = await book(app, actor, { input, idempotencyKey: null });
  if (outcome.kind !== "booked") throw new Error(outcome.kind);
  return outcome.manageSecret;
}
