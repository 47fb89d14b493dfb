import { Outlet } from "react-router";
import { adminsOnly } from "#app/routes/account/identity.server.ts";
import { ADMIN_LINKS } from "#app/routes/admin/links.ts";
import { AdminFrame } from "#app/ui/admin/admin-frame.tsx";
import "#app/ui/styles/admin.css";
import "#app/ui/styles/plot.css";
import type { Route } from "./+types/layout.ts";

/** The guard of everything that is the practice's own. A loader here would be no lock: `.data` can leave it out. */
export const middleware: Route.MiddlewareFunction[] = [adminsOnly];

export const handle = { hydrate: true };

// Personal data, and never to be kept: not by a browser, not by a proxy.
export const headers: Route.HeadersFunction = () => ({
  "Cache-Control": "private, no-store",
  "X-Robots-Tag": "noindex",
});

export default function AdminLayout() {
  return (
    <AdminFrame links={ADMIN_LINKS}>
      <Outlet />
    </AdminFrame>
  );
}
