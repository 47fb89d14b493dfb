import { z } from "zod";
import { plainLine } from "#app/platform/text.ts";
import type { VideoSource } from "#app/settings/schemas/videos.ts";

export type Site = VideoSource["site"];

/** What a site says of a film. `picture`: its address there, not yet checked. */
export type Description = { title: string; by: string | null; seconds: number | null; picture: string | null };

export type OembedAnswer =
  | { kind: "described"; description: Description }
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
  return { kind: "described", description: { title, by, seconds, picture: thumbnail_url ?? null } };
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
