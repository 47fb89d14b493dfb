import { actorName } from "#app/accounts/actor.ts";
import { takeAttempt } from "#app/accounts/attempts/commands.server.ts";
import { closeLinks, openLink, readLink, useLink } from "#app/accounts/links/store.server.ts";
import { NOTICES } from "#app/accounts/notices.ts";
import { isPasswordRight } from "#app/accounts/password/commands.server.ts";
import type { Caller } from "#app/accounts/session/commands.server.ts";
import { actorFrom, type Identity } from "#app/accounts/session/session.ts";
import { findUser, findUserByEmail, updateUser } from "#app/accounts/store.server.ts";
import type { User } from "#app/accounts/user.ts";
import { enqueue } from "#app/outbox/store.server.ts";
import { writeAudit } from "#app/platform/audit.server.ts";
import type { Tx } from "#app/platform/database/database.server.ts";
import type { World } from "#app/platform/world.server.ts";

/** What a link in a mail would do: confirm the address of an account, or put another in its place. */
export async function addressBehind(world: World, secret: string): Promise<string | null> {
  const now = world.clock.now();
  const db = world.db.kysely;
  const link =
    (await readLink(db, { purpose: "verify", secret, now })) ??
    (await readLink(db, { purpose: "change", secret, now }));
  return link?.email ?? null;
}

export type ConfirmOutcome = { kind: "confirmed"; user: User; message: string } | { kind: "dead"; message: string };

/** Uses a mailed link: the address is this person's for certain from now on. */
export async function confirmAddress(world: World, secret: string): Promise<ConfirmOutcome> {
  const now = world.clock.now();
  const user = await world.db.kysely.transaction().execute(async (tx) => {
    const verified = await useLink(tx, { purpose: "verify", secret, now });
    if (verified?.userId) return confirmWithin(tx, { id: verified.userId, email: verified.email, now });
    const changed = await useLink(tx, { purpose: "change", secret, now });
    return changed?.userId ? changeWithin(tx, { id: changed.userId, email: changed.email, now }) : null;
  });
  if (!user) return { kind: "dead", message: NOTICES.deadLink };
  return { kind: "confirmed", user, message: NOTICES.addressConfirmed };
}

async function confirmWithin(tx: Tx, { id, email, now }: Address): Promise<User | null> {
  const user = await findUser(tx, id);
  // The link was for the address that the account had then.
  if (user?.email !== email) return null;
  await updateUser(tx, { id, emailVerified: true, now });
  await note(tx, { user, action: "account.verify", now });
  return { ...user, emailVerified: true };
}

async function changeWithin(tx: Tx, { id, email, now }: Address): Promise<User | null> {
  const user = await findUser(tx, id);
  if (!user || (await findUserByEmail(tx, email))) return null;
  await updateUser(tx, { id, email, emailVerified: true, now });
  await closeLinks(tx, { purpose: "reset", userId: id });
  await closeLinks(tx, { purpose: "verify", userId: id });
  await enqueue(tx, [{ kind: "account-address-changed", data: { to: user.email, at: now } }], now);
  await note(tx, { user, action: "account.address", now });
  return { ...user, email, emailVerified: true };
}

export type AskChangeOutcome =
  | { kind: "sent"; message: string }
  | { kind: "invalid"; field: "password"; message: string }
  | { kind: "limited"; message: string; retryAfterSeconds: number };

/**
 * Mails a link to the new address of somebody who knows their password; nothing changes before it is opened.
 * A taken address gets the same answer, and its owner a word instead of a link.
 */
export async function askAddressChange(
  world: World,
  { caller, identity }: { caller: Caller; identity: Identity },
  { email, password }: { email: string; password: string },
): Promise<AskChangeOutcome> {
  const { user } = identity;
  if (!user) return { kind: "invalid", field: "password", message: NOTICES.wrongPassword };
  const verdict = await takeAttempt(world, { attempt: "confirm", address: caller.address, whose: user.id });
  if (verdict.kind === "limited") return { ...verdict, message: NOTICES.tooMany };
  if (!(await isPasswordRight(world, user.id, password))) {
    return { kind: "invalid", field: "password", message: NOTICES.wrongPassword };
  }
  const now = world.clock.now();
  await world.db.kysely.transaction().execute(async (tx) => {
    const known = await findUserByEmail(tx, email);
    const person = { userId: known ? null : user.id, email };
    const nonce = await openLink(tx, { key: world.secret, purpose: "change", person, now });
    await enqueue(
      tx,
      [known ? { kind: "account-exists", data: { userId: known.id } } : { kind: "account-change", data: { nonce } }],
      now,
    );
  });
  return { kind: "sent", message: NOTICES.checkInbox };
}

/** Mails the link that confirms the address once more. */
export async function askVerification(
  world: World,
  { caller, identity }: { caller: Caller; identity: Identity },
): Promise<{ kind: "sent" | "limited"; message: string }> {
  const { user } = identity;
  if (!user || user.emailVerified) return { kind: "sent", message: NOTICES.checkInbox };
  const verdict = await takeAttempt(world, { attempt: "reset", address: caller.address, whose: user.email });
  if (verdict.kind === "limited") return { kind: "limited", message: NOTICES.tooMany };
  const now = world.clock.now();
  await world.db.kysely.transaction().execute(async (tx) => {
    const person = { userId: user.id, email: user.email };
    const nonce = await openLink(tx, { key: world.secret, purpose: "verify", person, now });
    await enqueue(tx, [{ kind: "account-verify", data: { nonce } }], now);
  });
  return { kind: "sent", message: NOTICES.checkInbox };
}

type Address = { id: string; email: string; now: number };

async function note(tx: Tx, { user, action, now }: { user: User; action: string; now: number }): Promise<void> {
  const actor = actorName(actorFrom(user));
  await writeAudit(tx, { at: now, actor, action, subject: { kind: "user", id: user.id } });
}
