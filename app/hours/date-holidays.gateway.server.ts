import { once } from "node:events";
import { createRequire } from "node:module";
import { Worker } from "node:worker_threads";
import { LRUCache } from "lru-cache";
import type { BankHoliday, Nation } from "#app/hours/nation.ts";

type Question = { years: readonly number[]; nation: Nation };

const MOST_YEARS = 40;
const answered = new LRUCache<string, BankHoliday[]>({ max: MOST_YEARS });

/** The bank holidays of these years, with substitute days; a holiday that moved is listed once. */
export async function bankHolidays(years: readonly number[], nation: Nation = "ENG"): Promise<BankHoliday[]> {
  const keyOf = (year: number) => `${nation} ${year}`;
  const known = new Map(years.map((year) => [year, answered.get(keyOf(year))]));
  const missing = years.filter((year) => !known.get(year));
  const lists = missing.length > 0 ? await listHolidays({ years: missing, nation }) : [];
  for (const [at, year] of missing.entries()) {
    known.set(year, lists[at]);
    answered.set(keyOf(year), lists[at]);
  }
  return years.flatMap((year) => known.get(year) ?? []);
}

// The calendars of all countries take 20 MB: in a thread, they go when it ends (decisions/0632).
async function listHolidays(question: Question): Promise<BankHoliday[][]> {
  const library = createRequire(import.meta.url).resolve("date-holidays");
  const worker = new Worker(CALENDAR, { eval: true, workerData: { library, ...question } });
  const [[found]] = await Promise.all([once(worker, "message"), once(worker, "exit")]);
  return found as BankHoliday[][];
}

// As text, because the bundle has no file for a thread to start from.
const CALENDAR = `
const { parentPort, workerData } = require("node:worker_threads");
const { library, years, nation } = workerData;
const Holidays = require(library);
const calendar = new (Holidays.default ?? Holidays)("GB", nation);
const ofYear = (year) => calendar.getHolidays(year)
  .filter(({ type }) => type === "public" || type === "bank")
  .map(({ date, name }) => ({ date: date.slice(0, 10), name }));
parentPort.postMessage(years.map(ofYear));
`;
