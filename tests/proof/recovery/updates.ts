import { mkdtempSync, rmSync } from "node:fs";
import { basename, join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { makeReleaseKey } from "#app/maintenance/release.server.ts";
import { stockOf, tryToBook } from "#tests/proof/booking-client.ts";
import type { Table } from "#tests/proof/report.ts";
import { type Installation, LATER_SCHEMA, makeInstallation } from "#tests/support/releases.ts";

type Case = { name: string; changes?: Record<string, string>; secret?: string; in: string; says: string };

const CASES: Case[] = [
  { name: "signed and good", in: "9.0.0", says: "Updated to 9.0.0." },
  { name: "signed with another key", secret: makeReleaseKey().secret, in: "0.1.0", says: "not signed with a key" },
  {
    name: "does not start",
    changes: { "scripts/serve.ts": "process.exit(3);\n" },
    in: "0.1.0",
    says: "did not become ready on a copy",
  },
  {
    name: "changes the database and ends, after the switch",
    changes: { "scripts/serve.ts": LATER_SCHEMA },
    in: "0.1.0",
    says: "so we went back to 0.1.0",
  },
];

/** A release of each kind, offered to a site that serves. */
export async function updates(folder: string, broken: string[]): Promise<Table> {
  const rows: (string | number)[][] = [];
  for (const { name, changes, secret, in: used, says } of CASES) {
    const site = await makeInstallation(mkdtempSync(join(folder, "update-")));
    try {
      await site.systemctl("start");
      await untilUp(site);
      const [free] = await stockOf(site.url);
      const booked = free && (await tryToBook(site.url, free));
      const manifest = await site.pack("9.0.0", changes, secret);
      const watch = watchFor(site);
      const run = await site.update(manifest);
      await untilUp(site);
      const away = await watch.stop();
      const said = (run.output || run.errors).trim().split("\n").at(-1) ?? "";
      const again = free && booked && (await tryToBook(site.url, free, booked));
      const isKept = again?.reference === booked?.reference && again?.status === 201;
      if (basename(site.current()) !== used || !said.includes(says)) broken.push(`a release that is ${name}: ${said}`);
      if (!isKept) broken.push(`after a release that is ${name}, a booking was lost`);
      rows.push([name, basename(site.current()), isKept ? "kept" : "lost", (away / 1000).toFixed(1), said]);
    } finally {
      await site.systemctl("stop");
      rmSync(site.home, { recursive: true, force: true });
    }
  }
  return {
    title: "Releases, good and broken",
    note: "Version 0.1.0 serves, and 9.0.0 is offered. Seconds away: the site did not answer. Packages are there already: installing them takes a minute or two more, while the site serves.",
    columns: ["release", "in use after it", "a booking from before", "seconds away", "said"],
    rows,
  };
}

export async function untilUp(site: Installation): Promise<void> {
  for (let tries = 0; tries < 600; tries++) {
    if (await isUp(site)) return;
    await sleep(100);
  }
  throw new Error("The site of the proof did not start.");
}

function isUp(site: Installation): Promise<boolean> {
  return fetch(`${site.url}/healthz`).then(
    ({ ok }) => ok,
    () => false,
  );
}

/** How long the site did not answer, in ms, looked at every 50 ms. */
export function watchFor(site: Installation) {
  let away = 0;
  let isOver = false;
  const watching = (async () => {
    for (let last = performance.now(); !isOver; last = performance.now()) {
      await sleep(50);
      if (!(await isUp(site))) away += performance.now() - last;
    }
  })();
  return {
    stop: async () => {
      isOver = true;
      await watching;
      return away;
    },
  };
}
