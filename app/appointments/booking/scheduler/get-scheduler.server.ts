import { cachedFreeDays } from "#app/appointments/booking/free-times/cached-free-times.server.ts";
import type { Choices } from "#app/appointments/booking/scheduler/choices.ts";
import {
  type NewBooking,
  type OfferToChoose,
  schedulerFor,
} from "#app/appointments/booking/scheduler/scheduler-state.ts";
import type { AppContext } from "#app/platform/app-context.server.ts";
import { readPractice } from "#app/practice/read-practice.server.ts";

const MINUTE_MS = 60_000;

/** The booking page for these choices, the same for a whole minute while the same times are free. */
export async function getScheduler(
  app: AppContext,
  choices: Choices,
  locale: string,
): Promise<NewBooking | { unavailable: OfferToChoose } | null> {
  const practice = await readPractice(app);
  const now = Math.floor(app.clock.now() / MINUTE_MS) * MINUTE_MS;
  return schedulerFor({ practice, now, ask: (ask) => cachedFreeDays(app, ask) }, { choices, locale });
}
