const DEFAULT_LOCALE = "en-GB";

/** The visitor's first language that Intl knows, from Accept-Language (RFC 9110 section 12.5.4), else `en-GB`. */
export function localeOf(acceptLanguage: string | null): string {
  const wishes = (acceptLanguage ?? "").slice(0, 500).split(",").map(asWish);
  const inOrder = wishes.filter(({ weight }) => weight > 0).sort((one, other) => other.weight - one.weight);
  return inOrder.map(({ tag }) => knownLocale(tag)).find((locale) => locale !== null) ?? DEFAULT_LOCALE;
}

function asWish(text: string): { tag: string; weight: number } {
  const [tag = "", ...parameters] = text.split(";").map((part) => part.trim());
  const quality = parameters.find((parameter) => parameter.startsWith("q="));
  return { tag, weight: quality === undefined ? 1 : Number(quality.slice(2)) || 0 };
}

function knownLocale(tag: string): string | null {
  try {
    return Intl.DateTimeFormat.supportedLocalesOf(tag)[0] ?? null;
  } catch {
    // Not a language tag at all, such as `*`.
    return null;
  }
}
