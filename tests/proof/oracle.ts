import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { isDeepStrictEqual } from "node:util";
import fc from "fast-check";
import { type FreeDay, freeStarts } from "#app/availability/free-starts.ts";
import type { Report } from "#tests/proof/report.ts";
import { slowFreeStarts } from "#tests/support/availability/oracle.ts";
import { anyQuestion } from "#tests/support/availability/practices.ts";

const CASES = 1_000_000;
const BATCH = 5_000;
const STATES = ["open", "full", "over", "closed", "outside"] as const;

/** `seed`: of the next batch. `seconds` and `processor` (also in seconds): over all sittings. */
type Seen = {
  seed: number;
  cases: number;
  states: Record<FreeDay["state"], number>;
  starts: number;
  broken: string[];
  seconds: number;
  processor: number;
  sittings: number;
};

/**
 * The engine against its oracle, as often as asked: `npm run proof -- oracle 1000000`. Options: `--seed=1`, `--minutes=20`
 * (then it stops, and says how far it came), `--kept=FILE`: goes on from what this file says, and writes it after each
 * batch. Each batch of 5,000 has a seed of its own: what differs is found again.
 */
export async function oracle(options: readonly string[]): Promise<Report> {
  const wanted = Number(options.find((option) => /^\d+$/.test(option)) ?? CASES);
  const numberOf = (name: string) => options.find((option) => option.startsWith(`--${name}=`))?.split("=")[1];
  const file = numberOf("kept");
  const seen = file && existsSync(file) ? keptIn(file) : newSeen(Number(numberOf("seed") ?? 1));
  const until = performance.now() + Number(numberOf("minutes") ?? Number.POSITIVE_INFINITY) * 60_000;
  const goesOn = () => seen.cases < wanted && seen.broken.length === 0 && performance.now() < until;
  for (let batches = 1; goesOn(); batches++) {
    if (batches === 1) seen.sittings += 1;
    const [began, usedBefore] = [performance.now(), process.cpuUsage().user];
    compare(seen, Math.min(BATCH, wanted - seen.cases));
    seen.seconds += (performance.now() - began) / 1000;
    seen.processor += (process.cpuUsage().user - usedBefore) / 1e6;
    if (file) writeFileSync(file, JSON.stringify(seen));
    if (batches % 10 === 0) process.stderr.write(`${seen.cases} `);
  }
  const cut = seen.cases < wanted ? ` ${wanted.toLocaleString("en-GB")} were asked for; the time was over before.` : "";
  const parts =
    seen.sittings > 1 ? ` Done in ${seen.sittings} sittings, each with the seeds after the last one’s.` : "";
  return { title: "Oracle", intro: INTRO + cut + parts, tables: [tableOf(seen)], broken: seen.broken };
}

function newSeen(seed: number): Seen {
  const states = { open: 0, full: 0, over: 0, closed: 0, outside: 0 };
  return { seed, cases: 0, states, starts: 0, broken: [], seconds: 0, processor: 0, sittings: 0 };
}

const keptIn = (file: string) => JSON.parse(readFileSync(file, "utf8")) as Seen;

const INTRO =
  "The engine that finds free times against a second one that shares no code with it, walks every minute of every day " +
  "with Temporal, and is slow (`tests/support/availability/oracle.ts`). Each case is an invented practice with its " +
  "hours, closures, cycles of two weeks and bookings, in one of seven time zones, for up to three days, most of them " +
  "near a change of the clocks. Both must give the same days, the same starts, and the same therapists at each. " +
  "`npm test` compares 2,000. Seen to fail: with the buffer after a treatment left out of the engine, the 60th case " +
  "differed.";

function compare(seen: Seen, numRuns: number): void {
  const seed = seen.seed++;
  const property = fc.property(anyQuestion(), (question) => {
    const days = freeStarts(question);
    if (!isDeepStrictEqual(days, slowFreeStarts(question))) throw new Error("they differ");
    seen.cases += 1;
    for (const { state, slots } of days) {
      seen.states[state] += 1;
      seen.starts += slots.length;
    }
  });
  const { failed, counterexample } = fc.check(property, { seed, numRuns });
  if (failed) seen.broken.push(`seed ${seed}: ${JSON.stringify(counterexample)}`);
}

function tableOf({ cases, states, starts, broken, seconds, processor }: Seen) {
  const days = STATES.map((state) => states[state]);
  const minutes = Math.round(processor / 6) / 10;
  const figures = [cases, broken.length, ...days, starts, Math.round(cases / seconds), minutes];
  const columns = ["cases", "that differ", ...STATES.map((state) => `days ${state}`), "free starts", "cases a second"];
  return {
    title: "What was compared",
    note: "Days by what the engine says of them, and how many free starts it found.",
    columns: [...columns, "processor, minutes"],
    rows: [figures],
  };
}
