import { type Cell, type Noun, PERMISSIONS, TEAM_ROLES, type TeamRole, type Verb } from "#app/platform/permissions.ts";

const INTRO = `# Roles and permissions

Generated from [app/platform/permissions.ts](../app/platform/permissions.ts) by \`npm run roles\`; a test fails when it is
stale. Owners may do everything. Nobody else may do what is not in this table, and one person with several roles has the
widest of them.

- **all**: of the whole practice.
- **own**: of one therapist, whose diary is theirs; for clients, those with a visit with them, past or ahead, that is not
  cancelled. An id beyond it is answered as one that does not exist.
- **with** and **without**: as the owners have chosen under Settings, People. \`taken times\` are a colleague's, with
  service and length, and nothing of the client; \`takings\` are today's.
- **–**: refused, and not shown.

Treatment notes are the one exception for owners: they see and change them only as the therapist who they are, like others.
`;

/** docs/roles.md: the table of permissions for people. */
export function rolesPage(): string {
  const head = ["", ...TEAM_ROLES];
  const lines = Object.keys(PERMISSIONS).flatMap((noun) =>
    Object.keys(PERMISSIONS[noun as Noun]).map((verb) => [
      `${verb} ${noun}`,
      ...TEAM_ROLES.map((role) => cellOf(role, verb as Verb, noun as Noun)),
    ]),
  );
  const widths = head.map((_, column) => Math.max(3, ...[head, ...lines].map((cells) => cells[column]?.length ?? 0)));
  const rule = widths.map((width) => "-".repeat(width));
  const rows = [head, rule, ...lines].map((cells) => {
    const padded = cells.map((cell, column) => cell.padEnd(widths[column] ?? 0));
    return `| ${padded.join(" | ")} |`;
  });
  return `${INTRO}\n${rows.join("\n")}\n`;
}

function cellOf(role: TeamRole, verb: Verb, noun: Noun): string {
  if (role === "owner") return noun === "treatment notes" ? "own" : "all";
  const row: Partial<Record<Verb, Partial<Record<TeamRole, Cell>>>> = PERMISSIONS[noun];
  const cell = row[verb]?.[role] ?? "–";
  if (typeof cell === "string") return cell;
  return "with" in cell ? `${cell.scope}, with ${cell.with}` : `${cell.scope}, without ${cell.without}`;
}
