import { spawnSync } from "node:child_process";
import { appendFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import { stockOf, tryToBook } from "#tests/proof/booking-client.ts";
import type { Place } from "#tests/proof/place.ts";
import { startServer } from "#tests/support/server.ts";
import { unsoundness } from "#tests/support/soundness.ts";

export type FullDiskRound = {
  before: number;
  statuses: Record<string, number>;
  pagesStood: boolean;
  unsound: Record<string, number>;
  /** Whether a booking went through once there was room again, without a restart. */
  wentOn: boolean;
};

/**
 * The data on a file system of 24 MB that somebody fills in the middle, and then empties. Null where we may not mount
 * one (it takes root): the test with SQLite's own page limit stands in for it.
 */
export async function fullDiskRound(place: Place): Promise<FullDiskRound | null> {
  if (spawnSync("mount", ["-t", "tmpfs", "-o", "size=24m,mode=0700", "tmpfs", place.dataDir]).status !== 0) return null;
  try {
    const server = await startServer({ ...place.env, LOG_LEVEL: "silent" });
    return await filled(place, server.url).finally(server.stop);
  } finally {
    spawnSync("umount", [place.dataDir]);
  }
}

async function filled(place: Place, url: string): Promise<FullDiskRound> {
  const stock = await stockOf(url);
  const book = async () => (await tryToBook(url, stock.shift() ?? { start: "", therapist: "" })).status;
  const before = [await book(), await book(), await book()].filter((status) => status === 201).length;
  const ballast = join(place.dataDir, "ballast");
  fill(ballast);
  const statuses: Record<string, number> = {};
  for (let number = 0; number < 30; number++) {
    const status = String(await book());
    statuses[status] = (statuses[status] ?? 0) + 1;
  }
  const pages = await Promise.all(["/", "/book"].map((path) => fetch(url + path)));
  rmSync(ballast);
  const wentOn = (await book()) === 201;
  const db = place.open();
  try {
    return { before, statuses, pagesStood: pages.every(({ ok }) => ok), unsound: await unsoundness(db.kysely), wentOn };
  } finally {
    await db.close();
  }
}

function fill(file: string): void {
  for (const size of [1024 * 1024, 64 * 1024, 4096, 512]) {
    try {
      for (;;) appendFileSync(file, Buffer.alloc(size));
    } catch (error) {
      if ((error as { code?: string }).code !== "ENOSPC") throw error;
    }
  }
}
