import { z } from "zod";
import { addAdapter, getAdapter, removeAdapter, writeState } from "#app/adapters/adapters.db.server.ts";
import { kindOf } from "#app/media/picture.ts";
import { savePicture } from "#app/media/pictures.server.ts";
import { type Drawn, draw } from "#app/media/sharp.gateway.server.ts";
import type { AppContext, Tx } from "#app/platform/app-context.server.ts";
import { consumeRateLimit } from "#app/platform/limits.server.ts";
import { FAULT_WORDS } from "#app/platform/outbound/outbound-fault.ts";
import { sendOut } from "#app/platform/outbound/send-out.server.ts";
import { type Actor, actorName, may, requireScope } from "#app/platform/permissions.ts";
import { plainLine } from "#app/platform/text.ts";
import { readPractice } from "#app/practice/read-practice.server.ts";
import { type Video, type VideoSource, videoSource } from "#app/settings/schemas/videos.ts";
import { changePlace, type FilmOutcome } from "#app/settings/set-film.server.ts";

export type FetchOutcome = { kind: "changed" | "not-found" | "forbidden" | "conflict" | "limited" };

const LIMIT = { limit: 60, windowSeconds: 3600 };

/** Asks the site of a place's film, once, and stores what it says. `withTitle`: its title goes before ours. */
export async function fetchFilm(
  app: AppContext,
  actor: Actor,
  { place, withTitle = false }: { place: number; withTitle?: boolean },
): Promise<FetchOutcome> {
  if (!may(actor, "change", "settings")) return { kind: "forbidden" };
  const address = (await readPractice(app)).settings.videos[place]?.address ?? "";
  const source = videoSource(address);
  if (!source) return { kind: "not-found" };
  if ((await mayAsk(app, actor)).kind === "limited") return { kind: "limited" };
  const answer = await askSite(app, source);
  const outcome = await changePlace(app, actor, {
    place,
    action: "film.fetch",
    // Another address may have been typed while the site was asked.
    next: async (tx, { now, before }) =>
      before.address === address ? storedOf(tx, { before, answer, withTitle, now }) : null,
  });
  await noteFilms(app);
  return { kind: outcome.kind === "refused" ? "not-found" : outcome.kind };
}

/** The same for every place whose present address was never asked; the first thing after the films were saved. */
export async function fetchNewFilms(
  app: AppContext,
  actor: Actor,
  { untitled }: { untitled: number[] },
): Promise<void> {
  const videos = (await readPractice(app)).settings.videos;
  const places = videos.flatMap(({ address, told }, place) => (address !== "" && told === null ? [place] : []));
  await Promise.all(places.map((place) => fetchFilm(app, actor, { place, withTitle: untitled.includes(place) })));
  await noteFilms(app);
}

/** Counts one question; an owner who presses on and on is told to wait. */
export function mayAsk(app: AppContext, actor: Actor) {
  return consumeRateLimit(app, { key: `films:${actorName(actor)}`, ...LIMIT });
}

type Storing = { before: Video; answer: SiteAnswer; withTitle: boolean; now: number };

async function storedOf(tx: Tx, { before, answer, withTitle, now }: Storing): Promise<Partial<Video>> {
  const { description, picture, problem } = answer;
  const earlier = before.told;
  const isOwn = before.poster !== null && before.poster.id !== earlier?.pictureId;
  const poster = picture && !isOwn ? await savePicture(tx, { ...picture, alt: "" }, now) : before.poster;
  const {
    title = earlier?.title ?? null,
    by = earlier?.by ?? null,
    seconds = earlier?.seconds ?? null,
  } = description ?? {};
  return {
    told: { at: now, title, by, seconds, problem, pictureId: isOwn ? null : (poster?.id ?? null) },
    poster,
    seconds: seconds ?? before.seconds,
    ...(withTitle && description && { title: description.title }),
  };
}

/** Why a place shows a film without what belongs to it, in words; null: nothing is missing, or it has no address. */
export function lackOf({ address, poster, told }: Pick<Video, "address" | "poster" | "told">): string | null {
  return videoSource(address) && poster === null ? (told?.problem ?? null) : null;
}

/**
 * How films at an address fare, as for any system that is plugged in. There is no mail: it changes only while the owner
 * looks on.
 */
export async function noteFilms(app: AppContext): Promise<void> {
  const now = app.clock.now();
  await app.db.kysely.transaction().execute(async (tx) => {
    const { videos } = (await readPractice(app, tx)).settings;
    if (!videos.some(({ address }) => videoSource(address))) return removeAdapter(tx, "films");
    const faults = videos.flatMap((video, at) => (lackOf(video) ? [`Film ${at + 1}: ${lackOf(video)}`] : []));
    const state = faults.length > 0 ? "failing" : "ok";
    await addAdapter(tx, "films", now);
    const before = await getAdapter(tx, "films");
    const since = before?.state === state ? before.since : now;
    await writeState(tx, { name: "films", state, since, fault: faults.join(" ") || null, notifiedAt: null });
  });
}

export type TriedFilm =
  | { kind: "works"; site: string; title: string; by: string | null; seconds: number | null; problem: string | null }
  /** In the site's own words, and ours. */
  | { kind: "failed"; words: string }
  | { kind: "invalid" }
  | { kind: "limited" };

/** Asks a film's site what it would say of this address. Saves nothing. */
export async function tryFilm(app: AppContext, actor: Actor, typed: string): Promise<TriedFilm> {
  requireScope(actor, "change", "settings");
  const source = videoSource(typed.trim());
  if (!source) return { kind: "invalid" };
  if ((await mayAsk(app, actor)).kind === "limited") return { kind: "limited" };
  const { description, problem } = await askSite(app, source);
  if (!description) return { kind: "failed", words: problem ?? "" };
  const { title, by, seconds } = description;
  return { kind: "works", site: source.site, title, by, seconds, problem };
}

/** Gives a place's film the title that its site told. */
export function takeTitle(app: AppContext, actor: Actor, { place }: { place: number }): Promise<FilmOutcome> {
  return changePlace(app, actor, {
    place,
    action: "film.title",
    next: async (_, { before }) => (before.told?.title ? { title: before.told.title } : null),
  });
}

/** An owner waits for it. */
const PATIENCE = { wordsMs: 6_000, pictureMs: 5_000 };
const MOST_PICTURE_BYTES = 4 * 1024 * 1024;

/** `problem`: what did not come, in words for the owner. */
type SiteAnswer = { description: Description | null; picture: Drawn | null; problem: string | null };

/** Asks a film's site for its description and its picture. */
export async function askSite(app: AppContext, source: VideoSource, patience = PATIENCE): Promise<SiteAnswer> {
  const outcome = await sendOut(app, { url: questionTo(app, source), limits: { ms: patience.wordsMs } });
  if (outcome.kind === "failed") {
    const fault = outcome.fault === "timeout" ? "It did not answer in time." : FAULT_WORDS[outcome.fault];
    return { description: null, picture: null, problem: `${source.site}: ${fault}` };
  }
  const answer = readOembed(source.site, outcome);
  if (answer.kind === "refused") return { description: null, picture: null, problem: answer.words };
  const { description } = answer;
  const picture = await firstPicture(app, { source, description, ms: patience.pictureMs });
  const problem = picture ? null : `${source.site} told the title, but its picture could not be had.`;
  return { description, picture, problem };
}

function questionTo({ config }: AppContext, { site, page }: VideoSource): string {
  const query = new URLSearchParams({ url: page });
  if (site === "YouTube") return `${config.youtubeUrl}/oembed?${query}&format=json`;
  // The picture comes in the width of the player that is asked for.
  return `${config.vimeoUrl}/api/oembed.json?${query}&dnt=1&width=1280`;
}

type FilmRequest = { source: VideoSource; description: Description; ms: number };

async function firstPicture(app: AppContext, { source, description, ms }: FilmRequest): Promise<Drawn | null> {
  for (const url of picturesOf(app, source, description)) {
    const answer = await sendOut(app, { url, limits: { ms, bytes: MOST_PICTURE_BYTES } });
    if (answer.kind === "failed" || answer.status !== 200) continue;
    const kind = kindOf(answer.bytes);
    const drawn = kind && (await draw(answer.bytes, kind));
    if (drawn) return drawn;
  }
  return null;
}

/** The site's picture, if it lies where the site's pictures do; for YouTube the large one of the same film first. */
function picturesOf({ config }: AppContext, { site }: VideoSource, { picture }: Description): string[] {
  if (!picture || !URL.canParse(picture)) return [];
  const url = new URL(picture);
  const known =
    site === "YouTube" ? ["https://i.ytimg.com", config.youtubeUrl] : ["https://i.vimeocdn.com", config.vimeoUrl];
  if (!known.includes(url.origin) || url.username !== "") return [];
  const large = url.href.replace(/\/hqdefault\.jpg$/, "/maxresdefault.jpg");
  return site === "YouTube" && large !== url.href ? [large, url.href] : [url.href];
}

type Site = VideoSource["site"];

/** What a site says of a film. `picture`: its address there, not yet checked. */
type Description = { title: string; by: string | null; seconds: number | null; picture: string | null };

type OembedAnswer =
  | { kind: "found"; description: Description }
  /** In the site's words, then ours. */
  | { kind: "refused"; words: string };

const LONGEST_TITLE = 80;
const LONGEST_WORDS = 120;
const LONGEST_FILM = 86_400;

// YouTube tells no length. Vimeo answers 200 for a film that may not be shown elsewhere, and says so within.
const shape = z.object({
  type: z.literal("video"),
  title: z.string(),
  author_name: z.string().nullish().catch(null),
  duration: z.number().positive().max(LONGEST_FILM).nullish().catch(null),
  thumbnail_url: z.string().nullish().catch(null),
  domain_status_code: z.number().nullish().catch(null),
});

/** Reads a site's answer: errors are any text under any status, so whatever is no description is a refusal. */
export function readOembed(site: Site, { status, text }: { status: number; text: string }): OembedAnswer {
  if (status !== 200) return refused(site, { status, own: plainLine(text, LONGEST_WORDS) });
  const json = jsonOf(text);
  const read = shape.safeParse(json);
  const inner = read.data?.domain_status_code ?? status;
  if (inner >= 400) return refused(site, { status: inner, own: "" });
  const title = plainLine(read.data?.title ?? "", LONGEST_TITLE);
  if (!read.success || title === "") {
    const own = json === null ? plainLine(text, LONGEST_WORDS) : "";
    return { kind: "refused", words: `${said(site, { status, own })} That describes no film.` };
  }
  const { author_name, duration, thumbnail_url } = read.data;
  const by = plainLine(author_name ?? "", LONGEST_TITLE) || null;
  const seconds = duration ? Math.max(1, Math.round(duration)) : null;
  return { kind: "found", description: { title, by, seconds, picture: thumbnail_url ?? null } };
}

function refused(site: Site, answer: { status: number; own: string }): OembedAnswer {
  return { kind: "refused", words: `${said(site, answer)} ${meaningOf(answer.status)}` };
}

function said(site: Site, { status, own }: { status: number; own: string }): string {
  return own && !own.startsWith("<") ? `${site} answered ${status}: “${own}”.` : `${site} answered ${status}.`;
}

function meaningOf(status: number): string {
  if (status === 401 || status === 403) return "The film is private, or may not be shown on other sites.";
  if (status === 400 || status === 404 || status === 410) return "It knows no film at this address.";
  if (status === 429) return "It was asked too often: try again in an hour.";
  if (status >= 500) return "It has trouble of its own: try again later.";
  return "That is no description of a film.";
}

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
