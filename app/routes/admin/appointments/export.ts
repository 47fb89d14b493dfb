import { notifyOwners } from "#app/accounts/notify-owners.server.ts";
import { appointmentListFilterFrom } from "#app/diary/lists/appointment-list.ts";
import { exportAppointments } from "#app/diary/lists/list-appointments.server.ts";
import { appContextOf } from "#app/platform/http/request.server.ts";
import { actorOf } from "#app/routes/account/identity.server.ts";
import { csvResponse } from "#app/routes/admin/csv-response.ts";
import { unconfirmed } from "#app/routes/admin/edit-reply.ts";
import type { Route } from "./+types/export.ts";

export async function loader({ request, context }: Route.LoaderArgs) {
  const filter = appointmentListFilterFrom(new URL(request.url).searchParams);
  const outcome = await exportAppointments(appContextOf(context), actorOf(context), { filter, notifyOwners });
  if (outcome.kind === "unconfirmed") throw unconfirmed(request);
  return csvResponse(outcome.pieces, "appointments.csv");
}
