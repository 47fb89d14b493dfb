import { getCalendarFeed } from "#app/diary/calendar-subscriptions.server.ts";
import { appContextOf } from "#app/platform/http/request.server.ts";
import type { Route } from "./+types/calendar.ts";

/** GET /calendar/SECRET.ics: a therapist's diary, for a phone's calendar to subscribe to. */
export async function loader({ params, context }: Route.LoaderArgs) {
  const [secret = "", ...rest] = params.file.split(".ics");
  const calendar = rest.join("") === "" ? await getCalendarFeed(appContextOf(context), secret) : null;
  if (calendar === null) throw new Response("There is no such calendar", { status: 404 });
  return new Response(calendar, {
    headers: {
      "Content-Type": "text/calendar; charset=utf-8",
      "Cache-Control": "private, no-cache",
      "X-Robots-Tag": "noindex",
      "Referrer-Policy": "no-referrer",
    },
  });
}
