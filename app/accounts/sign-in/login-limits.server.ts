import { locationApproval } from "#app/accounts/account-link.mail.tsx";
import { openLink } from "#app/accounts/account-links.db.server.ts";
import { isKnownPlace } from "#app/accounts/sign-in/known-places.db.server.ts";
import type { User } from "#app/accounts/user.ts";
import { aboutUser, getUser, getUserByEmail } from "#app/accounts/users.db.server.ts";
import { enqueue } from "#app/mail/outbox.db.server.ts";
import type { AppContext, Tx } from "#app/platform/app-context.server.ts";
import { rateKeyOf } from "#app/platform/http/request-info.server.ts";
import { hashOf } from "#app/platform/ids.server.ts";
import {
  consumeRateLimit,
  consumeRateLimits,
  type RateLimit,
  resetRateLimits,
  returnAttempt,
} from "#app/platform/limits.server.ts";

const HALF_MINUTE = 30;
const QUARTER = 900;
const HOUR = 3600;

/** `code`: from an app, after a first factor. `confirm`: the password of somebody signed in. */
type Attempt = "sign-in" | "sign-up" | "reset" | "confirm" | "code";
/**
 * What is tried, from which address and for whose account (email address or user id). `account` null (a passkey): only
 * the address counts, as one shared key would lock everybody out.
 */
type Try = { attempt: Attempt; address: string; account: string | null };
export type Verdict =
  | { kind: "allowed" }
  /** `others`: because of attempts from elsewhere; the owner has a mail with a link that exempts them. */
  | { kind: "limited"; by: "own" | "others"; retryAfterSeconds: number }
  /** Allowed, but the address has had enough mails: answer as usual and send none. */
  | { kind: "enough" };

type Limit = { limit: number; windowSeconds: number };
type Limits = { here: Limit; from: Limit; anywhere: Limit; over: "slow" | "enough" };

/**
 * `here`: one account from one place, which stops a guesser. `from`: all accounts from one place. `anywhere`: one
 * account from everywhere; anybody can reach that one for somebody else, so it only slows attempts or stops mails.
 */
const LIMITS: Record<Attempt, Limits> = {
  "sign-in": { here: most(10, QUARTER), from: most(100, QUARTER), anywhere: most(100, HOUR), over: "slow" },
  code: { here: most(10, QUARTER), from: most(100, QUARTER), anywhere: most(20, HOUR), over: "slow" },
  confirm: { here: most(10, QUARTER), from: most(100, QUARTER), anywhere: most(30, QUARTER), over: "slow" },
  "sign-up": { here: most(5, HOUR), from: most(10, HOUR), anywhere: most(3, HOUR), over: "enough" },
  reset: { here: most(5, HOUR), from: most(30, HOUR), anywhere: most(3, HOUR), over: "enough" },
};

/**
 * Counts one attempt, or none if it is refused. The library's own limits don't apply to our commands. An address
 * without an account is counted in the same way.
 */
export async function takeLoginAttempt(app: AppContext, attempt: Try): Promise<Verdict> {
  const { from, here, anywhere } = countsOf(attempt);
  const own = here ? [here, from] : [from];
  const rateLimit = await consumeRateLimits(app, own);
  if (rateLimit.kind === "limited") return { ...rateLimit, by: "own" };
  const { account, address } = attempt;
  if (account === null || !anywhere || (await consumeRateLimit(app, anywhere)).kind === "allowed")
    return { kind: "allowed" };
  if (await isKnownPlace(app.db.kysely, { account, address, key: app.secret })) return { kind: "allowed" };
  if (LIMITS[attempt.attempt].over === "enough") return { kind: "enough" };
  const verdict = await slow(app, { ...attempt, account });
  if (verdict.kind === "limited") await giveBack(app, own);
  return verdict;
}

/** Clears the counts after a right password: those attempts were not guesses. */
export async function resetLoginLimits(app: AppContext, attempt: Try): Promise<void> {
  const { here, from } = countsOf(attempt);
  if (here) await resetRateLimits(app, here.key);
  await giveBack(app, [from]);
}

/**
 * Ends the pause that wrong passwords put on an account, wherever they came from: its owner has just set a new one. The
 * count of codes stays, as a mailbox alone must not buy more tries at a second factor.
 */
export async function liftPause(tx: Tx, { id, email }: Pick<User, "id" | "email">): Promise<void> {
  const keys = [`sign-in:%:${accountKey(email)}`, `confirm:%:${accountKey(id)}`];
  await tx
    .deleteFrom("rate_limits")
    .where((row) => row.or(keys.flatMap((key) => [row("key", "like", key), row("key", "like", `${key}:%`)])))
    .execute();
}

// One attempt per half minute for all unknown places together. Answers with when to try again rather than hold the
// connection.
async function slow(app: AppContext, attempt: Try & { account: string }): Promise<Verdict> {
  if (attempt.attempt !== "confirm") await notifyOwner(app, attempt.account);
  const key = `${attempt.attempt}:slow:${accountKey(attempt.account)}`;
  const rateLimit = await consumeRateLimit(app, { key, limit: 1, windowSeconds: HALF_MINUTE });
  return rateLimit.kind === "allowed"
    ? rateLimit
    : { ...rateLimit, by: attempt.attempt === "confirm" ? "own" : "others" };
}

// At most one mail an hour. Writes the same rows for an address without an account, but mails nothing.
async function notifyOwner(app: AppContext, account: string): Promise<void> {
  const notified = await consumeRateLimit(app, { key: `told:${accountKey(account)}`, limit: 1, windowSeconds: HOUR });
  if (notified.kind === "limited") return;
  const now = app.clock.now();
  await app.db.kysely.transaction().execute(async (tx) => {
    const user = (await getUserByEmail(tx, account)) ?? (await getUser(tx, account));
    const person = { userId: user?.id ?? null, email: user?.email ?? account };
    const nonce = await openLink(tx, { key: app.secret, purpose: "let-in", person, now });
    await enqueue(tx, [locationApproval.message(aboutUser(person.userId), { nonce })], now);
  });
}

function countsOf({ attempt, address, account }: Try) {
  const { here, from, anywhere } = LIMITS[attempt];
  const place = rateKeyOf(address);
  const person = account === null ? null : accountKey(account);
  return {
    from: { ...from, key: `${attempt}:from:${place}` },
    here: person === null ? null : { ...here, key: `${attempt}:here:${person}:${place}` },
    anywhere: person === null ? null : { ...anywhere, key: `${attempt}:anywhere:${person}` },
  };
}

async function giveBack(app: AppContext, counts: readonly RateLimit[]): Promise<void> {
  for (const count of counts) await returnAttempt(app, count);
}

// The table never holds an address in plain text.
function accountKey(account: string): string {
  return hashOf(account.toLowerCase()).slice(0, 32);
}

function most(limit: number, windowSeconds: number): Limit {
  return { limit, windowSeconds };
}
