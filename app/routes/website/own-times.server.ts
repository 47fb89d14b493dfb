import { calendlyInUse } from "#app/connections/calendly/calendly-in-use.server.ts";
import type { AppContext } from "#app/platform/app-context.server.ts";
import { openingStateOf } from "#app/settings/schemas/opening.ts";
import type { Settings } from "#app/settings/settings.ts";

/** False while visitors call, or book in the practice's calendar on Calendly: no free time of ours is then a promise. */
export async function showsOwnTimes(app: AppContext, settings: Settings): Promise<boolean> {
  if (openingStateOf(settings) === "phone-only") return false;
  const { scheduler } = settings;
  return scheduler.kind === "own" || (await calendlyInUse(app)).kind !== "on";
}
