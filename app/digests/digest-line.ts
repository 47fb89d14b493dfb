export const GROUPS = ["bookings", "changes", "cancellations", "messages"] as const;
export type Group = (typeof GROUPS)[number];

/** One thing that a client did, and where to see it. */
export type DigestLine = { group: Group; lead: string; more: string[]; href: string };

const NOUNS: Record<Group, readonly [string, string]> = {
  bookings: ["booking", "bookings"],
  changes: ["change", "changes"],
  cancellations: ["cancellation", "cancellations"],
  messages: ["message", "messages"],
};

export const HEADINGS: Record<Group, string> = {
  bookings: "New bookings",
  changes: "Changes",
  cancellations: "Cancellations",
  messages: "Messages",
};

const MOST = 100;

/** The lines by group, in a fixed order; `left`: how many more there are than a mail should hold. */
export function grouped(lines: readonly DigestLine[]): { group: Group; lines: DigestLine[]; left: number }[] {
  return GROUPS.map((group) => lines.filter((line) => line.group === group))
    .filter((of) => of.length > 0)
    .map((of) => ({ group: of[0]?.group as Group, lines: of.slice(0, MOST), left: Math.max(0, of.length - MOST) }));
}

/** `2 bookings, 1 message`: names nobody, as it is a subject. */
export function countedInWords(lines: readonly DigestLine[]): string {
  const counted = GROUPS.map((group) => ({ group, count: lines.filter((line) => line.group === group).length }));
  return counted
    .filter(({ count }) => count > 0)
    .map(({ group, count }) => `${count} ${NOUNS[group][count === 1 ? 0 : 1]}`)
    .join(", ");
}
