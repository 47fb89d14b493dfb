import { data, redirect } from "react-router";
import { startGoogle } from "#app/accounts/google/commands.server.ts";
import { worldOf } from "#app/platform/http/context.server.ts";
import { safeRedirect } from "#app/platform/http/safe-redirect.ts";
import { flash, withCookies } from "#app/routes/account/flash.server.ts";
import { callerOf } from "#app/routes/account/identity.server.ts";
import type { Route } from "./+types/start.ts";

/** GET /login/google: on to Google. A link and not a form, as the security policy keeps forms on this site. */
export async function loader({ request, url, context }: Route.LoaderArgs) {
  const redirectTo = safeRedirect(url.searchParams.get("redirectTo"), "");
  const back = `/login/google/end${redirectTo ? `?${new URLSearchParams({ redirectTo })}` : ""}`;
  const outcome = await startGoogle(worldOf(context), callerOf({ request, context }), back);
  if (outcome.kind === "off") throw data(null, { status: 404 });
  if (outcome.kind === "limited") return redirect("/login", { headers: withCookies([flash("tooMany")]) });
  return redirect(outcome.url, { headers: withCookies(outcome.cookies) });
}
