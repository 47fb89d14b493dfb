import { readFormBody } from "#app/platform/http/request.server.ts";
import { PRIVATE_FORM } from "#app/routes/book/managed.server.ts";
import { actOnWaits, viewWaits } from "#app/routes/book/waiting/waits.server.ts";
import { WaitsPage } from "#app/routes/book/waiting/waits-page.tsx";
import { privateMeta } from "#app/ui/shell/page-meta.ts";
import type { Route } from "./+types/waits.ts";

/** Behind a mailed link. A GET changes nothing: mail programs follow links by themselves. */
export async function loader({ params, url, context }: Route.LoaderArgs) {
  const view = await viewWaits(context, { token: params.token }, url.searchParams.get("change"));
  return { view, path: url.pathname };
}

export async function action({ request, params, url, context }: Route.ActionArgs) {
  return actOnWaits(context, await readFormBody(request), { who: { token: params.token }, path: url.pathname });
}

export const headers: Route.HeadersFunction = () => PRIVATE_FORM;

export const meta: Route.MetaFunction = (at) => privateMeta(at, "Your waiting list");

export default function Waits({ loaderData: { view, path }, actionData }: Route.ComponentProps) {
  return <WaitsPage view={view} reply={actionData} path={path} />;
}
