import type { WallRange, WeeklyRange } from "#app/availability/opening-hours.ts";

const DAYS = ["Mon", "Tue", "Wed", "Thu", "Fri", "Sat", "Sun"];

/** A therapist's week for a list: `Mon to Thu 9 to 17, Sat 10 to 16`; alternate weeks as two lines. */
export function weekInWords(weekly: readonly WeeklyRange[]): { week: "A" | "B" | null; words: string }[] {
  if (!weekly.some(({ cycle }) => cycle)) return [{ week: null, words: daysInWords(weekly) }];
  return (["A", "B"] as const).map((week) => ({
    week,
    words: daysInWords(weekly.filter(({ cycle }) => !cycle || cycle.week === week)),
  }));
}

function daysInWords(weekly: readonly WeeklyRange[]): string {
  const worked = DAYS.map((day, at) => ({ day, at, times: rangesInWords(ofDay(weekly, at + 1), shortTime) }));
  const groups = Map.groupBy(
    worked.filter(({ times }) => times !== ""),
    ({ times }) => times,
  );
  const words = [...groups].map(([times, days]) => `${runsInWords(days)} ${times}`);
  return words.join(", ") || "No hours";
}

function ofDay(weekly: readonly WeeklyRange[], weekday: number): WallRange[] {
  return weekly.filter((range) => range.weekday === weekday).sort((a, b) => a.fromMinute - b.fromMinute);
}

/** `Mon to Thu and Sat` */
function runsInWords(days: readonly { day: string; at: number }[]): string {
  const runs: (typeof days)[number][][] = [];
  for (const one of days) {
    const run = runs.at(-1);
    if (run?.at(-1)?.at === one.at - 1) run.push(one);
    else runs.push([one]);
  }
  const words = runs.flatMap((run) =>
    run.length < 3 ? run.map(({ day }) => day) : [`${run[0]?.day} to ${run.at(-1)?.day}`],
  );
  const last = words.pop();
  return words.length === 0 ? (last ?? "") : `${words.join(", ")} and ${last}`;
}

/** A day's times in its form: `10:00 to 18:00, break 13:00`, with the break's end where it is no hour. */
export function dayTimesInWords(ranges: readonly WallRange[]): string {
  return (
    rangesInWords(
      [...ranges].sort((a, b) => a.fromMinute - b.fromMinute),
      fullTime,
    ) || "Day off"
  );
}

const HOUR = 60;

function rangesInWords(ranges: readonly WallRange[], time: (minute: number) => string): string {
  const [first, last] = [ranges[0], ranges.at(-1)];
  if (!first || !last) return "";
  const breaks = ranges.slice(1).map(({ fromMinute }, at) => {
    const from = ranges[at]?.toMinute ?? fromMinute;
    return fromMinute - from === HOUR ? time(from) : `${time(from)} to ${time(fromMinute)}`;
  });
  const pause = breaks.length === 0 ? "" : `, break ${breaks.join(" and ")}`;
  return `${time(first.fromMinute)} to ${time(last.toMinute)}${pause}`;
}

/** `10:00` */
function fullTime(minute: number): string {
  return `${String(Math.floor(minute / HOUR)).padStart(2, "0")}:${String(minute % HOUR).padStart(2, "0")}`;
}

/** `9`, `9:30` */
function shortTime(minute: number): string {
  return minute % HOUR === 0
    ? String(minute / HOUR)
    : `${Math.floor(minute / HOUR)}:${String(minute % HOUR).padStart(2, "0")}`;
}
