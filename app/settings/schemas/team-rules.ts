import { z } from "zod";
import type { TeamChoice } from "#app/platform/permissions.ts";

/** What the owners choose for everybody who works for them. */
export const teamRules = z.object({
  /** Therapists see when their colleagues are taken, and with what; not by whom. */
  sharedDiaries: z.boolean().default(false),
  /** What therapists take off is a request until an owner confirms it. */
  timeOffByRequest: z.boolean().default(false),
});

export type TeamRules = z.output<typeof teamRules>;

/** The same as the table of permissions names it. */
export function choicesIn({ sharedDiaries, timeOffByRequest }: TeamRules): TeamChoice[] {
  const choices: TeamChoice[] = [];
  if (sharedDiaries) choices.push("shared diaries");
  if (timeOffByRequest) choices.push("time off by request");
  return choices;
}

export const teamRulesForm = z
  .object({
    diaries: z.enum(["own", "all"], { error: "Choose what therapists see" }),
    timeOff: z.enum(["at-once", "request"], { error: "Choose how time off is taken" }),
  })
  .transform(
    ({ diaries, timeOff }): TeamRules => ({
      sharedDiaries: diaries === "all",
      timeOffByRequest: timeOff === "request",
    }),
  );

export function teamRulesFormOf({ sharedDiaries, timeOffByRequest }: TeamRules): object {
  return { diaries: sharedDiaries ? "all" : "own", timeOff: timeOffByRequest ? "request" : "at-once" };
}
