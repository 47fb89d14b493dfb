import { data, redirect } from "react-router";
import { NOTICES } from "#app/accounts/account-notices.ts";
import { finishGoogle } from "#app/accounts/sign-in/sign-in.server.ts";
import { homeOf } from "#app/accounts/user.ts";
import { linkGuestBookings } from "#app/appointments/clients/client-account.server.ts";
import { appContextOf } from "#app/platform/http/request.server.ts";
import { safeRedirect } from "#app/platform/http/safe-redirect.ts";
import { flash, withCookies } from "#app/routes/account/flash.server.ts";
import { callerOf } from "#app/routes/account/identity.server.ts";
import { loginPath } from "#app/routes/account/login/login-mode.ts";
import type { Route } from "./+types/callback.ts";

/**
 * GET /login/google/callback: Google sends the browser back here. Not below /api, where no session begins. It does
 * nothing without Google's answer to this browser's own request.
 */
export async function loader({ request, url, context }: Route.LoaderArgs) {
  const app = appContextOf(context);
  const end = await finishGoogle(app, callerOf({ request, context }), url.searchParams);
  if (!end) throw data(null, { status: 404 });
  const { outcome, back } = end;
  const redirectTo = safeRedirect(back, "/") === "/" ? null : back;
  if (outcome.kind === "code-needed") {
    return redirect(loginPath("code", redirectTo), { headers: withCookies(outcome.cookies) });
  }
  if (outcome.kind === "refused") {
    const notice = (["disabled", "noRecord"] as const).find((name) => NOTICES[name] === outcome.message);
    return redirect("/login", { headers: withCookies([...outcome.cookies, flash(notice ?? "googleFailed")]) });
  }
  await linkGuestBookings(app, outcome.user);
  const to = safeRedirect(redirectTo, homeOf(outcome.user));
  return redirect(to, { headers: withCookies([...outcome.cookies, flash("signedIn")]) });
}
