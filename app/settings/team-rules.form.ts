import { z } from "zod";
import type { TeamRules } from "#app/settings/team-rules.ts";

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
