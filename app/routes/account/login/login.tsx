import { worldOf } from "#app/platform/http/context.server.ts";
import { safeRedirect } from "#app/platform/http/safe-redirect.ts";
import { callerOf, signedOutOnly } from "#app/routes/account/identity.server.ts";
import { loginAnswers } from "#app/routes/account/login/login-answers.server.ts";
import { LoginForm } from "#app/routes/account/login/login-form.tsx";
import { modeOf } from "#app/routes/account/login/login-mode.ts";
import { privateMeta } from "#app/ui/shell/page-meta.ts";
import { Toast } from "#app/ui/toast/toast.tsx";
import type { Route } from "./+types/login.ts";

const TITLES = { login: "Login", "sign-up": "Sign Up", forgot: "Forgot password", code: "Enter your code" };

export const middleware: Route.MiddlewareFunction[] = [signedOutOnly];

export async function loader({ url, context }: Route.LoaderArgs) {
  const redirectTo = url.searchParams.get("redirectTo");
  const mode = modeOf(url.searchParams);
  const google = worldOf(context).config.google !== null;
  return { mode, title: TITLES[mode], redirectTo: safeRedirect(redirectTo, "") || null, google };
}

export async function action({ request, url, context }: Route.ActionArgs) {
  const form = await request.formData();
  const redirectTo = safeRedirect(url.searchParams.get("redirectTo"), "") || null;
  const caller = callerOf({ request, context });
  return loginAnswers[modeOf(url.searchParams)]({ world: worldOf(context), caller, form, redirectTo });
}

export const headers: Route.HeadersFunction = ({ actionHeaders }) => {
  const headers = new Headers(actionHeaders);
  headers.set("Cache-Control", "private, no-store");
  headers.set("X-Robots-Tag", "noindex");
  return headers;
};

export const meta: Route.MetaFunction = (at) => privateMeta(at, `${at.loaderData?.title ?? TITLES.login}`);

export default function Login({ loaderData, actionData }: Route.ComponentProps) {
  const { mode, title, redirectTo, google } = loaderData;
  return (
    <div className="wrap py-10 lg:py-14">
      <div className="max-w-md">
        <h1 className="mb-8 text-3xl">{title}</h1>
        <LoginForm mode={mode} redirectTo={redirectTo} google={google} reply={actionData ?? null} />
      </div>
      {actionData && <Toast tone="danger">{actionData.toast}</Toast>}
    </div>
  );
}
