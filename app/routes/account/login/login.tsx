import { appContextOf } from "#app/platform/http/context.server.ts";
import { readFormBody } from "#app/platform/http/read-form-body.server.ts";
import { safeRedirect } from "#app/platform/http/safe-redirect.ts";
import { orFault } from "#app/routes/account/account-fault.server.ts";
import { callerOf, signedOutOnly } from "#app/routes/account/identity.server.ts";
import { LoadedAsPage } from "#app/routes/account/login/loaded-as-page.tsx";
import { loginAnswers, loginFault } from "#app/routes/account/login/login-answers.server.ts";
import { LoginAside } from "#app/routes/account/login/login-aside.tsx";
import { LoginForm } from "#app/routes/account/login/login-form.tsx";
import { modeOf } from "#app/routes/account/login/login-mode.ts";
import forgetCopies from "#app/ui/shell/forget-copies.js?url";
import { privateMeta } from "#app/ui/shell/page-meta.ts";
import { FormProblem } from "#app/ui/toast/form-problem.tsx";
import type { Route } from "./+types/login.ts";

const TITLES = { login: "Login", "sign-up": "Sign Up", forgot: "Forgot password", code: "Enter your code" };

export const middleware: Route.MiddlewareFunction[] = [signedOutOnly];

export async function loader({ url, context }: Route.LoaderArgs) {
  const redirectTo = url.searchParams.get("redirectTo");
  const mode = modeOf(url.searchParams);
  const google = appContextOf(context).config.google !== null;
  return { mode, title: TITLES[mode], redirectTo: safeRedirect(redirectTo, "") || null, google };
}

export async function action({ request, url, context }: Route.ActionArgs) {
  const form = await readFormBody(request);
  const redirectTo = safeRedirect(url.searchParams.get("redirectTo"), "") || null;
  const caller = callerOf({ request, context });
  const mode = modeOf(url.searchParams);
  const sent = { app: appContextOf(context), caller, form, redirectTo };
  return orFault(
    context,
    () => loginAnswers[mode](sent),
    (fault) => loginFault(mode, sent, fault),
  );
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
      <LoadedAsPage />
      <div className="grid gap-x-20 gap-y-12 lg:grid-cols-[minmax(0,28rem)_minmax(0,1fr)]">
        <div className="max-w-md">
          <h1 className="mb-8 text-3xl">{title}</h1>
          {actionData && <FormProblem says={actionData.toast} errors={actionData.errors} className="mb-6" />}
          {redirectTo && mode === "login" && <p className="mb-6">Log in to go on where you were.</p>}
          <LoginForm mode={mode} redirectTo={redirectTo} google={google} reply={actionData ?? null} />
        </div>
        <LoginAside mode={mode} />
      </div>
      <script src={forgetCopies} type="module" />
    </div>
  );
}
