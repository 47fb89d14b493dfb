import { href } from "react-router";
import { exportOwnData } from "#app/appointments/clients/own-appointments.server.ts";
import { hasOwnRecord } from "#app/health/own-record.server.ts";
import { appContextOf } from "#app/platform/http/request.server.ts";
import { identityOf } from "#app/routes/account/identity.server.ts";
import type { Route } from "./+types/data-file.ts";

/** GET /account/data.json: everything stored about the signed-in person, as a file. */
export async function loader({ context }: Route.LoaderArgs) {
  const app = appContextOf(context);
  const identity = identityOf(context);
  const own = await exportOwnData(app, identity);
  // Whoever finds somebody signed in gets this file, and must not get that one.
  const isThere = identity.user !== null && (await hasOwnRecord(app, identity.user.id));
  const health = `A file of its own, once you have confirmed who you are: ${app.config.publicUrl}${href("/account/health")}`;
  const file = JSON.stringify(isThere ? { ...own, health } : own, null, 2);
  return new Response(file, {
    headers: {
      "Content-Type": "application/json; charset=utf-8",
      "Content-Disposition": 'attachment; filename="my-data.json"',
      "Cache-Control": "private, no-store",
    },
  });
}
