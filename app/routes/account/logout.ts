import { redirect } from "react-router";
import { signOut } from "#app/accounts/identify.server.ts";
import { appContextOf } from "#app/platform/http/context.server.ts";
import { EMPTY_BROWSER, withCookies } from "#app/routes/account/flash.server.ts";
import { FORGET_UNSENT } from "#app/routes/account/unsent-details.server.ts";
import type { Route } from "./+types/logout.ts";

/** Somebody opened the address itself: a GET changes nothing. */
export function loader() {
  return redirect("/");
}

/** Ends the session on the server and removes all of it from the browser (specification section 4). */
export async function action({ request, context }: Route.ActionArgs) {
  const { cookies } = await signOut(appContextOf(context), request.headers);
  const headers = withCookies([...cookies, FORGET_UNSENT]);
  headers.set("Clear-Site-Data", EMPTY_BROWSER);
  return redirect("/login", { status: 303, headers });
}
