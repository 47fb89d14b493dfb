import * as Plot from "@observablehq/plot";
import { LRUCache } from "lru-cache";
import { dateInWords } from "#app/platform/date-time.ts";
import type { Counted, Report } from "#app/reports/get-report.server.ts";
import { type Period, type PeriodKind, periodInWords } from "#app/reports/period.ts";
import type { ReportTotals, SplitLine, Step } from "#app/reports/report-totals.ts";
import type { Utilisation } from "#app/reports/utilisation.ts";
import { roundPounds } from "#app/routes/admin/dashboard/figure-words.ts";
import type { Plotted } from "#app/routes/admin/dashboard/figures-view.server.ts";
import { countsUpTo, draw, RESULTS } from "#app/routes/admin/dashboard/plots.server.ts";
import type { Drawn } from "#app/ui/plot/drawn-plot.ts";

/** A table whose every figure is a link. */
export type FigureTable = {
  head: { title: string; days?: string }[];
  rows: { label: string; cells: LinkedFigure[] }[];
};

/** One of the large figures. `difference`: from the year before; null where nothing was booked then. */
export type LargeFigure = { label: string; text: string; difference: string | null };

export type ReportView = {
  sentence: string;
  large: LargeFigure[];
  compared: FigureTable;
  parts: FigureTable;
  plots: Plotted[];
};

const MOST_CACHED = 8;
const cached = new LRUCache<string, ReportView>({ max: MOST_CACHED });

/** A report in words, tables and drawings, cached by its figures: drawing takes longer than reading. */
export function reportView(report: Report): ReportView {
  const key = JSON.stringify(report);
  const view = cached.get(key) ?? drawnView(report);
  cached.set(key, view);
  return view;
}

function drawnView(report: Report): ReportView {
  return {
    sentence: reportInWords(report),
    large: largeFigures(report),
    compared: comparedTable(report),
    parts: partsTable(report),
    plots: [resultsFigure(report), takenFigure(report), missingFigure(report), utilisationFigure(report)],
  };
}

function largeFigures({ now, yearBefore }: Report): LargeFigure[] {
  const then = yearBefore.totals;
  const isKnown = then.all > 0;
  const compared = (amount: number, before: number, inWords: (amount: number) => string) =>
    isKnown ? differenceInWords(amount - before, inWords) : null;
  const { came, missed, takenPence } = now.totals;
  const hoursThen = yearBefore.utilisation;
  const [share, shareThen] = [now.utilisation, hoursThen].map(shareOf) as [number | null, number | null];
  return [
    {
      label: "Taken",
      text: roundPounds(takenPence),
      difference: then.takenPence > 0 ? compared(takenPence, then.takenPence, roundPounds) : null,
    },
    { label: "Attended", text: String(came), difference: then.came > 0 ? compared(came, then.came, String) : null },
    { label: "Did not attend", text: String(missed), difference: compared(missed, then.missed, String) },
    {
      label: "Hours booked",
      text: share === null ? "No hours" : `${share}%`,
      difference: share === null || shareThen === null ? null : compared(share, shareThen, pointsInWords),
    },
  ];
}

/** Percent of the hours worked; null while none were. */
function shareOf({ booked, worked }: Utilisation): number | null {
  return worked === 0 ? null : Math.round((100 * booked) / worked);
}

function pointsInWords(points: number): string {
  return points === 1 ? "1 point" : `${points} points`;
}

/** `£340 less than a year before` */
function differenceInWords(difference: number, inWords: (amount: number) => string): string {
  if (difference === 0) return "The same as a year before";
  return `${inWords(Math.abs(difference))} ${difference > 0 ? "more" : "less"} than a year before`;
}

function comparedTable(report: Report): FigureTable {
  const columns = columnsOf(report);
  const rows = FIGURES.map(({ label, text, filter }) => ({
    label,
    cells: columns.map(({ of }) => ({ text: text(of.totals), to: listLink(of.part, filter) })),
  }));
  const booked = columns.map(({ of }) => ({
    text: utilisationInWords(of.utilisation),
    to: listLink(of.part, { result: "booked" }),
  }));
  return {
    head: columns.map(({ title, days }) => ({ title, days })),
    rows: [...rows, { label: "Hours booked of hours worked", cells: booked }],
  };
}

function partsTable({ lines, split, now: { part } }: Report): FigureTable {
  const isOfTherapists = split === "therapist";
  const figures = FIGURES.filter(({ label }) => split !== "client" || label !== "New clients");
  const cellsOf = ({ value, totals, utilisation }: SplitLine): LinkedFigure[] => [
    ...figures.map(({ text, filter }) => ({ text: text(totals), to: listLink(part, { ...filter, [split]: value }) })),
    ...(isOfTherapists
      ? [
          {
            text: utilisation ? utilisationInWords(utilisation) : "Has left",
            to: listLink(part, { result: "booked", [split]: value }),
          },
        ]
      : []),
  ];
  return {
    head: [...figures.map(({ label }) => ({ title: label })), ...(isOfTherapists ? [{ title: "Hours" }] : [])],
    rows: lines.map((line) => ({ label: line.label, cells: cellsOf(line) })),
  };
}

function resultsFigure({ steps, now: { totals } }: Report): Plotted {
  return {
    question: "What became of the appointments?",
    answer: `${totals.came} of ${totals.all} attended. Unmarked appointments are not counted.`,
    empty:
      totals.all > 0 ? null : "A column for each week or month appears here: who attended, who did not, who cancelled.",
    drawn: resultsPlot(steps),
    legend: [
      { look: "came", label: "Came" },
      { look: "unrecorded", label: "Not recorded" },
      { look: "ahead", label: "To come" },
      { look: "missed", label: "Did not attend" },
      { look: "cancelled", label: "Cancelled" },
    ],
    table: stepTable(steps, ["Came", "Not recorded", "To come", "Did not attend", "Cancelled"]),
  };
}

function takenFigure(report: Report): Plotted {
  const { steps, yearBeforeSteps, now, yearBefore } = report;
  const both = now.totals.takenPence + yearBefore.totals.takenPence;
  return {
    question: "What came in?",
    answer:
      yearBefore.totals.takenPence > 0
        ? `${roundPounds(now.totals.takenPence)}, compared with ${roundPounds(yearBefore.totals.takenPence)} a year earlier (dashed line).`
        : `${roundPounds(now.totals.takenPence)}.`,
    empty:
      both > 0 ? null : "Your income appears here beside the year before, once appointments are marked as attended.",
    drawn: takenPlot(report),
    legend: [],
    table: {
      head: ["From", "Taken", "A year before"],
      rows: steps.map((step, index) => {
        const before = yearBeforeSteps[index];
        const taken = { text: roundPounds(step.totals.takenPence), to: listLink(step, { result: "came" }) };
        if (!before) return [step.label, taken, "none"];
        const then = { text: roundPounds(before.totals.takenPence), to: listLink(before, { result: "came" }) };
        return [step.label, taken, then];
      }),
    },
  };
}

function missingFigure({ steps, now: { totals } }: Report): Plotted {
  const recorded = totals.came + totals.missed;
  return {
    question: "Who did not come?",
    answer: `${totals.missed} of ${recorded} that were recorded did not attend; ${totals.late} cancelled too late to fill the time.`,
    empty:
      recorded + totals.late > 0
        ? null
        : "Missed and late-cancelled appointments appear here once you mark who attended.",
    drawn: missingPlot(steps),
    legend: [
      { look: "missed", label: "Did not attend" },
      { look: "cancelled", label: "Cancelled late" },
    ],
    table: stepTable(steps, ["Did not attend", "Cancelled late"]),
  };
}

function utilisationFigure({ utilisations, now: { utilisation, part } }: Report): Plotted {
  return {
    question: "How full were the hours?",
    answer: `${utilisationInWords(utilisation)} worked, by today’s weekly hours and the closures of these days.`,
    empty: utilisation.booked > 0 ? null : "Each therapist’s booked share of the hours worked appears here.",
    drawn: utilisationPlot(utilisations),
    legend: [],
    table: {
      head: ["Therapist", "Booked of worked"],
      rows: utilisations.map(({ slug, label, utilisation: own }) => [
        label,
        { text: utilisationInWords(own), to: listLink(part, { result: "booked", therapist: slug }) },
      ]),
    },
  };
}

function stepTable(steps: readonly Step[], labels: readonly string[]): Plotted["table"] {
  const figures = labels.flatMap((label) => FIGURES.filter((figure) => figure.label === label));
  return {
    head: ["From", ...labels],
    rows: steps.map((step) => [
      step.label,
      ...figures.map(({ text, filter }) => ({ text: text(step.totals), to: listLink(step, filter) })),
    ]),
  };
}

/** A figure with the list that makes it. */
type LinkedFigure = { text: string; to: string };

/** Which list: filters of the appointments' address. */
type ListFilter = Record<string, string>;

/** The appointments of these days that a figure counts. */
function listLink({ from, to }: Pick<Period, "from" | "to">, filter: ListFilter = {}): string {
  return `/appointments?${new URLSearchParams({ from, to, ...filter, sort: "date" })}`;
}

const FIGURES: { label: string; text: (totals: ReportTotals) => string; filter: ListFilter }[] = [
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
function againInWords({ again, judged, came }: ReportTotals): string {
  return judged === 0 && came > 0 ? "Too soon" : `${again} of ${judged}`;
}

/** `62%, 120 of 193 h`. */
function utilisationInWords({ booked, worked }: Utilisation): string {
  const share = shareOf({ booked, worked });
  return share === null ? "No hours" : `${share}%, ${hours(booked)} of ${hours(worked)} h`;
}

function hours(minutes: number): string {
  return new Intl.NumberFormat("en-GB", { maximumFractionDigits: 1 }).format(minutes / 60);
}

const BEFORE: Record<PeriodKind, string> = {
  month: "The month before",
  quarter: "The quarter before",
  "tax-quarter": "The quarter before",
  dates: "The days before",
  day: "The day before",
  "vat-01": "The quarter before",
  "vat-02": "The quarter before",
  "vat-03": "The quarter before",
};

function columnsOf({ period, now, before, yearBefore }: Report): { title: string; days: string; of: Counted }[] {
  const title = now.part.to === period.to ? "These days" : "So far";
  const earlier = [
    { title: BEFORE[period.kind], days: shortDays(before.part), of: before },
    { title: "A year before", days: shortDays(yearBefore.part), of: yearBefore },
  ];
  return [{ title, days: shortDays(now.part), of: now }, ...earlier.filter(({ of }) => of.totals.all > 0)];
}

/** `1 to 22 Nov 2026`, for the head of a column. */
function shortDays({ from, to }: Period): string {
  const day = (date: string) => dateInWords(date, { day: "numeric", month: "short", year: "numeric" });
  if (from === to) return day(from);
  const isOneMonth = from.slice(0, 7) === to.slice(0, 7);
  return `${isOneMonth ? Number(from.slice(8)) : day(from)} to ${day(to)}`;
}

/** The answer before any table: what came, what was taken, and how that compares. */
function reportInWords({ period, now, before, yearBefore, rest }: Report): string {
  const { came, missed, unrecorded, takenPence } = now.totals;
  const sofar = now.part.to === period.to ? "" : ", so far";
  const unmarked = unrecorded > 0 ? ` ${unrecorded} not recorded, which count as nothing.` : "";
  const earlier = [
    { of: before, when: BEFORE[period.kind].toLowerCase() },
    { of: yearBefore, when: "a year before" },
  ].filter(({ of }) => of.totals.all > 0);
  const days = now.part.to === period.to || earlier.length === 0 ? "" : ", by the same days";
  const compared = earlier.map(({ of, when }) => `${roundPounds(of.totals.takenPence)} ${when}`).join(", ");
  const more = rest && rest.count > 0 ? ` Still booked after today: ${rest.count}, ${roundPounds(rest.pence)}.` : "";
  return `${periodInWords(period)}${sofar}: ${came} came, ${missed} did not attend, ${roundPounds(takenPence)} taken${compared && ` (${compared}${days})`}.${unmarked}${more}`;
}

/** What became of the appointments of each week or month. */
function resultsPlot(steps: readonly Step[]): Drawn {
  const parts = steps.flatMap(({ label, totals }) =>
    RESULTS.map(({ result, fill }) => ({ label, count: totals[result], fill })),
  );
  return draw({
    ...stepScale(steps),
    y: countsUpTo(Math.max(...steps.map(({ totals }) => totals.all))),
    marks: [Plot.barY(parts, { x: "label", y: "count", fill: "fill", ...BAR }), FOOT],
  });
}

/** Income of each week or month, and the year before's as a line over it. */
function takenPlot({ steps, yearBeforeSteps }: Report): Drawn {
  const pounds = steps.map(({ label, totals }, index) => ({
    label,
    now: totals.takenPence / 100,
    before: (yearBeforeSteps[index]?.totals.takenPence ?? 0) / 100,
  }));
  const most = Math.max(...pounds.flatMap(({ now, before }) => [now, before]));
  return draw({
    ...stepScale(steps),
    marginLeft: 48,
    y: { ...countsUpTo(most), tickFormat: (value: number) => roundPounds(value * 100) },
    marks: [
      Plot.barY(pounds, { x: "label", y: "now", fill: "var(--primary)", ...BAR }),
      Plot.tickY(
        pounds.filter(({ before }) => before > 0),
        { x: "label", y: "before", stroke: "var(--ink)", strokeWidth: 2.5 },
      ),
      FOOT,
    ],
  });
}

function missingPlot(steps: readonly Step[]): Drawn {
  const parts = steps.flatMap(({ label, totals }) => [
    { label, count: totals.missed, fill: "var(--danger)" },
    { label, count: totals.late, fill: "url(#hatch-cancelled)" },
  ]);
  return draw({
    ...stepScale(steps),
    height: 150,
    y: countsUpTo(Math.max(...steps.map(({ totals }) => totals.missed + totals.late))),
    marks: [Plot.barY(parts, { x: "label", y: "count", fill: "fill", ...BAR }), FOOT],
  });
}

/** Booked of worked minutes, a bar for each therapist in the practice's order. */
function utilisationPlot(utilisations: Report["utilisations"]): Drawn {
  const lines = utilisations.map(({ label, utilisation: { booked, worked } }) => ({
    label,
    share: worked === 0 ? 0 : booked / worked,
    whole: 1,
  }));
  return draw({
    height: 20 + Math.max(1, lines.length) * 38,
    marginLeft: 0,
    marginRight: 40,
    x: { axis: null, domain: [0, 1] },
    y: { axis: null, domain: lines.map(({ label }) => label), padding: 0.55 },
    marks: [
      Plot.barX(lines, { x: "whole", y: "label", fill: "var(--wash)", stroke: "var(--edge)", ...LINE }),
      Plot.barX(lines, { x: "share", y: "label", fill: "var(--primary)", ...LINE }),
      Plot.text(lines, { x: 0, y: "label", text: "label", textAnchor: "start", dy: -9 }),
      Plot.text(lines, {
        x: 1,
        y: "label",
        text: ({ share }) => `${Math.round(share * 100)}%`,
        textAnchor: "start",
        dx: 5,
        dy: 8,
      }),
    ],
  });
}

const BAR = { stroke: "var(--edge)", strokeWidth: 0.5 };
const LINE = { insetTop: 8, insetBottom: -8 };
const FOOT = Plot.ruleY([0], { stroke: "var(--edge)" });
const MOST_LABELS = 5;

function stepScale(steps: readonly Step[]) {
  const labels = steps.map(({ label }) => label);
  const each = Math.ceil(labels.length / MOST_LABELS);
  return { x: { label: null, tickSize: 0, domain: labels, ticks: labels.filter((_, index) => index % each === 0) } };
}
