import { href, redirect } from "react-router";
import { exportArchive } from "#app/moving/archive/export-archive.server.ts";
import { appContextOf } from "#app/platform/http/request.server.ts";
import { actorOf } from "#app/routes/account/identity.server.ts";
import { refusedAs, unconfirmed } from "#app/routes/admin/edit-reply.ts";
import type { Route } from "./+types/archive.ts";

const PAGE = href("/admin/settings/everything");

/** A GET takes nothing along. */
export function loader() {
  throw redirect(PAGE);
}

export async function action({ request, context }: Route.ActionArgs) {
  const outcome = await exportArchive(appContextOf(context), actorOf(context));
  if (outcome.kind === "forbidden") throw refusedAs("forbidden");
  if (outcome.kind === "unconfirmed") throw unconfirmed(request);
  if (outcome.kind === "conflict") throw redirect(`${PAGE}?refused=busy`, 303);
  return new Response(outcome.archive, {
    headers: {
      "Content-Type": "application/zip",
      "Content-Disposition": `attachment; filename="${outcome.fileName}"`,
      "Cache-Control": "private, no-store",
    },
  });
}
