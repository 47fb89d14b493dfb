import { parseAccept } from "hono/utils/accept";

const DEFAULT_LOCALE = "en-GB";

/** The visitor's first language that Intl knows, from Accept-Language (RFC 9110 section 12.5.4), else `en-GB`. */
export function localeOf(acceptLanguage: string | null): string {
  const inOrder = parseAccept((acceptLanguage ?? "").slice(0, 500)).filter(({ q }) => q > 0);
  return inOrder.map(({ type }) => knownLocale(type)).find((locale) => locale !== null) ?? DEFAULT_LOCALE;
}

function knownLocale(tag: string): string | null {
  try {
    return Intl.DateTimeFormat.supportedLocalesOf(tag)[0] ?? null;
  } catch {
    // Not a language tag at all, such as `*`.
    return null;
  }
}
