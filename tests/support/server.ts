import { type ChildProcess, spawn } from "node:child_process";
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
