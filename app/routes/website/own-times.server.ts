import { calendlyInUse } from "#app/calendly/calendly-in-use.server.ts";
import type { AppContext } from "#app/platform/app-context.server.ts";
import type { SchedulerChoice } from "#app/settings/scheduler-choice.ts";

/** False while visitors book in the practice's calendar on Calendly: no free time of ours is then a promise. */
export async function showsOwnTimes(app: AppContext, { scheduler }: { scheduler: SchedulerChoice }): Promise<boolean> {
  return scheduler.kind === "own" || (await calendlyInUse(app)).kind !== "on";
}
