import { videos } from "#app/settings/schemas/videos.ts";
import { CLIPS, type Clip } from "#app/ui/art/clips.ts";

/** A film before it is painted: what it says, and the plate that is drawn from each of its lines on. */
export type FilmScript = { name: Clip; lines: string[]; plates: { slug: string; fromLine: number }[] };

export const LINE_SECONDS = 5;

const PLATES: Record<Clip, FilmScript["plates"]> = {
  "your-first-visit": [{ slug: "personalized-wellness-plans", fromLine: 0 }],
  "how-much-pressure": [{ slug: "deep-tissue-massage", fromLine: 0 }],
  "before-and-after-an-event": [
    { slug: "pre-event-massage", fromLine: 0 },
    { slug: "post-event-massage", fromLine: 2 },
  ],
  "when-not-to-book": [{ slug: "trigger-point-therapy", fromLine: 0 }],
};

/** The four films, with the lines that the demo practice ships. */
export const filmScripts: FilmScript[] = CLIPS.map((name, place) => ({
  name,
  lines: videos.parse(undefined)[place]?.lines ?? [],
  plates: PLATES[name],
}));

/** The lines with their times: what a browser shows who asks for captions. */
export function captionsOf({ lines }: Pick<FilmScript, "lines">): string {
  const cues = lines.map((line, index) => {
    return `${clockOf(index * LINE_SECONDS)} --> ${clockOf((index + 1) * LINE_SECONDS)}\n${line}\n`;
  });
  return ["WEBVTT\n", ...cues].join("\n");
}

function clockOf(seconds: number): string {
  const [minute, second] = [Math.floor(seconds / 60), seconds % 60];
  return `00:${String(minute).padStart(2, "0")}:${String(second).padStart(2, "0")}.000`;
}
