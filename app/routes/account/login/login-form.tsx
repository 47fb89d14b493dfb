import { Link } from "react-router";
import type { AccountErrors } from "#app/accounts/account.form.ts";
import type { FormReply } from "#app/platform/form-fields.ts";
import { type LoginMode, loginPath } from "#app/routes/account/login/login-mode.ts";
import { Button, buttonClasses, Field } from "#app/ui/controls.tsx";
import { PasskeyPart } from "#app/ui/passkey/passkey-part.tsx";
import { PasswordField } from "#app/ui/password/password-field.tsx";
import { NoMail, useSendsMail } from "#app/ui/shell/sends-mail.tsx";

type Reply = FormReply<{ errors: AccountErrors; typed: { email: string; username: string } }>;
/** An address that was typed before, such as for a link to a new password. */
type Known = { email: string | null };
type Props = { mode: LoginMode; redirectTo: string | null; google: boolean; reply: Reply | null } & Known;

const BUTTONS: Record<LoginMode, string> = {
  login: "Login",
  "sign-up": "Sign Up",
  forgot: "Send Password Reset Email",
  code: "Continue",
};

/** A plain form without the browser's own validation, as the server checks; it works without a script. */
export function LoginForm({ mode, redirectTo, google, email, reply }: Props) {
  const sendsMail = useSendsMail();
  const errors = reply?.errors ?? {};
  if (mode === "forgot" && !sendsMail) {
    return (
      <>
        {!reply && (
          <p>
            <NoMail so="a link for a new password can’t be sent" />
          </p>
        )}
        <ModeLinks mode={mode} redirectTo={redirectTo} />
      </>
    );
  }
  return (
    <>
      <form method="post" action={loginPath(mode, redirectTo)} noValidate className="space-y-5">
        {mode === "code" ? <CodeField error={errors.code} /> : <EmailField {...{ mode, email, reply }} />}
        {mode === "sign-up" && (
          <Field
            name="username"
            label="Username"
            hint="The name you go by."
            autoComplete="nickname"
            required
            maxLength={100}
            defaultValue={reply?.typed.username}
            error={errors.username}
          />
        )}
        {(mode === "login" || mode === "sign-up") && (
          <PasswordField
            name="password"
            label="Password"
            hint={mode === "sign-up" ? "At least 10 characters. Three random words work well." : undefined}
            autoComplete={mode === "sign-up" ? "new-password" : "current-password"}
            required
            error={errors.password}
          />
        )}
        {mode === "sign-up" && <PrivacyLine />}
        <Button className="w-full sm:w-auto">{BUTTONS[mode]}</Button>
      </form>
      {mode === "code" && (
        <div className="mt-5">
          <PasskeyPart
            purpose="sign-in"
            challenges="/login/passkey-challenges"
            answers={`/login/passkeys${redirectTo ? `?${new URLSearchParams({ redirectTo })}` : ""}`}
            button="Use a passkey"
          />
        </div>
      )}
      {mode === "login" && <OtherWays redirectTo={redirectTo} google={google} />}
      <ModeLinks mode={mode} redirectTo={redirectTo} />
    </>
  );
}

function PrivacyLine() {
  return (
    <p className="text-sm text-ink-soft">
      These details are used for your account only
      {useSendsMail() && ", and you get email only about it and your appointments"}.{" "}
      <a href="/policies/privacy" className="prose-link whitespace-nowrap">
        Privacy notice
      </a>
    </p>
  );
}

function OtherWays({ redirectTo, google }: { redirectTo: string | null; google: boolean }) {
  const carry = redirectTo ? `?${new URLSearchParams({ redirectTo })}` : "";
  return (
    <div className="mt-5 flex flex-wrap gap-3">
      <PasskeyPart
        purpose="sign-in"
        challenges="/login/passkey-challenges"
        answers={`/login/passkeys${carry}`}
        button="Use a passkey"
      />
      {google && (
        <a href={`/login/google${carry}`} className={buttonClasses({ look: "outline" })}>
          Sign in with Google
        </a>
      )}
    </div>
  );
}

function EmailField({ mode, email, reply }: { mode: LoginMode; reply: Reply | null } & Known) {
  return (
    <Field
      name="email"
      type="email"
      label="Email"
      hint={mode === "forgot" ? "If it has an account, it gets a link that works for one hour." : undefined}
      autoComplete={mode === "login" ? "username" : "email"}
      autoCapitalize="none"
      spellCheck={false}
      required
      defaultValue={reply?.typed.email ?? email ?? undefined}
      error={reply?.errors.email}
    />
  );
}

function CodeField({ error }: { error: string | undefined }) {
  return (
    <Field
      name="code"
      label="Code"
      hint="The six digits that your authenticator app shows now, or one of your backup codes."
      autoComplete="one-time-code"
      autoCapitalize="none"
      spellCheck={false}
      required
      error={error}
    />
  );
}

function ModeLinks({ mode, redirectTo }: { mode: LoginMode; redirectTo: string | null }) {
  const link = (to: LoginMode, words: string) => (
    <Link reloadDocument to={loginPath(to, redirectTo)} className="prose-link inline-flex min-h-11 items-center">
      {words}
    </Link>
  );
  return (
    <ul className="mt-8 border-t border-line pt-4">
      {mode === "login" && <li>{link("sign-up", "Don't have an account? Sign Up")}</li>}
      {mode === "login" && <li>{link("forgot", "Forgot Password?")}</li>}
      {mode === "sign-up" && <li>{link("login", "Already have an account? Login")}</li>}
      {(mode === "forgot" || mode === "code") && <li>{link("login", "Back to Login")}</li>}
    </ul>
  );
}
