import { type Ask, type AttackedSite, actorFrom, FORM, flood } from "#tests/proof/attacked-site.ts";
import type { Attack } from "#tests/proof/attacks.ts";
import { doors } from "#tests/support/doors/table.ts";

const CONNECTIONS = 20;
const PROMISE = 500;
const SHOWN = 8;
const WARM = 60;

type Flood = { name: string; sent: number; away: number; p50: number; p95: number };
type Floods = { attacks: Attack[]; slowest: (string | number)[][] };

/** Floods every route of the lock table, by looks and by forms, and opens the booking page so often meanwhile. */
export async function floodEveryRoute(site: AttackedSite, visits: number): Promise<Floods> {
  const cookie = (await site.fixtures.cookieOf("client")) ?? "";
  const floods: Flood[] = [];
  await measured(site, WARM);
  const calm = await measured(site, visits);
  for (const { at, post } of doors) {
    const path = site.fixtures.fill(at);
    const look = { path, headers: { cookie } };
    floods.push({ name: `GET ${at}`, ...(await flooded(site, look, visits)) });
    if (post === null) continue;
    const form = {
      path,
      method: "POST",
      headers: { ...FORM, cookie },
      body: new URLSearchParams(post.form).toString(),
    };
    floods.push({ name: `POST ${at}`, ...(await flooded(site, form, visits)) });
  }
  floods.sort((a, b) => b.p95 - a.p95);
  const [worst] = floods;
  const away = floods.reduce((sum, one) => sum + one.away, 0);
  const attack = {
    what: `20 connections at each route of the lock table (${floods.length} floods)`,
    sent: floods.reduce((sum, { sent }) => sum + sent, 0),
    promise: `the booking page at another address: p95 under ${PROMISE} ms, never turned away`,
    measured: `worst p95 ${worst?.p95} ms (${worst?.name}), without a flood ${calm.p95} ms; ${away} turned away`,
    held: away === 0 && (worst?.p95 ?? 0) < PROMISE,
  };
  return {
    attacks: [attack],
    slowest: floods.slice(0, SHOWN).map(({ name, sent, p50, p95 }) => [name, sent, p50, p95]),
  };
}

async function flooded(site: AttackedSite, input: Ask, visits: number): Promise<Omit<Flood, "name">> {
  const running = flood(site, input, CONNECTIONS);
  const meanwhile = await measured(site, visits);
  return { ...meanwhile, sent: await running.stop() };
}

async function measured(site: AttackedSite, visits: number): Promise<Omit<Flood, "name" | "sent">> {
  const visitor = actorFrom("198.51.100.7", site);
  const answers: { status: number; ms: number }[] = [];
  for (let requestInfo = 0; requestInfo < visits; requestInfo++) answers.push(await visitor.ask({ path: "/book" }));
  visitor.close();
  const times = answers.map(({ ms }) => ms).sort((a, b) => a - b);
  const at = (share: number) => Math.round(times[Math.min(times.length - 1, Math.ceil(times.length * share) - 1)] ?? 0);
  return { away: answers.filter(({ status }) => status !== 200).length, p50: at(0.5), p95: at(0.95) };
}
