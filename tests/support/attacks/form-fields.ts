export function fieldNames(html: string): string[] {
  const fields = html.matchAll(/<(?:input|select|textarea|button)\b[^>]*?\bname="([^"]+)"/g);
  return [...new Set([...fields].map((found) => found[1] ?? ""))];
}
