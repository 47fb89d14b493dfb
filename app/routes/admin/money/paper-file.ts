import { getPaper } from "#app/payments/statements.server.ts";
import { appContextOf } from "#app/platform/http/request.server.ts";
import { readPractice } from "#app/practice/read-practice.server.ts";
import { actorOf } from "#app/routes/account/identity.server.ts";
import { refusedAs } from "#app/routes/admin/edit-reply.ts";
import { pdfOf } from "#app/routes/admin/money/pdf-response.server.ts";
import type { Route } from "./+types/paper-file.ts";

export async function loader({ request, params, context }: Route.LoaderArgs) {
  const app = appContextOf(context);
  const isOn = (await readPractice(app)).settings.payments.on;
  const stored = isOn ? await getPaper(app, actorOf(context), params.id) : null;
  if (!stored) throw refusedAs("not-found");
  return pdfOf(stored, new URL(request.url).searchParams.get("for") === "plan");
}
