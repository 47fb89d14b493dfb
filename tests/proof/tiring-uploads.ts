import { type Actor, type AttackedSite, actorFrom } from "#tests/proof/attacked-site.ts";
import { OWNER, TIRING_FILES } from "#tests/support/attacks/tiring-files.ts";

const ROUNDS = 3;
// About as many as while a file is read.
const IDLE_CALLS = 400;

/** `idle`: the longest that it took just before, with nothing else to do. All in ms. */
export type Tiring = { what: string; path: string; took: number; asked: number; longest: number; idle: number };

/**
 * The longest that /healthz takes on another connection while each of the files that tire most is read. Other work of
 * the machine only adds to it, so of three rounds the shortest counts.
 */
export async function tiringUploads(site: AttackedSite): Promise<Tiring[]> {
  const rounds: Tiring[][] = [];
  while (rounds.length < ROUNDS) rounds.push(await eachSent(site));
  return TIRING_FILES.flatMap((_, at) =>
    rounds
      .flatMap((round) => round[at] ?? [])
      .sort((one, other) => one.longest - other.longest)
      .slice(0, 1),
  );
}

async function eachSent(site: AttackedSite): Promise<Tiring[]> {
  const headers = { cookie: (await site.fixtures.cookieOf("admin")) ?? "", origin: site.url };
  const found: Tiring[] = [];
  for (const { what, path, bytes, kind } of TIRING_FILES) {
    const body = new FormData();
    body.set("kind", kind);
    body.set("alt", "A grey wall");
    body.set("shown", await shownAt(site, path, headers));
    body.set("file", new File([new Uint8Array(bytes)], "a.csv"));
    found.push({ what, path, ...(await whileSent(site, path, { headers, body })) });
  }
  return found;
}

type Sent = { headers: Record<string, string>; body: FormData };

async function whileSent(site: AttackedSite, path: string, { headers, body }: Sent) {
  const actor = actorFrom("192.0.2.9", site);
  const idle = await longestOf(actor, IDLE_CALLS);
  const began = performance.now();
  let isOver = false;
  const sent = fetch(site.url + path, { method: "POST", headers, body, redirect: "manual" }).finally(() => {
    isOver = true;
  });
  const waits: number[] = [];
  while (!isOver) waits.push((await actor.ask({ path: "/healthz" })).ms);
  actor.close();
  const { status } = await sent;
  if (![200, 303, 422].includes(status)) throw new Error(`${path} answered ${status}`);
  return { took: performance.now() - began, asked: waits.length, longest: Math.max(...waits), idle };
}

async function longestOf(actor: Actor, calls: number): Promise<number> {
  const waits: number[] = [];
  for (let left = calls; left > 0; left--) waits.push((await actor.ask({ path: "/healthz" })).ms);
  return Math.max(...waits);
}

/** The file that the page of this form shows now. */
async function shownAt(site: AttackedSite, path: string, headers: Record<string, string>): Promise<string> {
  const page = path === OWNER ? "/admin/services/demo-deep-tissue-massage" : path;
  const html = await (await fetch(site.url + page, { headers })).text();
  return /name="shown" value="([^"]*)"/.exec(html)?.[1] ?? "";
}
