import { data, redirect } from "react-router";
import { newPasswordForm, parseForm } from "#app/accounts/account.form.ts";
import { NOTICES } from "#app/accounts/account-notices.ts";
import { isResetOpen, resetPassword } from "#app/accounts/passwords/reset-password.server.ts";
import { appContextOf, readFormBody, requestInfoOf } from "#app/platform/http/request.server.ts";
import { type Fault, orFault } from "#app/routes/account/account-fault.server.ts";
import { flash, withCookies } from "#app/routes/account/flash.server.ts";
import { consumeLinkLimit } from "#app/routes/account/link-limit.server.ts";
import { linkPageHeaders } from "#app/routes/account/link-page-headers.ts";
import { RESET_DONE } from "#app/routes/account/login/reset-sent.server.ts";
import { Button, LinkButton } from "#app/ui/controls.tsx";
import { PasswordField } from "#app/ui/password/password-field.tsx";
import { privateMeta } from "#app/ui/shell/page-meta.ts";
import { FormProblem } from "#app/ui/toast/form-problem.tsx";
import type { Route } from "./+types/reset-password.ts";

export async function loader({ url, context }: Route.LoaderArgs) {
  const app = appContextOf(context);
  const token = url.searchParams.get("token") ?? "";
  const limit = await consumeLinkLimit(app, requestInfoOf(context).clientAddress);
  const open = limit.kind === "allowed" && (await isResetOpen(app, token));
  return data({ token, open }, { status: open ? 200 : 410 });
}

export async function action({ request, context }: Route.ActionArgs) {
  const form = await readFormBody(request);
  return orFault(context, () => answer(context, form), faulted);
}

async function answer(context: Route.ActionArgs["context"], form: FormData) {
  const app = appContextOf(context);
  const read = parseForm(newPasswordForm, form);
  if (read.kind === "invalid") return data({ message: read.message }, { status: 422 });
  const limit = await consumeLinkLimit(app, requestInfoOf(context).clientAddress);
  if (limit.kind === "limited") {
    return data(
      { message: NOTICES.tooMany },
      { status: 429, headers: { "Retry-After": `${limit.retryAfterSeconds}` } },
    );
  }
  const outcome = await resetPassword(app, read.form);
  if (outcome.kind === "invalid") return data({ message: outcome.message }, { status: 422 });
  if (outcome.kind === "not-found") return data({ message: outcome.message }, { status: 410 });
  return redirect("/login", { status: 303, headers: withCookies([flash("passwordChanged"), RESET_DONE]) });
}

function faulted({ message, status, retryAfterSeconds }: Fault) {
  return data({ message }, { status, headers: { "Retry-After": `${retryAfterSeconds}` } });
}

export const headers: Route.HeadersFunction = linkPageHeaders;

export const meta: Route.MetaFunction = (at) => privateMeta(at, "Choose a new password");

export default function ResetPassword({ loaderData, actionData }: Route.ComponentProps) {
  return (
    <div className="wrap py-10 lg:py-14">
      <div className="max-w-md">
        <h1 className="mb-8 text-3xl">Choose a new password</h1>
        {actionData && (
          <FormProblem
            says={actionData.message}
            errors={loaderData.open ? { password: actionData.message } : {}}
            className="mb-6"
          />
        )}
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
        hint="At least 10 characters, or 15 if you work here. Four random words work well."
        autoComplete="new-password"
        required
        error={error}
      />
      <Button>Change password</Button>
    </form>
  );
}
