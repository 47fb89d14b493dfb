import { once } from "node:events";
import type { AppContext } from "#app/platform/app-context.server.ts";
import { parseConfig } from "#app/platform/config.server.ts";
import { migrate } from "#app/platform/database/migrate.server.ts";
import { openDatabase } from "#app/platform/database/open.server.ts";
import { createLog } from "#app/platform/log.server.ts";
import { seedDemo } from "#scripts/seed-demo.ts";
import { tryToBook } from "#tests/support/booking-inputs.ts";
import type { Errand } from "#tests/support/crowd.ts";
import { rushAlong } from "#tests/support/waiting-rush.ts";

// One process of a crowd: reports that it is ready, waits for the signal, runs its task, reports one word per attempt.
const { where, now, task } = JSON.parse(process.argv[2] ?? "") as Errand;
const app = openIt();
console.log("ready");
await once(process.stdin, "data");
console.log(JSON.stringify(await done()));
await app.db.close();
process.exit(0);

async function done(): Promise<string[]> {
  if (task.kind === "open") {
    const migrated = await migrate(app.db);
    return [`migrated ${migrated.length}`, await seedDemo(app)];
  }
  if (task.kind === "wait") return rushAlong(app, task.cancel);
  const input = { start: task.start, therapist: task.therapist ?? undefined };
  const attempts = Array.from({ length: task.attempts }, (_, index) =>
    tryToBook(app, { ...input, email: `caller-${process.pid}-${index}@example.com` }, `draft-${process.pid}-${index}`),
  );
  return (await Promise.all(attempts)).map(({ kind }) => kind);
}

function openIt(): AppContext {
  const outcome = parseConfig({ NODE_ENV: "test", LOG_LEVEL: "silent", RATE_LIMITS: "off" });
  if (outcome.kind === "invalid") throw new Error(outcome.problems.join("\n"));
  const config = { ...outcome.config, ...where };
  const log = createLog("silent");
  return { config, log, db: openDatabase(where, log), clock: { now: () => now }, secret: "the same in every process" };
}
