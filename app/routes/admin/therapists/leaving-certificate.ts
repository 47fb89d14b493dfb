import { viewCertificate } from "#app/health/leaving/leavers-file.server.ts";
import { certificateLines } from "#app/health/leaving/leaving.ts";
import { writePdf } from "#app/media/pdf.gateway.server.ts";
import { appContextOf } from "#app/platform/http/request.server.ts";
import { actorOf } from "#app/routes/account/identity.server.ts";
import { refusedAs } from "#app/routes/admin/edit-reply.ts";
import type { Route } from "./+types/leaving-certificate.ts";

/** GET /admin/therapists/:id/certificate.pdf: what became of the records of who left, for them and the owners. */
export async function loader({ params, context }: Route.LoaderArgs) {
  const view = await viewCertificate(appContextOf(context), actorOf(context), params.id);
  if (view.kind !== "found") throw refusedAs("not-found");
  const { certificate } = view;
  const pdf = await writePdf({
    title: "Certificate",
    at: certificate.finishedAt,
    lines: certificateLines(certificate),
  });
  return new Response(pdf, {
    headers: {
      "Content-Type": "application/pdf",
      "Content-Disposition": 'attachment; filename="certificate.pdf"',
      "Cache-Control": "private, no-store",
    },
  });
}
