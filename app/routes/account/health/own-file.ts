import { data } from "react-router";
import { readOwnFile } from "#app/health/own-record.server.ts";
import { appContextOf } from "#app/platform/http/request.server.ts";
import { ownerOfRecord } from "#app/routes/account/health/own-health.server.ts";
import { fileAnswer } from "#app/routes/admin/files/file-answer.ts";
import type { Route } from "./+types/own-file.ts";

/** GET /account/health/files/:file: a file of a client's own record that they were given to read. */
export async function loader({ params, context }: Route.LoaderArgs) {
  const owner = await ownerOfRecord(context);
  const kept = owner && (await readOwnFile(appContextOf(context), owner.userId, params.file));
  if (!kept) throw data(null, { status: 404 });
  return fileAnswer({ id: params.file, ...kept }, { isDownload: true });
}
