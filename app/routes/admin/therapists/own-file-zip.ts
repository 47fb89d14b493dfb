import { href, redirect } from "react-router";
import { bundleJson, bundleLines, VERIFY_PAGE } from "#app/health/keeping/bundle-file.ts";
import { type LeaversFile, takeFile, takenFiles } from "#app/health/leaving/leavers-file.server.ts";
import { writePdf } from "#app/media/pdf.gateway.server.ts";
import { type ArchiveFile, zipped } from "#app/moving/archive/zip-js.gateway.server.ts";
import type { AppContext } from "#app/platform/app-context.server.ts";
import { appContextOf, readFormBody } from "#app/platform/http/request.server.ts";
import { readPractice } from "#app/practice/read-practice.server.ts";
import { actorOf } from "#app/routes/account/identity.server.ts";
import { refusedAs, unconfirmed } from "#app/routes/admin/edit-reply.ts";
import type { Route } from "./+types/own-file-zip.ts";

/** A GET writes nothing down, so it makes no file. */
export function loader({ params }: Route.LoaderArgs) {
  throw redirect(href("/admin/therapists/:id/own-file", params));
}

/** POST /admin/therapists/:id/own-file.zip: what a therapist who leaves takes along, sealed by the key that they were shown. */
export async function action({ request, params, context }: Route.ActionArgs) {
  const app = appContextOf(context);
  const key = String((await readFormBody(request)).get("key") ?? "");
  const outcome = await takeFile(app, actorOf(context), { therapistId: params.id, key });
  if (outcome.kind === "unconfirmed") throw unconfirmed(request);
  if (outcome.kind === "not-found") throw refusedAs("not-found");
  if (outcome.kind !== "made") throw redirect(href("/admin/therapists/:id/own-file", params), 303);
  const { zone } = (await readPractice(app)).settings.bookingRules;
  return new Response(zipped(filesOf(app, outcome, zone), { at: outcome.at, key }), {
    headers: {
      "Content-Type": "application/zip",
      "Content-Disposition": 'attachment; filename="own-file.zip"',
      "Cache-Control": "private, no-store",
    },
  });
}

// Names of files stand in a sealed ZIP in plain: they say nothing of anyone.
async function* filesOf(
  app: AppContext,
  { at, code, records }: LeaversFile,
  zone: string,
): AsyncGenerator<ArchiveFile> {
  for (const record of records) {
    const { nth, bundle } = record;
    const title = `Health record of ${bundle.name}`;
    const pdf = await writePdf({ title, at, lines: bundleLines(bundle, zone) });
    yield { name: `record-${nth}/record.pdf`, pieces: once(pdf), isPacked: true };
    yield { name: `record-${nth}/record.json`, pieces: once(Buffer.from(bundleJson(bundle))), isPacked: false };
    for await (const { name, bytes } of takenFiles(app, record))
      yield { name: `record-${nth}/files/${name}`, pieces: once(bytes), isPacked: true };
  }
  const contents = records.map(({ nth, bundle }) => ({ record: nth, client: bundle.name, lastHash: bundle.last }));
  yield { name: "contents.json", pieces: once(Buffer.from(JSON.stringify(contents, null, 2))), isPacked: false };
  yield { name: "verify.html", pieces: once(Buffer.from(VERIFY_PAGE)), isPacked: false };
  yield { name: "code.txt", pieces: once(Buffer.from(`${code}\n`)), isPacked: false };
}

async function* once(bytes: Uint8Array): AsyncGenerator<Uint8Array> {
  yield bytes;
}
