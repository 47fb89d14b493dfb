/** A heading as the end of an address: `What should I wear?` is `what-should-i-wear`. */
export function anchorOf(heading: string): string {
  const words = heading
    .normalize("NFKD")
    .toLowerCase()
    .replace(/[\p{M}'’]/gu, "")
    .match(/[\p{L}\p{N}]+/gu);
  return words?.join("-") ?? "section";
}
