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
