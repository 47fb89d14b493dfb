import { data, redirect } from "react-router";
import { NOTICES } from "#app/accounts/account-notices.ts";
import { approveLocation, canApproveLocation } from "#app/accounts/sign-in/approve-location.server.ts";
import { appContextOf, readFormBody, requestInfoOf } from "#app/platform/http/request.server.ts";
import { flash, withCookies } from "#app/routes/account/flash.server.ts";
import { callerOf } from "#app/routes/account/identity.server.ts";
import { consumeLinkLimit } from "#app/routes/account/link-limit.server.ts";
import { loginPath } from "#app/routes/account/login/login-mode.ts";
import { Button, LinkButton } from "#app/ui/controls.tsx";
import { privateMeta } from "#app/ui/shell/page-meta.ts";
import type { Route } from "./+types/approve-location.ts";

/** Mail programs open links by themselves, so it takes a press to act. */
export async function loader({ url, context }: Route.LoaderArgs) {
  const app = appContextOf(context);
  const token = url.searchParams.get("token") ?? "";
  const limit = await consumeLinkLimit(app, requestInfoOf(context).clientAddress);
  const open = limit.kind === "allowed" && (await canApproveLocation(app, token));
  return data({ token, open }, { status: open ? 200 : 410 });
}

export async function action({ request, context }: Route.ActionArgs) {
  const app = appContextOf(context);
  const token = String((await readFormBody(request)).get("token") ?? "");
  const limit = await consumeLinkLimit(app, requestInfoOf(context).clientAddress);
  if (limit.kind === "limited") throw data(null, { status: 429 });
  if (!(await approveLocation(app, callerOf({ request, context }), token))) return data(null, { status: 410 });
  return redirect(loginPath("login"), { status: 303, headers: withCookies([flash("letIn")]) });
}

// The address holds a secret: it must not leak through a Referer or a cache.
export const headers: Route.HeadersFunction = () => ({
  "Cache-Control": "private, no-store",
  "Referrer-Policy": "no-referrer",
  "X-Robots-Tag": "noindex",
});

export const meta: Route.MetaFunction = (at) => privateMeta(at, "Log in from here");

export default function LetIn({ loaderData: { token, open } }: Route.ComponentProps) {
  return (
    <div className="wrap py-10 lg:py-14">
      <div className="max-w-md">
        <h1 className="mb-6 text-3xl">Log in from here</h1>
        {open ? (
          <form method="post" className="space-y-5">
            <p>
              Your account is being tried from several places, so logging in from a new place has to wait. Select the
              button where you want to log in, and you no longer wait. You’ll still need your password.
            </p>
            <input type="hidden" name="token" value={token} />
            <Button>Let me log in</Button>
          </form>
        ) : (
          <>
            <p className="mb-6">{NOTICES.deadLink}.</p>
            <LinkButton reloadDocument to={loginPath("login")}>
              Log in
            </LinkButton>
          </>
        )}
      </div>
    </div>
  );
}
