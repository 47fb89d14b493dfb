import { switchHealth } from "#app/health/switch.server.ts";
import type { AppContext } from "#app/platform/app-context.server.ts";
import { adminActor } from "#tests/support/admin.ts";

/** Health records are on, with a key of their own in the data folder. */
export async function switchedOn<App extends AppContext>(app: App): Promise<App> {
  await switchHealth(app, await adminActor(app), true);
  return app;
}
