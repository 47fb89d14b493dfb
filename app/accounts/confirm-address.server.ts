import { addressChanged } from "#app/accounts/account-changed.mail.tsx";
import { verifyAddress } from "#app/accounts/account-link.mail.tsx";
import { closeLinks, getLink, openLink, useLink } from "#app/accounts/account-links.db.server.ts";
import { NOTICES } from "#app/accounts/account-notices.ts";
import { noteWayIn } from "#app/accounts/second-factor/note-key-change.server.ts";
import { actorFrom, type Caller, type Identity } from "#app/accounts/session.ts";
import { deleteSession } from "#app/accounts/sessions.db.server.ts";
import { takeLoginAttempt } from "#app/accounts/sign-in/login-limits.server.ts";
import { signIn } from "#app/accounts/sign-in/sign-in.server.ts";
import type { User } from "#app/accounts/user.ts";
import { aboutUser, getUser, getUserByEmail, updateUser } from "#app/accounts/users.db.server.ts";
import { enqueue } from "#app/mail/outbox.db.server.ts";
import type { AppContext, Tx } from "#app/platform/app-context.server.ts";
import { writeAudit } from "#app/platform/audit.server.ts";
import { actorName } from "#app/platform/permissions.ts";

/**
 * What an open link would do: confirm an account's address, or change it. `isSameSession`: this browser's session asked
 * for it.
 */
export type AddressLink = { purpose: "verify" | "change"; email: string; userId: string; isSameSession: boolean };

export async function addressLink(
  app: AppContext,
  secret: string,
  { sessionId }: Pick<Identity, "sessionId">,
): Promise<AddressLink | null> {
  const now = app.clock.now();
  for (const purpose of ["verify", "change"] as const) {
    const link = await getLink(app.db.kysely, { purpose, secret, now });
    if (!link?.userId) continue;
    const isSameSession = sessionId !== null && link.sessionId === sessionId;
    return { purpose, email: link.email, userId: link.userId, isSameSession };
  }
  return null;
}

type ConfirmAddressOutcome =
  /** `codeNeeded`: the password was right, and the second factor comes next. */
  | { kind: "confirmed"; user: User; cookies: string[]; codeNeeded: boolean }
  | { kind: "invalid"; message: string }
  | { kind: "limited"; message: string; retryAfterSeconds: number }
  | { kind: "not-found"; message: string };

/**
 * Uses a mailed link to prove an address. The reader of a mailbox may not have opened the account, so a link that
 * another browser asked for also needs the account's password; that signs in here and ends the session that asked.
 */
export async function confirmAddress(
  app: AppContext,
  { caller, identity }: { caller: Caller; identity: Identity },
  { token, password }: { token: string; password: string | null },
): Promise<ConfirmAddressOutcome> {
  const dead = { kind: "not-found", message: NOTICES.deadLink } as const;
  const link = await addressLink(app, token, identity);
  const owner = link && (await getUser(app.db.kysely, link.userId));
  if (!link || !owner) return dead;
  const signedIn = link.isSameSession ? null : await signInWith(app, caller, { email: owner.email, password });
  if (signedIn?.kind === "invalid" || signedIn?.kind === "limited") return signedIn;
  const user = await useAddressLink(app, { token, purpose: link.purpose, endSession: signedIn !== null });
  if (!user) return dead;
  return { kind: "confirmed", user, cookies: signedIn?.cookies ?? [], codeNeeded: signedIn?.kind === "code-needed" };
}

async function signInWith(
  app: AppContext,
  caller: Caller,
  { email, password }: { email: string; password: string | null },
) {
  if (!password) return { kind: "invalid", message: NOTICES.passwordHere } as const;
  const outcome = await signIn(app, caller, { email, password });
  if (outcome.kind !== "refused") return outcome;
  return {
    kind: "invalid",
    message: outcome.message === NOTICES.disabled ? outcome.message : NOTICES.notThisPassword,
  } as const;
}

function useAddressLink(
  app: AppContext,
  { token, purpose, endSession }: { token: string; purpose: "verify" | "change"; endSession: boolean },
): Promise<User | null> {
  const now = app.clock.now();
  return app.db.kysely.transaction().execute(async (tx) => {
    const link = await useLink(tx, { purpose, secret: token, now });
    if (!link?.userId) return null;
    const { userId: id, email } = link;
    if (endSession && link.sessionId) await deleteSession(tx, { id: link.sessionId, userId: id });
    return purpose === "verify" ? confirmWithin(tx, { id, email, now }) : changeWithin(tx, { id, email, now });
  });
}

async function confirmWithin(tx: Tx, { id, email, now }: Address): Promise<User | null> {
  const user = await getUser(tx, id);
  // The link was for the address that the account had at the time.
  if (user?.email !== email) return null;
  await updateUser(tx, { id, emailVerified: true, now });
  await note(tx, { user, action: "account.verify", now });
  return { ...user, emailVerified: true };
}

async function changeWithin(tx: Tx, { id, email, now }: Address): Promise<User | null> {
  const user = await getUser(tx, id);
  if (!user || (await getUserByEmail(tx, email))) return null;
  await updateUser(tx, { id, email, emailVerified: true, now });
  await closeLinks(tx, { userId: id });
  await noteWayIn(tx, { userId: id, actor: actorFrom(user), now });
  await enqueue(tx, [addressChanged.message(aboutUser(id), { to: user.email, at: now })], now);
  await note(tx, { user, action: "account.address", now });
  return { ...user, email, emailVerified: true };
}

type Address = { id: string; email: string; now: number };

async function note(tx: Tx, { user, action, now }: { user: User; action: string; now: number }): Promise<void> {
  const actor = actorName(actorFrom(user));
  await writeAudit(tx, { at: now, actor, action, subject: { kind: "user", id: user.id } });
}

export async function askVerification(
  app: AppContext,
  { caller, identity }: { caller: Caller; identity: Identity },
): Promise<{ kind: "sent" | "limited"; message: string }> {
  const { user } = identity;
  if (!user || user.emailVerified) return { kind: "sent", message: NOTICES.checkInbox };
  const verdict = await takeLoginAttempt(app, { attempt: "reset", address: caller.address, account: user.email });
  if (verdict.kind === "limited") return { kind: "limited", message: NOTICES.tooMany };
  const now = app.clock.now();
  await app.db.kysely.transaction().execute(async (tx) => {
    const person = { userId: user.id, email: user.email, sessionId: identity.sessionId };
    const nonce = await openLink(tx, { key: app.secret, purpose: "verify", person, now });
    await enqueue(tx, [verifyAddress.message(aboutUser(user.id), { nonce })], now);
  });
  return { kind: "sent", message: NOTICES.checkInbox };
}
