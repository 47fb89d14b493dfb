import type { Fields } from "#app/platform/form-fields.ts";

export type CopiedDay = { fields: Fields; from: number; to: number[] };

const WEEKDAYS = [1, 2, 3, 4, 5, 6, 7];

/**
 * A week's fields as typed, with the times of day `copy.from` (Monday unless it is a weekday) in place of those of each
 * day that is ticked as `copy.to.2`. The ticks are taken off.
 */
export function copyDay(fields: Fields): CopiedDay {
  const from = WEEKDAYS.find((day) => String(day) === fields["copy.from"]) ?? 1;
  const to = WEEKDAYS.filter((day) => day !== from && fields[`copy.to.${day}`] === "on");
  const replaced = ["copy.to.", ...to.map(prefixOf)];
  const entries = Object.entries(fields);
  const kept = entries.filter(([name]) => !replaced.some((prefix) => name.startsWith(prefix)));
  const source = entries.filter(([name]) => name.startsWith(prefixOf(from)));
  const copies = to.flatMap((day) =>
    source.map(([name, value]) => [prefixOf(day) + name.slice(prefixOf(from).length), value]),
  );
  return { fields: Object.fromEntries([...kept, ...copies]), from, to };
}

function prefixOf(day: number): string {
  return `week.${day}.`;
}
