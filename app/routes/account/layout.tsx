import { Outlet } from "react-router";
import { signedInOnly } from "#app/routes/account/identity.server.ts";
import type { Route } from "./+types/layout.ts";

/** The guard of what needs somebody signed in. A loader here would be no lock: `.data` can leave it out. */
export const middleware: Route.MiddlewareFunction[] = [signedInOnly];

export default function AccountLayout() {
  return <Outlet />;
}
