import { z } from "zod";
import { subtract } from "#app/availability/interval.ts";
import type { WeeklyRange } from "#app/availability/opening-hours.ts";
import { minuteOf, nameOf, RANGES_A_DAY, weekForm } from "#app/platform/week-form.ts";

/** A week with a break that is taken out of every working day: `break.from` and `break.to`, both empty for none. */
export const weekWithBreakForm = z
  .object({
    week: weekForm.shape.week,
    break: z.object({ from: time(), to: time() }).default({ from: "", to: "" }),
  })
  .transform(({ week, break: typed }, context): { week: WeeklyRange[] } => {
    const left = typed.from === "" && typed.to === "" ? week : weekWithout(week, typed);
    if (typeof left !== "string") return { week: left };
    context.addIssue({ code: "custom", path: ["break", "from"], message: left });
    return { week };
  });

/** The week without the break, or what is wrong with the break. */
function weekWithout(week: readonly WeeklyRange[], { from, to }: { from: string; to: string }): WeeklyRange[] | string {
  const [start, end] = [minuteOf(from), minuteOf(to) || (to === "00:00" ? 1440 : null)];
  if (start === null || end === null) return "Break: enter both times, in steps of five minutes";
  if (end <= start) return "Break: the end must be after the start";
  if (!week.some(({ fromMinute, toMinute }) => start < toMinute && fromMinute < end)) {
    return "Break: no day has hours at that time";
  }
  const days = [...Map.groupBy(week, ({ weekday }) => weekday)].map(([weekday, ranges]) => ({
    weekday,
    pieces: ranges.flatMap(({ fromMinute, toMinute }) =>
      subtract({ start: fromMinute, end: toMinute }, [{ start, end }]),
    ),
  }));
  for (const { weekday, pieces } of days) {
    if (pieces.length === 0) return `Break: it would leave ${nameOf(weekday)} without hours`;
    if (pieces.length > RANGES_A_DAY) return `Break: ${nameOf(weekday)} can have ${RANGES_A_DAY} times at most`;
  }
  return days.flatMap(({ weekday, pieces }) =>
    pieces.map((piece) => ({ weekday, fromMinute: piece.start, toMinute: piece.end })),
  );
}

function time() {
  return z.string().trim().max(8).default("");
}
