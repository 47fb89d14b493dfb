import { type ChildProcess, fork, spawn } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import { createInterface, type Interface } from "node:readline";
import { pinnedNode, root } from "#scripts/bootstrap/project.mjs";
import { siteEnv, siteFlags } from "#scripts/bootstrap/site-process.mjs";

/** The site as `npm start` serves it, in its own process. `lines` is its output so far. */
export type SiteServer = { url: string; lines: readonly string[]; process: ChildProcess; stop: () => Promise<void> };

// DEMO=catalogue: tests count clients and appointments of their own.
// Where a test has no stand-in, nobody outside is asked.
const NOWHERE = "https://127.0.0.1:1";
const STANDARD = {
  ...siteEnv,
  NODE_ENV: "production",
  PORT: "0",
  RATE_LIMITS: "off",
  LOG_LEVEL: "warn",
  DEMO: "catalogue",
  YOUTUBE_URL: NOWHERE,
  VIMEO_URL: NOWHERE,
};

// A hundred servers read the same sources: compiled once, they start in two thirds of the time.
const COMPILED = { NODE_COMPILE_CACHE: join(root, "node_modules", ".cache", "compiled-for-tests") };

const OPEN = / is (?:open|running) at (https?:\/\/[^\s,]+)/;

/**
 * Starts the built site on a free port. `env` says where its data is: DATA_DIR, or DATABASE_URL as well. `folder`: where
 * another release of it is.
 */
export async function startServer(
  env: Record<string, string> & { DATA_DIR: string },
  { script = "scripts/serve.ts", folder = root } = {},
): Promise<SiteServer> {
  const child = spawn(pinnedNode, [...siteFlags, script], {
    cwd: folder,
    env: { ...inherited(), ...STANDARD, ...COMPILED, ...env },
    stdio: ["ignore", "pipe", "pipe"],
  });
  const killAtExit = () => child.kill("SIGKILL");
  process.once("exit", killAtExit);
  const lines: string[] = [];
  const url = await untilOpen(child, lines);
  return {
    url,
    lines,
    process: child,
    stop: async () => {
      process.off("exit", killAtExit);
      if (child.exitCode !== null || child.signalCode !== null) return;
      const ended = once(child, "exit");
      child.kill("SIGTERM");
      await ended;
    },
  };
}

type Opened = { id: number; lines: string[] };

// One for all files of a worker; it ends with the worker.
let sites: { child: ChildProcess; said: Set<string[]>; next: number } | null = null;

/**
 * The same in a process that opens one site after another: what the last has compiled serves the next. For tests that
 * don't end the process. `lines` are those of all that are open.
 */
export async function openSite(env: Record<string, string> & { DATA_DIR: string }): Promise<SiteServer> {
  // What is said to Node counts for a whole process.
  if (Object.keys(env).some((name) => name.startsWith("NODE_"))) return startServer(env);
  sites ??= startSites();
  const { child, said } = sites;
  const id = sites.next++;
  const lines: string[] = [];
  said.add(lines);
  const opened = answerOf(child, id, lines);
  child.send({ id, env: { ...STANDARD, ...env } });
  lines.push(...(await opened).lines);
  const url = lines.map((line) => OPEN.exec(line)?.[1]).find((found) => found !== undefined);
  if (url === undefined) throw new Error(`The site is not open:\n${lines.join("\n")}`);
  return {
    url,
    lines,
    process: child,
    stop: async () => {
      if (!said.delete(lines) || child.exitCode !== null || child.signalCode !== null) return;
      const closed = answerOf(child, id, lines);
      child.send({ id });
      await closed;
    },
  };
}

function startSites(): NonNullable<typeof sites> {
  const child = fork(join(root, "tests/support/sites.ts"), [], {
    ...{ cwd: root, execPath: pinnedNode, execArgv: siteFlags, silent: true },
    env: { ...inherited(), ...STANDARD, ...COMPILED },
  });
  const said = new Set<string[]>();
  for (const output of readersOf(child))
    output.on("line", (line) => {
      for (const lines of said) lines.push(line);
    });
  process.once("exit", () => child.kill("SIGKILL"));
  // One that has crashed fails the file that had it, and no other.
  child.once("exit", () => {
    sites = null;
  });
  return { child, said, next: 0 };
}

function answerOf(child: ChildProcess, id: number, lines: readonly string[]): Promise<Opened> {
  return new Promise((resolve, reject) => {
    const end = () => child.off("message", listen).off("exit", fail);
    const fail = (code: number | null) => {
      end();
      reject(new Error(`The sites ended with ${code}:\n${lines.slice(-20).join("\n")}`));
    };
    const listen = (answer: Opened) => {
      if (answer.id !== id) return;
      end();
      resolve(answer);
    };
    child.on("message", listen).on("exit", fail);
  });
}

function untilOpen(child: ChildProcess, lines: string[]): Promise<string> {
  return new Promise((resolve, reject) => {
    for (const output of readersOf(child)) {
      output.on("line", (line) => {
        lines.push(line);
        const url = OPEN.exec(line)?.[1];
        if (url) resolve(url);
      });
    }
    child.once("error", reject);
    child.once("exit", (code) => reject(new Error(`The server ended with ${code}:\n${lines.slice(-20).join("\n")}`)));
  });
}

function readersOf(child: ChildProcess): Interface[] {
  return [child.stdout, child.stderr].flatMap((input) => (input ? [createInterface({ input })] : []));
}

// The tests' own environment must not reach the site: a mail server or an admin of this machine, say.
function inherited(): Record<string, string> {
  const { PATH = "", HOME = "", TMPDIR = "" } = process.env;
  return { PATH, HOME, ...(TMPDIR ? { TMPDIR } : {}) };
}
