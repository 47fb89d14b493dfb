import { useEffect } from "react";
import { Link } from "react-router";
import { appContextOf, readFormBody } from "#app/platform/http/request.server.ts";
import { safeRedirect } from "#app/platform/http/safe-redirect.ts";
import { orFault } from "#app/routes/account/account-fault.server.ts";
import { callerOf, signedOutOnly } from "#app/routes/account/identity.server.ts";
import { loginAnswers, loginFault } from "#app/routes/account/login/login-answers.server.ts";
import { LoginForm } from "#app/routes/account/login/login-form.tsx";
import { type LoginMode, loginPath, modeOf } from "#app/routes/account/login/login-mode.ts";
import { resetSentOf } from "#app/routes/account/login/reset-sent.server.ts";
import { Plate } from "#app/ui/art/plate.tsx";
import { Notice } from "#app/ui/controls.tsx";
import { useOnlineBooking } from "#app/ui/shell/book-button.tsx";
import forgetCopies from "#app/ui/shell/forget-copies.js?url";
import { privateMeta } from "#app/ui/shell/page-meta.ts";
import { useSendsMail } from "#app/ui/shell/sends-mail.tsx";
import { FormProblem } from "#app/ui/toast/form-problem.tsx";
import type { Route } from "./+types/login.ts";

const TITLES = { login: "Login", "sign-up": "Sign Up", forgot: "Forgot password", code: "Enter your code" };

export const middleware: Route.MiddlewareFunction[] = [signedOutOnly];

export async function loader({ request, url, context }: Route.LoaderArgs) {
  const redirectTo = url.searchParams.get("redirectTo");
  const mode = modeOf(url.searchParams);
  const sentTo = mode === "login" ? resetSentOf(request.headers) : null;
  const google = appContextOf(context).config.google !== null;
  return { mode, title: TITLES[mode], redirectTo: safeRedirect(redirectTo, "") || null, google, sentTo };
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
  const { mode, title, redirectTo, google, sentTo } = loaderData;
  return (
    <div className="wrap py-10 lg:py-14">
      <LoadedAsPage />
      <div className="grid gap-x-20 gap-y-12 lg:grid-cols-[minmax(0,28rem)_minmax(0,1fr)]">
        <div className="max-w-md">
          <h1 className="mb-8 text-3xl">{title}</h1>
          {actionData && <FormProblem says={actionData.toast} errors={actionData.errors} className="mb-6" />}
          {redirectTo && mode === "login" && <p className="mb-6">Log in to carry on where you left off.</p>}
          {sentTo && !actionData && <ResetSent to={sentTo} redirectTo={redirectTo} />}
          <LoginForm mode={mode} redirectTo={redirectTo} google={google} email={sentTo} reply={actionData ?? null} />
        </div>
        <LoginAside mode={mode} />
      </div>
      <script src={forgetCopies} type="module" />
    </div>
  );
}

/**
 * On a page without the framework's script. Renders nothing on a page load; if another page's script navigates here,
 * as after an ended session, reloads the page with its own script and no data of anybody.
 */
function LoadedAsPage(): null {
  useEffect(() => window.location.replace(window.location.href), []);
  return null;
}

const AFTER_RESET = [
  "If you have an account, you’ll get an email within a few minutes. Check your spam folder.",
  "The link works once, for one hour. Use it to choose a new password.",
  "Until then the old password still works.",
];

/** The screen is back in its login mode, as the specification has it, and says where the link went and what comes next. */
function ResetSent({ to, redirectTo }: { to: string; redirectTo: string | null }) {
  return (
    <Notice tone="success" role="region" aria-labelledby="reset-sent" className="mb-8">
      <h2 id="reset-sent" className="text-lg wrap-anywhere">
        Sent to {to}
      </h2>
      <ul className="mt-2 space-y-2">
        {AFTER_RESET.map((line) => (
          <li key={line}>{line}</li>
        ))}
      </ul>
      <p className="mt-2">
        <Link
          reloadDocument
          to={loginPath("forgot", redirectTo)}
          className="prose-link inline-flex min-h-11 items-center"
        >
          Use another address
        </Link>
      </p>
    </Notice>
  );
}

const GOOD_FOR = {
  title: "What an account is for",
  lines: [
    "Your appointments in one place, to move or to cancel.",
    "Booking again without typing your details.",
    "Everything that is kept about you, to download or to delete.",
  ],
};

const ASIDES: Record<LoginMode, { title: string; lines: string[] }> = {
  login: GOOD_FOR,
  "sign-up": GOOD_FOR,
  forgot: {
    title: "What happens next",
    lines: AFTER_RESET,
  },
  code: {
    title: "If your phone is not at hand",
    lines: [
      "Each backup code that you kept works once in place of the app’s code.",
      "A code of the app lasts half a minute: wait for the next one if it is about to change.",
    ],
  },
};

/** Beside the form on a desk, below it on a phone: what it is good for, and that a booking needs no account. */
function LoginAside({ mode }: { mode: LoginMode }) {
  const sendsMail = useSendsMail();
  const { title, lines } = mode === "forgot" && !sendsMail ? GOOD_FOR : ASIDES[mode];
  return (
    <aside
      aria-labelledby="login-aside"
      className="gap-10 border-line max-lg:border-t max-lg:pt-8 lg:grid lg:border-l lg:pl-14 xl:grid-cols-[minmax(0,1fr)_17rem]"
    >
      <div className="max-w-md lg:pt-3">
        <h2 id="login-aside" className="text-xl">
          {title}
        </h2>
        <ul className="mt-4 space-y-3">
          {lines.map((line) => (
            <li key={line} className="border-t border-line pt-3">
              {line}
            </li>
          ))}
        </ul>
        {useOnlineBooking() && (
          <p className="mt-6 text-ink-soft">
            You don’t need an account to book.{" "}
            <Link reloadDocument to="/book" className="prose-link whitespace-nowrap">
              Choose a time
            </Link>
          </p>
        )}
      </div>
      <div className="max-xl:hidden">
        <Plate slug="personalized-wellness-plans" size="card" />
      </div>
    </aside>
  );
}
