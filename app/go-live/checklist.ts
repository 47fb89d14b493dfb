import { identityLines } from "#app/go-live/identity-lines.ts";
import type { GoLiveFacts, LineGroup } from "#app/go-live/line.ts";
import { offerLines } from "#app/go-live/offer-lines.ts";
import { optionalLines, workingLines } from "#app/go-live/working-lines.ts";

/** The checklist: facts in, lines out. */
export function checklistOf(facts: GoLiveFacts): LineGroup[] {
  return [
    { title: "Who you are", lines: identityLines(facts) },
    { title: "What you offer", lines: offerLines(facts) },
    { title: "That it works", lines: workingLines(facts) },
    { title: "If you like", lines: optionalLines(facts) },
  ];
}

/** The checklist in short, for the dashboard. */
export type GoingLive = { done: number; all: number; next: { id: string; title: string; to: string }[] };

export function inShort(groups: readonly LineGroup[]): GoingLive {
  const open = groups.flatMap(({ lines }) => lines).filter(({ state }) => state === "todo");
  return { ...scoreOf(groups), next: open.slice(0, 3).map(({ id, title, mend }) => ({ id, title, to: mend.to })) };
}

export function scoreOf(groups: readonly LineGroup[]): { done: number; all: number } {
  const needed = groups.flatMap(({ lines }) => lines).filter(({ state }) => state !== "optional");
  return { done: needed.filter(({ state }) => state === "done").length, all: needed.length };
}
