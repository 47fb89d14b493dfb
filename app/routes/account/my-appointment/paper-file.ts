import { data } from "react-router";
import { getPaper } from "#app/payments/statements.server.ts";
import { appContextOf } from "#app/platform/http/request.server.ts";
import { readPractice } from "#app/practice/read-practice.server.ts";
import { signedInUserOf } from "#app/routes/account/identity.server.ts";
import { pdfOf } from "#app/routes/admin/money/pdf-response.server.ts";
import type { Route } from "./+types/paper-file.ts";

export async function loader({ request, params, context }: Route.LoaderArgs) {
  const app = appContextOf(context);
  const isOn = (await readPractice(app)).settings.payments.on;
  const me = { kind: "client", userId: signedInUserOf(context).id } as const;
  const stored = isOn ? await getPaper(app, me, params.id) : null;
  if (!stored) throw data(null, { status: 404 });
  return pdfOf(stored, new URL(request.url).searchParams.get("for") === "plan");
}
