import { calendarFile } from "#app/appointments/mails/ical.gateway.server.ts";
import { appContextOf } from "#app/platform/http/request.server.ts";
import { managedOf, PRIVATE_PAGE } from "#app/routes/book/managed.server.ts";
import type { Route } from "./+types/calendar-file.ts";

export async function loader({ params, context }: Route.LoaderArgs) {
  const app = appContextOf(context);
  const { appointment, business, url } = await managedOf(context, params.secret);
  const host = new URL(app.config.publicUrl).hostname;
  const file = calendarFile({ appointment, business, manageUrl: url, host, now: app.clock.now() });
  return new Response(file, {
    headers: {
      "Content-Type": "text/calendar; charset=utf-8",
      "Content-Disposition": 'attachment; filename="appointment.ics"',
      ...PRIVATE_PAGE,
    },
  });
}
