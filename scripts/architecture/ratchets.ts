import { targetOf } from "#scripts/architecture/place.ts";
import { EDGES, IMPORT_LINES, KINDS, OLD_WORDS, REFUSALS, SMALL_FILES } from "#scripts/architecture/ratchet-rows.ts";
import type { Finding, Rule } from "#scripts/architecture/rule.ts";
import type { Source } from "#scripts/architecture/source.ts";
import { ROOMS } from "#scripts/architecture/tables.ts";
import { wordsIn } from "#scripts/architecture/words.ts";

const MOST_FILES = 25;
const MOST_EDGES = 6;
const SMALL = 40;

const ROWS = "scripts/architecture/ratchet-rows.ts";

/** A folder that a reader can take in at one look. */
export const crowdedLevels: Rule = {
  name: `A folder holds at most ${MOST_FILES} source files`,
  why: "Nobody finds a file among sixty.",
  wayOut: "Merge a file into its only importer, or give a noun of eight files a sub-folder.",
  check: ({ sources }) => rowFindings(levelsOf(sources), { rows: {}, most: MOST_FILES, unit: "source files" }),
};

export const roomEdges: Rule = {
  name: `A room imports at most ${MOST_EDGES} others`,
  why: "Each import is something that a reader of the room must know, too. Rooms with more have a row that may only fall.",
  wayOut: `Hand the value in from above, or read the schedule's changes in a job. Then lower the row in ${ROWS}.`,
  check: () => {
    const counts = new Map(Object.entries(ROOMS).map(([room, others]) => [room, others.length]));
    return rowFindings(counts, { rows: EDGES, most: MOST_EDGES, unit: "imported rooms" });
  },
};

/** A file of a few lines that one other file needs is a part of that file. */
export const smallFiles: Rule = {
  name: "A file of 40 lines or fewer with one importer belongs into that importer",
  why: "Reading one subject through ten files is reading ten import lists. Their share may only fall, to 4 %.",
  wayOut: `Put what you added into the file that imports it, unless it is tested by itself. Then lower the share in ${ROWS}.`,
  check: ({ sources, files }) => {
    const own = appSources(sources);
    const importers = importersOf(own);
    const isTested = (path: string) => files.has(path.replace(/\.(tsx?)$/, ".test.$1"));
    const routes = files.get("app/routes.ts") ?? "";
    const small = own.filter(
      ({ path }) =>
        importers.get(path)?.size === 1 &&
        linesOf(files.get(path)) <= SMALL &&
        !isTested(path) &&
        !routes.includes(path.slice("app/".length)),
    );
    return shareFindings((100 * small.length) / own.length, { row: SMALL_FILES, what: "small files" });
  },
};

export const importShare: Rule = {
  name: "Imports are a small share of the lines",
  why: "Lines that only say where other lines are tell nothing. Their share may only fall, to 8 %.",
  wayOut: `Merge files that are read together. Then lower the share in ${ROWS}.`,
  check: ({ sources, files }) => {
    const own = appSources(sources);
    const imports = own.reduce((sum, { importLines }) => sum + importLines, 0);
    const lines = own.reduce((sum, { path }) => sum + linesOf(files.get(path)), 0);
    return shareFindings((100 * imports) / lines, { row: IMPORT_LINES, what: "import lines" });
  },
};

/** What a command may answer, everywhere alike. */
const OUTCOMES = new Set(["invalid", "conflict", "not-found", "forbidden"]);

export const outcomeKinds: Rule = {
  name: "A kind is one of those that are known",
  why: "Two hundred words for how something ended are two hundred things to learn. A command answers with what it did, invalid, conflict, not-found or forbidden.",
  wayOut: `Use invalid, conflict, not-found or forbidden. What a door must treat apart gets a row with its reason in ${ROWS}.`,
  check: ({ sources }) => [
    ...appSources(sources).flatMap(({ path, kinds }) =>
      kinds
        .filter(({ what }) => !OUTCOMES.has(what) && !KINDS.has(what) && !Object.hasOwn(REFUSALS, what))
        .map(({ line, what }) => ({ path, line, what: `kind "${what}"` })),
    ),
    ...unusedKinds(sources),
  ],
};

function unusedKinds(sources: readonly Source[]): Finding[] {
  const used = new Set(appSources(sources).flatMap(({ kinds }) => kinds.map(({ what }) => what)));
  return [...KINDS, ...Object.keys(REFUSALS)]
    .filter((kind) => !used.has(kind))
    .map((kind) => ({ path: ROWS, line: 0, what: `kind "${kind}" is used no more: delete its line` }));
}

/** Words that were riddles: participles that stood for nouns, and second words for one thing. */
export const oldWords: Rule = {
  name: "Words that nobody understood only fade",
  why: "Who reads told, reach or deed must ask what it is: notification, scope and action say it. Each word's names may only become fewer.",
  wayOut: `Use the word of the left column of GLOSSARY.md, or a noun for a thing and a verb for a function. Then lower the row in ${ROWS}.`,
  check: ({ sources }) => {
    const named = appSources(sources).flatMap(({ names }) => [...names.keys()].flatMap(wordsIn));
    const counts = new Map(Object.keys(OLD_WORDS).map((word) => [word, named.filter((one) => one === word).length]));
    return rowFindings(counts, { rows: OLD_WORDS, most: -1, unit: "names" });
  },
};

type Rows = { rows: Readonly<Record<string, number>>; most: number; unit: string };

function rowFindings(counts: ReadonlyMap<string, number>, { rows, most, unit }: Rows): Finding[] {
  const over = [...counts].flatMap(([path, count]) => {
    const limit = Math.max(rows[path] ?? 0, most);
    return count > limit ? [{ path, line: 0, what: `has ${count} ${unit}, and may have ${limit}` }] : [];
  });
  const loose = Object.entries(rows).flatMap(([path, row]) => {
    const count = counts.get(path) ?? 0;
    const lower = count > most ? `lower its row to ${count}` : "delete its row";
    return count < row ? [{ path: ROWS, line: 0, what: `${path} has ${count} ${unit} by now: ${lower}` }] : [];
  });
  return [...over, ...loose];
}

function shareFindings(share: number, { row, what }: { row: number; what: string }): Finding[] {
  if (share > row) return [{ path: "app", line: 0, what: `has ${share.toFixed(2)} % ${what}, and may have ${row} %` }];
  const isLoose = share < row - 0.5;
  return isLoose ? [{ path: ROWS, line: 0, what: `${what} are ${share.toFixed(2)} % by now: lower the share` }] : [];
}

function levelsOf(sources: readonly Source[]): Map<string, number> {
  const byFolder = Map.groupBy(appSources(sources), ({ path }) => path.slice(0, path.lastIndexOf("/")));
  return new Map([...byFolder].map(([folder, files]) => [folder, files.length]));
}

function importersOf(sources: readonly Source[]): Map<string, Set<string>> {
  const importers = new Map<string, Set<string>>();
  for (const { path, imports } of sources) {
    for (const { specifier } of imports) {
      const target = targetOf(path, specifier);
      if (target) importers.set(target, (importers.get(target) ?? new Set()).add(path));
    }
  }
  return importers;
}

const appSources = (sources: readonly Source[]) =>
  sources.filter(({ path }) => path.startsWith("app/") && !/\.test\.tsx?$/.test(path));
const linesOf = (text = "") => text.split("\n").length - 1;
