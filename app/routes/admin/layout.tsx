import { Outlet } from "react-router";
import { adminsOnly } from "#app/routes/account/identity.server.ts";
import { ADMIN_LINKS } from "#app/routes/admin/links.ts";
import { AdminFrame } from "#app/ui/admin/admin-frame.tsx";
import "#app/ui/styles/admin.css";
import "#app/ui/styles/plot.css";
import type { Route } from "./+types/layout.ts";

/** Guards every admin page. A loader would not: a `.data` request can leave it out. */
export const middleware: Route.MiddlewareFunction[] = [adminsOnly];

export const handle = { hydrate: true };

// Personal data: neither browsers nor proxies may cache it.
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
