import type { Rule } from "#scripts/architecture/rule.ts";

const ROUTES = "app/routes.ts";
const TABLE = "tests/support/doors/table.ts";

export const lockTable: Rule = {
  name: "Every door has a row in the lock table",
  why: "Who may open a door is decided once for each door, and proved for a stranger, a client, another client and an admin.",
  wayOut: `Add a row to ${TABLE} that names the door's file as ${ROUTES} does, and says what each visitor gets.`,
  check: ({ sources }) => {
    const doors = sources.find(({ path }) => path === ROUTES)?.strings.filter((text) => isDoor(text)) ?? [];
    const table = sources.find(({ path }) => path === TABLE);
    if (doors.length === 0 || !table) return [];
    const named = new Set(table.strings);
    return doors
      .filter((door) => !named.has(door))
      .map((door) => ({ path: ROUTES, line: 0, what: `${door} has no row` }));
  },
};

// A layout has no address of its own.
function isDoor(text: string): boolean {
  return /^routes\/.+\.tsx?$/.test(text) && !/\/layout\.tsx?$/.test(text);
}
