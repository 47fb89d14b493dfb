import { FILES, OWED_FILE, SALES_FILE } from "#app/payments/accountant-files.ts";
import { exportPayments, exportSales, listExportedSellers } from "#app/payments/export-payments.server.ts";
import { exportLiabilities } from "#app/payments/shop/liability.server.ts";
import { isLocalDate, isMonth } from "#app/platform/form-schemas.ts";
import { appContextOf } from "#app/platform/http/request.server.ts";
import { readPractice } from "#app/practice/read-practice.server.ts";
import { actorOf } from "#app/routes/account/identity.server.ts";
import { csvResponse } from "#app/routes/admin/csv-response.ts";
import { refusedAs } from "#app/routes/admin/edit-reply.ts";
import type { Route } from "./+types/export.ts";

export async function loader({ request, context }: Route.LoaderArgs) {
  const [app, actor] = [appContextOf(context), actorOf(context)];
  if (!(await readPractice(app)).settings.payments.on) throw refusedAs("not-found");
  const query = new URL(request.url).searchParams;
  const sellers = await listExportedSellers(app.db.kysely, actor);
  const seller = query.has("seller") ? sellers.find(({ id }) => id === query.get("seller")) : sellers[0];
  if (!seller) throw refusedAs("not-found");
  if (query.get("file") === OWED_FILE) {
    const month = query.get("month") ?? "";
    if (!isMonth(month)) return new Response("Choose the month again", { status: 422 });
    const owed = exportLiabilities(app, actor, { sellerId: seller.id, month });
    return csvResponse(owed, `${OWED_FILE}-${month}.csv`);
  }
  const [from = "", to = ""] = [query.get("from") ?? "", query.get("to") ?? ""];
  if (!isLocalDate(from) || !isLocalDate(to) || from > to) {
    return new Response("Choose the first and the last day again", { status: 422 });
  }
  const part = Number(/^[1-9]\d{0,3}$/.exec(query.get("part") ?? "1")?.[0] ?? 1);
  const period = { sellerId: seller.id, from, to, part };
  const file =
    query.get("file") === SALES_FILE ? SALES_FILE : (FILES.find((one) => one === query.get("file")) ?? "ledger");
  const lines = file === SALES_FILE ? exportSales(app, actor, period) : exportPayments(app, actor, { file, ...period });
  const number = query.has("part") ? `-part-${part}` : "";
  return csvResponse(lines, `payments-${file}-${from}-to-${to}${number}.csv`);
}
