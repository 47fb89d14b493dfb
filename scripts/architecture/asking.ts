import type { Rule } from "#scripts/architecture/rule.ts";

const DEFINES = ["app/platform/permissions.ts"];

/** Functions that said "owners alone" beside the table. */
const OLD_NAMES = ["isAdmin", "requireAdmin"];

export const asking: Rule = {
  name: "Who may do what is asked of one table",
  why: "A check of who somebody is, written where something is done, knows nothing of parts: it stays behind when the table changes, and docs/roles.md says what is not true (decisions/0325).",
  wayOut:
    "Ask may, mayWith, mayInPerson or requireReach (app/platform/permissions.ts); whose account it is says userId in actor.",
  check: ({ sources }) =>
    sources
      .filter(({ path }) => path.startsWith("app/") && !DEFINES.includes(path))
      .flatMap(({ path, kindChecks, names }) => [
        ...kindChecks.map((spot) => ({ path, ...spot })),
        ...OLD_NAMES.filter((name) => names.has(name)).map((name) => ({
          path,
          line: names.get(name) ?? 0,
          what: name,
        })),
      ]),
};
