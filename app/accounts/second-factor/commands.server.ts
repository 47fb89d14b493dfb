import { actorName } from "#app/accounts/actor.ts";
import { takeAttempt } from "#app/accounts/attempts/commands.server.ts";
import { authOf, refusalCodeOf } from "#app/accounts/gateway.server.ts";
import { NOTICES } from "#app/accounts/notices.ts";
import { qrCode } from "#app/accounts/second-factor/gateway.server.ts";
import { hasOpenSetup } from "#app/accounts/second-factor/store.server.ts";
import type { Caller } from "#app/accounts/session/commands.server.ts";
import type { Identity } from "#app/accounts/session/session.ts";
import { writeAudit } from "#app/platform/audit.server.ts";
import type { World } from "#app/platform/world.server.ts";
import { readSettings } from "#app/settings/store.server.ts";

/** `setting-up`: the app was shown its key, and its first code is still to come. */
export type SecondFactor = "off" | "setting-up" | "on";

type Who = { caller: Caller; identity: Identity };
type Refused = { kind: "refused"; field: "password" | "code"; message: string };

/** Whether a code of an app is asked for after this person's password. */
export async function secondFactorOf(world: World, { user }: Identity): Promise<SecondFactor> {
  if (!user) return "off";
  if (user.twoFactor) return "on";
  return (await hasOpenSetup(world.db.kysely, user.id)) ? "setting-up" : "off";
}

/** Makes the key and the backup codes, shown this once. Nothing is asked for before a first code proves the app. */
export async function beginSetup(
  world: World,
  who: Who,
  password: string,
): Promise<{ kind: "begun"; uri: string; qr: boolean[][]; backupCodes: string[] } | Refused> {
  const limited = await limitOf(world, who);
  if (limited) return { ...limited, field: "password" };
  try {
    const { headers } = who.caller;
    const { business } = await readSettings(world.db.kysely, world.log);
    const body = { password, method: "totp" as const, issuer: business.name };
    const made = await authOf(world).api.enableTwoFactor({ body, headers });
    if (!("totpURI" in made)) return { kind: "refused", field: "password", message: NOTICES.wrongPassword };
    // Apps show a `+` in the practice's name as it is.
    const uri = made.totpURI.replaceAll("+", "%20");
    return { kind: "begun", uri, qr: qrCode(uri), backupCodes: made.backupCodes };
  } catch (error) {
    world.log.warn({ code: refusalCodeOf(error) }, "setting up a second factor refused");
    return { kind: "refused", field: "password", message: NOTICES.wrongPassword };
  }
}

/** The first code: from now on one is asked for at every sign-in by password. */
export async function finishSetup(
  world: World,
  who: Who,
  code: string,
): Promise<{ kind: "on"; cookies: string[] } | Refused> {
  const limited = await limitOf(world, who);
  if (limited) return { ...limited, field: "code" };
  try {
    const body = { code: code.replace(/\s/g, "") };
    const { headers } = await authOf(world).api.verifyTOTP({ body, headers: who.caller.headers, returnHeaders: true });
    await note(world, who.identity, "account.second-factor.on");
    return { kind: "on", cookies: headers.getSetCookie() };
  } catch (error) {
    world.log.warn({ code: refusalCodeOf(error) }, "first code refused");
    return { kind: "refused", field: "code", message: NOTICES.wrongCode };
  }
}

/** Asks for no more codes. */
export async function turnOff(
  world: World,
  who: Who,
  password: string,
): Promise<{ kind: "off"; cookies: string[] } | Refused> {
  const limited = await limitOf(world, who);
  if (limited) return { ...limited, field: "password" };
  try {
    const asked = { body: { password }, headers: who.caller.headers, returnHeaders: true } as const;
    const { headers } = await authOf(world).api.disableTwoFactor(asked);
    await note(world, who.identity, "account.second-factor.off");
    return { kind: "off", cookies: headers.getSetCookie() };
  } catch (error) {
    world.log.warn({ code: refusalCodeOf(error) }, "turning off the second factor refused");
    return { kind: "refused", field: "password", message: NOTICES.wrongPassword };
  }
}

async function limitOf(world: World, { caller, identity }: Who) {
  const whose = identity.user?.id ?? "";
  const verdict = await takeAttempt(world, { attempt: "confirm", address: caller.address, whose });
  return verdict.kind === "limited" ? { kind: "refused" as const, message: NOTICES.tooMany } : null;
}

async function note(world: World, { user, actor }: Identity, action: string): Promise<void> {
  const subject = { kind: "user", id: user?.id ?? "" };
  const line = { at: world.clock.now(), actor: actorName(actor), action, subject };
  await world.db.kysely.transaction().execute((tx) => writeAudit(tx, line));
}
