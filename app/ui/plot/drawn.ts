/** A part of a drawing as plain data: attributes carry React's names. */
export type Drawn = { tag: string; attributes: Record<string, string>; children: (Drawn | string)[] };

// What React calls otherwise than SVG does; `aria-` and `data-` stay.
const KEEPS_HYPHEN = /^(aria|data)-/;

export function reactName(name: string): string {
  if (name === "class") return "className";
  return KEEPS_HYPHEN.test(name) ? name : name.replace(/[-:]([a-z])/g, (_, letter: string) => letter.toUpperCase());
}
