import { timingSafeEqual } from "node:crypto";
import type { AppContext } from "#app/platform/app-context.server.ts";
import { deriveSecret, hashOf, newId } from "#app/platform/ids.server.ts";

/** One form as one visitor got it: its own id, and when it was made (epoch ms UTC). */
type Draft = { id: string; madeAt: number };

type Signer = Pick<AppContext, "secret" | "clock">;

/** A new draft as the text of a hidden field, signed: nobody can forge one or change its age. */
export function newDraft(app: Signer): string {
  return signed(app, { id: newId(), madeAt: app.clock.now() });
}

/** The same draft as if it had been made `ms` ago, for somebody who has had the form before. */
export function agedDraft(app: Signer, { id }: Draft, ms: number): string {
  return signed(app, { id, madeAt: app.clock.now() - ms });
}

/** The draft in a sent field; null if it is not ours. */
export function readDraft(app: Signer, sent: unknown): Draft | null {
  const found = /^([0-9a-f-]{36})\.(\d{1,15})\.([\w-]{43})$/.exec(typeof sent === "string" ? sent : "");
  if (!found) return null;
  const [, id = "", madeAt = "", signature = ""] = found;
  const draft = { id, madeAt: Number(madeAt) };
  const right = Buffer.from(signatureOf(app, draft));
  return timingSafeEqual(right, Buffer.from(signature)) ? draft : null;
}

function signed(app: Signer, draft: Draft): string {
  return `${draft.id}.${draft.madeAt}.${signatureOf(app, draft)}`;
}

function signatureOf({ secret }: Signer, { id, madeAt }: Draft): string {
  return deriveSecret(secret, `form draft ${id} ${madeAt}`);
}

/** A key that makes a repeated request take effect once, and the content sent with it; both as hashes. */
export type Idempotency = { key: string; body: string };

/**
 * A key and its content as stored. Spacing and empty fields don't change the content's hash. `scope`: what the key is
 * for. A guessed key reveals nothing, as the content must match.
 */
export function idempotencyOf(key: string, { scope, content }: { scope: string; content: object }): Idempotency {
  const words = Object.entries(content)
    .filter(([, value]) => value !== null && value !== undefined && value !== "")
    .map(([name, value]) => [name, typeof value === "string" ? withPlainBlanks(value) : value])
    .sort();
  return { key: hashOf(`${scope}\n${key}`), body: hashOf(`${key}\n${JSON.stringify(words)}`) };
}

function withPlainBlanks(text: string): string {
  return text.normalize("NFC").replace(/\s+/g, " ").trim();
}
