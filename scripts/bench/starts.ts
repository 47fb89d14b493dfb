import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { setTimeout as sleep } from "node:timers/promises";
import { type Row, round } from "#scripts/bench/row.ts";
import { newPlace } from "#scripts/bench/sites.ts";
import { root } from "#scripts/bootstrap/project.mjs";
import { freePort } from "#tests/support/free-port.ts";

/** From `npm start` to the first answer, installed and built: with an empty data folder, then again. */
export async function measureStarts(): Promise<Row[]> {
  const { folder } = newPlace();
  const first = await secondsToAnswer(folder);
  const second = await secondsToAnswer(folder);
  const npm = await secondsOfNpm();
  const baseline = `npm alone: ${round(npm)} s`;
  const row = { baseline, wanted: "", met: null };
  return [
    { ...row, what: "npm start to the home page, empty data folder", figure: `${round(first)} s`, ratio: first / npm },
    {
      ...row,
      what: "npm start to the home page, second start",
      figure: `${round(second)} s`,
      ratio: second / npm,
      wanted: "< 2 s",
      met: second < 2,
    },
  ];
}

async function secondsToAnswer(folder: string): Promise<number> {
  const port = await freePort();
  const env = { ...process.env, DATA_DIR: folder, PORT: String(port), LOG_LEVEL: "error" };
  const begun = performance.now();
  // A process group, so that npm and its children are stopped together.
  const child = spawn("npm", ["start"], { cwd: root, env, stdio: "ignore", detached: true });
  await untilAnswered(`http://127.0.0.1:${port}/`, child);
  const seconds = (performance.now() - begun) / 1000;
  const ended = once(child, "exit");
  if (child.pid) process.kill(-child.pid, "SIGTERM");
  await ended;
  return seconds;
}

async function untilAnswered(url: string, child: ChildProcess): Promise<void> {
  while (child.exitCode === null) {
    const status = await fetch(url).then(
      (answer) => answer.status,
      () => 0,
    );
    if (status === 200) return;
    await sleep(10);
  }
  throw new Error(`npm start ended with ${child.exitCode}`);
}

async function secondsOfNpm(): Promise<number> {
  const begun = performance.now();
  await once(spawn("npm", ["--version"], { stdio: "ignore" }), "exit");
  return (performance.now() - begun) / 1000;
}
