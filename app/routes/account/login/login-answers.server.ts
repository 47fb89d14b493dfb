import { data, redirect } from "react-router";
import {
  type AccountErrors,
  codeForm,
  parseForm,
  resetRequestForm,
  signInForm,
  signUpForm,
} from "#app/accounts/account.form.ts";
import { NOTICES } from "#app/accounts/account-notices.ts";
import { askPasswordReset } from "#app/accounts/passwords/reset-password.server.ts";
import type { Caller } from "#app/accounts/session.ts";
import { type SignInOutcome, signIn, signInWithCode } from "#app/accounts/sign-in/sign-in.server.ts";
import { signUp } from "#app/accounts/sign-in/sign-up.server.ts";
import { homeOf } from "#app/accounts/user.ts";
import { linkGuestBookings } from "#app/appointments/clients/client-account.server.ts";
import type { AppContext } from "#app/platform/app-context.server.ts";
import type { FormReply } from "#app/platform/form-fields.ts";
import { safeRedirect } from "#app/platform/http/safe-redirect.ts";
import { canMailLeave } from "#app/practice/read-practice.server.ts";
import type { Fault } from "#app/routes/account/account-fault.server.ts";
import { type Flash, flash, withCookies } from "#app/routes/account/flash.server.ts";
import { type LoginMode, loginPath } from "#app/routes/account/login/login-mode.ts";
import { resetSentTo } from "#app/routes/account/login/reset-sent.server.ts";
import { phoneOf } from "#app/routes/website/shell.server.ts";
import { noMail } from "#app/settings/no-mail.ts";

type LoginReply = FormReply<{ toast: string; errors: AccountErrors; typed: { email: string; username: string } }>;

type Sent = { app: AppContext; caller: Caller; form: FormData; redirectTo: string | null };
type Answer = ReturnType<typeof data<LoginReply>> | Response;

export const loginAnswers: Record<LoginMode, (sent: Sent) => Promise<Answer>> = {
  login: answerLogin,
  "sign-up": answerSignUp,
  forgot: answerForgot,
  code: answerCode,
};

async function answerLogin(sent: Sent): Promise<Answer> {
  const read = parseForm(signInForm, sent.form);
  if (read.kind === "invalid") return refused(sent, { toast: read.message, errors: read.errors, status: 422 });
  return afterSignIn(sent, await signIn(sent.app, sent.caller, read.form));
}

async function answerCode(sent: Sent): Promise<Answer> {
  const read = parseForm(codeForm, sent.form);
  if (read.kind === "invalid") return refused(sent, { toast: read.message, errors: read.errors, status: 422 });
  return afterSignIn(sent, await signInWithCode(sent.app, sent.caller, read.form.code));
}

async function afterSignIn(sent: Sent, outcome: SignInOutcome): Promise<Answer> {
  if (outcome.kind === "limited") return limited(sent, await withoutLink(sent, outcome));
  if (outcome.kind === "code-needed") return goTo(loginPath("code", sent.redirectTo), outcome.cookies);
  if (outcome.kind === "refused") {
    const { message: toast, cookies } = outcome;
    const field = toast === NOTICES.wrongCode ? { code: toast } : { email: toast };
    return refused(sent, { toast, errors: toast === NOTICES.noRecord ? {} : field, status: 401, cookies });
  }
  await linkGuestBookings(sent.app, outcome.user);
  return goTo(
    safeRedirect(sent.redirectTo, homeOf(outcome.user)),
    outcome.cookies,
    outcome.isWeak ? "signedInWeak" : "signedIn",
  );
}

async function answerSignUp(sent: Sent): Promise<Answer> {
  const read = parseForm(signUpForm, sent.form);
  if (read.kind === "invalid") return refused(sent, { toast: read.message, errors: read.errors, status: 422 });
  const outcome = await signUp(sent.app, sent.caller, read.form);
  if (outcome.kind === "limited") return limited(sent, outcome);
  if (outcome.kind === "invalid") {
    return refused(sent, { toast: outcome.message, errors: { [outcome.field]: outcome.message }, status: 422 });
  }
  if (outcome.kind === "refused") {
    return refused(sent, { toast: outcome.message, errors: {}, status: 401, cookies: outcome.cookies });
  }
  // If an address with an account led elsewhere, the Location would reveal it.
  return goTo(safeRedirect(sent.redirectTo, "/"), outcome.cookies, "signedUp");
}

async function answerForgot(sent: Sent): Promise<Answer> {
  const read = parseForm(resetRequestForm, sent.form, NOTICES.resetAddressMissing);
  if (read.kind === "invalid") {
    const toast = read.message === NOTICES.resetAddressMissing ? read.message : NOTICES.resetFailed;
    return refused(sent, { toast, errors: toast === read.message ? { email: toast } : read.errors, status: 422 });
  }
  if (!(await canMailLeave(sent.app))) {
    const toast = noMail("a link for a new password can’t be sent", await phoneOf(sent.app));
    return refused(sent, { toast, errors: {}, status: 409 });
  }
  const outcome = await askPasswordReset(sent.app, sent.caller, read.form.email);
  if (outcome.kind === "limited") return limited(sent, outcome);
  return goTo(loginPath("login", sent.redirectTo), [resetSentTo(read.form.email)], "resetSent");
}

/** A mode's message when the error is ours. A reset has its own (specification section 8). */
export function loginFault(mode: LoginMode, sent: Sent, { message, ...fault }: Fault): Answer {
  return refused(sent, { ...fault, toast: mode === "forgot" ? NOTICES.resetFailed : message, errors: {} });
}

type Refusal = { toast: string; errors: AccountErrors; status: number; cookies?: string[]; retryAfterSeconds?: number };

function refused({ form }: Sent, { toast, errors, status, cookies = [], retryAfterSeconds }: Refusal): Answer {
  const text = (name: string) => String(form.get(name) ?? "").slice(0, 300);
  const headers = withCookies(cookies);
  if (retryAfterSeconds) headers.set("Retry-After", String(retryAfterSeconds));
  return data({ toast, errors, typed: { email: text("email"), username: text("username") } }, { status, headers });
}

/** While no link can have been sent, none is named. */
async function withoutLink({ app }: Sent, outcome: { message: string; retryAfterSeconds: number }) {
  const isTrue = outcome.message !== NOTICES.slowed || (await canMailLeave(app));
  return isTrue ? outcome : { ...outcome, message: NOTICES.slowedWithoutMail };
}

function limited(sent: Sent, { message, retryAfterSeconds }: { message: string; retryAfterSeconds: number }): Answer {
  return refused(sent, { toast: message, errors: {}, status: 429, retryAfterSeconds });
}

function goTo(path: string, cookies: readonly string[], notice?: Flash): Response {
  return redirect(path, { status: 303, headers: withCookies(notice ? [...cookies, flash(notice)] : cookies) });
}
