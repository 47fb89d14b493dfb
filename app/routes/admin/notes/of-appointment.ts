import { href, redirect } from "react-router";
import { clientOfNote } from "#app/health/notes.server.ts";
import { appContextOf } from "#app/platform/http/request.server.ts";
import { actorOf } from "#app/routes/account/identity.server.ts";
import { refusedAs } from "#app/routes/admin/edit-reply.ts";
import type { Route } from "./+types/of-appointment.ts";

/** Leads from an appointment to its note, which stands with its client. */
export async function loader({ params, context }: Route.LoaderArgs) {
  const client = await clientOfNote(appContextOf(context), actorOf(context), params.id);
  if (client === null) throw refusedAs("not-found");
  return redirect(href("/admin/clients/:id/treatment-notes/:note", { id: client, note: params.id }));
}
