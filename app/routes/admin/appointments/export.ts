import { appointmentListFilterFrom } from "#app/diary/appointment-list.ts";
import { exportAppointments } from "#app/diary/list-appointments.server.ts";
import { appContextOf } from "#app/platform/http/context.server.ts";
import { actorOf } from "#app/routes/account/identity.server.ts";
import { csvResponse } from "#app/routes/admin/csv-response.ts";
import type { Route } from "./+types/export.ts";

export async function loader({ request, context }: Route.LoaderArgs) {
  const filter = appointmentListFilterFrom(new URL(request.url).searchParams);
  const pieces = await exportAppointments(appContextOf(context), actorOf(context), { filter });
  return csvResponse(pieces, "appointments.csv");
}
