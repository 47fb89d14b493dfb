import { redirect } from "react-router";
import { signOut } from "#app/accounts/session/commands.server.ts";
import { worldOf } from "#app/platform/http/context.server.ts";
import { withCookies } from "#app/routes/account/flash.server.ts";
import type { Route } from "./+types/logout.ts";

/** Somebody opened the address itself: nothing happens by a GET. */
export function loader() {
  return redirect("/");
}

/** Ends the session on the server and leaves nothing of it in the browser (specification section 4). */
export async function action({ request, context }: Route.ActionArgs) {
  const { cookies } = await signOut(worldOf(context), request.headers);
  const headers = withCookies(cookies);
  headers.set("Clear-Site-Data", '"cache"');
  return redirect("/login", { status: 303, headers });
}
