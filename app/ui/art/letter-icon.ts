/** The icon of a practice without a logo: the first letter of its name, as an SVG. */
export function letterIcon(name: string): string {
  const letter = letterOf(name);
  const set = 'font-family="system-ui,sans-serif" font-weight="700" font-size="40" text-anchor="middle"';
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 64 64"><rect width="64" height="64" rx="10" fill="#164a3c"/><text x="32" y="46" fill="#fcfaf6" ${set}>${letter}</text></svg>`;
}

/** Empty for a name without letters or digits. */
export function letterOf(name: string): string {
  return /[\p{L}\p{N}]/u.exec(name)?.[0].toUpperCase() ?? "";
}
