import { actorName } from "#app/accounts/actor.ts";
import { takeAttempt } from "#app/accounts/attempts/commands.server.ts";
import { authOf, refusalCodeOf } from "#app/accounts/gateway.server.ts";
import { NOTICES } from "#app/accounts/notices.ts";
import type { NewCredential, SignInCredential } from "#app/accounts/passkeys/forms.ts";
import type { Passkey } from "#app/accounts/passkeys/passkey.ts";
import { deletePasskey, listPasskeys } from "#app/accounts/passkeys/store.server.ts";
import { type Caller, type SignInOutcome, welcome } from "#app/accounts/session/commands.server.ts";
import type { Identity } from "#app/accounts/session/session.ts";
import { writeAudit } from "#app/platform/audit.server.ts";
import type { Tx } from "#app/platform/database/database.server.ts";
import type { World } from "#app/platform/world.server.ts";
import { readSettings } from "#app/settings/store.server.ts";

/** What the browser hands to its authenticator, and the cookie that ties the answer to it. */
export type Challenge =
  | { kind: "challenge"; options: unknown; cookies: string[] }
  | { kind: "refused"; message: string };

/** The beginning of adding a passkey: for somebody who signed in not longer than a day ago. */
export async function challengeForNew(world: World, { headers }: Caller): Promise<Challenge> {
  try {
    const asked = await authOf(world).api.generatePasskeyRegistrationOptions({
      headers,
      query: {},
      returnHeaders: true,
    });
    const { business } = await readSettings(world.db.kysely, world.log);
    // The device lists the passkey under this name: the practice's own, which may change.
    const options = { ...asked.response, rp: { ...asked.response.rp, name: business.name } };
    return { kind: "challenge", options, cookies: asked.headers.getSetCookie() };
  } catch (error) {
    world.log.warn({ code: refusalCodeOf(error) }, "passkey challenge refused");
    return { kind: "refused", message: NOTICES.staleSession };
  }
}

/** The end of it: keeps the passkey that the authenticator made. */
export async function addPasskey(
  world: World,
  { caller, identity }: { caller: Caller; identity: Identity },
  { credential, name }: { credential: NewCredential; name: string },
): Promise<{ kind: "added"; message: string } | { kind: "refused"; message: string }> {
  const { user, actor } = identity;
  if (!user) return { kind: "refused", message: NOTICES.passkeyFailed };
  try {
    await authOf(world).api.verifyPasskeyRegistration({
      body: { response: credential, name },
      headers: caller.headers,
    });
  } catch (error) {
    world.log.warn({ code: refusalCodeOf(error) }, "passkey refused");
    return { kind: "refused", message: NOTICES.passkeyFailed };
  }
  const by = { actor: actorName(actor), userId: user.id, now: world.clock.now() };
  await world.db.kysely.transaction().execute((tx) => note(tx, { ...by, action: "account.passkey.add" }));
  return { kind: "added", message: NOTICES.saved };
}

/** The beginning of signing in with a passkey. Names no account: the browser offers those that it holds. */
export async function challengeForSignIn(world: World, { headers, address }: Caller): Promise<Challenge> {
  const verdict = await takeAttempt(world, { attempt: "sign-in", address, whose: "a passkey" });
  if (verdict.kind === "limited") return { kind: "refused", message: NOTICES.tooMany };
  const asked = await authOf(world).api.generatePasskeyAuthenticationOptions({ headers, returnHeaders: true });
  return { kind: "challenge", options: asked.response, cookies: asked.headers.getSetCookie() };
}

/** The end of it. A passkey that its holder unlocked counts as two factors: no code is asked for. */
export async function signInWithPasskey(
  world: World,
  { headers }: Caller,
  credential: SignInCredential,
): Promise<Exclude<SignInOutcome, { kind: "limited" }>> {
  try {
    const answer = await authOf(world).api.verifyPasskeyAuthentication({
      body: { response: credential },
      headers,
      returnHeaders: true,
    });
    const cookies = answer.headers.getSetCookie();
    return await welcome(world, headers, { userId: answer.response.user.id, cookies });
  } catch (error) {
    world.log.warn({ code: refusalCodeOf(error) }, "sign-in by passkey refused");
    return { kind: "refused", message: NOTICES.passkeyFailed, cookies: [] };
  }
}

/** A person's passkeys. */
export async function passkeysOf(world: World, { user }: Identity): Promise<Passkey[]> {
  return user ? listPasskeys(world.db.kysely, user.id) : [];
}

/** Removes one of them. Somebody else's is as unknown as one that never was. */
export async function removePasskey(world: World, { user, actor }: Identity, id: string): Promise<void> {
  if (!user) return;
  const now = world.clock.now();
  await world.db.kysely.transaction().execute(async (tx) => {
    if (!(await deletePasskey(tx, { id, userId: user.id }))) return;
    await note(tx, { actor: actorName(actor), userId: user.id, now, action: "account.passkey.remove" });
  });
}

async function note(
  tx: Tx,
  { actor, userId, now, action }: { actor: string; userId: string; now: number; action: string },
): Promise<void> {
  await writeAudit(tx, { at: now, actor, action, subject: { kind: "user", id: userId } });
}
