import { z } from "zod";
import { subtract } from "#app/availability/interval.ts";
import type { WeeklyRange } from "#app/availability/opening-hours.ts";
import { mondayOf, type WeekName } from "#app/availability/week-cycle.ts";
import type { Fields } from "#app/platform/form-fields.ts";
import { isLocalDate } from "#app/platform/form-schemas.ts";
import { minuteOf, nameOf, RANGES_A_DAY, weekForm, weekFormOf } from "#app/platform/wall-time.ts";

/**
 * A therapist's hours. `alternates`: `week` is week A, `weekB` the next, and `weekAFrom` a date in any week A. With a
 * break that is taken out of every working day: `break.from` and `break.to`, both empty for none.
 */
export const workingWeekForm = z
  .object({
    week: weekForm.shape.week,
    alternates: z.literal("on").optional(),
    weekB: weekForm.shape.week,
    weekAFrom: z.string().trim().max(10).default(""),
    break: z.object({ from: time(), to: time() }).default({ from: "", to: "" }),
  })
  .transform(({ week, alternates, weekB, weekAFrom, break: typed }, context): { week: WeeklyRange[] } => {
    if (alternates && !isLocalDate(weekAFrom)) {
      context.addIssue({ code: "custom", path: ["weekAFrom"], message: "Choose any date in week A" });
      return { week };
    }
    const whole = alternates ? [...turn(week, weekAFrom, "A"), ...turn(weekB, weekAFrom, "B")] : week;
    const left = typed.from === "" && typed.to === "" ? whole : weekWithout(whole, typed);
    if (typeof left !== "string") return { week: left };
    context.addIssue({ code: "custom", path: ["break", "from"], message: left });
    return { week };
  });

/** Stored hours as the form's fields. */
export function workingWeekFormOf(weekly: readonly WeeklyRange[]): object {
  const weekAFrom = weekly.find(({ cycle }) => cycle)?.cycle?.weekAFrom;
  const { week } = weekFormOf(weekly.filter(({ cycle }) => cycle?.week !== "B"));
  // Until they alternate, week B begins as week A.
  const { week: weekB } = weekFormOf(weekly.filter(({ cycle }) => !weekAFrom || cycle?.week === "B"));
  return { week, alternates: weekAFrom !== undefined, weekB, weekAFrom: weekAFrom ?? "" };
}

function turn(week: readonly WeeklyRange[], weekAFrom: string, name: WeekName): WeeklyRange[] {
  return week.map((range) => ({ ...range, cycle: { weekAFrom: mondayOf(weekAFrom), week: name } }));
}

/** The week without the break, or what is wrong with the break. */
function weekWithout(week: readonly WeeklyRange[], { from, to }: { from: string; to: string }): WeeklyRange[] | string {
  const [start, end] = [minuteOf(from), minuteOf(to) || (to === "00:00" ? 1440 : null)];
  if (start === null || end === null) return "Break: enter both times, in steps of five minutes";
  if (end <= start) return "Break: the end must be after the start";
  if (!week.some(({ fromMinute, toMinute }) => start < toMinute && fromMinute < end)) {
    return "Break: no day has hours at that time";
  }
  const days = Map.groupBy(week, ({ weekday, cycle }) => `${cycle?.week ?? ""}${weekday}`).values();
  const left: WeeklyRange[] = [];
  for (const ranges of days) {
    const pieces = ranges.flatMap((range) =>
      subtract({ start: range.fromMinute, end: range.toMinute }, [{ start, end }]).map((piece) => ({
        ...range,
        fromMinute: piece.start,
        toMinute: piece.end,
      })),
    );
    const day = nameOf(ranges[0]?.weekday ?? 0);
    if (pieces.length === 0) return `Break: it would leave ${day} without hours`;
    if (pieces.length > RANGES_A_DAY) return `Break: ${day} can have ${RANGES_A_DAY} times at most`;
    left.push(...pieces);
  }
  return left;
}

function time() {
  return z.string().trim().max(8).default("");
}

type CopiedDay = { fields: Fields; from: number; to: number[] };

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
