import { once } from "node:events";
import { parseConfig } from "#app/platform/config.server.ts";
import { migrate } from "#app/platform/database/migrate.server.ts";
import { openDatabase } from "#app/platform/database/open.server.ts";
import { createLog } from "#app/platform/log.server.ts";
import type { World } from "#app/platform/world.server.ts";
import { seedDemo } from "#scripts/seed-demo.ts";
import type { Errand } from "#tests/support/crowd.ts";
import { tryToBook } from "#tests/support/wishes.ts";

// One process of a crowd: says that it is ready, waits for the word, does its errand, reports one word per attempt.
const { where, now, task } = JSON.parse(process.argv[2] ?? "") as Errand;
const world = openIt();
console.log("ready");
await once(process.stdin, "data");
console.log(JSON.stringify(await done()));
await world.db.close();
process.exit(0);

async function done(): Promise<string[]> {
  if (task.kind === "open") {
    const migrated = await migrate(world.db);
    return [`migrated ${migrated.length}`, await seedDemo(world)];
  }
  const wish = { start: task.start, therapist: task.therapist ?? undefined };
  const attempts = Array.from({ length: task.attempts }, (_, index) =>
    tryToBook(world, { ...wish, email: `caller-${process.pid}-${index}@example.com` }, `draft-${index}`),
  );
  return (await Promise.all(attempts)).map(({ kind }) => kind);
}

function openIt(): World {
  const outcome = parseConfig({ NODE_ENV: "test", LOG_LEVEL: "silent", RATE_LIMITS: "off" });
  if (outcome.kind === "invalid") throw new Error(outcome.problems.join("\n"));
  const config = { ...outcome.config, ...where };
  const log = createLog("silent");
  return { config, log, db: openDatabase(where, log), clock: { now: () => now }, secret: "the same in every process" };
}
