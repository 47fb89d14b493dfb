import type { Rule } from "#scripts/architecture/rule.ts";

const ROWS = "docs/decisions/0001-where-the-specification-is-silent.md";
const DECISION = /decisions\/(\d{4})\b/g;
const ROW = /decisions\/0001, rows? (\d{1,2})(?: and (\d{1,2}))?/g;
// A bare number does not name its page. Decisions keep their text, so old ones may have it.
const BARE = /\(decisions? \d{1,2}\b/g;
const PAGE = /\bdocs\/[\w/-]+\.md\b/g;

export const citations: Rule = {
  name: "What is cited is there",
  why: "A comment that names a decision or a page promises a reason. A reader who finds none has lost the time and the trust.",
  wayOut: "Write the decision with what was checked, cite the right one, or say the reason in the comment.",
  check: ({ files }) => {
    const decisions = new Set([...files.keys()].flatMap((path) => /^docs\/decisions\/(\d{4})-/.exec(path)?.[1] ?? []));
    const rows = new Set([...(files.get(ROWS) ?? "").matchAll(/^\| (\d+) /gm)].map(([, row]) => row));
    const missing = (path: string, line: string) => [
      ...[...line.matchAll(DECISION)].filter(([, number]) => !decisions.has(number ?? "")).map(([cited]) => cited),
      ...[...line.matchAll(ROW)]
        .filter(([, ...cited]) => cited.some((row) => row && !rows.has(row)))
        .map(([cited]) => cited),
      ...(path.startsWith("docs/decisions/") ? [] : [...line.matchAll(BARE)]).map(([cited]) => cited),
      ...[...line.matchAll(PAGE)].filter(([page]) => !files.has(page)).map(([cited]) => cited),
    ];
    return [...files].flatMap(([path, text]) =>
      text
        .split("\n")
        .flatMap((line, index) =>
          missing(path, line).map((cited) => ({ path, line: index + 1, what: `cites ${cited}, which is not there` })),
        ),
    );
  },
};
