import { calendarFile } from "#app/appointments/calendar/gateway.server.ts";
import { worldOf } from "#app/platform/http/context.server.ts";
import { managedOf } from "#app/routes/book/managed.server.ts";
import { PRIVATE_PAGE } from "#app/routes/book/private-page.ts";
import type { Route } from "./+types/calendar-file.ts";

/** GET /booking/SECRET/calendar.ics: the appointment for the client's own calendar. */
export async function loader({ params, context }: Route.LoaderArgs) {
  const world = worldOf(context);
  const { appointment, business, url } = await managedOf(context, params.secret);
  const host = new URL(world.config.publicUrl).hostname;
  const file = calendarFile({ appointment, business, manageUrl: url, host, now: world.clock.now() });
  return new Response(file, {
    headers: {
      "Content-Type": "text/calendar; charset=utf-8",
      "Content-Disposition": 'attachment; filename="appointment.ics"',
      ...PRIVATE_PAGE,
    },
  });
}
