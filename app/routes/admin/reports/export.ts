import { appContextOf } from "#app/platform/http/request.server.ts";
import { exportReport } from "#app/reports/export-report.server.ts";
import { periodFrom } from "#app/reports/period.ts";
import { actorOf } from "#app/routes/account/identity.server.ts";
import { csvResponse } from "#app/routes/admin/csv-response.ts";
import type { Route } from "./+types/export.ts";

export async function loader({ request, context }: Route.LoaderArgs) {
  const query = new URL(request.url).searchParams;
  const { pieces, period } = await exportReport(appContextOf(context), actorOf(context), {
    periodOf: (today) => periodFrom(query, today),
    withNames: query.get("names") === "1",
  });
  return csvResponse(pieces, `report-${period.from}-to-${period.to}.csv`);
}
