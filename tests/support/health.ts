import { HEALTH_FORM } from "#app/health/form/form.ts";
import { switchHealth } from "#app/health/switch.server.ts";
import type { AppContext } from "#app/platform/app-context.server.ts";
import { adminActor } from "#tests/support/admin.ts";

/** Health records are on, with a key of their own in the data folder. */
export async function switchedOn<App extends AppContext>(app: App): Promise<App> {
  await switchHealth(app, await adminActor(app), true);
  return app;
}

/** The fields of a health form with every answer no, but for those that are given. */
export function answered(more: Record<string, string> = {}): Record<string, string> {
  const questions = HEALTH_FORM.sections.flatMap((section) => section.questions);
  const no = Object.fromEntries(questions.map(({ id }) => [id, "no"]));
  return { ...no, adult: "yes", consent: "on", version: String(HEALTH_FORM.version), ...more };
}
