import { spawn, spawnSync } from "node:child_process";
import { text } from "node:stream/consumers";
import { writePdf } from "#app/media/pdf.gateway.server.ts";
import { PROVIDERS as NAMES } from "#app/payments/online/provider.ts";
import { linesOf, receiptPaper } from "#app/payments/receipts-and-statements.ts";
import { migrate } from "#app/platform/database/migrate.server.ts";
import { pinnedNode, root } from "#scripts/bootstrap/project.mjs";
import { ALL_HAPPENS, type Counter, type OrdersOf, startCounter } from "#tests/proof/money-orders.ts";
import { MONEY_STEPS, type MoneyStep, NOON, rowsIn } from "#tests/proof/money-steps.ts";
import { LEAVES_INTENT, ONLINE_STEPS } from "#tests/proof/online-money-steps.ts";
import { makePlace, type Place } from "#tests/proof/place.ts";
import { numberOf, type Report, type Table } from "#tests/proof/report.ts";
import { runStep } from "#tests/proof/run-step.ts";
import { startPostgres } from "#tests/support/postgres.ts";

const ENGINES = ["sqlite", "postgres"] as const;

/** What a step that was killed left behind. `fault` null and `rows` unchanged: nothing. */
export type MoneyKill = {
  step: MoneyStep;
  /** False where the step had fewer writes, and so was done. */
  killed: boolean;
  fault: string | null;
  leftRows: number;
  /** What the same press did afterwards, and what it did when it was sent once more. */
  afterwards: string;
  repeatedRows: number;
};

/** Kills each way to write money (SIGKILL to itself) at one of its writes, looks, and presses the same again. */
export async function moneyRound(
  place: Place,
  write: number,
  steps: readonly MoneyStep[] = MONEY_STEPS,
): Promise<MoneyKill[]> {
  const db = place.open();
  await migrate(db);
  await db.close();
  const counters = [await startCounter("stripe", () => NOON), await startCounter("sumup", () => NOON)];
  try {
    return await killEach(place, { write, counters, steps });
  } finally {
    for (const counter of counters) counter.close();
  }
}

type Killing = { write: number; counters: readonly Counter[]; steps: readonly MoneyStep[] };

async function killEach(place: Place, { write, counters, steps }: Killing) {
  const kills: MoneyKill[] = [];
  let before: MoneyStep | "prepare" = "prepare";
  // One process a step: it first presses what was killed before it again, twice.
  for (const step of [...steps, null]) {
    const { signal, said } = await runStep(place, {
      program: "tests/proof/money-steps.ts",
      words: [before, step ?? "end", String(write)],
      env: environmentFor(counters),
    });
    const last = kills.at(-1);
    if (last?.killed) {
      const { afterwards, once: rowsOnce, twice: rowsTwice } = JSON.parse(said) as Again;
      last.afterwards = afterwards;
      last.repeatedRows = rowsTwice - rowsOnce;
    }
    const { rows, fault } = await countRows(place);
    if (last) last.fault ??= fault;
    if (step === null) {
      const pence = await onlinePence(place);
      const there = counters.reduce((all, counter) => all + counter.keptPence(), 0);
      if (last && pence !== there) last.fault ??= `£${pence / 100} online, £${there / 100} there`;
      break;
    }
    const killed = signal === "SIGKILL";
    const begun = killed ? (JSON.parse(said) as Again).begun : rows;
    const leftRows = LEAVES_INTENT.has(step) ? 0 : rows - begun;
    kills.push({ step, killed, fault, leftRows, afterwards: "done", repeatedRows: 0 });
    before = step;
  }
  return kills;
}

/** What a process says of the press before its own: rows after it, after it once more, and before its own. */
type Again = { afterwards: string; once: number; twice: number; begun: number };

/** Where a step finds the providers. */
function environmentFor(counters: readonly Counter[]): Record<string, string> {
  const urlOf = (of: string) => counters.find(({ name }) => name === of)?.url ?? "";
  const urls = { STRIPE_API_URL: urlOf("stripe"), SUMUP_API_URL: urlOf("sumup") };
  return { ...urls, OUTBOUND_PRIVATE: Object.values(urls).join(",") };
}

async function onlinePence(place: Place): Promise<number> {
  const db = place.open();
  try {
    const rows = await db.kysely.selectFrom("payments").select("pence").where("method", "=", "online").execute();
    return rows.reduce((all, { pence }) => all + pence, 0);
  } finally {
    await db.close();
  }
}

async function countRows(place: Place): Promise<{ fault: string | null; rows: number }> {
  const db = place.open();
  try {
    return await rowsIn(db.kysely);
  } finally {
    await db.close();
  }
}

const PROVIDERS = ["stripe", "sumup"] as const;
const AT_DESK = MONEY_STEPS.filter((step) => !(step in ONLINE_STEPS));
const ONLINE = MONEY_STEPS.filter((step) => step in ONLINE_STEPS);

type Proving = { steps: readonly MoneyStep[]; rounds: number; postgresUrl: string; broken: string[] };

/** A table for each engine. Both at once, as each waits for its own processes. */
function killTables({ steps, rounds, postgresUrl, broken }: Proving): Promise<Table[]> {
  return Promise.all(
    ENGINES.map(async (engine) => {
      const kills: MoneyKill[] = [];
      for (let round = 0; round < rounds; round++) {
        const place = await makePlace(engine, postgresUrl);
        kills.push(...(await moneyRound(place, round + 1, steps).finally(place.remove)));
        process.stderr.write(".");
      }
      return tableOf(engine, { steps, kills, broken });
    }),
  );
}

/** Each write of money at the desk, killed in so many rounds. Option: `--rounds=20`. */
export async function money(options: readonly string[]): Promise<Report> {
  const postgres = await startPostgres({ durable: true });
  const broken: string[] = [];
  try {
    const rounds = numberOf(options, "rounds", 20);
    const tables = await killTables({ steps: AT_DESK, rounds, postgresUrl: postgres.url, broken });
    return { title: "Money", intro: INTRO, tables: [...tables, await papersRead(broken)], broken };
  } finally {
    await postgres.stop();
  }
}

/**
 * Each write of *pay and book*, killed in so many rounds with each provider, and random orders of events. Options:
 * `--rounds=20`, `--plays=10000`.
 */
export async function moneyOnline(options: readonly string[]): Promise<Report> {
  const postgres = await startPostgres({ durable: true });
  const broken: string[] = [];
  try {
    const postgresUrl = postgres.url;
    const plays = numberOf(options, "plays", 10_000) / ENGINES.length / PROVIDERS.length;
    const orders = await Promise.all(ENGINES.map((engine) => ordersOf(engine, { plays, postgresUrl })));
    const table = ordersTable(orders, broken);
    process.stderr.write("orders.");
    const rounds = numberOf(options, "rounds", 20);
    const kills = await killTables({ steps: ONLINE, rounds, postgresUrl, broken });
    return { title: "Money online", intro: INTRO, tables: [table, ...kills], broken };
  } finally {
    await postgres.stop();
  }
}

type Engine = (typeof ENGINES)[number];

type Orders = OrdersOf[];

async function ordersOf(engine: Engine, { plays, postgresUrl }: { plays: number; postgresUrl: string }) {
  const { PATH = "", HOME = "", TMPDIR = "" } = process.env;
  const child = spawn(
    pinnedNode,
    ["--import", "./scripts/bootstrap/tsx.mjs", "tests/proof/money-orders.ts", engine, String(plays)],
    { cwd: root, env: { PATH, HOME, TMPDIR, POSTGRES_URL: postgresUrl }, stdio: ["ignore", "pipe", "inherit"] },
  );
  const said = await text(child.stdout);
  return JSON.parse(said) as Orders;
}

/** What of the orders is counted, by what the model calls it. */
const COUNTED = {
  booked: ["book booked"],
  paid: ["pay paid"],
  "paid another amount": ["differs paid"],
  notices: ["notice received", "notice repeated"],
  cancelled: ["cancel cancelled", "cancel-by-practice cancelled"],
  stands: ["booking paid"],
  "let go": ["booking released"],
  "kept or sent back": ["booking settled", "booking returned"],
  "stands unpaid": ["booking waived"],
};

function ordersTable(orders: readonly Orders[], broken: string[]): Table {
  const rows = orders.flatMap((own, nth) =>
    own.map(({ provider, plays, tally, faults }) => {
      const where = `${ENGINES[nth] === "sqlite" ? "SQLite" : "PostgreSQL"}, ${NAMES[provider]}`;
      for (const fault of faults) broken.push(`${where}: ${fault.split("\n").slice(0, 6).join(" ")}`);
      for (const event of ALL_HAPPENS) if (!tally[event]) broken.push(`${where}: no ${event}`);
      const counts = Object.values(COUNTED).map((names) => names.reduce((all, name) => all + (tally[name] ?? 0), 0));
      return [where, plays, ...counts, faults.length];
    }),
  );
  const columns = ["engine and provider", "orders", ...Object.keys(COUNTED), "that did not agree"];
  return { title: "Random orders of events", note: ORDERS_NOTE, columns, rows };
}

const ORDERS_NOTE =
  "Each order is 12 to 28 of: book, book at the desk, open the page, pay, pay another amount, a notice (late, again, out " +
  "of turn), cancel, cancel by the practice, move, the clock, the job, and the provider failing or refusing, two of them at " +
  "the same moment. Then all that was begun comes to its end: the ledger verifies and has what the provider has, no " +
  "booking stands without its payment, and no payment is there without its booking, its fee or its refund.";

const PRINTED = { number: "LY-2026-0412", day: "2026-11-25", appointmentId: "a", totalPence: 4800, paidPence: 4800 };
const TREATED = { day: "2026-11-24", by: "Imogen Hartley", role: "Therapist", service: "Deep Tissue Massage, 45 min" };
const REGISTER = { qualification: "BTEC Level 5", register: "CNHC", registerNumber: "012345" };

/** A receipt and an invoice as another program reads them: poppler, which shares no code with what wrote them. */
async function papersRead(broken: string[]): Promise<Table> {
  const table = { title: "Read with poppler", columns: ["paper", "lines", "lines that were read"] };
  const isThere = spawnSync("pdftotext", ["-v"]).error === undefined;
  if (!isThere) return { ...table, note: "poppler (pdftotext) is not installed here, so it read no file.", rows: [] };
  const seller = {
    name: "Limber Yard Therapies Ltd",
    address: "1 Larch Gate\nAshenholme",
    vatNumber: "GB 123 4567 89",
  };
  const facts = {
    ...PRINTED,
    seller,
    treated: { ...TREATED, ...REGISTER },
    items: [{ text: TREATED.service, pence: 4800 }],
  };
  const payments = [{ day: TREATED.day, words: "£48.00 by card" }];
  const vat = [{ rate: 2000, grossPence: 4800, vatPence: 800 }];
  const papers = [
    [
      "receipt for a health cash plan",
      receiptPaper({ ...facts, payments, vat: null }, "Łucja Évans", { forPlan: true }),
    ],
    ["VAT invoice", receiptPaper({ ...facts, payments, vat, type: "invoice" }, "Łucja Évans", { forPlan: false })],
  ] as const;
  const rows = [];
  for (const [name, paper] of papers) {
    const lines = linesOf(paper).flatMap(({ right = "", ...left }: { text: string; right?: string }) => [
      left.text,
      right,
    ]);
    const file = await writePdf({ title: paper.title, at: Date.UTC(2026, 10, 25), lines: linesOf(paper) });
    const { stdout } = spawnSync("pdftotext", ["-enc", "UTF-8", "-", "-"], { input: file, encoding: "utf8" });
    const words = stdout.replaceAll(/\s/g, "");
    const read = lines.filter((line) => words.includes(line.replaceAll(/\s/g, "")));
    if (read.length < lines.length) broken.push(`poppler did not read each line of the ${name}`);
    rows.push([name, lines.length, read.length]);
  }
  return { ...table, note: "", rows };
}

const INTRO =
  "Each way to write money is killed with SIGKILL at one of its writes: in round 1 at the first, in round 2 at the " +
  "second, and so on, so that later rounds let short steps end. Then the ledger is verified, the same press is sent " +
  "again with its key, and once more.";

type Killed = { steps: readonly MoneyStep[]; kills: readonly MoneyKill[]; broken: string[] };

function tableOf(engine: Engine, { steps, kills, broken }: Killed): Table {
  const rows = steps.map((step) => {
    const own = kills.filter((kill) => kill.step === step);
    const faults = own.filter(({ fault }) => fault !== null);
    const halves = own.filter(({ leftRows }) => leftRows !== 0).length;
    const twice = own.filter(({ repeatedRows }) => repeatedRows !== 0).length;
    if (faults[0]) broken.push(`${engine}, ${step}: ${faults[0].fault}`);
    if (halves > 0) broken.push(`${engine}, ${step}: ${halves} kills left a part behind`);
    if (twice > 0) broken.push(`${engine}, ${step}: ${twice} presses took effect twice`);
    const refused = own.filter(({ afterwards }) => !afterwards.startsWith("done")).length;
    if (refused > 0) broken.push(`${engine}, ${step}: ${refused} presses were refused after the kill`);
    return [step, own.length, own.filter(({ killed }) => killed).length, faults.length, halves, refused, twice];
  });
  const columns = ["step", "rounds", "killed", "ledgers with a fault", "left a part", "refused afterwards", "twice"];
  return { title: engine === "sqlite" ? "SQLite" : "PostgreSQL", note: "", columns, rows };
}
