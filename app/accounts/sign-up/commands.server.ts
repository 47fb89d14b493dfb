import { takeAttempt } from "#app/accounts/attempts/commands.server.ts";
import { authOf, decoyCookie, refusalCodeOf } from "#app/accounts/gateway.server.ts";
import { openLink } from "#app/accounts/links/store.server.ts";
import { NOTICES } from "#app/accounts/notices.ts";
import { passwordProblem } from "#app/accounts/password/password.ts";
import { type Caller, tryPassword, welcome } from "#app/accounts/session/commands.server.ts";
import { findUserByEmail } from "#app/accounts/store.server.ts";
import type { User } from "#app/accounts/user.ts";
import { enqueue } from "#app/outbox/store.server.ts";
import { writeAudit } from "#app/platform/audit.server.ts";
import type { World } from "#app/platform/world.server.ts";

export type SignUp = { email: string; password: string; username: string };

export type SignUpOutcome =
  /** `user` is null when the address had an account: the answer looks the same, and its owner is told by mail. */
  | { kind: "signed-up"; user: User | null; cookies: string[]; message: string }
  | { kind: "invalid"; field: "password"; message: string }
  | { kind: "limited"; message: string; retryAfterSeconds: number };

/**
 * Opens an account and signs its owner in. Role and verification are the server's to write. For an address that
 * has an account the answer is the same, down to a cookie that opens nothing; the right password signs in instead.
 */
export async function signUp(world: World, caller: Caller, wish: SignUp): Promise<SignUpOutcome> {
  const verdict = await takeAttempt(world, { attempt: "sign-up", address: caller.address, whose: wish.email });
  if (verdict.kind === "limited") return { ...verdict, message: NOTICES.tooMany };
  const problem = passwordProblem(wish.password, { ...wish, role: "user", twoFactor: false });
  if (problem) return { kind: "invalid", field: "password", message: problem };
  const known = await findUserByEmail(world.db.kysely, wish.email);
  return known ? meetAgain(world, caller, { wish, known }) : openAccount(world, caller, wish);
}

async function openAccount(world: World, caller: Caller, wish: SignUp): Promise<SignUpOutcome> {
  try {
    const { response, headers } = await authOf(world).api.signUpEmail({
      body: { email: wish.email, password: wish.password, name: wish.username },
      headers: caller.headers,
      returnHeaders: true,
    });
    const { id, email } = response.user;
    const now = world.clock.now();
    await world.db.kysely.transaction().execute(async (tx) => {
      const nonce = await openLink(tx, { key: world.secret, purpose: "verify", person: { userId: id, email }, now });
      await enqueue(tx, [{ kind: "account-verify", data: { nonce } }], now);
      await writeAudit(tx, { at: now, actor: `client:${id}`, action: "account.open", subject: { kind: "user", id } });
    });
    const met = await welcome(world, caller.headers, { userId: id, cookies: headers.getSetCookie() });
    return signedUp(met.kind === "signed-in" ? met.user : null, met.cookies);
  } catch (error) {
    world.log.warn({ code: refusalCodeOf(error) }, "sign-up refused");
    // Somebody was faster with the same address.
    const known = await findUserByEmail(world.db.kysely, wish.email);
    if (!known) throw error;
    return meetAgain(world, caller, { wish, known });
  }
}

async function meetAgain(
  world: World,
  caller: Caller,
  { wish, known }: { wish: SignUp; known: User },
): Promise<SignUpOutcome> {
  const outcome = await tryPassword(world, caller, wish);
  if (outcome.kind === "signed-in") return signedUp(outcome.user, outcome.cookies);
  const now = world.clock.now();
  await world.db.kysely
    .transaction()
    .execute((tx) => enqueue(tx, [{ kind: "account-exists", data: { userId: known.id } }], now));
  return signedUp(null, [await decoyCookie(world)]);
}

function signedUp(user: User | null, cookies: string[]): SignUpOutcome {
  return { kind: "signed-up", user, cookies, message: NOTICES.signedUp };
}
