import { data } from "react-router";
import { nameOfFile } from "#app/health/files/record-file.ts";
import { type OwnRecord, readOwnFile, readOwnRecord } from "#app/health/own-record.server.ts";
import { type ArchiveFile, zipped } from "#app/moving/archive/zip-js.gateway.server.ts";
import type { AppContext } from "#app/platform/app-context.server.ts";
import { appContextOf } from "#app/platform/http/request.server.ts";
import { ownerOfRecord, ownRecordJson } from "#app/routes/account/health/own-health.server.ts";
import { PRIVATE_PAGE } from "#app/routes/book/managed.server.ts";
import type { Route } from "./+types/record-zip.ts";

/** GET /account/health/record.zip: the same as record.json, and the files that it names. */
export async function loader({ context }: Route.LoaderArgs) {
  const app = appContextOf(context);
  const owner = await ownerOfRecord(context);
  const own = owner && (await readOwnRecord(app, owner.userId));
  if (own?.kind !== "opened") throw data(null, { status: own?.kind === "shut" ? 503 : 404 });
  const json = await ownRecordJson(app, own.record);
  const files = filesOf(app, { userId: owner?.userId ?? "", json, record: own.record });
  return new Response(zipped(files, { at: app.clock.now() }), {
    headers: {
      ...PRIVATE_PAGE,
      "Content-Type": "application/zip",
      "Content-Disposition": 'attachment; filename="my-record.zip"',
    },
  });
}

type Own = { userId: string; json: string; record: OwnRecord };

async function* filesOf(app: AppContext, { userId, json, record }: Own): AsyncGenerator<ArchiveFile> {
  yield { name: "my-record.json", pieces: once(Buffer.from(json)), isPacked: false };
  for (const { id } of record.files) {
    const kept = await readOwnFile(app, userId, id);
    if (kept) yield { name: nameOfFile({ id, type: kept.details.type }), pieces: once(kept.bytes), isPacked: true };
  }
}

async function* once(bytes: Uint8Array): AsyncGenerator<Uint8Array> {
  yield bytes;
}
