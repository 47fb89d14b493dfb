import { createReadStream, createWriteStream } from "node:fs";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import type { ReadableStream } from "node:stream/web";

/** What `age -d -i` takes, and the recipient that belongs to it. */
export type AgeKey = { identity: string; recipient: string };

/** The 32 bytes behind the recovery words are the key itself, so that any age opens a backup. */
export async function keyOf(entropy: Uint8Array): Promise<AgeKey> {
  const { bech32 } = await import("@scure/base");
  return withRecipient(bech32.encodeFromBytes("AGE-SECRET-KEY-", entropy).toUpperCase());
}

export async function newKey(): Promise<AgeKey> {
  const { generateX25519Identity } = await import("age-encryption");
  return withRecipient(await generateX25519Identity());
}

export async function encryptInto(
  file: string,
  { from, recipients }: { from: Readable; recipients: readonly string[] },
): Promise<void> {
  const { Encrypter } = await import("age-encryption");
  const encrypter = new Encrypter();
  for (const recipient of recipients) encrypter.addRecipient(recipient);
  const sealed = await encrypter.encrypt(Readable.toWeb(from) as never);
  await pipeline(Readable.fromWeb(sealed as unknown as ReadableStream), createWriteStream(file, { mode: 0o600 }));
}

/** What the key opens, as a stream; it fails where the file was cut or changed. Null: it is for another key. */
export async function decrypted(file: string, identity: string): Promise<Readable | null> {
  const { Decrypter } = await import("age-encryption");
  const decrypter = new Decrypter();
  decrypter.addIdentity(identity);
  const source = createReadStream(file);
  try {
    const opened = await decrypter.decrypt(Readable.toWeb(source) as never);
    return Readable.fromWeb(opened as unknown as ReadableStream);
  } catch (error) {
    source.destroy();
    if (/no identity matched/.test((error as Error).message)) return null;
    throw new Error("It is not an age file, or its beginning is damaged.");
  }
}

async function withRecipient(identity: string): Promise<AgeKey> {
  const { identityToRecipient } = await import("age-encryption");
  return { identity, recipient: await identityToRecipient(identity) };
}
