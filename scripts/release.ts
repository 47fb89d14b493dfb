import { execFileSync } from "node:child_process";
import { readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import {
  archiveFault,
  archiveName,
  changelogEntries,
  isReleaseKey,
  makeReleaseKey,
  measured,
  RELEASE_KEYS,
  readRelease,
  signRelease,
  versionFault,
} from "#app/maintenance/release.server.ts";
import { readCommand } from "#scripts/bootstrap/commands.mjs";

// npm run release: makes the key, and releases signed with it, out of the commit that is checked out.
const { words, texts } = readCommand("release");
const [what, path = ""] = words;
const fault = await done().catch((error: Error) => `That did not work: ${error.message}`);
if (fault !== null) {
  console.error(fault);
  process.exitCode = 1;
}

async function done(): Promise<string | null> {
  if (what === "keygen") return keygen();
  return what === "sign" ? await signed() : await verified();
}

function keygen(): string | null {
  const { secret, key } = makeReleaseKey();
  try {
    writeFileSync(path, secret, { mode: 0o600, flag: "wx" });
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "EEXIST") throw error;
    return `${path} exists already, and is left as it is.`;
  }
  console.log(`The secret key is in ${path}. Keep it off this machine. The public key:\n${key}`);
  return null;
}

async function signed(): Promise<string | null> {
  if (!texts.key) return "Which secret key? Add --key FILE.";
  const secret = readFileSync(texts.key, "utf8");
  if (git("status", "--porcelain") !== "") return "Commit or put aside what is changed here first.";
  const version = (JSON.parse(git("show", "HEAD:package.json")) as { version: string }).version;
  const changelog = git("show", "HEAD:CHANGELOG.md");
  const tags = git("tag", "--points-at", "HEAD").split("\n");
  const differs = versionFault({ package: version, changelog, tags });
  if (differs !== null) return differs;
  const archive = join(path, archiveName({ version }));
  git("archive", "--format=tar.gz", `--output=${archive}`, "HEAD");
  const text = changelogEntries(changelog)[0]?.text ?? "";
  const release = { version, ...(await measured(archive)), changelog: text };
  const manifest = join(path, `limber-yard-${version}.json`);
  writeFileSync(manifest, signRelease(release, secret));
  console.log(`Release ${version} is signed: ${manifest}`);
  return null;
}

async function verified(): Promise<string | null> {
  if (texts.key && !isReleaseKey(texts.key))
    return "--key is no public key. keygen prints it: a line that begins with MCow.";
  const keys = texts.key ? [texts.key] : RELEASE_KEYS;
  const read = readRelease(readFileSync(path, "utf8"), { keys, installed: null });
  if (read.release === null) return read.fault;
  const differs = await archiveFault(read.release, dirname(path));
  if (differs === null) console.log(`Release ${read.release.version} is whole, and signed with a known key.`);
  return differs;
}

function git(...args: string[]): string {
  return execFileSync("git", args, { encoding: "utf8", maxBuffer: 64 * 1024 * 1024 }).trim();
}
