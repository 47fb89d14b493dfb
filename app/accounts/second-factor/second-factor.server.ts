import { NOTICES } from "#app/accounts/account-notices.ts";
import { authOf, openSession, refusalCodeOf } from "#app/accounts/better-auth.gateway.server.ts";
import { noteKeyChange } from "#app/accounts/second-factor/note-key-change.server.ts";
import { hasOpenSetup, turnOnSecondFactor } from "#app/accounts/second-factor/second-factors.db.server.ts";
import { spendFirstCode } from "#app/accounts/second-factor/spend-code.server.ts";
import { qrCode } from "#app/accounts/second-factor/uqr.gateway.server.ts";
import type { Caller, Identity } from "#app/accounts/session.ts";
import { endSessionBefore } from "#app/accounts/sign-in/finish-sign-in.server.ts";
import { takeLoginAttempt } from "#app/accounts/sign-in/login-limits.server.ts";
import type { AppContext } from "#app/platform/app-context.server.ts";
import { nameOf } from "#app/settings/schemas/business.ts";
import { readSettings } from "#app/settings/settings.db.server.ts";

/** `setting-up`: the app has its key but has not proved it with a first code. */
export type SecondFactor = "off" | "setting-up" | "on";

type Who = { caller: Caller; identity: Identity };
type Refused = { kind: "refused"; field: "password" | "code"; message: string };

export async function secondFactorOf(app: AppContext, { user }: Identity): Promise<SecondFactor> {
  if (!user) return "off";
  if (user.twoFactor) return "on";
  return (await hasOpenSetup(app.db.kysely, user.id)) ? "setting-up" : "off";
}

/**
 * Creates the key and the backup codes and returns them this once. It takes effect only after a first code proves the
 * app.
 */
export async function beginSetup(
  app: AppContext,
  who: Who,
  password: string,
): Promise<{ kind: "begun"; uri: string; qr: boolean[][]; backupCodes: string[] } | Refused> {
  const limited = await limitOf(app, who);
  if (limited) return { ...limited, field: "password" };
  try {
    const { headers } = who.caller;
    const { business } = (await readSettings(app.db.kysely, app.log)).settings;
    const body = { password, method: "totp" as const, issuer: nameOf(business, app.config.publicUrl) };
    const made = await authOf(app).api.enableTwoFactor({ body, headers });
    if (!("totpURI" in made)) return { kind: "refused", field: "password", message: NOTICES.wrongPassword };
    // Authenticator apps would show a `+` in the practice's name.
    const uri = made.totpURI.replaceAll("+", "%20");
    return { kind: "begun", uri, qr: qrCode(uri), backupCodes: made.backupCodes };
  } catch (error) {
    app.log.warn({ code: refusalCodeOf(error) }, "setting up a second factor refused");
    return { kind: "refused", field: "password", message: NOTICES.wrongPassword };
  }
}

/** Checks the first code; from then on every sign-in by password needs one. */
export async function finishSetup(
  app: AppContext,
  who: Who,
  code: string,
): Promise<{ kind: "on"; cookies: string[] } | Refused> {
  const limited = await limitOf(app, who);
  if (limited) return { ...limited, field: "code" };
  const { user } = who.identity;
  if (!user || user.twoFactor || !(await spendFirstCode(app, user.id, code))) {
    app.log.warn("first code refused");
    return { kind: "refused", field: "code", message: NOTICES.wrongCode };
  }
  const now = app.clock.now();
  await app.db.kysely.transaction().execute(async (tx) => {
    await turnOnSecondFactor(tx, { userId: user.id, now });
    await noteKeyChange(tx, { userId: user.id, actor: who.identity.actor, now, change: "second-factor.on" });
  });
  // A session from before the second factor proves less than one from after it.
  await endSessionBefore(app, who.caller.headers);
  return { kind: "on", cookies: await openSession(app, who.caller.headers, user.id) };
}

export async function turnOff(
  app: AppContext,
  who: Who,
  password: string,
): Promise<{ kind: "off"; cookies: string[] } | Refused> {
  const limited = await limitOf(app, who);
  if (limited) return { ...limited, field: "password" };
  try {
    const request = { body: { password }, headers: who.caller.headers, returnHeaders: true } as const;
    const { headers } = await authOf(app).api.disableTwoFactor(request);
    const { actor, user } = who.identity;
    const change = { userId: user?.id ?? "", actor, now: app.clock.now(), change: "second-factor.off" } as const;
    await app.db.kysely.transaction().execute((tx) => noteKeyChange(tx, change));
    return { kind: "off", cookies: headers.getSetCookie() };
  } catch (error) {
    app.log.warn({ code: refusalCodeOf(error) }, "turning off the second factor refused");
    return { kind: "refused", field: "password", message: NOTICES.wrongPassword };
  }
}

async function limitOf(app: AppContext, { caller, identity }: Who) {
  const account = identity.user?.id ?? "";
  const verdict = await takeLoginAttempt(app, { attempt: "confirm", address: caller.address, account });
  return verdict.kind === "limited" ? { kind: "refused" as const, message: NOTICES.tooMany } : null;
}
