import { NOTICES } from "#app/accounts/account-notices.ts";
import { openSession, sealed } from "#app/accounts/better-auth.gateway.server.ts";
import { noteKeyChange } from "#app/accounts/second-factor/note-key-change.server.ts";
import { turnOnSecondFactor } from "#app/accounts/second-factor/second-factors.db.server.ts";
import { stepOf } from "#app/accounts/second-factor/spend-code.server.ts";
import { qrCode } from "#app/accounts/second-factor/uqr.gateway.server.ts";
import type { Caller, Identity } from "#app/accounts/session.ts";
import { endSessionBefore } from "#app/accounts/sign-in/finish-sign-in.server.ts";
import { takeLoginAttempt } from "#app/accounts/sign-in/login-limits.server.ts";
import type { User } from "#app/accounts/user.ts";
import type { AppContext } from "#app/platform/app-context.server.ts";
import { deriveSecret, newId, newSecret } from "#app/platform/ids.server.ts";
import { readSettings } from "#app/settings/settings.db.server.ts";

type Who = { caller: Caller; identity: Identity };

/** The key that an app would get, as address, picture and text: the same for the whole session, and stored nowhere. */
export async function firstKeyOf(app: AppContext, { user, sessionId }: Identity & { user: User }) {
  const { business } = (await readSettings(app.db.kysely, app.log)).settings;
  const key = base32(secretOf(app, sessionId));
  const label = `${encodeURIComponent(business.name)}:${encodeURIComponent(user.email)}`;
  const uri = `otpauth://totp/${label}?secret=${key}&issuer=${encodeURIComponent(business.name)}`;
  return { uri, qr: qrCode(uri), key };
}

type FirstOutcome =
  | { kind: "on"; cookies: string[]; backupCodes: string[] }
  | { kind: "unconfirmed" }
  | { kind: "invalid"; message: string };

/** Turns codes on with the app's first code, for somebody who has just signed in and has no second factor. */
export async function turnOnFirst(app: AppContext, { caller, identity }: Who, code: string): Promise<FirstOutcome> {
  const { user, actor, sessionId, confirmedFor } = identity;
  if (!user || user.twoFactor) return { kind: "invalid", message: NOTICES.wrongCode };
  if (confirmedFor <= 0) return { kind: "unconfirmed" };
  const attempt = { attempt: "confirm", address: caller.address, account: user.id } as const;
  if ((await takeLoginAttempt(app, attempt)).kind === "limited") return { kind: "invalid", message: NOTICES.tooMany };
  const now = app.clock.now();
  const secret = secretOf(app, sessionId);
  const step = stepOf(secret, { code: code.replace(/\s/g, ""), now });
  if (step === null) return { kind: "invalid", message: NOTICES.wrongCode };
  const backupCodes = Array.from({ length: 10 }, backupCode);
  const row = {
    id: newId(),
    userId: user.id,
    secret: await sealed(app, secret),
    backupCodes: await sealed(app, JSON.stringify(backupCodes)),
    verified: true,
    lastCodeStep: step,
  };
  await app.db.kysely.transaction().execute(async (tx) => {
    await tx.deleteFrom("two_factors").where("userId", "=", user.id).execute();
    await tx.insertInto("two_factors").values(row).execute();
    await turnOnSecondFactor(tx, { userId: user.id, now });
    await noteKeyChange(tx, { userId: user.id, actor, now, change: "second-factor.on" });
  });
  // A session from before the second factor proves less than one from after it.
  await endSessionBefore(app, caller.headers);
  return { kind: "on", cookies: await openSession(app, caller.headers, user.id), backupCodes };
}

function secretOf(app: AppContext, sessionId: string | null): string {
  return deriveSecret(app.secret, `first-factor:${sessionId}`).slice(0, 32);
}

function backupCode(): string {
  const letters = newSecret()
    .toLowerCase()
    .replace(/[^a-z0-9]/g, "");
  return `${letters.slice(0, 5)}-${letters.slice(5, 10)}`;
}

const ALPHABET = "ABCDEFGHIJKLMNOPQRSTUVWXYZ234567";

/** RFC 4648, without padding, as apps read keys. */
function base32(text: string): string {
  const bits = [...Buffer.from(text)].map((byte) => byte.toString(2).padStart(8, "0")).join("");
  return (bits.match(/.{1,5}/g) ?? []).map((five) => ALPHABET[Number.parseInt(five.padEnd(5, "0"), 2)]).join("");
}
