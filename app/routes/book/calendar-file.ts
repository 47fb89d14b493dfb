import { data } from "react-router";
import { calendarFile } from "#app/appointments/calendar/gateway.server.ts";
import { findManaged } from "#app/appointments/manage/commands.server.ts";
import { worldOf } from "#app/platform/http/context.server.ts";
import type { Route } from "./+types/calendar-file.ts";

/** GET /booking/SECRET/calendar.ics: the appointment for the client's own calendar. */
export async function loader({ params, context }: Route.LoaderArgs) {
  const world = worldOf(context);
  const managed = await findManaged(world, params.secret);
  if (!managed) throw data(null, { status: 404 });
  const { appointment, business, url } = managed;
  const host = new URL(world.config.publicUrl).hostname;
  const file = calendarFile({ appointment, business, manageUrl: url, host, now: world.clock.now() });
  return new Response(file, {
    headers: {
      "Content-Type": "text/calendar; charset=utf-8",
      "Content-Disposition": 'attachment; filename="appointment.ics"',
      "Cache-Control": "no-store",
      "Referrer-Policy": "no-referrer",
    },
  });
}
