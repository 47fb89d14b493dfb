import { calendlyInUse } from "#app/calendly/calendly-in-use.server.ts";
import type { AppContext } from "#app/platform/app-context.server.ts";
import { problemResponse } from "#app/platform/http/problem.ts";

/** The refusal while the practice takes bookings in its calendar on Calendly, which would not hear of ours; else null. */
export async function bookedElsewhere(app: AppContext): Promise<Response | null> {
  const found = await calendlyInUse(app);
  if (found.kind !== "on") return null;
  const { page: bookAt } = found.choice;
  const detail =
    "This practice takes bookings in its calendar on Calendly. `bookAt` is its address, for a person to open.";
  return problemResponse({ title: "Booked elsewhere", status: 403, detail }, { more: { bookAt } });
}
