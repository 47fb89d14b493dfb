import { type ChildProcess, spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { basename, join } from "node:path";
import { text } from "node:stream/consumers";
import { installedVersion } from "#app/maintenance/updates.server.ts";
import type { Config } from "#app/platform/config.server.ts";
import { HEALTH_KEY_FILE, readHealthText, readSealingText, SEALING_KEY_FILE } from "#app/platform/encryption.server.ts";
import { siteEnv, siteFlags } from "#scripts/bootstrap/site-process.mjs";
import { removeAsOwner, runScript, startAsOwner } from "#scripts/update/as-owner.ts";

type Target = { login: string; folder: string; env: string };
type Moving = {
  config: Config;
  root: string;
  service: string;
  to: Target;
  replace: boolean;
  tell: (what: string) => void;
};

export type Moved = { kind: "moved" | "refused"; words: string };

/**
 * Takes the site to another server of the same release (decisions/0801). Meanwhile this one shows its pages and takes no changes; if the
 * move fails it goes on as before, and after a move it stays stopped.
 */
export async function moveSite(moving: Moving): Promise<Moved> {
  const { root, service, to, tell } = moving;
  tell("looking at the other server");
  const there = await onTarget(to, "node_modules/.bin/node -p \"require('./package.json').version\"");
  const version = installedVersion(root);
  if (there.code !== 0) return refused(`The other server could not be asked: ${lastLine(there.errors)}`);
  if (there.output.trim() !== version)
    return refused(
      `The other server has ${there.output.trim()}, and this one ${version}. Install the same release there.`,
    );
  tell("letting nobody change anything here");
  if (!systemctl("stop", service)) return refused(`systemctl could not stop ${service}.`);
  const since = performance.now();
  const shown = showOnly(moving);
  const fault = await carry(moving).catch((error: Error) => error.message);
  await ended(shown);
  if (fault !== null) {
    systemctl("start", service);
    return refused(`${fault} The site goes on here, unchanged.`);
  }
  const minutes = Math.max(1, Math.ceil((performance.now() - since) / 60_000));
  const next = `Point the site's name to the new server. Here it stays stopped: systemctl disable ${service}`;
  return { kind: "moved", words: `The site runs on ${to.login}. It took no changes for ${minutes} min.\n${next}` };

  function refused(words: string): Moved {
    return { kind: "refused", words };
  }
}

/** Backs up, sends, restores and starts. Null, or why not. */
async function carry({ config, root, service, to, replace, tell }: Moving): Promise<string | null> {
  const at = { folder: root, dataDir: config.dataDir };
  tell("making a backup");
  const parent = join(config.dataDir, ".moving");
  try {
    const made = await runScript({ ...at, args: ["scripts/backup.ts", parent] });
    const backup = /^Backup made: (.+)$/m.exec(made.output)?.[1];
    if (made.code !== 0 || !backup) return "No backup could be made.";
    tell("sending it");
    const incoming = `${to.folder}/../move-incoming`;
    const clean = `rm -rf ${quoted(incoming)} && mkdir -m 700 ${quoted(incoming)}`;
    const sent = await sendFolder(to, { folder: parent, command: `${clean} && tar -xf - -C ${quoted(incoming)}` });
    if (sent !== null) return `The backup could not be sent: ${sent}`;
    tell("restoring it there");
    // What waited here was not sent, so it is to be sent there.
    const restore = `scripts/restore.ts ${quoted(`${incoming}/${basename(backup)}`)} --send-mails${replace ? " --replace" : ""}`;
    const restored = await onTarget(to, `systemctl stop ${quoted(service)} && ${NODE} ${restore}`);
    if (restored.code !== 0) return `It could not be restored there: ${lastLine(restored.errors)}`;
    const keys = [
      { file: SEALING_KEY_FILE, text: readSealingText(config) },
      { file: HEALTH_KEY_FILE, text: readHealthText(config) },
    ];
    for (const { file, text } of keys) {
      if (text === null) continue;
      const stored = await onTarget(to, `umask 077 && cat > "$DATA_DIR/${file}"`, text);
      if (stored.code !== 0) return `The ${file} could not be stored there: ${lastLine(stored.errors)}`;
    }
    tell("starting it there");
    // The data belongs to whoever its folder belongs to, and we are root there.
    const own = 'chown -R "$(stat -c %u:%g "$DATA_DIR")" "$DATA_DIR"';
    const started = await onTarget(
      to,
      `${own} && rm -rf ${quoted(incoming)} && systemctl start ${quoted(service)} && ${READY}`,
    );
    if (started.code === 0) return null;
    await onTarget(to, `systemctl stop ${quoted(service)}`);
    return `It did not become ready there: ${lastLine(started.errors)}`;
  } finally {
    await removeAsOwner(at, parent);
  }
}

/** This release's scripts on the Node that it has installed. */
const NODE = "node_modules/.bin/node --import ./scripts/bootstrap/tsx.mjs";
const READY = `node_modules/.bin/node -e '
const until = Date.now() + 60000;
(async function ask() {
  const answer = await fetch("http://127.0.0.1:" + (process.env.PORT || 3000) + "/readyz").catch(() => null);
  if (answer && answer.ok) return;
  if (Date.now() > until) { console.error("it is not ready after a minute"); process.exit(1); }
  setTimeout(ask, 300);
})();'`;

/** The pages of this site while it moves, without jobs or changes. */
function showOnly({ config, root }: Moving): ChildProcess {
  const env = { ...process.env, ...siteEnv, NODE_ENV: "production", READ_ONLY: "on" };
  const child = startAsOwner({ folder: root, dataDir: config.dataDir, env, args: [...siteFlags, "scripts/serve.ts"] });
  child.stdout?.resume();
  child.stderr?.resume();
  return child;
}

async function ended(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const exit = once(child, "exit");
  child.kill("SIGTERM");
  await exit;
}

/** In the folder of the release there, with the environment of its site. Secrets go by standard input only. */
async function onTarget({ login, folder, env }: Target, command: string, typed = "") {
  const settings = `if [ -f ${quoted(env)} ]; then set -a; . ${quoted(env)}; set +a; fi`;
  const child = spawn("ssh", [...SSH, login, `cd ${quoted(folder)} && ${settings} && ${command}`], { stdio: "pipe" });
  child.stdin.on("error", () => {}).end(typed);
  const [output, errors, [code]] = await Promise.all([text(child.stdout), text(child.stderr), once(child, "exit")]);
  return { code: code as number | null, output, errors };
}

const SSH = ["-o", "BatchMode=yes"];

async function sendFolder({ login }: Target, { folder, command }: { folder: string; command: string }) {
  const pack = spawn("tar", ["-cf", "-", "-C", folder, "."], { stdio: ["ignore", "pipe", "ignore"] });
  const ssh = spawn("ssh", [...SSH, login, command], { stdio: [pack.stdout, "ignore", "pipe"] });
  const [errors, [packed], [sent]] = await Promise.all([
    ssh.stderr ? text(ssh.stderr) : "",
    once(pack, "exit"),
    once(ssh, "exit"),
  ]);
  return packed === 0 && sent === 0 ? null : lastLine(errors);
}

function systemctl(what: string, service: string): boolean {
  return spawnSync("systemctl", [what, service], { stdio: "ignore" }).status === 0;
}

function quoted(word: string): string {
  return `'${word.replaceAll("'", "'\\''")}'`;
}

function lastLine(said: string): string {
  return said.trim().split("\n").at(-1)?.slice(0, 300) || "it said nothing.";
}
