import { writePdf } from "#app/media/pdf.gateway.server.ts";
import { makePack } from "#app/payments/disputes/dispute-pack.server.ts";
import { appContextOf } from "#app/platform/http/request.server.ts";
import { actorOf } from "#app/routes/account/identity.server.ts";
import { refusedAs } from "#app/routes/admin/edit-reply.ts";
import { fileOf } from "#app/routes/admin/money/pdf-response.server.ts";
import type { Route } from "./+types/dispute-pack.ts";

export async function loader({ params, context }: Route.LoaderArgs) {
  const pack = await makePack(appContextOf(context), actorOf(context), params.id);
  if (!pack) throw refusedAs("not-found");
  return fileOf(pack.title, await writePdf(pack));
}
