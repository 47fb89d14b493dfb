import { useState } from "react";
import { data, Outlet, useRouteLoaderData } from "react-router";
import { appContextOf } from "#app/platform/http/context.server.ts";
import { actorOf, adminsOnly } from "#app/routes/account/identity.server.ts";
import { adminCounts } from "#app/routes/admin/counts.server.ts";
import { FindAnywhere, type FindState } from "#app/routes/admin/find/find-anywhere.tsx";
import { ADMIN_LINKS } from "#app/routes/admin/links.ts";
import { AdminFrame } from "#app/ui/admin/admin-frame.tsx";
import type { Site } from "#app/ui/shell/site.ts";
import "#app/ui/styles/admin.css";
import "#app/ui/styles/plot.css";
import type { Route } from "./+types/layout.ts";

/** Guards every admin page. A loader would not: a `.data` request can leave it out. */
export const middleware: Route.MiddlewareFunction[] = [adminsOnly];

export const handle = { hydrate: true, practice: true };

/** The counts beside the links. It asks for itself who asks, as every loader of a part for admins. */
export async function loader({ context }: Route.LoaderArgs) {
  const actor = actorOf(context);
  if (actor.kind !== "admin") throw data(null, { status: 403 });
  return { counts: await adminCounts(appContextOf(context), actor) };
}

// Personal data: neither browsers nor proxies may cache it.
export const headers: Route.HeadersFunction = () => ({
  "Cache-Control": "private, no-store",
  "X-Robots-Tag": "noindex",
});

export default function AdminLayout({ loaderData }: Route.ComponentProps) {
  const chatUrl = useRouteLoaderData<{ site: Site }>("root")?.site.chatUrl ?? null;
  const [find, setFind] = useState<FindState>(null);
  return (
    <AdminFrame
      links={ADMIN_LINKS}
      counts={loaderData.counts}
      chatUrl={chatUrl}
      find={{ to: "/admin/find", onPress: () => setFind("palette") }}
    >
      <Outlet />
      <FindAnywhere state={find} onState={setFind} />
    </AdminFrame>
  );
}
