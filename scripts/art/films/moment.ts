import { type FilmScript, LINE_SECONDS } from "./script.ts";

export type Moment = {
  text: string;
  shown: number;
  plate: number;
  drawn: number;
  touched: number;
};

const FADE_SECONDS = 0.4;
const DRAW_SECONDS = 2.4;
const TOUCH_SECONDS = 1.6;
const REST_SECONDS = 1;

export function secondsOf({ lines }: Pick<FilmScript, "lines">): number {
  return lines.length * LINE_SECONDS + REST_SECONDS;
}

/** The grain is drawn when its plate comes on; the oxide line goes on with every line that is said. */
export function momentAt({ lines, plates }: FilmScript, seconds: number): Moment {
  const index = Math.min(Math.floor(seconds / LINE_SECONDS), lines.length - 1);
  const sinceLine = seconds - index * LINE_SECONDS;
  const plate = plates.findLastIndex(({ fromLine }) => fromLine <= index);
  const from = plates[plate]?.fromLine ?? 0;
  const until = plates[plate + 1]?.fromLine ?? lines.length;
  return {
    text: lines[index] ?? "",
    shown: part(sinceLine, FADE_SECONDS),
    plate,
    drawn: settled(part(seconds - from * LINE_SECONDS, DRAW_SECONDS)),
    touched: (index - from + settled(part(sinceLine, TOUCH_SECONDS))) / (until - from),
  };
}

function part(seconds: number, whole: number): number {
  return Math.min(1, Math.max(0, seconds / whole));
}

/** Quick at first, then at rest: the way lines settle on the site. */
function settled(time: number): number {
  return 1 - (1 - time) ** 3;
}
