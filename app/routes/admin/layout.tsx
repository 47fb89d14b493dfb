import { Outlet } from "react-router";
import { adminsOnly } from "#app/routes/account/identity.server.ts";
import type { Route } from "./+types/layout.ts";

/** The guard of everything that is the practice's own. A loader here would be no lock: `.data` can leave it out. */
export const middleware: Route.MiddlewareFunction[] = [adminsOnly];

// Personal data, and never to be kept: not by a browser, not by a proxy.
export const headers: Route.HeadersFunction = () => ({
  "Cache-Control": "private, no-store",
  "X-Robots-Tag": "noindex",
});

export default function AdminLayout() {
  return <Outlet />;
}
