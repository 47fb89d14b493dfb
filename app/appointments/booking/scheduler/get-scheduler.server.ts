import { cachedFreeDays } from "#app/appointments/booking/free-times/cached-free-times.server.ts";
import type { Choices } from "#app/appointments/booking/scheduler/choices.ts";
import {
  type NewBooking,
  type OfferToChoose,
  schedulerFor,
} from "#app/appointments/booking/scheduler/scheduler-state.ts";
import type { AppContext } from "#app/platform/app-context.server.ts";
import { readPractice } from "#app/practice/read-practice.server.ts";

/** The booking page for these choices, now. */
export async function getScheduler(
  app: AppContext,
  choices: Choices,
  locale: string,
): Promise<NewBooking | { unavailable: OfferToChoose } | null> {
  const practice = await readPractice(app);
  return schedulerFor({ practice, now: app.clock.now(), ask: (ask) => cachedFreeDays(app, ask) }, { choices, locale });
}
