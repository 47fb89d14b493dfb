/** A part of a drawing as plain data, with React's attribute names. */
export type Drawn = { tag: string; attributes: Record<string, string>; children: (Drawn | string)[] };

// SVG attributes with a hyphen are camel case in React, except `aria-` and `data-`.
const KEEPS_HYPHEN = /^(aria|data)-/;

export function reactName(name: string): string {
  if (name === "class") return "className";
  return KEEPS_HYPHEN.test(name) ? name : name.replace(/[-:]([a-z])/g, (_, letter: string) => letter.toUpperCase());
}
