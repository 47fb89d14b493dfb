import type { WeeklyRange } from "#app/availability/opening-hours.ts";
import { timesByDay } from "#app/settings/schemas/hours.ts";

/** A therapist's week as the audit tells it, by the day; hours of every second week under that week. */
export function weekAuditView(weekly: readonly WeeklyRange[]): Record<string, string> {
  const cycle = weekly.find((range) => range.cycle)?.cycle;
  if (!cycle) return timesByDay(weekly);
  const days = (["A", "B"] as const).flatMap((week) => {
    const own = weekly.filter((range) => !range.cycle || range.cycle.week === week);
    return Object.entries(timesByDay(own)).map(([day, times]) => [`${day} of week ${week}`, times]);
  });
  return { ...Object.fromEntries(days), weekAFrom: cycle.weekAFrom };
}
