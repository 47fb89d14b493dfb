import { certificateText } from "#app/health/moving/certificate.ts";
import { viewCertificate } from "#app/health/moving/change-cliniko.server.ts";
import { appContextOf } from "#app/platform/http/request.server.ts";
import { readPractice } from "#app/practice/read-practice.server.ts";
import { actorOf } from "#app/routes/account/identity.server.ts";
import { refusedAs } from "#app/routes/admin/edit-reply.ts";
import type { Route } from "./+types/certificate-file.ts";

/** GET /admin/import/cliniko/:id/certificate.txt: names no one, and says nothing of any record. */
export async function loader({ params, context }: Route.LoaderArgs) {
  const app = appContextOf(context);
  const view = await viewCertificate(app, actorOf(context), params.id);
  if (view.kind === "forbidden") throw refusedAs("forbidden");
  if (view.kind !== "found") throw refusedAs("not-found");
  const { name } = (await readPractice(app)).settings.business;
  return new Response(certificateText(view.job, name), {
    headers: {
      "Content-Type": "text/plain; charset=utf-8",
      "Content-Disposition": 'attachment; filename="cliniko-certificate.txt"',
      "Cache-Control": "private, no-store",
    },
  });
}
