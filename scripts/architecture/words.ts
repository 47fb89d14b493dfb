import type { Rule } from "#scripts/architecture/rule.ts";
import type { Source } from "#scripts/architecture/source.ts";

/** One word for one thing: no name uses a word that GLOSSARY.md rejects. */
export const glossary: Rule = {
  name: "Names use the words of GLOSSARY.md",
  why: "Two words for one thing make a reader look for a difference that is not there.",
  wayOut: "Use the word of the left column. Words in brackets may be used where they mean something else.",
  check: (house) => {
    const refused = refusedWords(house.files.get("GLOSSARY.md") ?? "");
    return house.sources
      .filter(({ path }) => path.startsWith("app/"))
      .flatMap(({ path, names }) =>
        [...names].flatMap(([name, line]) => {
          const word = wordsIn(name).find((part) => refused.has(part));
          return word ? [{ path, line, what: `${name}: ${word} is ${refused.get(word)} here` }] : [];
        }),
      );
  },
};

const MOST_COMMENTS = 0.05;

/** Comments are for what the code can't say. */
export const comments: Rule = {
  name: `Comments are at most ${MOST_COMMENTS * 100} % of the lines`,
  why: "A comment that says what the code says goes stale; what a reader needs is in the names, and the reason beside the danger.",
  wayOut: "Delete what repeats the signature; keep units, zones, outcomes, sources of rules and reasons.",
  check: ({ sources }) => {
    const sum = (count: (source: Source) => number) => sources.reduce((all, one) => all + count(one), 0);
    const share = sum(({ commentLines }) => commentLines) / sum(({ filledLines }) => filledLines);
    return share > MOST_COMMENTS ? [{ path: ".", line: 0, what: `has ${(share * 100).toFixed(1)} %` }] : [];
  },
};

// Rows of the table: | **word** | means | we don't say |. Words in brackets are guidance for prose.
function refusedWords(glossaryText: string): Map<string, string> {
  const rows = glossaryText.split("\n").filter((line) => line.startsWith("| **"));
  return new Map(
    rows.flatMap((row) => {
      const [, word = "", , refused = ""] = row.split("|").map((cell) => cell.trim());
      const plain = refused.replace(/\([^)]*\)/g, "").split(",");
      return plain.flatMap((one) => (one.trim() ? [[one.trim(), word.replaceAll("*", "")] as const] : []));
    }),
  );
}

/** `listPastVisits` -> list, past, visits. */
export function wordsIn(name: string): string[] {
  return name
    .replace(/([a-z0-9])([A-Z])/g, "$1 $2")
    .toLowerCase()
    .split(/[^a-z0-9]+/);
}
