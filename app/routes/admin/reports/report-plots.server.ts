import * as Plot from "@observablehq/plot";
import type { Report } from "#app/reports/get-report.server.ts";
import type { Step } from "#app/reports/report-tally.ts";
import { roundPounds } from "#app/routes/admin/dashboard/figure-words.ts";
import { countsUpTo, draw, RESULTS } from "#app/routes/admin/dashboard/plots.server.ts";
import type { Drawn } from "#app/ui/plot/drawn-plot.ts";

/** What became of the appointments of each week or month. */
export function resultsPlot(steps: readonly Step[]): Drawn {
  const parts = steps.flatMap(({ label, tally }) =>
    RESULTS.map(({ result, fill }) => ({ label, count: tally[result], fill })),
  );
  return draw({
    ...stepScale(steps),
    y: countsUpTo(Math.max(...steps.map(({ tally }) => tally.all))),
    marks: [Plot.barY(parts, { x: "label", y: "count", fill: "fill", ...BAR }), FOOT],
  });
}

/** Income of each week or month, and the year before's as a line over it. */
export function takenPlot({ steps, yearBeforeSteps }: Report): Drawn {
  const pounds = steps.map(({ label, tally }, index) => ({
    label,
    now: tally.takenPence / 100,
    before: (yearBeforeSteps[index]?.tally.takenPence ?? 0) / 100,
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

export function missingPlot(steps: readonly Step[]): Drawn {
  const parts = steps.flatMap(({ label, tally }) => [
    { label, count: tally.missed, fill: "var(--danger)" },
    { label, count: tally.late, fill: "url(#hatch-cancelled)" },
  ]);
  return draw({
    ...stepScale(steps),
    height: 150,
    y: countsUpTo(Math.max(...steps.map(({ tally }) => tally.missed + tally.late))),
    marks: [Plot.barY(parts, { x: "label", y: "count", fill: "fill", ...BAR }), FOOT],
  });
}

/** Booked of worked minutes, a bar for each therapist in the practice's order. */
export function utilisationPlot(utilisations: Report["utilisations"]): Drawn {
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
