import { LRUCache } from "lru-cache";
import type { Figures } from "#app/reports/get-dashboard-figures.server.ts";
import { type HeatCell, missedOf, rateInWords } from "#app/reports/plot-figures.ts";
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
import type { Drawn } from "#app/ui/plot/drawn-plot.ts";

/** One plot: the question, the answer in a sentence, the drawing, and the table. */
export type Plotted = {
  question: string;
  answer: string;
  /** While there is nothing to draw: what will stand there, and from when. */
  empty: string | null;
  drawn: Drawn;
  legend: { look: string; label: string }[];
  table: { head: string[]; rows: PlotCell[][] };
};

/** `to`: the list that makes the number. */
type PlotCell = string | number | { text: string; to: string };

export type FiguresView = { sentence: string; plots: Plotted[] };

const MOST_CACHED = 8;
const cached = new LRUCache<string, FiguresView>({ max: MOST_CACHED });

/** Figures in words, drawings and tables, cached per figures: drawing takes longer than reading. */
export function figuresView(figures: Figures): FiguresView {
  const key = JSON.stringify(figures);
  const view = cached.get(key) ?? drawnView(figures);
  cached.set(key, view);
  return view;
}

function drawnView(figures: Figures): FiguresView {
  const { weeks, thisWeek, heat, mix, leadTimes } = figures;
  const past = weeks.filter((week) => week.monday <= thisWeek);
  const missed = missedOf(past);
  const [first] = mix;
  const booked = leadTimes.reduce((sum, lead) => sum + lead.count, 0);
  const bookings = weeks.reduce((sum, week) => sum + bookingsOf(week), 0);
  const pence = weeks.reduce((sum, week) => sum + week.takenPence + week.aheadPence, 0);
  const late = (leadTimes[0]?.count ?? 0) + (leadTimes[1]?.count ?? 0);
  return {
    sentence: lastWeekInWords(figures),
    plots: [
      {
        question: "How full is each hour?",
        answer: `Of the minutes worked in the last 8 weeks. ${heatInWords(heat)}`,
        empty: heat.some(({ share }) => share) ? null : EMPTY.heat,
        drawn: heatPlot(heat),
        legend: [],
        table: heatTable(heat),
      },
      {
        question: "What became of each week’s bookings?",
        answer: "By the week of the appointment. The line marks this week, so far.",
        empty: bookings > 0 ? null : EMPTY.weeks,
        drawn: weeksPlot(weeks, thisWeek),
        legend: RESULTS,
        table: {
          head: ["Week of", "Came", "Not recorded", "To come", "Did not attend", "Cancelled"],
          rows: weeks.map(({ monday, came, unrecorded, ahead, missed: gone, cancelled }) => [
            ...[shortDay(monday), came, unrecorded, ahead, gone, cancelled],
          ]),
        },
      },
      {
        question: "What comes in?",
        answer: expectedInWords(weeks),
        empty: pence > 0 ? null : EMPTY.money,
        drawn: moneyPlot(weeks, thisWeek),
        legend: MONEY,
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
        answer: `${rateInWords(missed)} that were recorded did not attend in 13 weeks.`,
        empty: past.some((week) => week.came + week.missed > 0) ? null : EMPTY.missed,
        drawn: missedPlot(past),
        legend: [],
        table: {
          head: ["Week of", "Did not attend", "Recorded"],
          rows: past.map((week) => [shortDay(week.monday), week.missed, week.came + week.missed]),
        },
      },
      {
        question: "Which services carry the practice?",
        answer: first ? `${first.service} leads, with ${first.count} in 13 weeks.` : "None were given in 13 weeks.",
        empty: first ? null : EMPTY.mix,
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
        empty: booked > 0 ? null : EMPTY.leads,
        drawn: leadPlot(leadTimes),
        legend: [],
        table: { head: ["Booked ahead", "Appointments"], rows: leadTimes.map((lead) => [lead.label, lead.count]) },
      },
    ],
  };
}

const EMPTY = {
  heat: "After your first appointments, see how busy each hour is here.",
  weeks: "A column a week appears here with the first booking: who attended, who is still to come, who cancelled.",
  money: "What each week took, and what is booked ahead, appears here with the first booking that has a price.",
  missed: "A dot a week appears here once you have marked who attended and who did not.",
  mix: "Your services appear here, the most booked first, with what they bring in an hour.",
  leads: "How many days ahead people book appears here after the first appointments.",
};

function bookingsOf({ came, unrecorded, ahead, missed, cancelled }: Figures["weeks"][number]): number {
  return came + unrecorded + ahead + missed + cancelled;
}

const MONEY = [
  { look: "came", label: "Taken" },
  { look: "ahead", label: "Booked ahead" },
];

const RESULTS = [
  { look: "came", label: "Came" },
  { look: "unrecorded", label: "Not recorded" },
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
