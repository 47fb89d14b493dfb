import { Outlet } from "react-router";
import { signedInOnly } from "#app/routes/account/identity.server.ts";
import type { Route } from "./+types/layout.ts";

/** Guards what needs somebody signed in. A loader here could be bypassed: `.data` can leave it out. */
export const middleware: Route.MiddlewareFunction[] = [signedInOnly];

export default function AccountLayout() {
  return <Outlet />;
}
