import { FILE_ORIGINS } from "#app/health/files/record-file.ts";
import { fileCountLines, filesCertificateText } from "#app/health/moving/certificate.ts";
import { fileCounts, viewFilesCertificate } from "#app/health/moving/file-imports.server.ts";
import { appContextOf } from "#app/platform/http/request.server.ts";
import { readPractice } from "#app/practice/read-practice.server.ts";
import { actorOf } from "#app/routes/account/identity.server.ts";
import { refusedAs } from "#app/routes/admin/edit-reply.ts";
import type { Route } from "./+types/pdfs-certificate.ts";

/** GET /admin/import/pdfs/:id/certificate.txt: names no one, and says nothing of any record. */
export async function loader({ params, context }: Route.LoaderArgs) {
  const app = appContextOf(context);
  const view = await viewFilesCertificate(app, actorOf(context), params.id);
  if (view.kind === "forbidden") throw refusedAs("forbidden");
  if (view.kind !== "found") throw refusedAs("not-found");
  const { id, origin, created_at, finished_at, counts, digest } = view.job;
  const { name } = (await readPractice(app)).settings.business;
  const text = filesCertificateText(
    {
      ...{ id, origin: FILE_ORIGINS[origin], createdAt: created_at, finishedAt: finished_at ?? 0 },
      ...{ lines: fileCountLines(fileCounts.parse(JSON.parse(counts))), digest: digest ?? "" },
    },
    name,
  );
  return new Response(text, {
    headers: {
      "Content-Type": "text/plain; charset=utf-8",
      "Content-Disposition": 'attachment; filename="files-certificate.txt"',
      "Cache-Control": "private, no-store",
    },
  });
}
