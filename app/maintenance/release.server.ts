import { createHash, createPrivateKey, createPublicKey, generateKeyPairSync, sign, verify } from "node:crypto";
import { createReadStream } from "node:fs";
import { join } from "node:path";
import { pipeline } from "node:stream/promises";
import { z } from "zod";

/** Whose releases are accepted: public keys as `npm run release -- keygen` prints them. With none, every release is refused (decisions/0810). */
export const RELEASE_KEYS: readonly string[] = [];

/** What a signature is about, so that it stands for nothing else that the same key may sign one day. */
const ABOUT = "limber-yard release 1\n";
const LONGEST = 256 * 1024;

const version = z.string().regex(/^(0|[1-9]\d{0,5})(\.(0|[1-9]\d{0,5})){2}$/);
const releaseSchema = z.strictObject({
  version,
  bytes: z.int().positive(),
  sha256: z.string().regex(/^[0-9a-f]{64}$/),
  changelog: z.string().min(1),
});
const manifestSchema = z.strictObject({ release: z.string(), signature: z.base64() });

export type Release = z.infer<typeof releaseSchema>;

/** The archive of a release lies beside its manifest. Its name follows from the version, so no manifest can name another file. */
export function archiveName(release: { version: string }): string {
  return `limber-yard-${release.version}.tar.gz`;
}

export function makeReleaseKey(): { secret: string; key: string } {
  const { privateKey, publicKey } = generateKeyPairSync("ed25519");
  return {
    secret: privateKey.export({ type: "pkcs8", format: "pem" }),
    key: publicKey.export({ type: "spki", format: "der" }).toString("base64"),
  };
}

/** An Ed25519 key in SPKI has 44 bytes, of which the first 12 say what it is. */
export function isReleaseKey(text: string): boolean {
  const bytes = Buffer.from(text, "base64");
  return bytes.length === 44 && bytes.toString("base64") === text && text.startsWith("MCowBQYDK2VwAyEA");
}

/** The manifest of a release: its exact words and a signature over them. */
export function signRelease(release: Release, secret: string): string {
  const words = JSON.stringify(releaseSchema.parse(release));
  const signature = sign(null, Buffer.from(ABOUT + words), createPrivateKey(secret)).toString("base64");
  return `${JSON.stringify({ release: words, signature }, null, 2)}\n`;
}

/** What a manifest promises, if one of the keys signed it and it is newer than what is installed. */
export function readRelease(
  manifest: string,
  { keys, installed }: { keys: readonly string[]; installed: string | null },
): { release: Release; fault: null } | { release: null; fault: string } {
  const refused = (fault: string) => ({ release: null, fault });
  if (keys.length === 0) return refused("This installation knows no key that signs releases.");
  if (manifest.length > LONGEST) return refused("The manifest of the release is too long.");
  const signed = manifestSchema.safeParse(jsonIn(manifest));
  if (!signed.success) return refused("This is not the manifest of a signed release.");
  const said = Buffer.from(ABOUT + signed.data.release);
  const signature = Buffer.from(signed.data.signature, "base64");
  if (!keys.some((key) => verify(null, said, publicKeyOf(key), signature)))
    return refused("The release is not signed with a key that this installation knows.");
  const read = releaseSchema.safeParse(jsonIn(signed.data.release));
  if (!read.success) return refused("The release is signed, but written in a way that this version can't read.");
  if (installed !== null && !isNewer(read.data.version, installed))
    return refused(`Release ${read.data.version} is not newer than the installed ${installed}.`);
  return { release: read.data, fault: null };
}

/** Null where the archive in this folder is the one that was signed, else what differs. */
export async function archiveFault(release: Release, folder: string): Promise<string | null> {
  const name = archiveName(release);
  try {
    const { bytes, sha256 } = await measured(join(folder, name));
    return bytes === release.bytes && sha256 === release.sha256 ? null : `${name} is not the file that was signed.`;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "ENOENT") throw error;
    return `${name} is missing beside the manifest of the release.`;
  }
}

export async function measured(file: string): Promise<{ bytes: number; sha256: string }> {
  const hash = createHash("sha256");
  let bytes = 0;
  await pipeline(createReadStream(file), async (chunks: AsyncIterable<Buffer>) => {
    for await (const chunk of chunks) {
      bytes += chunk.length;
      hash.update(chunk);
    }
  });
  return { bytes, sha256: hash.digest("hex") };
}

export function isNewer(one: string, other: string): boolean {
  const [left, right] = [one, other].map((text) => text.split(".").map(Number));
  const at = [0, 1, 2].find((index) => left?.[index] !== right?.[index]);
  return at !== undefined && (left?.[at] ?? 0) > (right?.[at] ?? 0);
}

/** The entries of the changelog, newest first. */
export function changelogEntries(changelog: string): { version: string; isReleased: boolean; text: string }[] {
  return changelog
    .split(/^## /m)
    .slice(1)
    .map((entry) => {
      const [heading = "", ...lines] = entry.split("\n");
      return {
        version: /^\d+\.\d+\.\d+/.exec(heading)?.[0] ?? heading,
        isReleased: !heading.includes("not released yet"),
        text: lines.join("\n").trim(),
      };
    });
}

/** What keeps this commit from being a release; null if package.json, changelog and tag say one version. */
export function versionFault(said: { package: string; changelog: string; tags: readonly string[] }): string | null {
  const newest = changelogEntries(said.changelog)[0];
  if (!newest) return "CHANGELOG.md has no entry.";
  if (newest.version !== said.package)
    return `package.json says ${said.package}, and the newest entry of CHANGELOG.md ${newest.version}.`;
  if (!newest.isReleased) return `CHANGELOG.md says that ${newest.version} is not released yet.`;
  if (!said.tags.includes(`v${said.package}`)) return `This commit has no tag v${said.package}.`;
  return null;
}

function publicKeyOf(key: string) {
  return createPublicKey({ key: Buffer.from(key, "base64"), type: "spki", format: "der" });
}

function jsonIn(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
