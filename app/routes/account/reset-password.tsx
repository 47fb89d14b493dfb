import { data, redirect } from "react-router";
import { newPasswordForm, readForm } from "#app/accounts/forms.ts";
import { NOTICES } from "#app/accounts/notices.ts";
import { isResetOpen, reset } from "#app/accounts/password/commands.server.ts";
import { visitOf, worldOf } from "#app/platform/http/context.server.ts";
import { flash, withCookies } from "#app/routes/account/flash.server.ts";
import { takeLinkHit } from "#app/routes/account/link-limit.server.ts";
import { Button, LinkButton } from "#app/ui/button.tsx";
import { PasswordField } from "#app/ui/password/password-field.tsx";
import { privateMeta } from "#app/ui/shell/page-meta.ts";
import { Toast } from "#app/ui/toast/toast.tsx";
import type { Route } from "./+types/reset-password.ts";

export async function loader({ url, context }: Route.LoaderArgs) {
  const world = worldOf(context);
  const token = url.searchParams.get("token") ?? "";
  const limit = await takeLinkHit(world, visitOf(context).clientAddress);
  const open = limit.kind === "allowed" && (await isResetOpen(world, token));
  return data({ token, open }, { status: open ? 200 : 410 });
}

export async function action({ request, context }: Route.ActionArgs) {
  const world = worldOf(context);
  const read = readForm(newPasswordForm, await request.formData());
  if (read.kind === "invalid") return data({ message: read.message }, { status: 422 });
  const limit = await takeLinkHit(world, visitOf(context).clientAddress);
  if (limit.kind === "limited") {
    return data(
      { message: NOTICES.tooMany },
      { status: 429, headers: { "Retry-After": `${limit.retryAfterSeconds}` } },
    );
  }
  const outcome = await reset(world, read.form);
  if (outcome.kind === "invalid") return data({ message: outcome.message }, { status: 422 });
  if (outcome.kind === "dead") return data({ message: outcome.message }, { status: 410 });
  return redirect("/login", { status: 303, headers: withCookies([flash("passwordChanged")]) });
}

// The address holds a secret: it must not travel in a Referer or stay in a cache.
export const headers: Route.HeadersFunction = () => ({
  "Cache-Control": "private, no-store",
  "Referrer-Policy": "no-referrer",
  "X-Robots-Tag": "noindex",
});

export const meta: Route.MetaFunction = (at) => privateMeta(at, "Choose a new password");

export default function ResetPassword({ loaderData, actionData }: Route.ComponentProps) {
  return (
    <div className="wrap py-10 lg:py-14">
      <div className="max-w-md">
        <h1 className="mb-8 text-3xl">Choose a new password</h1>
        {loaderData.open ? (
          <NewPassword token={loaderData.token} error={actionData?.message} />
        ) : (
          <>
            <p className="mb-6">{NOTICES.deadLink}.</p>
            <LinkButton reloadDocument to="/login?mode=forgot">
              Ask for a new link
            </LinkButton>
          </>
        )}
      </div>
      {actionData && <Toast tone="danger">{actionData.message}</Toast>}
    </div>
  );
}

function NewPassword({ token, error }: { token: string; error: string | undefined }) {
  return (
    <form method="post" noValidate className="space-y-5">
      <input type="hidden" name="token" value={token} />
      <PasswordField
        name="password"
        label="New password"
        hint="At least 10 characters. Three random words work well."
        autoComplete="new-password"
        required
        error={error}
      />
      <Button>Change password</Button>
    </form>
  );
}
