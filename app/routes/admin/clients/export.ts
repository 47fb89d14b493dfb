import { redirect } from "react-router";
import { personalData } from "#app/personal-data.server.ts";
import { appContextOf } from "#app/platform/http/request.server.ts";
import { exportData } from "#app/privacy/get-client-record.server.ts";
import { actorOf } from "#app/routes/account/identity.server.ts";
import { unconfirmed } from "#app/routes/admin/edit-reply.ts";
import type { Route } from "./+types/export.ts";

/** A GET changes nothing: an export writes its audit line, so it needs a POST. */
export function loader() {
  throw redirect("/admin/clients");
}

export async function action({ request, params, context }: Route.ActionArgs) {
  const outcome = await exportData(appContextOf(context), actorOf(context), { id: params.id, personalData });
  if (outcome.kind === "unconfirmed") throw unconfirmed(request);
  if (outcome.kind === "not-found") throw new Response("There is no such client", { status: 404 });
  return new Response(`${JSON.stringify(outcome.data, null, 2)}\n`, {
    headers: {
      "Content-Type": "application/json; charset=utf-8",
      "Content-Disposition": `attachment; filename="client-${params.id}.json"`,
      "Cache-Control": "private, no-store",
    },
  });
}
