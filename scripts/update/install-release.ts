import { spawn } from "node:child_process";
import { once } from "node:events";
import { copyFileSync, createReadStream, existsSync, mkdirSync, readFileSync, renameSync, rmSync } from "node:fs";
import { basename, delimiter, dirname, join } from "node:path";
import { text } from "node:stream/consumers";
import { archiveFault, archiveName, type Release, readRelease } from "#app/maintenance/release.server.ts";
import { unpack } from "#app/maintenance/tar.gateway.server.ts";
import { fetchManifest, installedVersion } from "#app/maintenance/updates.server.ts";
import type { Config } from "#app/platform/config.server.ts";
import { FAULT_WORDS } from "#app/platform/outbound/outbound-fault.ts";
import { sendOut } from "#app/platform/outbound/send-out.server.ts";
import { folderOf, type Layout } from "#scripts/update/layout.ts";

export type Fetched = { release: Release; archive: string };

const FETCH_MS = 1_800_000;

/**
 * The release of a manifest, its archive copied to where nobody else writes, or a sentence why not. `file` null: what
 * the feed has. Null: nothing newer is there.
 */
export async function fetchRelease(
  { layout, config }: { layout: Layout; config: Config },
  { file, keys }: { file: string | null; keys: readonly string[] },
): Promise<Fetched | string | null> {
  const into = join(layout.releases, ".incoming");
  rmSync(into, { recursive: true, force: true });
  mkdirSync(into, { mode: 0o700 });
  const found = file === null ? await manifestOfFeed(config) : { manifest: readFileSync(file, "utf8") };
  if (typeof found === "string") return found;
  const isKnown = readRelease(found.manifest, { keys, installed: null });
  if (isKnown.release === null) return isKnown.fault;
  const read = readRelease(found.manifest, { keys, installed: layout.version });
  if (read.release === null) return file === null ? null : read.fault;
  const { release } = read;
  const archive = join(into, archiveName(release));
  const fault =
    file === null ? await fetchArchive(config, archive) : copyArchive(join(dirname(file), basename(archive)), archive);
  return fault ?? (await archiveFault(release, into)) ?? { release, archive };
}

async function manifestOfFeed(config: Config): Promise<{ manifest: string } | string> {
  if (config.releaseFeed === null)
    return "Which release? Name the file of its manifest, or set RELEASE_FEED to an address that has it.";
  const answer = await fetchManifest({ config }, config.releaseFeed);
  return "fault" in answer ? `The release feed could not be asked. ${answer.fault}` : answer;
}

async function fetchArchive(config: Config, archive: string): Promise<string | null> {
  const url = new URL(basename(archive), config.releaseFeed ?? "").href;
  const answer = await sendOut({ config }, { url, into: archive, limits: { ms: FETCH_MS } });
  if (answer.kind === "failed") return `The archive of the release could not be fetched. ${FAULT_WORDS[answer.fault]}`;
  return answer.status === 200 ? null : `The archive of the release could not be fetched: ${answer.status}.`;
}

function copyArchive(from: string, to: string): string | null {
  if (existsSync(from)) copyFileSync(from, to);
  return null;
}

const BUILD = 'const { build } = await import("./scripts/bootstrap/build.mjs"); await build();';

/** Unpacks, installs and builds the release in a folder of its own. Returns the folder, or a sentence why not. */
export async function installRelease(
  layout: Layout,
  { release, archive }: Fetched,
  tell: (what: string) => void,
): Promise<{ folder: string } | string> {
  const folder = folderOf(layout, release.version);
  // Left by an update that was killed: only a finished one has its name.
  const partial = join(layout.releases, `.installing-${release.version}`);
  rmSync(partial, { recursive: true, force: true });
  if (existsSync(folder)) rmSync(folder, { recursive: true });
  mkdirSync(partial, { mode: 0o755 });
  tell("unpacking the release");
  await unpack(createReadStream(archive), partial);
  if (installedVersion(partial) !== release.version) return "The archive holds another version than its manifest says.";
  tell("installing its packages");
  const installed = await ran(partial, "npm", ["ci", "--omit=dev", "--no-audit", "--no-fund", "--loglevel=error"]);
  if (installed !== null) return `Its packages could not be installed. npm says: ${installed}`;
  tell("building it");
  const node = join(partial, "node_modules", ".bin", "node");
  const built = await ran(partial, node, ["--input-type=module", "-e", BUILD]);
  if (built !== null) return `It could not be built. ${built}`;
  renameSync(partial, folder);
  return { folder };
}

/** Null, or the end of what a failed program said. */
async function ran(folder: string, command: string, args: readonly string[]): Promise<string | null> {
  // npm runs on the machine's Node: ours may be too new for it.
  const PATH = (process.env.PATH ?? "").split(delimiter).filter((one) => !one.endsWith(join("node_modules", ".bin")));
  const env = { ...process.env, PATH: PATH.join(delimiter), NODE_ENV: "production" };
  const child = spawn(command, args, { cwd: folder, env, stdio: ["ignore", "pipe", "pipe"] });
  const failed = once(child, "error").then(([error]) => String(error));
  const ended = Promise.all([text(child.stdout), text(child.stderr), once(child, "exit")]).then(
    ([output, errors, [code]]) => (code === 0 ? null : `${output}${errors}`.trim().split("\n").slice(-3).join(" ")),
  );
  return Promise.race([ended, failed]);
}
