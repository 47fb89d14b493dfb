import { signIn } from "#scripts/bench/admin.ts";
import { load } from "#scripts/bench/load.ts";
import { speed } from "#scripts/bench/pages.ts";
import { type Row, round } from "#scripts/bench/row.ts";
import type { SiteServer } from "#tests/support/server.ts";

const PAYMENTS = 200;
const WANTED_MS = 200;

/** From an attended appointment to its payment: the checkout page, its pay button, and the page that follows. */
export async function measureCheckout(site: SiteServer): Promise<Row[]> {
  const cookie = await signIn(site);
  const empty = await load(site, "/healthz", { connections: 1 });
  const times: number[] = [];
  for (let number = 0; number < PAYMENTS; number += 1) {
    const at = `${site.url}/admin/appointments/bench-${number}/pay`;
    const begun = performance.now();
    const page = await (await fetch(at, { headers: { cookie } })).text();
    const fields = { pay: "card", key: fieldIn(page, "key"), seen: fieldIn(page, "seen") };
    if (fields.seen === "") continue;
    const answer = await fetch(at, {
      method: "POST",
      headers: { cookie, origin: site.url },
      body: new URLSearchParams(fields),
    });
    if (!(await answer.text()).includes("by card")) throw new Error(`bench-${number} was not paid: ${answer.status}`);
    times.push(performance.now() - begun);
  }
  if (times.length === 0) throw new Error("No appointment was left to pay");
  times.sort((one, other) => one - other);
  const at = (share: number) => times[Math.min(times.length - 1, Math.floor(times.length * share))] ?? 0;
  return [
    {
      what: "Attended to paid, two presses, every commit on disk",
      figure: `median ${round(at(0.5))} ms, p99 ${round(at(0.99))} ms`,
      baseline: `empty route: ${speed(empty)}`,
      ratio: null,
      wanted: `p99 < ${WANTED_MS} ms`,
      met: at(0.99) < WANTED_MS,
    },
  ];
}

function fieldIn(page: string, name: string): string {
  return new RegExp(`name="${name}" value="([^"]*)"`).exec(page)?.[1] ?? "";
}
