import { z } from "zod";
import { filmAddress, filmType } from "#app/media/film.ts";
import { type Image, imageOf } from "#app/media/picture.ts";
import { storedPicture } from "#app/settings/place-pictures.ts";

const video = z.object({
  title: z.string(),
  /** A film on YouTube or Vimeo. Empty: the uploaded film, or else our own clip for this place. */
  address: z.string(),
  /** A film that the practice uploaded, and the picture that a visitor sees before playing it. */
  file: z
    .object({ id: z.string(), format: z.enum(["mp4", "webm"]) })
    .nullable()
    .default(null),
  poster: storedPicture.nullable().default(null),
  /** A transcript, line by line, for people who can't see or hear the film. */
  lines: z.array(z.string()),
});

/** The four intro videos of the home page, in order (decisions/0001, rows 18 and 30). */
export const videos = z.array(video).prefault([
  {
    title: "Your first visit",
    address: "",
    lines: [
      "Come as you are.",
      "We talk for ten minutes: what hurts, what helps, what you want.",
      "You choose what comes off and what stays on.",
      "You are covered with towels throughout.",
      "You can change your mind at any point.",
      "We finish on time.",
    ],
  },
  {
    title: "How much pressure?",
    address: "",
    lines: [
      "Firm is not the same as painful.",
      "Zero is nothing. Ten is too much.",
      "We work at the number you choose.",
      "If you hold your breath, we ease off.",
      "Say “less” and it is less.",
    ],
  },
  {
    title: "Before and after an event",
    address: "",
    lines: [
      "One to three days before: light and short.",
      "Not on race morning, unless you know you like it.",
      "After: wait two hours, eat, warm up.",
      "Then slow and gentle.",
      "Sharp pain, heat or swelling? Get it seen first.",
    ],
  },
  {
    title: "When not to book",
    address: "",
    lines: [
      "Some days massage is the wrong idea.",
      "A fever. A new injury. A hot, swollen calf.",
      "New pain nobody has looked at.",
      "If in doubt, ring us.",
      "We would rather move your booking than make you worse.",
    ],
  },
]);

export type Video = z.output<typeof video>;

/** What a place shows: an external player, the practice's own file, or our clip. */
export type Film =
  | (VideoSource & { kind: "embed"; poster: Image | null })
  | { kind: "file"; src: string; type: "video/mp4" | "video/webm"; poster: Image | null }
  | { kind: "clip" };

/** The film of a place: an address goes before a file, and a file before our clip. */
export function filmOf({ address, file, poster }: Pick<Video, "address" | "file" | "poster">): Film {
  const image = poster && imageOf(poster);
  const source = videoSource(address);
  if (source) return { kind: "embed", ...source, poster: image };
  if (file) return { kind: "file", src: filmAddress(file), type: filmType(file), poster: image };
  return { kind: "clip" };
}

/** Where a film plays: YouTube's privacy-enhanced host, or Vimeo's player without tracking. */
type VideoSource = { host: "https://www.youtube-nocookie.com" | "https://player.vimeo.com"; embed: string };

/** The player for a film's address as people copy it; null if it is neither YouTube nor Vimeo. */
export function videoSource(address: string): VideoSource | null {
  if (!URL.canParse(address)) return null;
  const { hostname, pathname, searchParams, protocol } = new URL(address);
  if (protocol !== "https:") return null;
  const host = hostname.replace(/^(www|m)\./, "");
  const youtube =
    host === "youtu.be" ? pathname.slice(1) : host === "youtube.com" ? youtubeId(pathname, searchParams) : "";
  if (/^[\w-]{11}$/.test(youtube)) {
    return { host: "https://www.youtube-nocookie.com", embed: `https://www.youtube-nocookie.com/embed/${youtube}` };
  }
  const vimeo =
    host === "vimeo.com" || host === "player.vimeo.com" ? /(\d{6,12})(?:\/|$)/.exec(pathname)?.[1] : undefined;
  return vimeo ? { host: "https://player.vimeo.com", embed: `https://player.vimeo.com/video/${vimeo}?dnt=1` } : null;
}

function youtubeId(pathname: string, query: URLSearchParams): string {
  return query.get("v") ?? /^\/(?:embed|shorts|live)\/([\w-]{11})/.exec(pathname)?.[1] ?? "";
}
