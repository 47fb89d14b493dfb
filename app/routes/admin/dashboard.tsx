import { replace } from "react-router";
import { actorOf } from "#app/routes/account/identity.server.ts";
import { PageHeading } from "#app/ui/admin/page-heading.tsx";
import type { Route } from "./+types/dashboard.ts";

export async function loader({ context }: Route.LoaderArgs) {
  if (actorOf(context).kind !== "admin") throw replace("/");
  return null;
}

export const meta: Route.MetaFunction = () => [{ title: "Dashboard | Limber Yard" }];

export default function Dashboard() {
  return <PageHeading title="Dashboard" />;
}
