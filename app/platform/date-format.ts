const MOST = 200;
const formats = new Map<string, Intl.DateTimeFormat>();

/** A format of dates and times, made once for each locale and options: making one costs hundreds of uses. */
export function dateFormat(locale: string, options: Intl.DateTimeFormatOptions): Intl.DateTimeFormat {
  const key = `${locale} ${JSON.stringify(options)}`;
  const kept = formats.get(key);
  if (kept) return kept;
  // Visitors choose the locale: without an end they could fill the memory.
  if (formats.size >= MOST) formats.clear();
  const made = new Intl.DateTimeFormat(locale, options);
  formats.set(key, made);
  return made;
}
