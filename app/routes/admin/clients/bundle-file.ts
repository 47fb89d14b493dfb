import { href, redirect } from "react-router";
import { bundleFiles, makeBundle } from "#app/health/keeping/bundle.server.ts";
import { type Bundle, bundleJson, bundleLines, VERIFY_PAGE } from "#app/health/keeping/bundle-file.ts";
import { writePdf } from "#app/media/pdf.gateway.server.ts";
import { type ArchiveFile, zipped } from "#app/moving/archive/zip-js.gateway.server.ts";
import { appContextOf, readFormBody } from "#app/platform/http/request.server.ts";
import { readPractice } from "#app/practice/read-practice.server.ts";
import { actorOf } from "#app/routes/account/identity.server.ts";
import { refusedAs, unconfirmed } from "#app/routes/admin/edit-reply.ts";
import type { Route } from "./+types/bundle-file.ts";

/** A GET writes nothing down, so it makes no file. */
export function loader() {
  throw redirect(href("/admin/clients"));
}

/** POST /admin/clients/:id/bundle.zip: a client's whole record for their insurer. */
export async function action({ request, params, context }: Route.ActionArgs) {
  const app = appContextOf(context);
  const reason = String((await readFormBody(request)).get("reason") ?? "");
  const outcome = await makeBundle(app, actorOf(context), { clientId: params.id, reason });
  if (outcome.kind === "unconfirmed") throw unconfirmed(request);
  if (outcome.kind === "not-found") throw refusedAs("not-found");
  if (outcome.kind === "shut" || outcome.kind === "invalid")
    throw redirect(href("/admin/clients/:id/bundle", params), 303);
  const { zone } = (await readPractice(app)).settings.bookingRules;
  const { bundle } = outcome;
  return new Response(
    zipped(filesOf(bundle, { zone, files: bundleFiles(app, { clientId: params.id }) }), { at: bundle.at }),
    {
      headers: {
        "Content-Type": "application/zip",
        "Content-Disposition": 'attachment; filename="record-for-insurer.zip"',
        "Cache-Control": "private, no-store",
      },
    },
  );
}

type Beside = { zone: string; files: AsyncGenerator<{ name: string; bytes: Buffer }> };

async function* filesOf(bundle: Bundle, { zone, files }: Beside): AsyncGenerator<ArchiveFile> {
  const title = `Health record of ${bundle.name}`;
  const pdf = await writePdf({ title, at: bundle.at, lines: bundleLines(bundle, zone) });
  yield { name: "record.pdf", pieces: once(pdf), isPacked: true };
  yield { name: "record.json", pieces: once(Buffer.from(bundleJson(bundle))), isPacked: false };
  yield { name: "verify.html", pieces: once(Buffer.from(VERIFY_PAGE)), isPacked: false };
  for await (const { name, bytes } of files) yield { name: `files/${name}`, pieces: once(bytes), isPacked: true };
}

async function* once(bytes: Uint8Array): AsyncGenerator<Uint8Array> {
  yield bytes;
}
