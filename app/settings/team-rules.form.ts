import { z } from "zod";
import type { TeamRules } from "#app/settings/team-rules.ts";

export const teamRulesForm = z
  .object({ diaries: z.enum(["own", "all"], { error: "Choose what therapists see" }) })
  .transform(({ diaries }) => ({ sharedDiaries: diaries === "all" }));

export function teamRulesFormOf({ sharedDiaries }: TeamRules): object {
  return { diaries: sharedDiaries ? "all" : "own" };
}
