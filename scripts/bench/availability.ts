import { freeStarts, type Question } from "#app/availability/free-starts.ts";
import { addDays, instantOf, localDateOf } from "#app/platform/date-time.ts";
import { percentile } from "#scripts/bench/callers.ts";
import { CONNECTIONS, type Load, load } from "#scripts/bench/load.ts";
import { speed } from "#scripts/bench/pages.ts";
import { type Row, round } from "#scripts/bench/row.ts";
import { slowFreeStarts } from "#tests/support/availability/oracle.ts";
import type { SiteServer } from "#tests/support/server.ts";

const ZONE = "Europe/London";
const MONTH = 31;
const ROUNDS = 3;
const TIMES = 500;

type Asked = { few: SiteServer; many: SiteServer; today: string; counts: [string, string] };

export async function measureAvailability({ few, many, today, counts }: Asked): Promise<Row[]> {
  const question = (shift: number) =>
    `/api/availability?service=deep-tissue-massage&from=${addDays(today, 1 + shift)}&to=${addDays(today, MONTH + shift)}`;
  const path = question(0);
  // In turns, and the best of each: other work on the machine then affects both alike.
  const fewLoads: Load[] = [];
  const manyLoads: Load[] = [];
  for (let round = 0; round < ROUNDS; round++) {
    fewLoads.push(await load(few, path));
    manyLoads.push(await load(many, path));
  }
  // Every caller asks for another month, so no cached answer is shared.
  const apart = await load(
    many,
    Array.from({ length: CONNECTIONS }, (_, shift) => question(shift)),
  );
  const [best, baseline] = [fastest(manyLoads), fastest(fewLoads)];
  const slower = (best.cpu ?? 1 / best.perSecond) / (baseline.cpu ?? 1 / baseline.perSecond);
  const what = `GET /api/availability, ${MONTH} days, three therapists, ${counts[1]} appointments`;
  return [
    { what, figure: speed(best), baseline: "", ratio: null, wanted: "p99 < 10 ms", met: best.p99 < 10 },
    {
      what: `${what}: every caller another month`,
      figure: speed(apart),
      baseline: `one month: ${speed(best)}`,
      ratio: best.perSecond / apart.perSecond,
      wanted: "p99 < 15 ms",
      met: apart.p99 < 15,
    },
    {
      what: `${what}: time per answer`,
      figure: speed(best),
      baseline: `${counts[0]} appointments: ${speed(baseline)}`,
      ratio: slower,
      wanted: "<= 1.2 x",
      met: slower <= 1.2,
    },
  ];
}

/** The engine alone: one therapist, a half-booked month. */
export function measureEngine(now: number): Row[] {
  const question = busyMonth(now);
  const time = (work: () => unknown) => {
    const begun = performance.now();
    work();
    return performance.now() - begun;
  };
  for (let warm = 0; warm < TIMES; warm++) freeStarts(question);
  const engine = Array.from({ length: TIMES }, () => time(() => freeStarts(question)));
  const oracle = Array.from({ length: 5 }, () => time(() => slowFreeStarts(question)));
  const [median, last, slow] = [percentile(engine, 0.5), percentile(engine, 0.99), percentile(oracle, 0.5)];
  return [
    {
      what: "Slot arithmetic, one therapist, a month (no database)",
      baseline: `minute by minute: ${round(slow)} ms`,
      figure: `${round(median)} ms, p99 ${round(last)} ms`,
      ratio: median / slow,
      wanted: "< 1 ms",
      met: median < 1,
    },
  ];
}

function busyMonth(now: number): Question {
  const today = localDateOf(now, ZONE);
  const days = Array.from({ length: MONTH }, (_, index) => addDays(today, index + 1));
  const busy = days.flatMap((date) =>
    [570, 840].map((minute) => {
      const start = instantOf(date, minute, ZONE);
      return { start, end: start + 75 * 60_000 };
    }),
  );
  const weekly = [1, 2, 3, 4, 5, 6].map((weekday) => ({ weekday, fromMinute: 540, toMinute: 1020 }));
  return {
    from: days[0] ?? today,
    to: days.at(-1) ?? today,
    now,
    zone: ZONE,
    length: 60,
    bufferBefore: 0,
    bufferAfter: 15,
    slotInterval: 15,
    notice: 120,
    horizonDays: 90,
    therapists: [{ id: "one", weekly, exceptions: [], busy }],
  };
}

function fastest(loads: readonly Load[]): Load {
  return {
    perSecond: Math.max(...loads.map((one) => one.perSecond)),
    p99: Math.min(...loads.map((one) => one.p99)),
    cpu: loads.some((one) => one.cpu === null) ? null : Math.min(...loads.map((one) => one.cpu ?? 0)),
  };
}
