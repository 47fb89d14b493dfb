import { askSite, type SiteAnswer } from "#app/films/ask-site.server.ts";
import { noteFilms } from "#app/films/note-films.server.ts";
import { savePicture } from "#app/media/save-picture.server.ts";
import { type Actor, actorName } from "#app/platform/actor.ts";
import type { AppContext } from "#app/platform/app-context.server.ts";
import type { Tx } from "#app/platform/database/database.server.ts";
import { may } from "#app/platform/permissions.ts";
import { consumeRateLimit } from "#app/platform/rate-limit.server.ts";
import { readPractice } from "#app/practice/read-practice.server.ts";
import { changePlace } from "#app/settings/set-film.server.ts";
import { videoSource } from "#app/settings/video-source.ts";
import type { Video } from "#app/settings/videos.ts";

export type FetchOutcome = { kind: "changed" | "unknown" | "forbidden" | "stale" | "limited" };

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
  if (!source) return { kind: "unknown" };
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
  return { kind: outcome.kind === "refused" ? "unknown" : outcome.kind };
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
