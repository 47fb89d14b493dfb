import { readSubscription } from "#app/appointments/subscriptions/commands.server.ts";
import { worldOf } from "#app/platform/http/context.server.ts";
import type { Route } from "./+types/calendar.ts";

/** GET /calendar/SECRET.ics: a therapist's diary, for the calendar of a phone to read again and again. */
export async function loader({ params, context }: Route.LoaderArgs) {
  const [secret = "", ...rest] = params.file.split(".ics");
  const calendar = rest.join("") === "" ? await readSubscription(worldOf(context), secret) : null;
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
