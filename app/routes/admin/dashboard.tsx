import { replace } from "react-router";
import { actorOf } from "#app/routes/account/identity.server.ts";
import type { Route } from "./+types/dashboard.ts";

export async function loader({ context }: Route.LoaderArgs) {
  if (actorOf(context).kind !== "admin") throw replace("/");
  return null;
}

export const meta: Route.MetaFunction = () => [{ title: "Dashboard | Limber Yard" }];

export default function Dashboard() {
  return (
    <div className="wrap py-10">
      <h1 className="text-3xl">Dashboard</h1>
    </div>
  );
}
