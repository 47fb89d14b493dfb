import { createCipheriv, scrypt, timingSafeEqual } from "node:crypto";
import type { ForeignHash, ForeignHashKey } from "#app/accounts/foreign-password.ts";

const KEY_BYTES = 32;
const MOST_MEMORY = 64 * 1024 * 1024;

/** Firebase's modified scrypt: the derived key encrypts the project's signer key, and that is the hash. */
export async function firebaseHash(
  password: string,
  { salt, key }: { salt: string; key: ForeignHashKey },
): Promise<Buffer> {
  const salted = Buffer.concat([Buffer.from(salt, "base64"), Buffer.from(key.separator, "base64")]);
  const derived = await derive(password, salted, key);
  const cipher = createCipheriv("aes-256-ctr", derived, Buffer.alloc(16));
  return Buffer.concat([cipher.update(Buffer.from(key.signerKey, "base64")), cipher.final()]);
}

export async function matchesFirebase(
  password: string,
  { foreign, key }: { foreign: Pick<ForeignHash, "salt" | "hash">; key: ForeignHashKey },
): Promise<boolean> {
  const made = await firebaseHash(password, { salt: foreign.salt, key });
  const stored = Buffer.from(foreign.hash, "base64");
  return made.length > 0 && made.length === stored.length && timingSafeEqual(made, stored);
}

function derive(password: string, salt: Buffer, { rounds, memCost }: ForeignHashKey): Promise<Buffer> {
  const cost = { N: 2 ** memCost, r: rounds, p: 1, maxmem: MOST_MEMORY };
  return new Promise((resolve, reject) => {
    scrypt(password, salt, KEY_BYTES, cost, (error, derived) => (error ? reject(error) : resolve(derived)));
  });
}
