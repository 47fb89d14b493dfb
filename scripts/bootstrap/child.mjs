import { spawn } from "node:child_process";
import { constants } from "node:os";
import { root } from "./project.mjs";
import { Failure } from "./step.mjs";

const PARENT_CHECK_MS = 500;
const INTERRUPTED = [constants.signals.SIGINT, constants.signals.SIGTERM].map((signal) => 128 + signal);

/**
 * Runs a program in the project's folder and passes on our signals. Resolves to its exit code, 128 + n after signal n.
 * `quiet` shows its output only on failure.
 */
export function run(command, args, { env = {}, quiet = false } = {}) {
  return new Promise((resolve, reject) => {
    const stdio = quiet ? ["ignore", "pipe", "pipe"] : "inherit";
    const child = spawn(command, args, { cwd: root, env: { ...process.env, ...env }, stdio });
    const output = [];
    child.stdout?.on("data", (chunk) => output.push(chunk));
    child.stderr?.on("data", (chunk) => output.push(chunk));
    const letGo = passSignalsTo(child);
    child.on("error", (error) => {
      letGo();
      reject(new Failure(`Could not run ${command}: ${error.message}`));
    });
    child.on("close", (code, signal) => {
      letGo();
      const exitCode = code ?? 128 + constants.signals[signal];
      if (exitCode !== 0) process.stderr.write(Buffer.concat(output));
      resolve(exitCode);
    });
  });
}

/** The same, but any exit code other than 0 throws a `Failure` with the text `orElse`. */
export async function mustRun(command, args, { orElse, exitCode, ...options }) {
  const code = await run(command, args, options);
  if (INTERRUPTED.includes(code)) throw new Failure("Interrupted.", code);
  if (code !== 0) throw new Failure(orElse, exitCode ?? code);
}

function passSignalsTo(child) {
  // A terminal sends Ctrl-C to the child as well; a second signal would cut a server's orderly stop short.
  const onInterrupt = () => process.stdin.isTTY || child.kill("SIGINT");
  const onTerminate = () => child.kill("SIGTERM");
  const onHangUp = () => child.kill("SIGHUP");
  process.on("SIGINT", onInterrupt).on("SIGTERM", onTerminate).on("SIGHUP", onHangUp);
  const forgetParent = watchParent(onTerminate);
  return () => {
    process.off("SIGINT", onInterrupt).off("SIGTERM", onTerminate).off("SIGHUP", onHangUp);
    forgetParent();
  };
}

/** When npm is killed it leaves its script running, which would hold the port for ever. */
function watchParent(onGone) {
  if (process.env.npm_lifecycle_event === undefined) return () => {};
  const parent = process.ppid;
  const timer = setInterval(() => process.ppid === parent || onGone(), PARENT_CHECK_MS);
  return () => clearInterval(timer);
}
