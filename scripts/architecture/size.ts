import type { Rule } from "#scripts/architecture/rule.ts";
import { LONGEST_DOOR } from "#scripts/architecture/tables.ts";

/** A door only parses, calls and answers. */
export const doorSize: Rule = {
  name: `A loader or action is at most ${LONGEST_DOOR} lines`,
  why: "A door parses, makes one call and answers. What is longer holds a rule that belongs to a room, where the API and the tests can use it, too.",
  wayOut: "Move the rule to the room's core or commands; the door keeps the parsing and the answer.",
  check: ({ sources }) =>
    sources
      .filter(({ path }) => path.startsWith("app/routes/") || path === "app/root.tsx")
      .flatMap(({ path, exportedFunctions }) =>
        exportedFunctions
          .filter(({ name, lines }) => /^(client)?(loader|action)$/i.test(name) && lines > LONGEST_DOOR)
          .map(({ name, line, lines }) => ({ path, line, what: `${name} has ${lines} lines` })),
      ),
};
