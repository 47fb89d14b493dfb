import { matchesAny } from "#scripts/architecture/glob.ts";
import { packageOf, placeOf } from "#scripts/architecture/place.ts";
import type { Finding, Rule } from "#scripts/architecture/rule.ts";
import type { Source } from "#scripts/architecture/source.ts";
import { PACKAGES } from "#scripts/architecture/tables.ts";

const SAME_FOLDER = /^\.\/(\+types\/)?[^/]+$/;

export const importStyle: Rule = {
  name: "Imports are written one way",
  why: "#app/… with the extension means the same in Node, Vite and the editor, survives a move, and shows at a glance which room is meant.",
  wayOut:
    "Write #app/…, #tests/…, #scripts/… or #migrations/… with the extension; ./name.ts for a file of the same folder.",
  check: ({ sources }) =>
    sources.flatMap(({ path, imports }) =>
      imports.flatMap(({ specifier, line }) => {
        if (packageOf(specifier) !== null) return [];
        // The bootstrap runs on any Node before anything is installed, so it imports only from its own folder.
        const wellPlaced = specifier.startsWith("#") || SAME_FOLDER.test(specifier);
        const hasExtension = /\.[a-z0-9]+(\?[a-z]+)?$/.test(specifier);
        return wellPlaced && hasExtension ? [] : [{ path, line, what: `imports "${specifier}"` }];
      }),
    ),
};

export const packages: Rule = {
  name: "A package is imported where it lives",
  why: "What one file knows can be replaced in one file; and whoever looks for the mail library or the SQL finds it at once.",
  wayOut:
    "Call the gateway, store or ui file that wraps it. A new package: one line in the table in scripts/architecture/tables.ts.",
  check: ({ sources }) => sources.flatMap(packageFindings),
};

function packageFindings({ path, imports }: Source): Finding[] {
  const { area, storey } = placeOf(path);
  if (area === "outside" || storey === "test") return [];
  return imports.flatMap(({ specifier, line }) => {
    const name = packageOf(specifier);
    if (!name) return [];
    const entry = Object.entries(PACKAGES).find(([pattern]) => matchesAny(name, [pattern]));
    if (!entry)
      return name.startsWith("node:") ? [] : [{ path, line, what: `imports ${name}, which has no place yet` }];
    return matchesAny(path, entry[1])
      ? []
      : [{ path, line, what: `imports ${name}, which lives in ${entry[1].join(", ")}` }];
  });
}

export const barrels: Rule = {
  name: "No barrels",
  why: "A file that passes others on hides who needs what, pulls in more than is used, and makes cycles.",
  wayOut: "Import the file that holds it.",
  check: ({ sources }) => sources.flatMap(({ path, passedOn }) => passedOn.map((spot) => ({ path, ...spot }))),
};

const DEFAULT_EXPORTS = [
  "app/routes.ts",
  "app/root.tsx",
  "app/entry.*",
  "app/routes/**",
  "*.config.ts",
  "tests/support/*-setup.ts",
];

/** Default exports only where the framework requires them. */
export const defaultExports: Rule = {
  name: "Default exports only where a framework asks for them",
  why: "A named export has one name everywhere, so it can be searched for.",
  wayOut: "Export it by its name.",
  check: ({ sources }) =>
    sources
      .filter(({ path }) => !matchesAny(path, DEFAULT_EXPORTS))
      .flatMap(({ path, defaultExports: spots }) => spots.map((spot) => ({ path, ...spot }))),
};
