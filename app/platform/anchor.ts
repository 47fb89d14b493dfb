/** A heading as a URL fragment: `What should I wear?` becomes `what-should-i-wear`. */
export function anchorOf(heading: string): string {
  const words = heading
    .normalize("NFKD")
    .toLowerCase()
    .replace(/[\p{M}'’]/gu, "")
    .match(/[\p{L}\p{N}]+/gu);
  return words?.join("-") ?? "section";
}
