import { redirect } from "react-router";
import { finishGoogle } from "#app/accounts/google/commands.server.ts";
import { homeOf } from "#app/accounts/user.ts";
import { linkGuestBookings } from "#app/appointments/owned/commands.server.ts";
import { worldOf } from "#app/platform/http/context.server.ts";
import { safeRedirect } from "#app/platform/http/safe-redirect.ts";
import { flash, withCookies } from "#app/routes/account/flash.server.ts";
import { identityOf } from "#app/routes/account/identity.server.ts";
import type { Route } from "./+types/end.ts";

/** GET /login/google/end: where the library sends the browser after Google, signed in or with an error. */
export async function loader({ request, url, context }: Route.LoaderArgs) {
  const world = worldOf(context);
  const failed = url.searchParams.has("error");
  const outcome = failed ? null : await finishGoogle(world, request.headers, identityOf(context));
  if (outcome?.kind !== "signed-in") {
    return redirect("/login", { headers: withCookies([...(outcome?.cookies ?? []), flash("googleFailed")]) });
  }
  await linkGuestBookings(world, outcome.user);
  const to = safeRedirect(url.searchParams.get("redirectTo"), homeOf(outcome.user));
  return redirect(to, { headers: withCookies([flash("signedIn")]) });
}
