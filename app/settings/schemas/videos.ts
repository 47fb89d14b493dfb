import { z } from "zod";
import { filmAddress, filmType } from "#app/media/film.ts";
import { type Image, imageOf } from "#app/media/picture.ts";
import { optionalText, rowsOf } from "#app/platform/form-schemas.ts";
import { storedPicture } from "#app/settings/schemas/place-pictures.ts";

/** What a film's own site said of it, once. `problem`: why it said nothing, in words for the owner. */
const description = z.object({
  at: z.number(),
  title: z.string().nullable(),
  by: z.string().nullable(),
  seconds: z.number().nullable(),
  /** The picture that came from there, while no other stands in its place. */
  pictureId: z.string().nullable(),
  problem: z.string().nullable(),
});

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
  /** How long the film at the address plays; null where nobody said. */
  seconds: z.number().nullable().default(null),
  /** Null: the site of the present address was never asked. */
  told: description.nullable().default(null),
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
export type FilmDescription = z.output<typeof description>;

export type TypedVideo = Pick<Video, "title" | "address" | "seconds" | "lines">;

/**
 * A place as it stands with what was typed. Another address loses what the old one's site said and showed; a title that
 * was left empty is theirs, or stays.
 */
export function withTyped(video: Video, typed: TypedVideo): Video {
  const isSame = typed.address === video.address;
  const kept = isSame ? video : withoutDescription(video);
  const seconds = typed.seconds ?? kept.told?.seconds ?? null;
  return { ...kept, ...typed, seconds, title: typed.title || kept.told?.title || video.title };
}

/** Without anything that its address's site gave us. */
export function withoutDescription(video: Video): Video {
  const isTheirs = video.poster !== null && video.poster.id === video.told?.pictureId;
  return { ...video, told: null, seconds: null, poster: isTheirs ? null : video.poster };
}

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

/** The seconds of `2:31` or `1:02:31`; null: it is no length. */
export function lengthFrom(typed: string): number | null {
  const match = /^(?:(\d{1,2}):)?(\d{1,3}):([0-5]\d)$/.exec(typed.trim());
  if (!match) return null;
  const [, hours = "0", minutes = "0", seconds = "0"] = match;
  return Number(hours) * 3600 + Number(minutes) * 60 + Number(seconds) || null;
}

/** The same as it is typed: `2:31`. */
export function lengthOf(seconds: number | null): string {
  return seconds === null ? "" : `${Math.floor(seconds / 60)}:${String(Math.round(seconds % 60)).padStart(2, "0")}`;
}

/** For visitors: `2 min 31 s`. */
export function lengthInWords(seconds: number): string {
  const [minutes, rest] = [Math.floor(seconds / 60), seconds % 60];
  return [minutes > 0 && `${minutes} min`, rest > 0 && `${rest} s`].filter(Boolean).join(" ");
}

/** Where a film plays: YouTube's privacy-enhanced host, or Vimeo's player without tracking. `page`: its own page there. */
export type VideoSource = {
  host: "https://www.youtube-nocookie.com" | "https://player.vimeo.com";
  embed: string;
  site: "YouTube" | "Vimeo";
  page: string;
};

/** The player for a film's address as people copy it; null if it is neither YouTube nor Vimeo. */
export function videoSource(address: string): VideoSource | null {
  if (!URL.canParse(address)) return null;
  const url = new URL(address);
  if (url.protocol !== "https:" || url.username !== "" || url.port !== "") return null;
  const host = url.hostname.replace(/^(www|m)\./, "");
  if (host === "youtu.be") return youtube(url.pathname.slice(1));
  if (host === "youtube.com" || host === "youtube-nocookie.com") return youtube(youtubeId(url));
  return host === "vimeo.com" || host === "player.vimeo.com" ? vimeo(url) : null;
}

function youtubeId({ pathname, searchParams }: URL): string {
  return searchParams.get("v") ?? /^\/(?:embed|shorts|live)\/([\w-]{11})/.exec(pathname)?.[1] ?? "";
}

function youtube(id: string): VideoSource | null {
  if (!/^[\w-]{11}$/.test(id)) return null;
  const host = "https://www.youtube-nocookie.com";
  return { site: "YouTube", host, embed: `${host}/embed/${id}`, page: `https://www.youtube.com/watch?v=${id}` };
}

// An unlisted film is opened by a second part of its address, which the player wants as `h`.
function vimeo({ pathname, searchParams }: URL): VideoSource | null {
  const [, id, second] = /\/(\d{6,12})(?:\/([0-9a-f]{6,20}))?(?:\/|$)/.exec(pathname) ?? [];
  if (!id) return null;
  const hash = second ?? /^[0-9a-f]{6,20}$/.exec(searchParams.get("h") ?? "")?.[0];
  const host = "https://player.vimeo.com";
  const embed = `${host}/video/${id}?dnt=1${hash ? `&h=${hash}` : ""}`;
  return { site: "Vimeo", host, embed, page: `https://vimeo.com/${id}${hash ? `/${hash}` : ""}` };
}

const typedVideo = z
  .object({
    title: optionalText("the title", 80),
    address: optionalText("the address", 200).refine(
      (address) => address === "" || videoSource(address) !== null,
      "Enter the address of a film on YouTube or Vimeo, or leave it blank",
    ),
    length: optionalText("the length", 10).refine(
      (typed) => typed === "" || lengthFrom(typed) !== null,
      "Enter minutes and seconds, like 2:31, or leave it blank",
    ),
    lines: optionalText("the lines", 2000).transform((text) => text.split("\n").flatMap((line) => line.trim() || [])),
  })
  // A film at an address brings a title of its own.
  .refine(({ title, address }) => title !== "" || address !== "", { message: "Enter a title", path: ["title"] })
  .transform(({ length, ...typed }) => ({ ...typed, seconds: typed.address === "" ? null : lengthFrom(length) }));

export const videosForm = z.object({ videos: rowsOf(typedVideo) });

export function videosFormOf(stored: readonly Video[]): object {
  return {
    videos: stored.map(({ title, address, seconds, lines }) => ({
      title,
      address,
      length: lengthOf(seconds),
      lines: lines.join("\n"),
    })),
  };
}
