/** The owner's page as it is stored: without what somebody's address bar added. Null: it is no page on that host. */
export function pageOf(typed: string, host: string): string | null {
  const address = /^[a-z]+:\/\//i.test(typed) ? typed : `https://${typed}`;
  if (!URL.canParse(address)) return null;
  const { origin, pathname } = new URL(address);
  const bare = origin.replace("://www.", "://");
  return bare === host && /^\/[\w-]+(\/[\w-]+){0,2}\/?$/.test(pathname) ? bare + pathname.replace(/\/$/, "") : null;
}

/**
 * What the frame shows. Calendly posts its messages only to whoever names a domain (`embed_domain`); a hidden banner for
 * cookies would hide their choice.
 */
export function frameAddress(
  page: string,
  { host, name, email }: { host: string; name: string; email: string },
): string {
  const query = new URLSearchParams({ name, email, embed_type: "Inline", embed_domain: host });
  return `${page}?${query.toString().replaceAll("+", "%20")}`;
}
