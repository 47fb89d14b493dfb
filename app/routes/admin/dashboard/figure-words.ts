import type { Figures } from "#app/reports/get-dashboard-figures.server.ts";
import type { HeatCell, Week } from "#app/reports/plot-figures.ts";

export const WEEKDAYS = ["Mon", "Tue", "Wed", "Thu", "Fri", "Sat", "Sun"];

/** `9am` */
export function hourInWords(hour: number): string {
  return `${hour % 12 === 0 ? 12 : hour % 12}${hour < 12 ? "am" : "pm"}`;
}

/** `43%`; empty when closed. */
export function shareInWords(share: number | null): string {
  return share === null ? "closed" : `${Math.round(share * 100)}%`;
}

/** `24 Nov`, for the axis of a plot. */
export function shortDay(date: string): string {
  return new Intl.DateTimeFormat("en-GB", { day: "numeric", month: "short", timeZone: "UTC" }).format(Date.parse(date));
}

/** `£1,742` */
export function roundPounds(pence: number): string {
  return `£${new Intl.NumberFormat("en-GB").format(Math.round(pence / 100))}`;
}

/** `Last week: 31 attended, 1 did not attend, £1,742 taken.` */
export function lastWeekInWords({ weeks, thisWeek }: Pick<Figures, "weeks" | "thisWeek">): string {
  const last = weeks[weeks.findIndex((week) => week.monday === thisWeek) - 1];
  if (!last) return "";
  const everybody = last.missed === 0 && last.unrecorded === 0 && last.came > 0;
  const missed = everybody ? "everyone attended" : `${last.missed} did not attend`;
  const unrecorded = last.unrecorded > 0 ? `, ${last.unrecorded} not recorded` : "";
  const taken = roundPounds(last.takenPence);
  return `Last week: ${last.came} attended, ${missed}${unrecorded}, ${last.cancelled} cancelled, ${taken} taken.`;
}

export function heatInWords(cells: readonly HeatCell[]): string {
  const open = cells.filter((cell) => cell.share !== null && cell.bookable >= 120);
  const sorted = [...open].sort((a, b) => (b.share ?? 0) - (a.share ?? 0));
  const [fullest, emptiest] = [sorted[0], sorted.at(-1)];
  if (!fullest || !emptiest) return "No one worked in these weeks.";
  return `Fullest: ${hourOfWeek(fullest)}. Emptiest: ${hourOfWeek(emptiest)}.`;
}

export function expectedInWords(weeks: readonly Week[]): string {
  const ahead = weeks.reduce((sum, week) => sum + week.aheadPence, 0);
  const count = weeks.reduce((sum, week) => sum + week.ahead, 0);
  return `${roundPounds(ahead)} is booked ahead, in ${count} appointments.`;
}

function hourOfWeek(cell: HeatCell): string {
  return `${WEEKDAYS[cell.weekday - 1]} ${hourInWords(cell.hour)} (${shareInWords(cell.share)})`;
}
