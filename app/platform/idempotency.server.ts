import { hashOf } from "#app/platform/ids.server.ts";

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
