import { filmOf, lengthInWords, type Video } from "#app/settings/schemas/videos.ts";
import { CLIPS } from "#app/ui/art/clips.ts";
import type { Player, Still } from "#app/ui/film/film-player.tsx";

/** A place for a film. `frame`: the host whose player must be allowed in a frame, or null. */
export type FilmPlace = {
  title: string;
  lines: string[];
  still: Still;
  player: Player;
  frame: string | null;
  length?: string;
};

/** For each place another host's player, the practice's own file, or our clip with its captions where `ours` are shown. */
export function filmPlacesOf(videos: readonly Video[], { ours }: { ours: boolean }): FilmPlace[] {
  return CLIPS.flatMap((clip, place) => {
    const video = videos[place];
    if (!video) return [];
    const { title, lines } = video;
    const film = filmOf(video);
    const drawn = { src: `/films/${clip}.svg`, alt: "", isDrawn: true };
    if (film.kind === "clip") {
      if (!ours) return [];
      const own = {
        kind: "file",
        src: `/films/${clip}.mp4`,
        type: "video/mp4",
        captions: `/films/${clip}.vtt`,
      } as const;
      return { title, lines, still: drawn, player: own, frame: null };
    }
    const still = film.poster ?? drawn;
    if (film.kind === "file") return { title, lines, still, player: { ...film, captions: null }, frame: null };
    const player = { kind: "embed", address: film.embed, hostName: film.site } as const;
    const length = video.seconds === null ? {} : { length: lengthInWords(video.seconds) };
    return { title, lines, still, player, frame: film.host, ...length };
  });
}
