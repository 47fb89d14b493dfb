const LONGEST = 512;
const OURS = "https://ours.invalid";
// Browsers read a control character or a backslash as a slash, or drop it: `/\evil`, `/<tab>/evil`.
const UNSAFE = /[\p{Cc}\\]/u;

/**
 * A path of our own site, from an untrusted address, or the fallback. The router sends any Location unchanged,
 * `//evil` and `javascript:` included, so every target that a visitor can write must pass here.
 */
export function safeRedirect(to: unknown, fallback = "/"): string {
  if (typeof to !== "string" || to.length > LONGEST || !to.startsWith("/") || UNSAFE.test(to)) return fallback;
  if (!URL.canParse(to, OURS)) return fallback;
  const url = new URL(to, OURS);
  if (url.origin !== OURS || url.pathname.startsWith("//")) return fallback;
  return `${url.pathname}${url.search}${url.hash}`;
}
