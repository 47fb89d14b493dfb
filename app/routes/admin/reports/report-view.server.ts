import { LRUCache } from "lru-cache";
import type { Report } from "#app/reports/get-report.server.ts";
import type { SplitLine } from "#app/reports/report-split.ts";
import type { Step } from "#app/reports/report-steps.ts";
import { roundPounds } from "#app/routes/admin/dashboard/figure-words.ts";
import type { Plotted } from "#app/routes/admin/dashboard/figures-view.server.ts";
import { missingPlot, resultsPlot, takenPlot, utilisationPlot } from "#app/routes/admin/reports/report-plots.server.ts";
import {
  columnsOf,
  FIGURES,
  type LinkedFigure,
  listLink,
  reportInWords,
  utilisationInWords,
} from "#app/routes/admin/reports/report-words.ts";

/** A table whose every figure is a link. */
export type FigureTable = {
  head: { title: string; days?: string }[];
  rows: { label: string; cells: LinkedFigure[] }[];
};

export type ReportView = { sentence: string; compared: FigureTable; parts: FigureTable; plots: Plotted[] };

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
    compared: comparedTable(report),
    parts: partsTable(report),
    plots: [resultsFigure(report), takenFigure(report), missingFigure(report), utilisationFigure(report)],
  };
}

function comparedTable(report: Report): FigureTable {
  const columns = columnsOf(report);
  const rows = FIGURES.map(({ label, text, filter }) => ({
    label,
    cells: columns.map(({ of }) => ({ text: text(of.tally), to: listLink(of.part, filter) })),
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
  const cellsOf = ({ value, tally, utilisation }: SplitLine): LinkedFigure[] => [
    ...figures.map(({ text, filter }) => ({ text: text(tally), to: listLink(part, { ...filter, [split]: value }) })),
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

function resultsFigure({ steps, now: { tally } }: Report): Plotted {
  return {
    question: "What became of the appointments?",
    answer: `${tally.came} of ${tally.all} came. Those that nobody marked are neither attended nor income.`,
    empty:
      tally.all > 0 ? null : "A column for each week or month will stand here: who came, who did not, who cancelled.",
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
  const both = now.tally.takenPence + yearBefore.tally.takenPence;
  return {
    question: "What came in?",
    answer:
      yearBefore.tally.takenPence > 0
        ? `${roundPounds(now.tally.takenPence)}; a year before ${roundPounds(yearBefore.tally.takenPence)}, which the dashes mark.`
        : `${roundPounds(now.tally.takenPence)}; nothing a year before.`,
    empty: both > 0 ? null : "What came in will stand here beside the year before, once visits are marked as attended.",
    drawn: takenPlot(report),
    legend: [],
    table: {
      head: ["From", "Taken", "A year before"],
      rows: steps.map((step, index) => {
        const before = yearBeforeSteps[index];
        const taken = { text: roundPounds(step.tally.takenPence), to: listLink(step, { result: "came" }) };
        if (!before) return [step.label, taken, "none"];
        const then = { text: roundPounds(before.tally.takenPence), to: listLink(before, { result: "came" }) };
        return [step.label, taken, then];
      }),
    },
  };
}

function missingFigure({ steps, now: { tally } }: Report): Plotted {
  const recorded = tally.came + tally.missed;
  return {
    question: "Who did not come?",
    answer: `${tally.missed} of ${recorded} that were recorded did not attend; ${tally.late} cancelled too late to fill the time.`,
    empty:
      recorded + tally.late > 0 ? null : "Missed and late-cancelled visits will stand here once you mark who came.",
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
    empty: utilisation.booked > 0 ? null : "Each therapist’s booked share of the hours worked will stand here.",
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
      ...figures.map(({ text, filter }) => ({ text: text(step.tally), to: listLink(step, filter) })),
    ]),
  };
}
