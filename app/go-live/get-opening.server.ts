import type { AppContext } from "#app/platform/app-context.server.ts";
import { readPractice } from "#app/practice/read-practice.server.ts";
import { type OpeningState, openingStateOf } from "#app/settings/opening.ts";
import { type Reach, reachOf } from "#app/settings/reach.ts";

/** Why nothing can be booked online, with what a visitor needs to reach the practice. */
export type Opening = { state: Exclude<OpeningState, "open">; name: string } & Reach;

/** Null while visitors can book online. */
export async function getOpening(app: AppContext): Promise<Opening | null> {
  const { settings } = await readPractice(app);
  const state = openingStateOf(settings);
  return state === "open" ? null : { state, name: settings.business.name, ...reachOf(settings.business) };
}
