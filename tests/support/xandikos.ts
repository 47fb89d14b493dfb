import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { onPath } from "#scripts/bootstrap/project.mjs";
import { Failure } from "#scripts/bootstrap/step.mjs";
import { freePort } from "#tests/support/free-port.ts";
import { type CalDavServer, untilAnswering, versionOf } from "#tests/support/radicale.ts";

const MISSING = "Xandikos is not installed. To mend it: sudo apt-get install -y --no-install-recommends xandikos";

/** Starts Xandikos, which asks for no password: one person's calendars in a folder of their own for each user. */
export async function startXandikos(): Promise<CalDavServer> {
  const program = onPath("xandikos");
  if (!program) throw new Failure(MISSING);
  const folder = mkdtempSync(join(tmpdir(), "limber-yard-xandikos-"));
  const port = await freePort();
  const address = ["-l", "127.0.0.1", "-p", String(port), "--current-user-principal", "/tom/"];
  const server = spawn(program, ["--defaults", "-d", folder, ...address], { stdio: "ignore" });
  const removeAtExit = () => {
    server.kill("SIGKILL");
    rmSync(folder, { recursive: true, force: true });
  };
  process.once("exit", removeAtExit);
  const origin = `http://127.0.0.1:${port}`;
  await untilAnswering(server, origin);
  return {
    name: "Xandikos",
    version: versionOf(program),
    origin,
    newUser: () => ({ username: "tom", password: "none", home: `${origin}/tom/calendars/` }),
    stop: async () => {
      process.off("exit", removeAtExit);
      const ended = once(server, "exit");
      if (server.exitCode === null && server.kill("SIGKILL")) await ended;
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
