import { data } from "react-router";
import { homeOf } from "#app/accounts/user.ts";
import { signedInUserOf } from "#app/routes/account/identity.server.ts";
import { PageHeading } from "#app/ui/admin/page-heading.tsx";
import { LinkButton } from "#app/ui/controls.tsx";
import { privateMeta } from "#app/ui/shell/page-meta.ts";
import type { Route } from "./+types/no-access.ts";

/** Where the guard sends somebody of the team from a page that their role does not open. */
export function loader({ context }: Route.LoaderArgs) {
  return data({ home: homeOf(signedInUserOf(context)) }, { status: 403 });
}

export const meta: Route.MetaFunction = (at) => privateMeta(at, "No access");

export default function NoAccess({ loaderData: { home } }: Route.ComponentProps) {
  return (
    <>
      <PageHeading title="No access" />
      <p className="mb-6">You don’t have access to this page. Ask an owner.</p>
      <LinkButton to={home} look="outline">
        {home === "/admin" ? "Go to the dashboard" : "Go to reports"}
      </LinkButton>
    </>
  );
}
