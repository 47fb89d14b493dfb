import { data } from "react-router";
import { openFile } from "#app/health/files/files.server.ts";
import { appContextOf } from "#app/platform/http/request.server.ts";
import { actorOf } from "#app/routes/account/identity.server.ts";
import { refusedAs } from "#app/routes/admin/edit-reply.ts";
import { fileAnswer } from "#app/routes/admin/files/file-answer.ts";
import type { Route } from "./+types/content.ts";

/** GET /admin/clients/:id/files/:file/content: the bytes of a file, for whoever may read it. */
export async function loader({ request, params, context }: Route.LoaderArgs) {
  const which = { clientId: params.id, fileId: params.file };
  const opened = await openFile(appContextOf(context), actorOf(context), which);
  if (opened.kind === "not-found") throw refusedAs("not-found");
  if (opened.kind === "shut") throw data(null, { status: 503 });
  const { file, bytes } = opened;
  if (!file.details || !bytes) throw data(null, { status: 404 });
  const isDownload = new URL(request.url).searchParams.has("download");
  return fileAnswer({ id: file.id, details: file.details, bytes }, { isDownload });
}
