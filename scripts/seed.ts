import { readConfig } from "#app/platform/config.server.ts";
import { openWorld } from "#scripts/open-world.ts";
import { seedDemo } from "#scripts/seed-demo.ts";
import { orExplain } from "#scripts/start-failure.ts";

// npm run seed: the schema up to date, and the demo practice in a database that has no services yet.
const config = readConfig();
const world = await orExplain(openWorld(config), config);
const outcome = await seedDemo(world);
const where = config.databaseUrl ? "the PostgreSQL database" : `the database in ${config.dataDir}`;
const said = {
  seeded: `Filled ${where} with the demo practice.`,
  kept: `Nothing changed: ${where} has services already.`,
};
console.log(said[outcome]);
await world.db.close();
