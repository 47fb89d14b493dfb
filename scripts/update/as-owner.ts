import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { statSync } from "node:fs";
import { join } from "node:path";
import { text } from "node:stream/consumers";

export type Ran = { code: number | null; output: string; errors: string };

/** Who the data belongs to. Root must not follow the links of a folder that another user writes to. */
function ownerOf(dataDir: string): { uid?: number; gid?: number } {
  if (process.getuid?.() !== 0) return {};
  const { uid, gid } = statSync(dataDir);
  return { uid, gid };
}

type Command = { folder: string; dataDir: string; args: readonly string[]; env?: Record<string, string | undefined> };

/** Starts the Node of a release in its folder, as the owner of the data. Without `env` it has ours. */
export function startAsOwner({ folder, dataDir, args, env = process.env }: Command): ChildProcess {
  const node = join(folder, "node_modules", ".bin", "node");
  return spawn(node, args, { cwd: folder, env, ...ownerOf(dataDir), stdio: ["pipe", "pipe", "pipe"] });
}

export async function runAsOwner(command: Command, typed = ""): Promise<Ran> {
  const child = startAsOwner(command);
  child.stdin?.on("error", () => {}).end(typed);
  const [output, errors, [code]] = await Promise.all([
    child.stdout ? text(child.stdout) : "",
    child.stderr ? text(child.stderr) : "",
    once(child, "exit"),
  ]);
  return { code: code as number | null, output, errors };
}

const LOADER = ["--import", "./scripts/bootstrap/tsx.mjs"];

/** One of the scripts of a release, on its data. */
export function runScript(command: Command): Promise<Ran> {
  return runAsOwner({ ...command, args: [...LOADER, ...command.args] });
}

const WRITE = `import { writeFileSync, renameSync } from "node:fs";
import { text } from "node:stream/consumers";
const file = process.argv[1];
writeFileSync(file + ".partial", await text(process.stdin), { mode: 0o600, flush: true });
renameSync(file + ".partial", file);`;
const READ = `import { readFileSync } from "node:fs"; process.stdout.write(readFileSync(process.argv[1], "utf8"));`;
const REMOVE = `import { rmSync } from "node:fs"; rmSync(process.argv[1], { recursive: true, force: true });`;

export async function writeAsOwner(at: Omit<Command, "args">, file: string, content: string): Promise<void> {
  await runAsOwner({ ...at, args: ["--input-type=module", "-e", WRITE, file] }, content);
}

/** Empty where it can't be read. */
export async function readAsOwner(at: Omit<Command, "args">, file: string): Promise<string> {
  return (await runAsOwner({ ...at, args: ["--input-type=module", "-e", READ, file] })).output;
}

export async function removeAsOwner(at: Omit<Command, "args">, path: string): Promise<void> {
  await runAsOwner({ ...at, args: ["--input-type=module", "-e", REMOVE, path] });
}
