import { packageOf, placeOf, targetOf } from "#scripts/architecture/place.ts";
import type { Finding, Rule } from "#scripts/architecture/rule.ts";
import type { Source } from "#scripts/architecture/source.ts";
import { NOT_IN_CORE } from "#scripts/architecture/tables.ts";

/** The suffix is the storey: it decides what a file may import. */
export const storeys: Rule = {
  name: "The suffix is the storey",
  why: "A plain .ts file holds types and rules: it runs in the browser, on the server and in tests without either. Only .server.ts and .mail.tsx touch the world, only .tsx shows.",
  wayOut:
    "Hand the fact in as an argument, or move the work to a <verb>.server.ts, <noun>.db.server.ts or <provider>.gateway.server.ts.",
  check: ({ sources }) => sources.flatMap((source) => [...coreFindings(source), ...faceFindings(source)]),
};

function coreFindings({ path, imports }: Source): Finding[] {
  const { area, storey } = placeOf(path);
  if (storey !== "core" || (area !== "room" && area !== "platform")) return [];
  return imports.flatMap(({ specifier, line }) => {
    const name = packageOf(specifier);
    if (name && NOT_IN_CORE.test(name)) return [{ path, line, what: `core imports ${name}` }];
    const target = targetOf(path, specifier);
    if (target && placeOf(target).storey === "shell")
      return [{ path, line, what: `core imports the shell: ${target}` }];
    if (target && placeOf(target).storey === "face") return [{ path, line, what: `core imports a face: ${target}` }];
    return [];
  });
}

// Types disappear before a browser sees the file; values from a .server file would break the build or leak.
function faceFindings({ path, imports }: Source): Finding[] {
  const { area, storey } = placeOf(path);
  const isFace = (area === "room" && storey === "face") || (area === "ui" && storey !== "test" && storey !== "shell");
  if (!isFace) return [];
  return imports.flatMap(({ specifier, line, typeOnly }) => {
    const target = targetOf(path, specifier);
    if (specifier.startsWith("node:")) return [{ path, line, what: `a face imports ${specifier}` }];
    if (!target || typeOnly || placeOf(target).storey !== "shell") return [];
    return [{ path, line, what: `a face imports the shell: ${target}` }];
  });
}
