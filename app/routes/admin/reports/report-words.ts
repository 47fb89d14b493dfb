import { dateInWords } from "#app/platform/month.ts";
import type { Counted, Report } from "#app/reports/get-report.server.ts";
import { type Period, type PeriodKind, periodInWords } from "#app/reports/period.ts";
import type { Tally } from "#app/reports/report-tally.ts";
import type { Utilisation } from "#app/reports/utilisation.ts";
import { roundPounds } from "#app/routes/admin/dashboard/figure-words.ts";

/** A figure with the list that makes it. */
export type LinkedFigure = { text: string; to: string };

/** Which list: filters of the appointments' address. */
type ListFilter = Record<string, string>;

/** The appointments of these days that a figure counts. */
export function listLink({ from, to }: Pick<Period, "from" | "to">, filter: ListFilter = {}): string {
  return `/appointments?${new URLSearchParams({ from, to, ...filter, sort: "date" })}`;
}

export const FIGURES: { label: string; text: (tally: Tally) => string; filter: ListFilter }[] = [
  { label: "Appointments", text: ({ all }) => String(all), filter: {} },
  { label: "Came", text: ({ came }) => String(came), filter: { result: "came" } },
  { label: "Not recorded", text: ({ unrecorded }) => String(unrecorded), filter: { result: "unrecorded" } },
  { label: "To come", text: ({ ahead }) => String(ahead), filter: { result: "ahead" } },
  { label: "Did not attend", text: ({ missed }) => String(missed), filter: { result: "missed" } },
  { label: "Cancelled", text: ({ cancelled }) => String(cancelled), filter: { status: "cancelled" } },
  { label: "Cancelled late", text: ({ late }) => String(late), filter: { result: "late" } },
  { label: "New clients", text: ({ newClients }) => String(newClients), filter: { client: "new", result: "booked" } },
  { label: "Came again", text: againInWords, filter: { result: "again" } },
  { label: "Taken", text: ({ takenPence }) => roundPounds(takenPence), filter: { result: "came" } },
  { label: "Expected", text: ({ aheadPence }) => roundPounds(aheadPence), filter: { result: "ahead" } },
];

/** `12 of 31`: of the visits whose six weeks are over. */
function againInWords({ again, judged, came }: Tally): string {
  return judged === 0 && came > 0 ? "Too soon" : `${again} of ${judged}`;
}

/** `62%, 120 of 193 h`. */
export function utilisationInWords({ booked, worked }: Utilisation): string {
  if (worked === 0) return "No hours";
  return `${Math.round((100 * booked) / worked)}%, ${hours(booked)} of ${hours(worked)} h`;
}

function hours(minutes: number): string {
  return new Intl.NumberFormat("en-GB", { maximumFractionDigits: 1 }).format(minutes / 60);
}

const BEFORE: Record<PeriodKind, string> = {
  month: "The month before",
  quarter: "The quarter before",
  "tax-quarter": "The quarter before",
  dates: "The days before",
};

export function columnsOf({ period, now, before, yearBefore }: Report): { title: string; days: string; of: Counted }[] {
  const title = now.part.to === period.to ? "These days" : "So far";
  return [
    { title, days: shortDays(now.part), of: now },
    { title: BEFORE[period.kind], days: shortDays(before.part), of: before },
    { title: "A year before", days: shortDays(yearBefore.part), of: yearBefore },
  ];
}

/** `1 to 22 Nov 2026`, for the head of a column. */
function shortDays({ from, to }: Period): string {
  const day = (date: string) => dateInWords(date, { day: "numeric", month: "short", year: "numeric" });
  if (from === to) return day(from);
  const isOneMonth = from.slice(0, 7) === to.slice(0, 7);
  return `${isOneMonth ? Number(from.slice(8)) : day(from)} to ${day(to)}`;
}

function takenIn({ tally }: Counted): string {
  return tally.all === 0 ? "nothing" : roundPounds(tally.takenPence);
}

/** The answer before any table: what came, what was taken, and how that compares. */
export function reportInWords({ period, now, before, yearBefore, rest }: Report): string {
  const { came, missed, unrecorded, takenPence } = now.tally;
  const sofar = now.part.to === period.to ? "" : ", so far";
  const unmarked = unrecorded > 0 ? ` ${unrecorded} not recorded, which count as nothing.` : "";
  const compared = `${takenIn(before)} ${BEFORE[period.kind].toLowerCase()}, ${takenIn(yearBefore)} a year before`;
  const days = now.part.to === period.to ? "" : ", by the same days";
  const more = rest && rest.count > 0 ? ` Still booked after today: ${rest.count}, ${roundPounds(rest.pence)}.` : "";
  return `${periodInWords(period)}${sofar}: ${came} came, ${missed} did not attend, ${roundPounds(takenPence)} taken (${compared}${days}).${unmarked}${more}`;
}
