import type { AppContext } from "#app/platform/app-context.server.ts";
import { clientClosed } from "#app/platform/http/error-response.ts";
import { isSessionless } from "#app/platform/http/origin-check.ts";
import { isKnown } from "#app/platform/http/page-cache-key.ts";
import { requestInfoFrom } from "#app/platform/http/request-info.server.ts";
import {
  type AllowedScripts,
  contentSecurityPolicy,
  FRAMES_HEADER,
  securityHeaders,
} from "#app/platform/http/security-headers.ts";
import type { Step } from "#app/platform/http/site.server.ts";

/** For every request, whoever answers it: request info, security headers, and one line in the log. */
export function everyAnswer(app: AppContext): Step {
  const { config } = app;
  const https = config.publicUrl.startsWith("https:");
  const common = Object.entries(securityHeaders({ https }));

  return async (c, next) => {
    const started = performance.now();
    const request = c.req.raw;
    const { pathname, search } = new URL(request.url);
    const address = c.env.incoming.socket.remoteAddress;
    const requestInfo = requestInfoFrom(request.headers, { address, trustedHops: config.trustProxy });
    c.set("requestInfo", requestInfo);
    c.set("path", pathname);
    c.set("query", search);
    c.set("body", null);
    await next();
    if (c.env.outgoing.destroyed) c.res = clientClosed();
    const sessionless = isSessionless(pathname);
    if (sessionless) withoutCookies(c.res.headers, () => app.log.error({ path: loggedPath(pathname) }, COOKIE_REMOVED));
    const scripts = config.mode === "development" ? "developing" : { nonce: requestInfo.nonce };
    completeHeaders(c.res.headers, {
      common,
      calendly: config.calendlyUrl,
      scripts,
      hasSession: !sessionless && isKnown(request.headers.get("cookie")),
    });
    if (https) secureCookies(c.res.headers);
    c.res.headers.set("X-Request-Id", requestInfo.requestId);
    // React Router's answer for a page without a form lacks Allow (RFC 9110 section 15.5.6).
    if (c.res.status === 405 && !c.res.headers.has("Allow")) c.res.headers.set("Allow", "GET, HEAD");
    const ms = Math.round((performance.now() - started) * 10) / 10;
    const line = {
      requestId: requestInfo.requestId,
      method: request.method,
      path: loggedPath(pathname),
      status: c.res.status,
      ms,
    };
    app.log.info(line, "request");
  };
}

type Completion = { common: [string, string][]; calendly: string; scripts: AllowedScripts; hasSession: boolean };

// A header that a route has set stays.
function completeHeaders(headers: Headers, { common, calendly, scripts, hasSession }: Completion): void {
  for (const [name, value] of common) if (!headers.has(name)) headers.set(name, value);
  if (!headers.has("Content-Security-Policy")) {
    const frames = { header: headers.get(FRAMES_HEADER), calendly };
    headers.set("Content-Security-Policy", contentSecurityPolicy(scripts, frames));
  }
  headers.delete(FRAMES_HEADER);
  if (!headers.has("Cache-Control"))
    headers.set("Cache-Control", hasSession ? "private, no-store" : "private, no-cache");
}

const COOKIE_REMOVED = "a route set a cookie on a sessionless path; it was removed";

/** An answer that is the same for everybody must not carry a cookie, whatever a route wrote. */
function withoutCookies(headers: Headers, report: () => void): void {
  if (!headers.has("Set-Cookie")) return;
  headers.delete("Set-Cookie");
  report();
}

/** Restricts every cookie to secure connections, whoever set it. */
function secureCookies(headers: Headers): void {
  const lines = headers.getSetCookie();
  headers.delete("Set-Cookie");
  for (const line of lines) headers.append("Set-Cookie", /;\s*secure\s*(;|$)/i.test(line) ? line : `${line}; Secure`);
}

/**
 * A request's path as the log may show it: without the query (names, addresses) and without the secrets of links such
 * as `/booking/SECRET`, which a reader of the log must not be able to use; nor where it hurts.
 */
export function loggedPath(path: string): string {
  return path
    .replace(/^(\/booking\/)[^/]+?(\.data)?(?=\/|$)/, "$1[private]$2")
    .replace(/^(\/services\/body\/)[^/]+/, "$1[private]")
    .split("/")
    .map((segment) => (LOOKS_SECRET.test(segment) ? "[private]" : segment))
    .join("/")
    .slice(0, 300);
}

// Our secrets are 32 random bytes: 43 characters of base64url, or 64 of hex. Names of files and services have hyphens
// between words, and are shorter.
const LOOKS_SECRET = /^[\w-]{40,}(\.\w{2,5})?$/;
