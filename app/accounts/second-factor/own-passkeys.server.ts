import { NOTICES } from "#app/accounts/account-notices.ts";
import { authOf, passkeyRefusalOf, refusalCodeOf } from "#app/accounts/better-auth.gateway.server.ts";
import { noteKeyChange } from "#app/accounts/second-factor/note-key-change.server.ts";
import type { Challenge, NewCredential, Passkey } from "#app/accounts/second-factor/passkey.form.ts";
import type { Caller, Identity } from "#app/accounts/session.ts";
import { proofRefusal } from "#app/accounts/sign-in/confirm-person.server.ts";
import type { AppContext, Queries } from "#app/platform/app-context.server.ts";
import { nameOf } from "#app/settings/schemas/business.ts";
import { readSettings } from "#app/settings/settings.db.server.ts";

export async function passkeysOf(app: AppContext, { user }: Identity): Promise<Passkey[]> {
  return user ? listPasskeys(app.db.kysely, user.id) : [];
}

/** Removes a passkey. Somebody else's is answered like one that doesn't exist. */
export async function removePasskey(
  app: AppContext,
  { user, actor, confirmedFor }: Identity,
  id: string,
): Promise<{ kind: "removed" | "not-found" | "unconfirmed" }> {
  if (!user) return { kind: "not-found" };
  if (confirmedFor <= 0) return { kind: "unconfirmed" };
  const change = { userId: user.id, actor, now: app.clock.now(), change: "passkey.remove" } as const;
  return app.db.kysely.transaction().execute(async (tx) => {
    if (!(await deletePasskey(tx, { id, userId: user.id }))) return { kind: "not-found" };
    await noteKeyChange(tx, change);
    return { kind: "removed" };
  });
}

async function listPasskeys(db: Queries, userId: string): Promise<Passkey[]> {
  const rows = await db
    .selectFrom("passkeys")
    .select(["id", "name", "createdAt"])
    .where("userId", "=", userId)
    .orderBy("createdAt")
    .orderBy("id")
    .execute();
  return rows.map((row) => ({
    id: row.id,
    name: row.name || "Passkey",
    createdAt: row.createdAt === null ? null : new Date(row.createdAt).getTime(),
  }));
}

async function deletePasskey(db: Queries, { id, userId }: { id: string; userId: string }): Promise<boolean> {
  const outcome = await db.deleteFrom("passkeys").where("id", "=", id).where("userId", "=", userId).executeTakeFirst();
  return Number(outcome.numDeletedRows) === 1;
}

type Who = { caller: Caller; identity: Identity };

/**
 * Starts to add a passkey, which outlives the session: only within a day of signing in, and after the password or a
 * code.
 */
export async function challengeForNew(app: AppContext, { caller, identity }: Who, typed: string): Promise<Challenge> {
  const { user } = identity;
  if (!user) return { kind: "refused", message: NOTICES.passkeyFailed };
  const refusal = await proofRefusal(app, { caller, identity }, typed);
  if (refusal) return { kind: "refused", message: refusal.message };
  try {
    const answer = await authOf(app).api.generatePasskeyRegistrationOptions({
      headers: caller.headers,
      query: {},
      returnHeaders: true,
    });
    const { business } = (await readSettings(app.db.kysely, app.log)).settings;
    // The device lists the passkey under the practice's current name.
    const name = nameOf(business, app.config.publicUrl);
    const options = { ...answer.response, rp: { ...answer.response.rp, name } };
    return { kind: "challenge", options, cookies: answer.headers.getSetCookie() };
  } catch (error) {
    app.log.warn({ code: refusalCodeOf(error) }, "passkey challenge refused");
    return { kind: "refused", message: NOTICES.staleSession };
  }
}

/** Stores the new passkey and mails the owner. */
export async function addPasskey(
  app: AppContext,
  { caller, identity }: Who,
  { credential, name }: { credential: NewCredential; name: string },
): Promise<{ kind: "added"; message: string } | { kind: "refused"; message: string }> {
  const { user, actor } = identity;
  if (!user) return { kind: "refused", message: NOTICES.passkeyFailed };
  try {
    await authOf(app).api.verifyPasskeyRegistration({
      body: { response: credential, name },
      headers: caller.headers,
    });
  } catch (error) {
    app.log.warn({ code: passkeyRefusalOf(error, credential) }, "passkey refused");
    return { kind: "refused", message: NOTICES.passkeyFailed };
  }
  const change = { userId: user.id, actor, now: app.clock.now(), change: "passkey.add" } as const;
  await app.db.kysely.transaction().execute((tx) => noteKeyChange(tx, change));
  return { kind: "added", message: NOTICES.saved };
}
