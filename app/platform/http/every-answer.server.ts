import { loggedPath } from "#app/platform/http/logged-path.ts";
import { isKnown } from "#app/platform/http/page-cache-key.ts";
import {
  type AllowedScripts,
  contentSecurityPolicy,
  FRAMES_HEADER,
  securityHeaders,
} from "#app/platform/http/security-headers.ts";
import type { Step } from "#app/platform/http/site.server.ts";
import { visitFrom } from "#app/platform/http/visit.server.ts";
import type { World } from "#app/platform/world.server.ts";

/** What every request gets, whoever answers it: a visit, the security headers, and one line in the log. */
export function everyAnswer(world: World): Step {
  const { config } = world;
  const https = config.publicUrl.startsWith("https:");
  const common = Object.entries(securityHeaders({ https }));

  return async (c, next) => {
    const started = performance.now();
    const asked = c.req.raw;
    const { pathname, search } = new URL(asked.url);
    const address = c.env.incoming.socket.remoteAddress;
    const visit = visitFrom(asked.headers, { address, trustedHops: config.trustProxy });
    c.set("visit", visit);
    c.set("path", pathname);
    c.set("query", search);
    c.set("body", null);
    await next();
    const scripts = config.mode === "development" ? "developing" : { nonce: visit.nonce };
    completeHeaders(c.res.headers, { common, scripts, isKnownVisitor: isKnown(asked.headers.get("cookie")) });
    if (https) secureCookies(c.res.headers);
    c.res.headers.set("X-Request-Id", visit.requestId);
    const ms = Math.round((performance.now() - started) * 10) / 10;
    const line = {
      requestId: visit.requestId,
      method: asked.method,
      path: loggedPath(pathname),
      status: c.res.status,
      ms,
    };
    world.log.info(line, "request");
  };
}

type Completion = { common: [string, string][]; scripts: AllowedScripts; isKnownVisitor: boolean };

// What a route has set itself stands.
function completeHeaders(headers: Headers, { common, scripts, isKnownVisitor }: Completion): void {
  for (const [name, value] of common) if (!headers.has(name)) headers.set(name, value);
  if (!headers.has("Content-Security-Policy")) {
    headers.set("Content-Security-Policy", contentSecurityPolicy(scripts, headers.get(FRAMES_HEADER)));
  }
  headers.delete(FRAMES_HEADER);
  if (!headers.has("Cache-Control"))
    headers.set("Cache-Control", isKnownVisitor ? "private, no-store" : "private, no-cache");
}

/** Marks every cookie as one for secure connections alone, whoever set it. */
function secureCookies(headers: Headers): void {
  const lines = headers.getSetCookie();
  headers.delete("Set-Cookie");
  for (const line of lines) headers.append("Set-Cookie", /;\s*secure\s*(;|$)/i.test(line) ? line : `${line}; Secure`);
}
