import { type Description, readOembed } from "#app/films/oembed.ts";
import { kindOf } from "#app/media/file-kind.ts";
import { type Drawn, draw } from "#app/media/sharp.gateway.server.ts";
import type { AppContext } from "#app/platform/app-context.server.ts";
import { FAULT_WORDS } from "#app/platform/outbound/outbound-fault.ts";
import { sendOut } from "#app/platform/outbound/send-out.server.ts";
import type { VideoSource } from "#app/settings/video-source.ts";

/** An owner waits for it. */
const PATIENCE = { wordsMs: 6_000, pictureMs: 5_000 };
const MOST_PICTURE_BYTES = 4 * 1024 * 1024;

/** `problem`: what did not come, in words for the owner. */
export type SiteAnswer = { description: Description | null; picture: Drawn | null; problem: string | null };

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

type Wanted = { source: VideoSource; description: Description; ms: number };

async function firstPicture(app: AppContext, { source, description, ms }: Wanted): Promise<Drawn | null> {
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
