import { addAdapter, removeAdapter } from "#app/adapters/adapters.db.server.ts";
import type { AppContext } from "#app/platform/app-context.server.ts";
import { EMAIL_ADDRESS } from "#app/platform/email-address.ts";
import { readOrMakeSealingKey, readSealingKey, seal, unseal } from "#app/platform/encryption.server.ts";
import type { Actor } from "#app/platform/permissions.ts";
import { readPractice } from "#app/practice/read-practice.server.ts";
import { deleteAllDevices } from "#app/push/push-devices.db.server.ts";
import { newPushKeys, type PushKeys } from "#app/push/web-push.gateway.server.ts";
import { reworkSetting } from "#app/settings/save-setting.server.ts";
import { PUSH_KEY_CELL, type StoredPush } from "#app/settings/schemas/push.ts";
import { type Settings, settingAuditView } from "#app/settings/settings.ts";

export type PushInUse =
  | { kind: "off" }
  | { kind: "on"; keys: PushKeys; subject: string }
  /** The private key does not open on this machine. */
  | { kind: "shut" }
  /** Neither the practice's address nor its site can be named to a push service. */
  | { kind: "no-contact" };

/** Whether devices are told, and with what. */
export async function pushInUse(app: AppContext): Promise<PushInUse> {
  const settings = (await readPractice(app)).settings;
  if (!settings.push.on) return { kind: "off" };
  const keys = keysIn(app, settings.push);
  if (!keys) return { kind: "shut" };
  const subject = subjectOf(app, settings);
  return subject ? { kind: "on", keys, subject } : { kind: "no-contact" };
}

export function subjectOf({ config }: AppContext, { business }: Pick<Settings, "business">): string | null {
  return pushSubject({ email: business.email, url: config.publicUrl });
}

function keysIn({ config }: AppContext, { publicKey, privateKey }: StoredPush): PushKeys | null {
  const sealing = readSealingKey(config);
  const opened = sealing && unseal(sealing, PUSH_KEY_CELL, privateKey);
  return opened ? { publicKey, privateKey: opened } : null;
}

/**
 * Switches it on or off. Keys are made once: those of a device's consent can't be replaced, so new ones, where the old
 * don't open any more, forget every device; so does switching off.
 */
export async function switchPush(
  app: AppContext,
  actor: Actor,
  on: boolean,
): Promise<{ kind: "changed" | "forbidden" | "no-contact" }> {
  if (on && subjectOf(app, (await readPractice(app)).settings) === null) return { kind: "no-contact" };
  const outcome = await reworkSetting(app, actor, "push", async ({ tx, now, noted, stored }) => {
    const known = keysIn(app, stored);
    const next = { ...(on && !known ? await sealedKeys(app) : stored), on };
    if (!on || !known) await deleteAllDevices(tx);
    if (on) await addAdapter(tx, "push", now);
    else await removeAdapter(tx, "push");
    await noted("setting.change", { kind: "setting", id: "push" }, { ...settingAuditView("push", next) });
    return next;
  });
  return { kind: outcome.kind === "forbidden" ? "forbidden" : "changed" };
}

async function sealedKeys({ config }: AppContext): Promise<Pick<StoredPush, "publicKey" | "privateKey">> {
  const { publicKey, privateKey } = await newPushKeys();
  return { publicKey, privateKey: seal(readOrMakeSealingKey(config), PUSH_KEY_CELL, privateKey) };
}

const WHOLE_ADDRESS = new RegExp(`^${EMAIL_ADDRESS.source}$`);
// Names that only this machine or its own network knows.
const LOCAL = /(^|\.)(localhost|local|internal|home\.arpa|lan)$/i;
const PUBLIC_NAME = /^([a-z0-9]([a-z0-9-]*[a-z0-9])?\.)+[a-z]([a-z0-9-]*[a-z0-9])$/i;

/**
 * How a push service can reach whoever sends (RFC 8292, 2.1): the practice's address, else its site. Null where
 * neither would do: Apple refuses every message of a sender whose contact is malformed or is this machine.
 */
export function pushSubject({ email, url }: { email: string; url: string }): string | null {
  const host = WHOLE_ADDRESS.test(email) ? (email.split("@")[1] ?? "") : "";
  if (isPublicName(host)) return `mailto:${email}`;
  const site = URL.parse(url);
  return site?.protocol === "https:" && isPublicName(site.hostname) ? site.origin : null;
}

function isPublicName(host: string): boolean {
  return PUBLIC_NAME.test(host) && !LOCAL.test(host);
}
