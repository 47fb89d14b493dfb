const LONGEST = 512;
const OURS = "https://ours.invalid";
// A control character or a backslash is read as a slash or dropped by browsers: `/\evil`, `/<tab>/evil`.
const TRICKY = /[\p{Cc}\\]/u;

/**
 * A path of our own site from an address somebody handed us, or the fallback. The router sends any Location
 * unchanged, `//evil` and `javascript:` included, so every target that a visitor can write comes through here.
 */
export function safeRedirect(to: unknown, fallback = "/"): string {
  if (typeof to !== "string" || to.length > LONGEST || !to.startsWith("/") || TRICKY.test(to)) return fallback;
  if (!URL.canParse(to, OURS)) return fallback;
  const url = new URL(to, OURS);
  if (url.origin !== OURS || url.pathname.startsWith("//")) return fallback;
  return `${url.pathname}${url.search}${url.hash}`;
}
