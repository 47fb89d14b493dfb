import { targetOf } from "#scripts/architecture/place.ts";
import type { Finding, Rule } from "#scripts/architecture/rule.ts";

export const cycles: Rule = {
  name: "No cycles",
  why: "Files that need each other can't be read, tested or moved one at a time, and the order in which they load decides what is undefined.",
  wayOut: "Move what both need into a third file below them, or pass it as an argument.",
  check: ({ sources }) => {
    const graph = new Map(
      sources.map(({ path, imports }) => [
        path,
        imports.filter((one) => !one.typeOnly).flatMap(({ specifier }) => targetOf(path, specifier) ?? []),
      ]),
    );
    const done = new Set<string>();
    return [...graph.keys()].flatMap((path) => walk(path, { graph, done, trail: [] }));
  },
};

type Walk = { graph: ReadonlyMap<string, string[]>; done: Set<string>; trail: string[] };

function walk(path: string, { graph, done, trail }: Walk): Finding[] {
  const seenAt = trail.indexOf(path);
  if (seenAt >= 0) return [{ path, line: 0, what: [...trail.slice(seenAt), path].join(" -> ") }];
  if (done.has(path)) return [];
  const findings = (graph.get(path) ?? []).flatMap((next) => walk(next, { graph, done, trail: [...trail, path] }));
  done.add(path);
  return findings;
}
