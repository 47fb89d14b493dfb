import { calendlyInUse } from "#app/connections/calendly/calendly-in-use.server.ts";
import { type AppContext, forOneRequest } from "#app/platform/app-context.server.ts";
import { problemResponse } from "#app/platform/http/error-response.ts";
import { notOpen } from "#app/routes/book/not-open.ts";
import { getOpening } from "#app/site/go-live/opening.server.ts";

/**
 * The refusal while nothing can be booked here: before the site opens, by phone only, or in a calendar on Calendly, which
 * would not hear of ours. Else null.
 */
export async function bookedElsewhere(from: AppContext): Promise<Response | null> {
  const app = forOneRequest(from);
  const opening = await getOpening(app);
  if (opening) return problemResponse({ title: "Not open for bookings", status: 403, detail: notOpen(opening) });
  const found = await calendlyInUse(app);
  if (found.kind !== "on") return null;
  const { page: bookAt } = found.choice;
  const detail =
    "This practice takes bookings in its calendar on Calendly. `bookAt` is its address, for a person to open.";
  return problemResponse({ title: "Booked elsewhere", status: 403, detail }, { more: { bookAt } });
}
