import { FILES } from "#app/payments/accountant-files.ts";
import { exportPayments } from "#app/payments/ledger.server.ts";
import { isLocalDate } from "#app/platform/form-schemas.ts";
import { appContextOf } from "#app/platform/http/context.server.ts";
import { readPractice } from "#app/practice/read-practice.server.ts";
import { actorOf } from "#app/routes/account/identity.server.ts";
import { csvResponse } from "#app/routes/admin/csv-response.ts";
import { refusedAs } from "#app/routes/admin/edit-reply.ts";
import type { Route } from "./+types/export.ts";

export async function loader({ request, context }: Route.LoaderArgs) {
  const app = appContextOf(context);
  if (!(await readPractice(app)).settings.payments.on) throw refusedAs("not-found");
  const query = new URL(request.url).searchParams;
  const file = FILES.find((one) => one === query.get("file")) ?? "ledger";
  const [from = "", to = ""] = [query.get("from") ?? "", query.get("to") ?? ""];
  if (!isLocalDate(from) || !isLocalDate(to) || from > to)
    return new Response("Choose the days again", { status: 422 });
  return csvResponse(
    exportPayments(app, actorOf(context), { file, from, to }),
    `payments-${file}-${from}-to-${to}.csv`,
  );
}
