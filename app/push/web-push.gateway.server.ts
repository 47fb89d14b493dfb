import { ECDH } from "node:crypto";

export type PushKeys = { publicKey: string; privateKey: string };

/** What a browser gave out for itself: where to send, and what to encrypt with. */
export type PushTarget = { endpoint: string; p256dh: string; auth: string };

export type Sealed = { headers: Record<string, string>; body: Buffer };

export async function newPushKeys(): Promise<PushKeys> {
  const { default: webPush } = await import("web-push");
  return webPush.generateVAPIDKeys();
}

type Letter = {
  text: string;
  keys: PushKeys;
  subject: string;
  ttlSeconds: number;
  urgency: "normal" | "high";
  /** A later message of the same topic replaces one that still waits at the service. */
  topic: string;
};

/** Encrypts for one device (RFC 8291) and signs as this site (RFC 8292). Nothing is sent. */
export async function sealPush(
  { endpoint, p256dh, auth }: PushTarget,
  { text, keys, subject, ttlSeconds, urgency, topic }: Letter,
): Promise<Sealed> {
  const { default: webPush } = await import("web-push");
  const { headers, body } = webPush.generateRequestDetails({ endpoint, keys: { p256dh, auth } }, text, {
    vapidDetails: { subject, ...keys },
    TTL: ttlSeconds,
    contentEncoding: "aes128gcm",
    urgency,
    topic,
  });
  const plain = Object.entries(headers).map(([name, value]) => [name, String(value)]);
  return { headers: Object.fromEntries(plain), body };
}

/** Whether a device's key is a point of the curve: anything else can't be encrypted for. */
export function isPushKey(p256dh: string): boolean {
  try {
    ECDH.convertKey(p256dh, "prime256v1", "base64url");
    return true;
  } catch {
    return false;
  }
}
