import { data, redirect } from "react-router";
import type { AccountErrors } from "#app/accounts/account.form.ts";
import type { Caller, Identity } from "#app/accounts/session.ts";
import type { AppContext } from "#app/platform/app-context.server.ts";
import type { FormReply } from "#app/platform/form-fields.ts";
import type { Fault } from "#app/routes/account/account-fault.server.ts";
import { type Flash, flash, withCookies } from "#app/routes/account/flash.server.ts";
import { FORGET_UNSENT } from "#app/routes/account/unsent-details.server.ts";

export type Part =
  | "name"
  | "phone"
  | "address"
  | "verification"
  | "password"
  | "session"
  | "sessions"
  | "deletion"
  | "passkey"
  | "setup"
  | "code"
  | "off"
  | "card";

export type AccountReply = FormReply<{
  part: Part;
  toast: string | null;
  errors: AccountErrors;
  /** A second factor's key as an address, a QR code and text, and its backup codes; shown only this once. */
  setup?: { uri: string; qr: boolean[][]; key: string; backupCodes: string[] };
}>;

export type Sent = { app: AppContext; caller: Caller; identity: Identity; form: FormData };
export type Answer = ReturnType<typeof data<AccountReply>> | Response;

type Refusal = { message: string; field?: keyof AccountErrors; retryAfterSeconds?: number };

export function refusedBy(part: Part, form: FormData, { message, field, retryAfterSeconds }: Refusal): Answer {
  const errors = field ? { [field]: message } : {};
  return refused(part, form, { message, errors, retryAfterSeconds });
}

export function refused(
  part: Part,
  form: FormData,
  { message, errors, retryAfterSeconds }: { message: string; errors: AccountErrors; retryAfterSeconds?: number },
): Answer {
  const headers = retryAfterSeconds ? { "Retry-After": String(retryAfterSeconds) } : undefined;
  const reply = { part, toast: message, errors, typed: typedIn(form) };
  return data(reply, { status: retryAfterSeconds ? 429 : 422, headers });
}

/** Fills in again what was typed before a session ended; nothing is saved yet. */
export function resumed(part: Part, form: FormData): Answer {
  return data({ part, toast: null, errors: {}, typed: typedIn(form) }, { headers: withCookies([FORGET_UNSENT]) });
}

export function faulted(part: Part, form: FormData, { message, status, retryAfterSeconds }: Fault): Answer {
  const headers = { "Retry-After": String(retryAfterSeconds) };
  return data({ part, toast: message, errors: {}, typed: typedIn(form) }, { status, headers });
}

function typedIn(form: FormData): Record<string, string> {
  const text = (name: string) => String(form.get(name) ?? "").slice(0, 300);
  return { email: text("email"), username: text("username"), phone: text("phone"), code: text("code") };
}

export function done(notice: Flash, cookies: readonly string[] = []): Response {
  return redirect("/account", { status: 303, headers: withCookies([...cookies, flash(notice)]) });
}
