import { readConfig } from "#app/platform/config.server.ts";
import { openApp } from "#scripts/open-app.ts";
import { seedDemo } from "#scripts/seed-demo.ts";
import { orExplain } from "#scripts/start-failure.ts";

// npm run seed: migrates, and adds the demo practice to a database without services.
const config = readConfig();
const app = await orExplain(openApp(config), config);
const outcome = await seedDemo(app);
const where = config.databaseUrl ? "the PostgreSQL database" : `the database in ${config.dataDir}`;
const said = {
  seeded: `Filled ${where} with the demo practice.`,
  kept: `Nothing changed: ${where} has services already.`,
};
console.log(said[outcome]);
await app.db.close();
