import { readSource, type Source } from "#scripts/architecture/source.ts";

/** The whole project as the rules see it: each file's path with its text, and the code among them parsed. */
export type House = { files: ReadonlyMap<string, string>; sources: readonly Source[] };

const CODE = /\.(ts|tsx|mjs|js)$/;

/** Reads a project from its files: paths from the project's root with `/`, and what they hold. */
export function houseOf(files: Record<string, string>): House {
  const sources = Object.entries(files)
    .filter(([path]) => CODE.test(path) && !path.endsWith(".d.ts"))
    .map(([path, text]) => readSource(path, text));
  return { files: new Map(Object.entries(files)), sources };
}
