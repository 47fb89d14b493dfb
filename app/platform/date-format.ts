const MOST = 200;
const formats = new Map<string, Intl.DateTimeFormat>();

/** A date format, made once for each locale and options: making one costs as much as hundreds of uses. */
export function dateFormat(locale: string, options: Intl.DateTimeFormatOptions): Intl.DateTimeFormat {
  const key = `${locale} ${JSON.stringify(options)}`;
  const cached = formats.get(key);
  if (cached) return cached;
  // Visitors choose the locale: without a limit they could fill the memory.
  if (formats.size >= MOST) formats.clear();
  const made = new Intl.DateTimeFormat(locale, options);
  formats.set(key, made);
  return made;
}
