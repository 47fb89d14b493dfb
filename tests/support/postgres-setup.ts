import type { TestProject } from "vitest/node";
import { startPostgres } from "#tests/support/postgres.ts";

declare module "vitest" {
  // biome-ignore lint/style/useConsistentTypeDefinitions: only an interface can be added to from outside
  interface ProvidedContext {
    /** Address of the server's own database, postgres://…/postgres; undefined in projects without one. */
    postgresUrl: string | undefined;
  }
}

/**
 * Starts one PostgreSQL for the whole project, and stops it after the last file. TEST_POSTGRES_URL: one that runs
 * already, as `npm run proof -- engines` sets it up.
 */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const running = process.env.TEST_POSTGRES_URL;
  if (running) {
    project.provide("postgresUrl", running);
    return async () => {};
  }
  // A test has a database of its own: among a thousand of them a worker would be at one or another ten times a second.
  const server = await startPostgres({ settings: { autovacuum: "off" } });
  project.provide("postgresUrl", server.url);
  return server.discard;
}
