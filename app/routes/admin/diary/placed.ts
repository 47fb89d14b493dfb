import type { Piece } from "#app/diary/day-axis.ts";
import type { Lane } from "#app/diary/lanes.ts";
import { classNames } from "#app/ui/class-names.ts";

/** The classes of day-scale.css that put a piece at its time, in its lane. */
export function placed(look: string, { at, lasts }: Piece, lane: Lane = { lane: 0, lanes: 1 }): string {
  return classNames(
    look,
    ...inHours("at", at),
    ...inHours("lasts", lasts),
    lane.lanes > 1 && `lanes-${Math.min(lane.lanes, 4)} lane-${Math.min(lane.lane, 3)}`,
  );
}

/** The same for a height alone. */
export function tall(look: string, lasts: number): string {
  return classNames(look, ...inHours("lasts", lasts));
}

function inHours(name: string, minutes: number): string[] {
  const whole = Math.round(minutes / 5) * 5;
  return [`${name}-h${Math.floor(whole / 60)}`, `${name}-m${whole % 60}`];
}
