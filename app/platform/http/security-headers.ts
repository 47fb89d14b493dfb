/** Set by a route that shows frames of other sites: their origins, separated by spaces. It never leaves the server. */
export const FRAMES_HEADER = "X-Allow-Frames";

// For films that the practice has chosen (decisions/0001, row 30).
const FILM_HOSTS = ["https://www.youtube-nocookie.com", "https://player.vimeo.com"];

/** Which scripts may run: those with this answer's nonce, those with these hashes, or (in development) any of ours. */
export type AllowedScripts = { nonce: string } | { hashes: readonly string[] } | "developing";

/** `header`: the route's `FRAMES_HEADER`. `calendly`: where Calendly is. No other host is ever framed. */
type Frames = { header: string | null; calendly?: string };

/** The Content-Security-Policy of an answer. */
export function contentSecurityPolicy(
  scripts: AllowedScripts,
  { header, calendly }: Frames = { header: null },
): string {
  const known = calendly ? [...FILM_HOSTS, calendly] : FILM_HOSTS;
  const framed = known.filter((host) => header?.split(/\s+/).includes(host));
  return [
    "default-src 'none'",
    ...scriptAndStyle(scripts),
    "img-src 'self' data:",
    "media-src 'self'",
    "font-src 'self'",
    `connect-src 'self'${scripts === "developing" ? " ws: wss:" : ""}`,
    "manifest-src 'self'",
    "worker-src 'self'",
    `frame-src ${["'self'", ...framed].join(" ")}`,
    "form-action 'self'",
    "frame-ancestors 'none'",
    "base-uri 'none'",
    "object-src 'none'",
  ].join("; ");
}

/** The policy of a file, which is no page: opened by itself it may run nothing. */
export const FILE_POLICY = "default-src 'none'; object-src 'none'; base-uri 'none'; frame-ancestors 'none'; sandbox";

/** The headers of every answer, apart from the policy above. A route's own value stays. */
export function securityHeaders({ https }: { https: boolean }): Record<string, string> {
  return {
    "X-Content-Type-Options": "nosniff",
    "X-Frame-Options": "DENY",
    "Referrer-Policy": "strict-origin-when-cross-origin",
    "Permissions-Policy": "camera=(), microphone=(), geolocation=(), payment=(), usb=(), browsing-topics=()",
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": "same-origin",
    ...(https ? { "Strict-Transport-Security": "max-age=31536000" } : {}),
  };
}

function scriptAndStyle(scripts: AllowedScripts): string[] {
  if (scripts === "developing") return ["script-src 'self' 'unsafe-inline'", "style-src 'self' 'unsafe-inline'"];
  if ("nonce" in scripts) {
    return [`script-src 'self' 'nonce-${scripts.nonce}'`, `style-src 'self' 'nonce-${scripts.nonce}'`];
  }
  return [["script-src 'self'", ...scripts.hashes.map((hash) => `'${hash}'`)].join(" "), "style-src 'self'"];
}
