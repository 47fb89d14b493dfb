import type { Figures } from "#app/appointments/figures/commands.server.ts";
import type { HeatCell } from "#app/appointments/figures/heat.ts";
import type { Week } from "#app/appointments/figures/weeks.ts";
import { priceInProse } from "#app/catalogue/price.ts";

export const WEEKDAYS = ["Mon", "Tue", "Wed", "Thu", "Fri", "Sat", "Sun"];

/** `9am` */
export function hourInWords(hour: number): string {
  return `${hour % 12 === 0 ? 12 : hour % 12}${hour < 12 ? "am" : "pm"}`;
}

/** `43%`; nothing where it is closed. */
export function shareInWords(share: number | null): string {
  return share === null ? "closed" : `${Math.round(share * 100)}%`;
}

/** A local date in a plot: `24 Nov`. */
export function shortDay(date: string): string {
  return new Intl.DateTimeFormat("en-GB", { day: "numeric", month: "short", timeZone: "UTC" }).format(Date.parse(date));
}

/** Pence in round pounds: `£1,742`. */
export function roundPounds(pence: number): string {
  return `£${new Intl.NumberFormat("en-GB").format(Math.round(pence / 100))}`;
}

/** `Last week: 31 came, 1 did not attend, £1,742 taken.` */
export function lastWeekInWords({ weeks, thisWeek }: Pick<Figures, "weeks" | "thisWeek">): string {
  const last = weeks[weeks.findIndex((week) => week.monday === thisWeek) - 1];
  if (!last) return "";
  const missed = last.missed === 0 ? "everybody attended" : `${last.missed} did not attend`;
  return `Last week: ${last.came} came, ${missed}, ${last.cancelled} cancelled, ${roundPounds(last.takenPence)} taken.`;
}

/** Which time is fullest and which emptiest, in a sentence. */
export function heatInWords(cells: readonly HeatCell[]): string {
  const open = cells.filter((cell) => cell.share !== null && cell.bookable >= 120);
  const sorted = [...open].sort((a, b) => (b.share ?? 0) - (a.share ?? 0));
  const [fullest, emptiest] = [sorted[0], sorted.at(-1)];
  if (!fullest || !emptiest) return "Nobody worked in these weeks.";
  return `Fullest: ${hourOfWeek(fullest)}. Emptiest: ${hourOfWeek(emptiest)}.`;
}

/** What is expected in the coming weeks, in a sentence. */
export function expectedInWords(weeks: readonly Week[]): string {
  const ahead = weeks.reduce((sum, week) => sum + week.aheadPence, 0);
  const count = weeks.reduce((sum, week) => sum + week.ahead, 0);
  return `${roundPounds(ahead)} is booked ahead, in ${count} appointments.`;
}

export function poundsInFull(pence: number): string {
  return priceInProse(pence);
}

function hourOfWeek(cell: HeatCell): string {
  return `${WEEKDAYS[cell.weekday - 1]} ${hourInWords(cell.hour)} (${shareInWords(cell.share)})`;
}
