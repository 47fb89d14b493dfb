import type { Figures } from "#app/appointments/figures/commands.server.ts";
import type { HeatCell } from "#app/appointments/figures/heat.ts";
import { missedOf, rateInWords } from "#app/appointments/figures/weeks.ts";
import {
  expectedInWords,
  heatInWords,
  hourInWords,
  lastWeekInWords,
  roundPounds,
  shareInWords,
  shortDay,
  WEEKDAYS,
} from "#app/routes/admin/dashboard/figure-words.ts";
import {
  heatPlot,
  leadPlot,
  missedPlot,
  mixPlot,
  moneyPlot,
  weeksPlot,
} from "#app/routes/admin/dashboard/plots.server.ts";
import type { Drawn } from "#app/ui/plot/drawn.ts";

/** One plot as the page shows it: the question it answers, the answer in a sentence, the drawing, and its table. */
export type Plotted = {
  question: string;
  answer: string;
  drawn: Drawn;
  /** What the marks mean, by the name of their look. */
  legend: { look: string; label: string }[];
  table: { head: string[]; rows: (string | number)[][] };
};

export type FiguresView = { sentence: string; plots: Plotted[] };

const MOST_KEPT = 8;
const kept = new Map<string, FiguresView>();

/** The figures in words, drawings and tables. Drawing takes longer than reading: the same figures are drawn once. */
export function figuresView(figures: Figures): FiguresView {
  const key = JSON.stringify(figures);
  const view = kept.get(key) ?? drawnView(figures);
  if (kept.size >= MOST_KEPT) kept.clear();
  kept.set(key, view);
  return view;
}

function drawnView(figures: Figures): FiguresView {
  const { weeks, thisWeek, heat, mix, leadTimes } = figures;
  const past = weeks.filter((week) => week.monday <= thisWeek);
  const missed = missedOf(past);
  const [first] = mix;
  const booked = leadTimes.reduce((sum, lead) => sum + lead.count, 0);
  const late = (leadTimes[0]?.count ?? 0) + (leadTimes[1]?.count ?? 0);
  return {
    sentence: lastWeekInWords(figures),
    plots: [
      {
        question: "How full is each hour?",
        answer: `Of the minutes worked in the last 8 weeks. ${heatInWords(heat)}`,
        drawn: heatPlot(heat),
        legend: [],
        table: heatTable(heat),
      },
      {
        question: "What became of each week's bookings?",
        answer: "By the week of the appointment. The line marks this week, so far.",
        drawn: weeksPlot(weeks, thisWeek),
        legend: FATES,
        table: {
          head: ["Week of", "Came", "To come", "Did not attend", "Cancelled"],
          rows: weeks.map((week) => [shortDay(week.monday), week.came, week.ahead, week.missed, week.cancelled]),
        },
      },
      {
        question: "What comes in?",
        answer: expectedInWords(weeks),
        drawn: moneyPlot(weeks, thisWeek),
        legend: FATES.slice(0, 2).map(({ look }, index) => ({ look, label: ["Taken", "Booked ahead"][index] ?? "" })),
        table: {
          head: ["Week of", "Taken", "Booked ahead"],
          rows: weeks.map((week) => [
            shortDay(week.monday),
            roundPounds(week.takenPence),
            roundPounds(week.aheadPence),
          ]),
        },
      },
      {
        question: "Do people turn up?",
        answer: `${rateInWords(missed)} did not attend in 13 weeks.`,
        drawn: missedPlot(past),
        legend: [],
        table: {
          head: ["Week of", "Did not attend", "Expected"],
          rows: past.map((week) => [shortDay(week.monday), week.missed, week.came + week.missed]),
        },
      },
      {
        question: "Which services carry the practice?",
        answer: first ? `${first.service} leads, with ${first.count} in 13 weeks.` : "None were given in 13 weeks.",
        drawn: mixPlot(mix),
        legend: [],
        table: {
          head: ["Service", "Given", "Hours", "Income", "Income an hour"],
          rows: mix.map((line) => [
            ...[line.service, line.count, Math.round(line.minutes / 6) / 10, roundPounds(line.pence)],
            roundPounds((line.pence * 60) / line.minutes),
          ]),
        },
      },
      {
        question: "How far ahead do people book?",
        answer: `${late} of ${booked} were booked within two days of the appointment.`,
        drawn: leadPlot(leadTimes),
        legend: [],
        table: { head: ["Booked ahead", "Appointments"], rows: leadTimes.map((lead) => [lead.label, lead.count]) },
      },
    ],
  };
}

const FATES = [
  { look: "came", label: "Came" },
  { look: "ahead", label: "To come" },
  { look: "missed", label: "Did not attend" },
  { look: "cancelled", label: "Cancelled" },
];

function heatTable(cells: readonly HeatCell[]): Plotted["table"] {
  const hours = [...new Set(cells.map((cell) => cell.hour))];
  const shareAt = (weekday: number, hour: number) =>
    shareInWords(cells.find((cell) => cell.weekday === weekday && cell.hour === hour)?.share ?? null);
  return {
    head: ["Hour", ...WEEKDAYS],
    rows: hours.map((hour) => [hourInWords(hour), ...WEEKDAYS.map((_, day) => shareAt(day + 1, hour))]),
  };
}
