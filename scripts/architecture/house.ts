import { readSource, type Source } from "#scripts/architecture/source.ts";

/** The whole project as the rules see it: every file's text by path, and the parsed code. */
export type House = { files: ReadonlyMap<string, string>; sources: readonly Source[] };

const CODE = /\.(ts|tsx|mjs|js)$/;

/** Paths start at the project's root and use `/`. */
export function houseOf(files: Record<string, string>): House {
  const sources = Object.entries(files)
    .filter(([path]) => CODE.test(path) && !path.endsWith(".d.ts"))
    .map(([path, text]) => readSource(path, text));
  return { files: new Map(Object.entries(files)), sources };
}
