import { data, redirect } from "react-router";
import type { AccountErrors } from "#app/accounts/forms.ts";
import type { Caller } from "#app/accounts/session/commands.server.ts";
import type { Identity } from "#app/accounts/session/session.ts";
import type { World } from "#app/platform/world.server.ts";
import { type Flash, flash, withCookies } from "#app/routes/account/flash.server.ts";

/** The parts of the page that take a form. Each form names its own. */
export type Part =
  | "name"
  | "address"
  | "verification"
  | "password"
  | "session"
  | "sessions"
  | "deletion"
  | "passkey"
  | "setup"
  | "code"
  | "off";

export type AccountReply = {
  part: Part;
  toast: string | null;
  errors: AccountErrors;
  typed: Record<string, string>;
  /** The key of a second factor, as an address, as a code to photograph and to type, and its backup codes; shown this once. */
  setup?: { uri: string; qr: boolean[][]; key: string; backupCodes: string[] };
};

export type Sent = { world: World; caller: Caller; identity: Identity; form: FormData };
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
  const text = (name: string) => String(form.get(name) ?? "").slice(0, 300);
  const typed = { email: text("email"), username: text("username") };
  const headers = retryAfterSeconds ? { "Retry-After": String(retryAfterSeconds) } : undefined;
  return data({ part, toast: message, errors, typed }, { status: retryAfterSeconds ? 429 : 422, headers });
}

export function done(notice: Flash, cookies: readonly string[] = []): Response {
  return redirect("/account", { status: 303, headers: withCookies([...cookies, flash(notice)]) });
}
