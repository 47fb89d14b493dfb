import type { Rule } from "#scripts/architecture/rule.ts";
import { LONGEST_DOOR, LONGEST_FILE } from "#scripts/architecture/tables.ts";

export const fileSize: Rule = {
  name: `No file is longer than ${LONGEST_FILE} lines`,
  why: "A file is read as a whole or not at all. Tests and style sheets are read, too.",
  wayOut: "Find the second noun in it and give that a file of its own.",
  check: ({ files }) =>
    [...files].flatMap(([path, text]) => {
      const lines = text.split("\n").length - 1;
      return /\.(tsx?|css|mjs|js)$/.test(path) && lines > LONGEST_FILE
        ? [{ path, line: LONGEST_FILE, what: `has ${lines} lines` }]
        : [];
    }),
};

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
