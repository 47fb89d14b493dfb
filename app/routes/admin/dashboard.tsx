import { PageHeading } from "#app/ui/admin/page-heading.tsx";
import type { Route } from "./+types/dashboard.ts";

export const meta: Route.MetaFunction = () => [{ title: "Dashboard | Limber Yard" }];

export default function Dashboard() {
  return <PageHeading title="Dashboard" />;
}
