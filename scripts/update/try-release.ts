import { randomBytes } from "node:crypto";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { systemClock } from "#app/platform/clock.server.ts";
import { addDays, localDateOf } from "#app/platform/date-time.ts";
import { siteEnv, siteFlags } from "#scripts/bootstrap/site-process.mjs";
import { freePort } from "#scripts/free-port.ts";
import { removeAsOwner, runScript, startAsOwner } from "#scripts/update/as-owner.ts";

/** What came of serving a copy of the data and booking there. */
export type Tried = { kind: "booked" } | { kind: "no-time" | "refused" | "failed"; words: string };

const PATIENCE = 60_000;
const DAYS = 60;

type Copy = { backup: string; dataDir: string; demo: string | undefined };

/**
 * Restores a backup into a folder of its own, serves it with a release and books there by the API. No job runs, so
 * nothing leaves the copy; the sealing key is not in it.
 */
export async function tryRelease(folder: string, { backup, dataDir, demo }: Copy): Promise<Tried> {
  const copy = join(dataDir, `.trial-${randomBytes(4).toString("hex")}`);
  const port = await freePort("127.0.0.1");
  const { PATH, HOME } = process.env;
  const shared = { PATH, HOME, ...siteEnv, NODE_ENV: "production", DATA_DIR: copy, LOG_LEVEL: "warn" };
  const env = { ...shared, PORT: String(port), JOBS: "off", RATE_LIMITS: "off", ...(demo && { DEMO: demo }) };
  try {
    const restored = await runScript({ folder, dataDir, env, args: ["scripts/restore.ts", backup] });
    if (restored.code !== 0) return failed(`It could not read a backup: ${lastLine(restored.errors)}`);
    return await serveAndBook({ folder, dataDir, env, url: `http://127.0.0.1:${port}` });
  } finally {
    await removeAsOwner({ folder, dataDir }, copy);
  }
}

type Serving = { folder: string; dataDir: string; env: Record<string, string | undefined>; url: string };

async function serveAndBook({ folder, dataDir, env, url }: Serving): Promise<Tried> {
  const site = startAsOwner({ folder, dataDir, env, args: [...siteFlags, "scripts/serve.ts"] });
  let said = "";
  for (const stream of [site.stdout, site.stderr]) stream?.on("data", (chunk) => (said = (said + chunk).slice(-2000)));
  const ended = new Promise<void>((resolve) => site.once("exit", () => resolve()));
  try {
    if (!(await untilReady(url, () => site.exitCode !== null || site.signalCode !== null)))
      return failed(`It did not become ready on a copy of the data: ${lastLine(said)}`);
    return await bookOnce(url);
  } catch (error) {
    return failed(`It could not be tried on a copy of the data: ${(error as Error).message}`);
  } finally {
    site.kill("SIGTERM");
    await Promise.race([ended, sleep(PATIENCE / 3).then(() => site.kill("SIGKILL"))]);
  }
}

/** False once it has ended, or when it has not become ready for a minute. */
export async function untilReady(url: string, hasEnded: () => boolean): Promise<boolean> {
  const until = performance.now() + PATIENCE;
  while (performance.now() < until && !hasEnded()) {
    const answer = await fetch(`${url}/readyz`, { signal: AbortSignal.timeout(5000) }).catch(() => null);
    if (answer?.ok) return true;
    await sleep(250);
  }
  return false;
}

type Services = { services: { slug: string }[] };
type Days = { days: { slots: { start: string; therapists: string[] }[] }[] };

/** One treatment after another: what is paid at booking, only a person on the page can book. */
async function bookOnce(url: string): Promise<Tried> {
  let refused: Tried | null = null;
  for (const { slug } of (await read<Services>(`${url}/api/services`)).services) {
    const free = await freeTime(url, slug);
    if (!free) continue;
    const person = { name: "Update check", phone: "07700 900123", email: "update-check@example.com" };
    const answer = await fetch(`${url}/api/appointments`, {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify({ service: slug, ...free, ...person }),
    });
    const { title = "" } = (await answer.json()) as { title?: string };
    if (answer.status >= 500) return failed(`A booking on a copy of the data failed: ${answer.status} ${title}`);
    if (!answer.ok) {
      refused ??= { kind: "refused", words: `It refused a booking on a copy of the data: ${title}` };
      continue;
    }
    const again = await freeTime(url, slug);
    const isTaken = again?.start !== free.start || again.therapist !== free.therapist;
    return isTaken ? { kind: "booked" } : failed("It offered a time again that was just booked on a copy of the data.");
  }
  return refused ?? { kind: "no-time", words: "It had no free time to book on a copy of the data." };
}

async function freeTime(url: string, service: string): Promise<{ start: string; therapist: string } | null> {
  const from = localDateOf(systemClock.now(), "Europe/London");
  const query = new URLSearchParams({ service, from, to: addDays(from, DAYS) });
  const { days } = await read<Days>(`${url}/api/availability?${query}`);
  const slot = days.flatMap(({ slots }) => slots)[0];
  const therapist = slot?.therapists[0];
  return slot && therapist ? { start: slot.start, therapist } : null;
}

/** What an outside scheduler books is not offered here: then there is no time. */
async function read<Answer extends Services | Days>(url: string): Promise<Answer> {
  const answer = await fetch(url);
  if (answer.status >= 500) throw new Error(`${new URL(url).pathname} answered ${answer.status}.`);
  return (answer.ok ? await answer.json() : { services: [], days: [] }) as Answer;
}

function failed(words: string): Tried {
  return { kind: "failed", words };
}

function lastLine(text: string): string {
  return text.trim().split("\n").at(-1)?.slice(0, 300) || "it said nothing.";
}
