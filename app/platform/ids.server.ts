import { createHash, createHmac, randomBytes, randomInt, randomUUID } from "node:crypto";

// Crockford's alphabet: no I, L, O or U, so a reference can be read out on the phone.
const REFERENCE_ALPHABET = "0123456789ABCDEFGHJKMNPQRSTVWXYZ";

/** A new record's id: a random UUID. Never a secret (ASVS 11.5.1). */
export function newId(): string {
  return randomUUID();
}

/** Eight characters that a person can read out, such as `7KQM2F9D`. Not a secret. */
export function newReference(): string {
  return Array.from({ length: 8 }, () => REFERENCE_ALPHABET[randomInt(32)]).join("");
}

/** A new server secret: 256 random bits, base64url. */
export function newSecret(): string {
  return randomBytes(32).toString("base64url");
}

/**
 * A secret that only the holder of `key` can derive, for one purpose and one record. A link can thus be written again
 * (a mail resent, a form posted twice) though only its hash is stored.
 */
export function deriveSecret(key: string, purpose: string): string {
  return createHmac("sha256", key).update(purpose).digest("base64url");
}

/** SHA-256 as hex: stored in place of a secret. */
export function hashOf(text: string): string {
  return createHash("sha256").update(text).digest("hex");
}
