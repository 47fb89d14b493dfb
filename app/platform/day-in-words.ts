import { dateFormat } from "#app/platform/date-format.ts";

// The locale of texts that are not written for one viewer.
export const HOME = "en-GB";

/** A local date in words: `Tuesday 24 November`. */
export function dayInWords(date: string, { year, locale = HOME }: { year?: boolean; locale?: string } = {}): string {
  return dateWords(date, locale, { weekday: "long", day: "numeric", month: "long", ...(year && { year: "numeric" }) });
}

export function dateWords(date: string, locale: string, options: Intl.DateTimeFormatOptions): string {
  // A date has no zone: in UTC throughout, it stays the same day everywhere.
  const words = dateFormat(locale, { timeZone: "UTC", ...options }).format(Date.parse(`${date}T00:00:00Z`));
  return locale === HOME ? words.replace(",", "") : words;
}
