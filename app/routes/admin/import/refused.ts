import { refusedCsv } from "#app/moving/csv/refused-csv.server.ts";
import { appContextOf } from "#app/platform/http/request.server.ts";
import { actorOf } from "#app/routes/account/identity.server.ts";
import { csvResponse } from "#app/routes/admin/csv-response.ts";
import type { Route } from "./+types/refused.ts";

export async function loader({ params, context }: Route.LoaderArgs) {
  const pieces = await refusedCsv(appContextOf(context), actorOf(context), params.id);
  if (!pieces) throw new Response("There is no such import", { status: 404 });
  return csvResponse(pieces, "refused-rows.csv");
}
