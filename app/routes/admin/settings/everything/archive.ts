import { href, redirect } from "react-router";
import { takeEverything } from "#app/archive/take-everything.server.ts";
import { fieldsFrom } from "#app/platform/form-fields.ts";
import { appContextOf } from "#app/platform/http/context.server.ts";
import { readFormBody } from "#app/platform/http/read-form-body.server.ts";
import { actorOf, callerOf } from "#app/routes/account/identity.server.ts";
import { refusedAs } from "#app/routes/admin/edit-reply.ts";
import type { Route } from "./+types/archive.ts";

const PAGE = href("/admin/settings/everything");
const REASONS = { invalid: "password", limited: "limited", busy: "busy" } as const;

/** A GET takes nothing along: the file asks for the password. */
export function loader() {
  throw redirect(PAGE);
}

export async function action({ request, context }: Route.ActionArgs) {
  const { password = "" } = fieldsFrom(await readFormBody(request));
  const who = { actor: actorOf(context), caller: callerOf({ request, context }) };
  const outcome = await takeEverything(appContextOf(context), who, { password });
  if (outcome.kind === "forbidden") throw refusedAs("forbidden");
  if (outcome.kind !== "taken") throw redirect(`${PAGE}?refused=${REASONS[outcome.kind]}`, 303);
  return new Response(outcome.archive, {
    headers: {
      "Content-Type": "application/zip",
      "Content-Disposition": `attachment; filename="${outcome.fileName}"`,
      "Cache-Control": "private, no-store",
    },
  });
}
