/** `Pre-Event Massage` becomes `pre-event-massage`, with a number when that is taken. `otherwise`: for a title without Latin letters or figures. */
export function slugFor(title: string, taken: ReadonlySet<string>, otherwise: string): string {
  const plain = title
    .normalize("NFKD")
    .replace(/\p{M}/gu, "")
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, "-")
    .replace(/^-+|-+$/g, "")
    .slice(0, 60);
  const slug = plain || otherwise;
  for (let number = 1; ; number++) {
    const candidate = number === 1 ? slug : `${slug}-${number}`;
    if (!taken.has(candidate)) return candidate;
  }
}
