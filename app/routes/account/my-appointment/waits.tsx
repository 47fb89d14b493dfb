import { href } from "react-router";
import { readFormBody } from "#app/platform/http/request.server.ts";
import { signedInUserOf } from "#app/routes/account/identity.server.ts";
import { actOnWaits, viewWaits } from "#app/routes/book/waiting/waits.server.ts";
import { WaitsPage } from "#app/routes/book/waiting/waits-page.tsx";
import { privateMeta } from "#app/ui/shell/page-meta.ts";
import type { Route } from "./+types/waits.ts";

/** The signed-in person as the client that they are, whatever else they do here. */
function meOf(context: Route.LoaderArgs["context"]) {
  return { actor: { kind: "client", userId: signedInUserOf(context).id } as const };
}

export async function loader({ url, context }: Route.LoaderArgs) {
  return { view: await viewWaits(context, meOf(context), url.searchParams.get("change")) };
}

export async function action({ request, context }: Route.ActionArgs) {
  const page = { who: meOf(context), path: href("/my-appointment/waits") };
  return actOnWaits(context, await readFormBody(request), page);
}

export const headers: Route.HeadersFunction = () => ({
  "Cache-Control": "private, no-store",
  "X-Robots-Tag": "noindex",
});

export const meta: Route.MetaFunction = (at) => privateMeta(at, "Your waiting list");

export default function Waits({ loaderData: { view }, actionData }: Route.ComponentProps) {
  return <WaitsPage view={view} reply={actionData} path={href("/my-appointment/waits")} />;
}
