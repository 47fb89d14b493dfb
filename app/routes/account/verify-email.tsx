import { data, redirect } from "react-router";
import { addressBehind, confirmAddress } from "#app/accounts/address/commands.server.ts";
import { NOTICES } from "#app/accounts/notices.ts";
import { linkGuestBookings } from "#app/appointments/owned/commands.server.ts";
import { visitOf, worldOf } from "#app/platform/http/context.server.ts";
import { flash, withCookies } from "#app/routes/account/flash.server.ts";
import { identityOf } from "#app/routes/account/identity.server.ts";
import { takeLinkHit } from "#app/routes/account/link-limit.server.ts";
import { Button, LinkButton } from "#app/ui/button.tsx";
import { privateMeta } from "#app/ui/shell/page-meta.ts";
import { Toast } from "#app/ui/toast/toast.tsx";
import type { Route } from "./+types/verify-email.ts";

/** Shows what the link does. Mail programs open links by themselves, so only the button does it. */
export async function loader({ url, context }: Route.LoaderArgs) {
  const world = worldOf(context);
  const token = url.searchParams.get("token") ?? "";
  const limit = await takeLinkHit(world, visitOf(context).clientAddress);
  const email = limit.kind === "allowed" ? await addressBehind(world, token) : null;
  return data({ token, email, signedIn: identityOf(context).user !== null }, { status: email ? 200 : 410 });
}

export async function action({ request, context }: Route.ActionArgs) {
  const world = worldOf(context);
  const limit = await takeLinkHit(world, visitOf(context).clientAddress);
  const token = String((await request.formData()).get("token") ?? "");
  const outcome = limit.kind === "allowed" ? await confirmAddress(world, token) : null;
  if (outcome?.kind !== "confirmed") return data({ message: outcome?.message ?? NOTICES.tooMany }, { status: 410 });
  await linkGuestBookings(world, outcome.user);
  const isOwner = identityOf(context).user?.id === outcome.user.id;
  const headers = withCookies([flash("addressConfirmed")]);
  return redirect(isOwner ? "/my-appointment" : "/login?redirectTo=%2Fmy-appointment", { status: 303, headers });
}

// The address holds a secret: it must not travel in a Referer or stay in a cache.
export const headers: Route.HeadersFunction = () => ({
  "Cache-Control": "private, no-store",
  "Referrer-Policy": "no-referrer",
  "X-Robots-Tag": "noindex",
});

export const meta: Route.MetaFunction = (at) => privateMeta(at, "Confirm your e-mail address");

export default function VerifyEmail({ loaderData, actionData }: Route.ComponentProps) {
  const { token, email, signedIn } = loaderData;
  return (
    <div className="wrap py-10 lg:py-14">
      <div className="measure">
        <h1 className="mb-6 text-3xl">Confirm your e-mail address</h1>
        {email ? (
          <form method="post">
            <p className="mb-6">
              Is <strong className="wrap-anywhere">{email}</strong> yours? Bookings made with it will be added to your
              account.
            </p>
            <input type="hidden" name="token" value={token} />
            <Button>Yes, confirm it</Button>
          </form>
        ) : (
          <>
            <p className="mb-6">{NOTICES.deadLink}.</p>
            <LinkButton reloadDocument to={signedIn ? "/account" : "/login"}>
              {signedIn ? "Go to your account" : "Sign In"}
            </LinkButton>
          </>
        )}
      </div>
      {actionData && <Toast tone="danger">{actionData.message}</Toast>}
    </div>
  );
}
