import type { AppContext } from "#app/platform/app-context.server.ts";
import { readSealingKey, unseal } from "#app/platform/encryption.server.ts";
import { readPractice } from "#app/practice/read-practice.server.ts";
import { PRIVATE_KEY_CELL, type StoredEmailjs } from "#app/settings/schemas/emailjs.ts";

/** The ids and keys that a message is sent with. */
export type EmailjsKeys = { serviceId: string; templateId: string; publicKey: string; privateKey: string };

export type EmailjsInUse =
  | { kind: "off" }
  | { kind: "on"; keys: EmailjsKeys }
  /** A private key is stored that the key of this machine does not open. */
  | { kind: "shut" };

/** Whether messages leave through EmailJS, and with what. */
export async function emailjsInUse(app: AppContext): Promise<EmailjsInUse> {
  const stored = (await readPractice(app)).settings.emailjs;
  return stored.sends ? keysIn(app, stored) : { kind: "off" };
}

/** What is stored with its private key opened. */
export function keysIn(app: AppContext, stored: StoredEmailjs): Exclude<EmailjsInUse, { kind: "off" }> {
  const { serviceId, templateId, publicKey } = stored;
  const sealing = stored.privateKey ? readSealingKey(app.config) : null;
  const opened = sealing && unseal(sealing, PRIVATE_KEY_CELL, stored.privateKey);
  if (stored.privateKey && opened === null) return { kind: "shut" };
  return { kind: "on", keys: { serviceId, templateId, publicKey, privateKey: opened ?? "" } };
}
