import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { attackedSite } from "#tests/proof/attacked-site.ts";
import { inWords, isFault, isPatience, type Look, tallied } from "#tests/proof/look.ts";
import { memoryOf } from "#tests/proof/memory-of.ts";
import type { Report, Table } from "#tests/proof/report.ts";
import { soakVisits } from "#tests/proof/soak/crowd.ts";
import { type Growth, growthOf } from "#tests/proof/soak/growth.ts";
import { type Heap, heapOf } from "#tests/proof/soak/heap.ts";
import type { Visit } from "#tests/proof/visits.ts";
import { startMailServer } from "#tests/support/mail-server.ts";

// Four hours at 90 visits a minute.
const VISITS = 21_600;
const MOST_KB_PER_THOUSAND = 64;
// What differs between two looks at a site where nothing happened, and what a cache adds that is not full yet.
const NOISE_KB = 512;
const SHOWN = 14;
const LEAST_KB = 8;
const TOLD_TIMES = 6;
const AT_ONCE = 32;
const WARM = 400;
const WARM_MS = 60_000;
// Kept-alive connections, sessions' ends and mails on their way are over by then.
const SETTLED = 8_000;

type Answered = { count: number; away: number; again: number; faults: string[] };
type Told = { kinds: Map<string, Answered>; memory: (string | number)[][] };

/**
 * Everybody's visits, the practice's too, with the heap's objects compared before, half-way and after. Options:
 * `--minutes=25`, `--visits=21600`; `--leak` leaks each request on purpose, and has to be found.
 */
export async function soak(options: readonly string[]): Promise<Report> {
  const option = (name: string, or: number) =>
    Number(options.find((one) => one.startsWith(`--${name}=`))?.split("=")[1] ?? or);
  const minutes = option("minutes", 25);
  const half = Math.round(option("visits", VISITS) / 2);
  const folder = mkdtempSync(join(tmpdir(), "limber-yard-soak-"));
  const snapshot = join(folder, "heap.json");
  const post = await startMailServer();
  const probe = { NODE_OPTIONS: "--import ./tests/proof/soak/heap-probe.ts", SOAK_SNAPSHOT: snapshot };
  const leak: Record<string, string> = options.includes("--leak") ? { SOAK_LEAK: "1" } : {};
  const site = await attackedSite({ ...probe, ...leak, SMTP_URL: post.url });
  const { visits, close } = await soakVisits(site);
  const told: Told = { kinds: new Map(), memory: [] };
  const pid = site.server.process.pid ?? 0;
  const heaps: Heap[] = [];
  try {
    const rate = (2 * half) / (minutes * 60);
    const halfTime = (minutes / 2) * 60_000;
    const made: number[] = [];
    for (const [name, share] of [
      ["warmed up", 0.1],
      ["first half", 1],
      ["second half", 1],
    ] as const) {
      const most = { count: Math.max(WARM, Math.round(half * share)), ms: Math.max(WARM_MS, halfTime * share) };
      made.push(await run(visits, { name, ...most, rate, pid, told }));
      await sleep(SETTLED);
      heaps.push(await heapOf(pid, snapshot));
    }
    const [before, middle, after] = heaps as [Heap, Heap, Heap];
    const found = { growth: growthOf(middle, after), visits: made[2] ?? 0, told, mails: post.arrived.length };
    const tables = [
      visitsTable(told, post.arrived.length),
      heapTable(heaps, made),
      growthTable(found, growthOf(before, middle)),
      memoryTable(told),
    ];
    return { title: "Soak", intro: INTRO, tables, broken: brokenBy(found) };
  } finally {
    close();
    await site.stop();
    await post.close();
    rmSync(folder, { recursive: true, force: true });
  }
}

const INTRO =
  "Four hours’ visits at 90 a minute, pressed together, or as many of them as the machine holds in that time: pages, bookings and wrong sign-ins of the public, clients who sign " +
  "in, look and sign out, sessions that end, the practice’s screens, portraits, messages, mails, calendar feeds, " +
  "exports and whole archives. SQLite, one process. Before, half-way and after, when all has settled, the site collects " +
  "its garbage and writes down every object it holds. What is alive at the end and was not half-way, less what went, is " +
  "the growth: caches fill in the first half, a leak grows in both. Compiled code, shapes and feedback are V8’s own and " +
  `told apart. Promised of the rest: at most ${MOST_KB_PER_THOUSAND} kB per 1,000 visits, or ${NOISE_KB} kB in a short run.`;

type Run = { name: string; count: number; ms: number; rate: number; pid: number; told: Told };

/** At this rate, or as fast as the machine holds, until so many are made or the time is over. Resolves to their number. */
async function run(visits: readonly Visit[], { name, count, ms, rate, pid, told }: Run): Promise<number> {
  const inHand = new Set<Promise<void>>();
  const started = performance.now();
  let number = 0;
  for (let nextTold = 0; number < count && performance.now() - started < ms; number++) {
    const early = started + (number * 1000) / rate - performance.now();
    if (early > 1) await sleep(early);
    if (inHand.size >= AT_ONCE) await Promise.race(inHand);
    const visit = visits[(number * 37) % visits.length] as Visit;
    const going = visit.go().then((look) => noted(visit.kind, look));
    inHand.add(going);
    going.finally(() => inHand.delete(going));
    if (performance.now() - started < nextTold) continue;
    told.memory.push([`${name}, visit ${number}`, ...Object.values(memoryOf(pid))]);
    nextTold += ms / TOLD_TIMES;
  }
  await Promise.all(inHand);
  return number;

  function noted(kind: string, look: Look): void {
    const line = told.kinds.get(kind) ?? { count: 0, away: 0, again: 0, faults: [] };
    told.kinds.set(kind, {
      count: line.count + 1,
      away: line.away + Number(isPatience(look)),
      again: line.again + Number(look.again ?? false),
      faults: isFault(look) ? [...line.faults, inWords(look)] : line.faults,
    });
  }
}

const kb = (bytes: number) => Math.round(bytes / 1024);
const perThousand = (bytes: number, visits: number) => Math.round((bytes / 1024 / visits) * 1000 * 10) / 10;
const ofProgram = (growth: readonly Growth[]) =>
  growth.filter(({ isProgram }) => isProgram).reduce((sum, { bytes }) => sum + bytes, 0);

type Found = { growth: Growth[]; visits: number; told: Told; mails: number };

function brokenBy({ growth, visits, told, mails }: Found): string[] {
  const grown = ofProgram(growth);
  const most = Math.max(NOISE_KB, (MOST_KB_PER_THOUSAND * visits) / 1000);
  const faults = [...told.kinds].flatMap(([kind, line]) => tallied(line.faults).map((fault) => `${kind}: ${fault}`));
  const worst = growth.find(({ isProgram }) => isProgram);
  return [
    kb(grown) > most
      ? `${kb(grown)} kB more after the second half, ${perThousand(grown, visits)} kB per 1,000 visits; most of it ${worst?.what}, held by ${worst?.heldBy}`
      : "",
    ...faults.map((fault) => `no right answer at ${fault}`),
    mails === 0 ? "no mail arrived" : "",
  ].filter(Boolean);
}

function visitsTable({ kinds }: Told, mails: number): Table {
  const rows = [...kinds].map(([kind, { count, away, again, faults }]) => [kind, count, away, again, faults.length]);
  const note =
    `${mails} mails arrived. Turned away: 503 with Retry-After. Sent again: the connection that the request was sent on ` +
    "had been closed as idle, so it went out once more on another, as browsers do. A fault is no answer, or one of 500 " +
    "or above that does not say when to come again; each is told below with its status and page.";
  return { title: "Visits", note, columns: ["visit", "made", "turned away", "sent again", "faults"], rows };
}

function heapTable(heaps: readonly Heap[], made: readonly number[]): Table {
  const rows = heaps.map(({ bytes, objects }, at) => [
    made.slice(0, at + 1).reduce((sum, count) => sum + count, 0),
    Math.round((bytes / 1024 / 1024) * 10) / 10,
    objects.length,
  ]);
  return { title: "Heap", note: "Collected, buffers included.", columns: ["after visits", "MB", "objects"], rows };
}

function growthTable({ growth, visits }: Found, earlier: readonly Growth[]): Table {
  const first = new Map(earlier.map((line) => [line.what, line.bytes]));
  const shown = growth.filter(({ bytes }) => kb(bytes) >= LEAST_KB).slice(0, SHOWN);
  const sum = (label: string, fits: (line: Growth) => boolean) => {
    const [now, then] = [growth, earlier].map((all) => all.filter(fits).reduce((total, { bytes }) => total + bytes, 0));
    return [`**${label}**`, "", kb(then ?? 0), kb(now ?? 0), perThousand(now ?? 0, visits), ""];
  };
  return {
    title: "Growth",
    note: "By constructor, the largest first; the way most of the new ones are held, from the object towards the root.",
    columns: ["what", "objects more", "first half, kB", "second half, kB", "kB per 1,000 visits", "held by"],
    rows: [
      sum("the program’s", ({ isProgram }) => isProgram),
      sum("V8’s own", ({ isProgram }) => !isProgram),
      ...shown.map(({ what, count, bytes, heldBy }) => [
        `\`${what}\``,
        count,
        kb(first.get(what) ?? 0),
        kb(bytes),
        perThousand(bytes, visits),
        heldBy && `\`${heldBy.replaceAll("|", "/").replaceAll("`", "'")}\``,
      ]),
    ],
  };
}

function memoryTable({ memory }: Told): Table {
  const note =
    "Of the site’s process, with its collections as they come. Writing down a heap takes room of its own: the steps between the parts are that.";
  return { title: "Memory", note, columns: ["at", "PSS, MB", "resident, MB", "its own, MB"], rows: memory };
}
