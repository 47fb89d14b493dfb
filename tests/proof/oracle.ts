import { isDeepStrictEqual } from "node:util";
import fc from "fast-check";
import { type FreeDay, freeStarts } from "#app/availability/free-starts.ts";
import type { Report } from "#tests/proof/report.ts";
import { slowFreeStarts } from "#tests/support/availability/oracle.ts";
import { anyQuestion } from "#tests/support/availability/practices.ts";

const CASES = 1_000_000;
const BATCH = 5_000;
const STATES = ["open", "full", "over", "closed", "outside"] as const;

type Seen = { cases: number; states: Record<FreeDay["state"], number>; starts: number; broken: string[] };

/**
 * The engine against its oracle, as often as asked: `npm run proof -- oracle 1000000`. Options: `--seed=1`, `--minutes=20`
 * (then it stops, and says how far it came). Each batch of 5,000 has a seed of its own: what differs is found again.
 */
export async function oracle(options: readonly string[]): Promise<Report> {
  const wanted = Number(options.find((option) => /^\d+$/.test(option)) ?? CASES);
  const numberOf = (name: string) => options.find((option) => option.startsWith(`--${name}=`))?.split("=")[1];
  const first = Number(numberOf("seed") ?? 1);
  const started = performance.now();
  const until = started + Number(numberOf("minutes") ?? Number.POSITIVE_INFINITY) * 60_000;
  const seen: Seen = { cases: 0, states: { open: 0, full: 0, over: 0, closed: 0, outside: 0 }, starts: 0, broken: [] };
  const goesOn = () => seen.cases < wanted && seen.broken.length === 0 && performance.now() < until;
  for (let seed = first; goesOn(); seed++) {
    compare(seen, { seed, numRuns: Math.min(BATCH, wanted - seen.cases) });
    if ((seed - first) % 10 === 9) process.stderr.write(`${seen.cases} `);
  }
  const seconds = (performance.now() - started) / 1000;
  const cut = seen.cases < wanted ? ` ${wanted.toLocaleString("en-GB")} were asked for; the time was over before.` : "";
  return { title: "Oracle", intro: INTRO + cut, tables: [tableOf(seen, seconds)], broken: seen.broken };
}

const INTRO =
  "The engine that finds free times against a second one that shares no code with it, walks every minute of every day " +
  "with Temporal, and is slow (`tests/support/availability/oracle.ts`). Each case is an invented practice with its " +
  "hours, closures, cycles of two weeks and bookings, in one of seven time zones, for up to three days, most of them " +
  "near a change of the clocks. Both must give the same days, the same starts, and the same therapists at each. " +
  "`npm test` compares 2,000. Seen to fail: with the buffer after a treatment left out of the engine, the 60th case " +
  "differed.";

function compare(seen: Seen, run: { seed: number; numRuns: number }): void {
  const property = fc.property(anyQuestion(), (question) => {
    const days = freeStarts(question);
    if (!isDeepStrictEqual(days, slowFreeStarts(question))) throw new Error("they differ");
    seen.cases += 1;
    for (const { state, slots } of days) {
      seen.states[state] += 1;
      seen.starts += slots.length;
    }
  });
  const { failed, counterexample } = fc.check(property, run);
  if (failed) seen.broken.push(`seed ${run.seed}: ${JSON.stringify(counterexample)}`);
}

function tableOf({ cases, states, starts, broken }: Seen, seconds: number) {
  const days = STATES.map((state) => states[state]);
  const minutes = Math.round(process.cpuUsage().user / 6e6) / 10;
  const figures = [cases, broken.length, ...days, starts, Math.round(cases / seconds), minutes];
  const columns = ["cases", "that differ", ...STATES.map((state) => `days ${state}`), "free starts", "cases a second"];
  return {
    title: "What was compared",
    note: "Days by what the engine says of them, and how many free starts it found.",
    columns: [...columns, "processor, minutes"],
    rows: [figures],
  };
}
