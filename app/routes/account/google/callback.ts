import { data } from "react-router";
import { hearGoogle } from "#app/accounts/google/commands.server.ts";
import { worldOf } from "#app/platform/http/context.server.ts";
import type { Route } from "./+types/callback.ts";

/** GET /api/auth/callback/google: the one address of the accounts library's own that is open, for Google alone. */
export async function loader({ request, context }: Route.LoaderArgs) {
  const response = await hearGoogle(worldOf(context), request);
  if (!response) throw data(null, { status: 404 });
  return response;
}
