import { data, redirect } from "react-router";
import { startGoogle } from "#app/accounts/sign-in/sign-in.server.ts";
import { appContextOf } from "#app/platform/http/request.server.ts";
import { safeRedirect } from "#app/platform/http/safe-redirect.ts";
import { flash, withCookies } from "#app/routes/account/flash.server.ts";
import { callerOf } from "#app/routes/account/identity.server.ts";
import type { Route } from "./+types/start.ts";

/** GET /login/google: redirects to Google. A link and not a form, as the security policy limits forms to this site. */
export async function loader({ request, url, context }: Route.LoaderArgs) {
  const back = safeRedirect(url.searchParams.get("redirectTo"), "/");
  const outcome = await startGoogle(appContextOf(context), callerOf({ request, context }), back);
  if (outcome.kind === "off") throw data(null, { status: 404 });
  if (outcome.kind === "limited") return redirect("/login", { headers: withCookies([flash("tooMany")]) });
  return redirect(outcome.url, { headers: withCookies(outcome.cookies) });
}
