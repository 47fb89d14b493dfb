import { data, href, redirect } from "react-router";
import { appContextOf, requestInfoOf } from "#app/platform/http/request.server.ts";
import { may } from "#app/platform/permissions.ts";
import { actorOf } from "#app/routes/account/identity.server.ts";
import { refusedAs, saved, sentTo } from "#app/routes/admin/edit-reply.ts";
import { SettingHeading } from "#app/routes/admin/settings/setting-heading.tsx";
import { openingForm } from "#app/settings/schemas/opening.ts";
import { getSwitch, openSite } from "#app/site/go-live/opening.server.ts";
import { type OpeningReply, OpeningSwitch } from "#app/site/go-live/opening-switch.tsx";
import { privateMeta } from "#app/ui/shell/page-meta.ts";
import type { Route } from "./+types/opening.ts";

export async function loader({ context }: Route.LoaderArgs) {
  if (!may(actorOf(context), "see", "settings")) throw refusedAs("forbidden");
  return getSwitch(appContextOf(context));
}

export async function action({ request, context }: Route.ActionArgs) {
  const { fields, version, intent } = await sentTo(request);
  const read = openingForm.safeParse(fields);
  if (!read.success) return refuse({ kind: "invalid", errors: { state: "Choose who sees the site." } }, 422);
  if (intent === "keep") throw redirect(href("/admin/settings/opening"), 303);
  const outcome = await openSite(appContextOf(context), actorOf(context), {
    state: read.data.state,
    version,
    isConfirmed: intent === "open",
    locale: requestInfoOf(context).locale,
  });
  if (outcome.kind === "forbidden") throw refusedAs("forbidden");
  if (outcome.kind === "to-confirm") return refuse({ ...outcome, version }, 409);
  if (outcome.kind === "invalid") return refuse(outcome, 422);
  if (outcome.kind === "conflict") return refuse(outcome, 409);
  throw saved(read.data.from === "go-live" ? href("/admin/go-live") : href("/admin/settings/opening"));
}

function refuse(reply: OpeningReply, status: number) {
  return data<OpeningReply>(reply, { status });
}

export const meta: Route.MetaFunction = (at) => privateMeta(at, "Open to visitors");

export default function Opening({ loaderData, actionData }: Route.ComponentProps) {
  return (
    <div className="max-w-3xl">
      <SettingHeading title="Open to visitors" intro="Your team sees the whole site in any case." />
      <OpeningSwitch {...loaderData} reply={actionData ?? null} />
    </div>
  );
}
