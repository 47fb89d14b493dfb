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
