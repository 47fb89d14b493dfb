import * as Plot from "@observablehq/plot";
import type { HeatCell, LeadTime, MixLine, Week } from "#app/reports/plot-figures.ts";
import {
  hourInWords,
  roundPounds,
  shareInWords,
  shortDay,
  WEEKDAYS,
} from "#app/routes/admin/dashboard/figure-words.ts";
import type { Drawn } from "#app/ui/plot/drawn-plot.ts";
import { drawnFrom, sketchDocument } from "#app/ui/plot/sketch.server.ts";

// A phone's width: there the text keeps its size; on wider screens the drawing grows.
const WIDTH = 340;

/** A cell for each hour of each weekday, with its share in figures; hatched when closed. */
export function heatPlot(cells: readonly HeatCell[]): Drawn {
  const open = cells.filter((cell) => cell.share !== null);
  const closed = cells.filter((cell) => cell.share === null);
  const rows = new Set(cells.map((cell) => cell.hour)).size;
  const place = { x: (cell: HeatCell) => WEEKDAYS[cell.weekday - 1], y: (cell: HeatCell) => hourInWords(cell.hour) };
  return draw({
    height: 46 + rows * 24,
    marginLeft: 44,
    x: { axis: "top", domain: WEEKDAYS, label: null, tickSize: 0 },
    y: { label: null, tickSize: 0, domain: [...new Set(cells.map((cell) => hourInWords(cell.hour)))] },
    marks: [
      Plot.cell(closed, { ...place, fill: "url(#hatch-closed)", inset: 1 }),
      Plot.cell(open, { ...place, fill: (cell) => `var(--heat-${step(cell.share)})`, inset: 1 }),
      Plot.text(open, {
        ...place,
        text: (cell) => shareInWords(cell.share),
        fill: (cell) => `var(--on-heat-${step(cell.share)})`,
      }),
    ],
  });
}

export function weeksPlot(weeks: readonly Week[], thisWeek: string): Drawn {
  const parts = weeks.flatMap((week) =>
    RESULTS.map(({ result, fill }) => ({ monday: shortDay(week.monday), count: week[result], fill })),
  );
  const most = Math.max(
    ...weeks.map((week) => week.came + week.unrecorded + week.ahead + week.missed + week.cancelled),
  );
  return draw({
    ...weekScale(weeks),
    y: countsUpTo(most),
    marks: [
      Plot.barY(parts, { x: "monday", y: "count", fill: "fill", stroke: "var(--edge)", strokeWidth: 0.5 }),
      nowMark(thisWeek),
      Plot.ruleY([0], { stroke: "var(--edge)" }),
    ],
  });
}

/** Income by week: taken, and booked ahead. */
export function moneyPlot(weeks: readonly Week[], thisWeek: string): Drawn {
  const parts = weeks.flatMap((week) => [
    { monday: shortDay(week.monday), pounds: week.takenPence / 100, fill: "var(--primary)" },
    { monday: shortDay(week.monday), pounds: week.aheadPence / 100, fill: "url(#hatch-ahead)" },
  ]);
  const most = Math.max(...weeks.map((week) => (week.takenPence + week.aheadPence) / 100));
  return draw({
    ...weekScale(weeks),
    marginLeft: 48,
    y: { ...countsUpTo(most), tickFormat: (pounds: number) => roundPounds(pounds * 100) },
    marks: [
      Plot.barY(parts, { x: "monday", y: "pounds", fill: "fill", stroke: "var(--edge)", strokeWidth: 0.5 }),
      nowMark(thisWeek),
      Plot.ruleY([0], { stroke: "var(--edge)" }),
    ],
  });
}

export function missedPlot(weeks: readonly Week[]): Drawn {
  const points = weeks.map((week) => ({ monday: shortDay(week.monday), missed: week.missed }));
  return draw({
    ...weekScale(weeks),
    height: 130,
    y: countsUpTo(Math.max(...points.map((point) => point.missed))),
    marks: [
      Plot.line(points, { x: "monday", y: "missed", stroke: "var(--line)" }),
      Plot.dot(points, { x: "monday", y: "missed", fill: "var(--danger)", r: 4 }),
      Plot.ruleY([0], { stroke: "var(--edge)" }),
    ],
  });
}

export function mixPlot(lines: readonly MixLine[]): Drawn {
  return draw({
    height: 20 + lines.length * 38,
    marginLeft: 0,
    marginRight: 40,
    x: { axis: null },
    y: { axis: null, domain: lines.map((line) => line.service), padding: 0.55 },
    marks: [
      Plot.barX(lines, { x: "count", y: "service", fill: "var(--primary)", insetTop: 8, insetBottom: -8 }),
      Plot.text(lines, { x: 0, y: "service", text: "service", textAnchor: "start", dy: -9 }),
      Plot.text(lines, { x: "count", y: "service", text: "count", textAnchor: "start", dx: 5, dy: 8 }),
    ],
  });
}

export function leadPlot(leads: readonly LeadTime[]): Drawn {
  return draw({
    marginTop: 28,
    x: { label: null, tickSize: 0, domain: leads.map((lead) => lead.label) },
    y: { ...countsUpTo(Math.max(...leads.map((lead) => lead.count))), axis: null, grid: false },
    marks: [
      Plot.barY(leads, { x: "label", y: "count", fill: "var(--primary)" }),
      Plot.text(leads, { x: "label", y: "count", text: "count", dy: -8 }),
      Plot.ruleY([0], { stroke: "var(--edge)" }),
    ],
  });
}

export const RESULTS = [
  { result: "came", fill: "var(--primary)" },
  { result: "unrecorded", fill: "var(--line)" },
  { result: "ahead", fill: "url(#hatch-ahead)" },
  { result: "missed", fill: "var(--danger)" },
  { result: "cancelled", fill: "url(#hatch-cancelled)" },
] as const;

/** From 0 to the largest count. Without any bars the scale still reaches 1, so that 0 stays at the foot. */
export function countsUpTo(most: number) {
  const top = Math.max(1, most);
  return {
    label: null,
    grid: true,
    nice: true,
    domain: [0, top],
    ticks: Math.min(4, top),
    tickSize: 0,
    tickFormat: "d",
  };
}

/** Labels every fourth Monday: more would overlap on a phone. */
function weekScale(weeks: readonly Week[]) {
  const mondays = weeks.map((week) => shortDay(week.monday));
  const named = mondays.filter((_, index) => index % 4 === 0);
  return { x: { label: null, tickSize: 0, domain: mondays, ticks: named } };
}

// The only oxide mark: now.
function nowMark(thisWeek: string) {
  return Plot.tickX([shortDay(thisWeek)], { stroke: "var(--accent)", strokeWidth: 2, inset: 0 });
}

function step(share: number | null): number {
  return Math.min(5, 1 + Math.floor((share ?? 0) * 5));
}

export function draw(options: Plot.PlotOptions): Drawn {
  return drawnFrom(Plot.plot({ document: sketchDocument(), width: WIDTH, height: 200, ...options }));
}
