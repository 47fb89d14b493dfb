import { accountExists } from "#app/accounts/account-changed.mail.tsx";
import { verifyAddress } from "#app/accounts/account-link.mail.tsx";
import { openLink } from "#app/accounts/account-links.db.server.ts";
import { NOTICES } from "#app/accounts/account-notices.ts";
import { authOf, decoyCookie, hashPassword, refusalCodeOf } from "#app/accounts/better-auth.gateway.server.ts";
import { identify } from "#app/accounts/identify.server.ts";
import { checkPassword } from "#app/accounts/passwords/check-password.server.ts";
import type { Caller } from "#app/accounts/session.ts";
import { takeLoginAttempt } from "#app/accounts/sign-in/login-limits.server.ts";
import { finishSignUp, tryPassword } from "#app/accounts/sign-in/sign-in.server.ts";
import type { User } from "#app/accounts/user.ts";
import { aboutUser, getUserByEmail } from "#app/accounts/users.db.server.ts";
import { enqueue } from "#app/mail/outbox.db.server.ts";
import type { AppContext } from "#app/platform/app-context.server.ts";
import { writeAudit } from "#app/platform/audit.server.ts";

type SignUp = { email: string; password: string; username: string };

type SignUpOutcome =
  /** `user` null: the address has an account. The answer looks the same, and its owner gets a mail. */
  | { kind: "signed-up"; user: User | null; cookies: string[]; message: string }
  | { kind: "invalid"; field: "password"; message: string }
  /** The record of the new account is gone again. */
  | { kind: "refused"; message: string; cookies: string[] }
  | { kind: "limited"; message: string; retryAfterSeconds: number };

/**
 * Opens an account and signs its owner in. Only the server sets role and verification. A taken address gets the same
 * answer, with a cookie that opens nothing, but the right password signs in.
 */
export async function signUp(app: AppContext, caller: Caller, input: SignUp): Promise<SignUpOutcome> {
  const verdict = await takeLoginAttempt(app, { attempt: "sign-up", address: caller.address, account: input.email });
  if (verdict.kind === "limited") return { ...verdict, message: NOTICES.tooMany };
  const problem = await checkPassword(app, input.password, { ...input, role: "user", twoFactor: false });
  if (problem) return { kind: "invalid", field: "password", message: problem };
  const known = await getUserByEmail(app.db.kysely, input.email);
  if (known && verdict.kind === "enough") {
    // As slow as a real sign-up, so that the time tells nothing either.
    await hashPassword(app, input.password);
    return signedUp(null, [await decoyCookie(app)]);
  }
  return known ? meetAgain(app, caller, { input, known }) : openAccount(app, caller, input);
}

async function openAccount(app: AppContext, caller: Caller, input: SignUp): Promise<SignUpOutcome> {
  try {
    const { response, headers } = await authOf(app).api.signUpEmail({
      body: { email: input.email, password: input.password, name: input.username },
      headers: caller.headers,
      returnHeaders: true,
    });
    const { id, email } = response.user;
    const { sessionId } = await identify(app, new Headers({ cookie: cookiesOf(headers) }));
    const now = app.clock.now();
    await app.db.kysely.transaction().execute(async (tx) => {
      const person = { userId: id, email, sessionId };
      const nonce = await openLink(tx, { key: app.secret, purpose: "verify", person, now });
      await enqueue(tx, [verifyAddress.message(aboutUser(id), { nonce })], now);
      await writeAudit(tx, { at: now, actor: `client:${id}`, action: "account.open", subject: { kind: "user", id } });
    });
    const finished = await finishSignUp(app, caller.headers, { userId: id, cookies: headers.getSetCookie() });
    return finished.kind === "signed-in" ? signedUp(finished.user, finished.cookies) : finished;
  } catch (error) {
    app.log.warn({ code: refusalCodeOf(error) }, "sign-up refused");
    // A parallel request took the same address first.
    const known = await getUserByEmail(app.db.kysely, input.email);
    if (!known) throw error;
    return meetAgain(app, caller, { input, known });
  }
}

function cookiesOf(answer: Headers): string {
  return answer
    .getSetCookie()
    .map((line) => line.split(";")[0])
    .join("; ");
}

async function meetAgain(
  app: AppContext,
  caller: Caller,
  { input, known }: { input: SignUp; known: User },
): Promise<SignUpOutcome> {
  const outcome = await tryPassword(app, caller, input);
  if (outcome.kind === "signed-in") return signedUp(outcome.user, outcome.cookies);
  const now = app.clock.now();
  await app.db.kysely
    .transaction()
    .execute((tx) => enqueue(tx, [accountExists.message(aboutUser(known.id), { userId: known.id })], now));
  return signedUp(null, [await decoyCookie(app)]);
}

function signedUp(user: User | null, cookies: string[]): SignUpOutcome {
  return { kind: "signed-up", user, cookies, message: NOTICES.signedUp };
}
