import type { Finding, Rule } from "#scripts/architecture/rule.ts";

const IN_BACKTICKS = /`((?:app|docs|migrations|scripts|tests)\/[^\s`]*)`/g;
const LINK = /\]\(([^)\s#]+)(?:#[^)\s]*)?\)/g;
const COMMAND = /\bnpm run ([a-z][\w:-]*)/g;
// A name that is filled in, or one of several.
const PATTERN = /[<>*{}…]|NNNN|^docs\/decisions\/\d{4}$/;

export const pages: Rule = {
  name: "What a page names is there",
  why: "A reader who follows a page to a file or a command that is gone trusts none of its other sentences.",
  wayOut: "Name the place that it has now, or take the sentence out.",
  check: ({ files }) => {
    const paths = [...files.keys()];
    const folders = new Set(
      paths.flatMap((path) => path.split("/").map((_, index, all) => all.slice(0, index).join("/"))),
    );
    const isThere = (path: string) => files.has(path) || folders.has(path.replace(/\/$/, "")) || !isRead(path);
    const scripts = Object.keys(JSON.parse(files.get("package.json") ?? "{}").scripts ?? {});
    const missing = (page: string, line: string) => [
      ...[...line.matchAll(IN_BACKTICKS)]
        .map(([, path = ""]) => path.replace(/:\d+$/, ""))
        .filter((path) => !PATTERN.test(path) && !isThere(path)),
      ...[...line.matchAll(LINK)]
        .map(([, target = ""]) => target)
        .filter((target) => !/^\w+:|^\//.test(target) && !isThere(resolve(page, target))),
      ...[...line.matchAll(COMMAND)].filter(([, name = ""]) => !scripts.includes(name)).map(([command]) => command),
    ];
    return paths
      .filter((path) => path.endsWith(".md"))
      .flatMap((page) =>
        (files.get(page) ?? "").split("\n").flatMap((line, index): Finding[] =>
          missing(page, line).map((what) => ({
            path: page,
            line: index + 1,
            what: `names ${what}, which is not there`,
          })),
        ),
      );
  },
};

/** Only these folders and the pages beside them are read; of LICENSE or Dockerfile the check knows nothing. */
function isRead(path: string): boolean {
  return /^(app|docs|migrations|scripts|tests)(\/|$)/.test(path) || path.endsWith(".md");
}

function resolve(page: string, target: string): string {
  const found = page.split("/").slice(0, -1);
  for (const part of target.split("/")) {
    if (part === "..") found.pop();
    else if (part !== "." && part !== "") found.push(part);
  }
  return found.join("/");
}
