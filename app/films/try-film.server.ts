import { askSite } from "#app/films/ask-site.server.ts";
import { mayAsk } from "#app/films/fetch-film.server.ts";
import type { Actor } from "#app/platform/actor.ts";
import type { AppContext } from "#app/platform/app-context.server.ts";
import { requireReach } from "#app/platform/permissions.ts";
import { videoSource } from "#app/settings/video-source.ts";

export type TriedFilm =
  | { kind: "works"; site: string; title: string; by: string | null; seconds: number | null; problem: string | null }
  /** In the site's own words, and ours. */
  | { kind: "failed"; words: string }
  | { kind: "no-film" }
  | { kind: "limited" };

/** Asks a film's site what it would say of this address. Saves nothing. */
export async function tryFilm(app: AppContext, actor: Actor, typed: string): Promise<TriedFilm> {
  requireReach(actor, "change", "settings");
  const source = videoSource(typed.trim());
  if (!source) return { kind: "no-film" };
  if ((await mayAsk(app, actor)).kind === "limited") return { kind: "limited" };
  const { description, problem } = await askSite(app, source);
  if (!description) return { kind: "failed", words: problem ?? "" };
  const { title, by, seconds } = description;
  return { kind: "works", site: source.site, title, by, seconds, problem };
}
