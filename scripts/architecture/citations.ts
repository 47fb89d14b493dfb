import type { Finding, Rule } from "#scripts/architecture/rule.ts";

const RECORDS = "docs/decisions/";
const ROWS = `${RECORDS}0001-where-the-specification-is-silent.md`;
const INDEX = `${RECORDS}README.md`;
const DECISION = /decisions\/(\d{4})\b/g;
const ROW = /decisions\/0001, rows? (\d{1,3})(?: and (\d{1,3}))?/g;
// A bare number does not name its page.
const BARE = /\(decisions? \d{1,2}\b/g;
const PAGE = /\bdocs\/[\w/-]+\.md\b/g;

export const citations: Rule = {
  name: "What is cited is there",
  why: "A comment that names a decision or a page promises a reason. A reader who finds none has lost the time and the trust.",
  wayOut: "Cite the record that took the old one in, or say the reason in the comment.",
  check: ({ files }) => {
    const records = recordsIn(files);
    const rows = new Set([...(files.get(ROWS) ?? "").matchAll(/^\| (\d+) /gm)].map(([, row]) => row));
    const missing = (line: string) => [
      ...[...line.matchAll(DECISION)]
        .filter(([, number = ""]) => !records.has(number))
        .map(([cited, number = ""]) => cited + takenInBy(records, files, number)),
      ...[...line.matchAll(ROW)]
        .filter(([, ...cited]) => cited.some((row) => row && !rows.has(row)))
        .map(([cited]) => cited),
      ...[...line.matchAll(BARE)].map(([cited]) => cited),
      ...[...line.matchAll(PAGE)].filter(([page]) => !files.has(page)).map(([cited]) => cited),
    ];
    return [...files].flatMap(([path, text]) =>
      text
        .split("\n")
        .flatMap((line, index) =>
          missing(line).map((cited) => ({ path, line: index + 1, what: `cites ${cited}, which is not there` })),
        ),
    );
  },
};

export const decisionRecords: Rule = {
  name: "Each decision is found from the index and from what it explains",
  why: "A record that no code or room names is read by no one who needs it.",
  wayOut:
    "List it in docs/decisions/README.md with its title, and cite it as decisions/NNNN where it decides something.",
  check: ({ files }) => {
    const index = files.get(INDEX) ?? "";
    const elsewhere = [...files].filter(([path]) => !path.startsWith(RECORDS)).map(([, text]) => text);
    return [...recordsIn(files)].flatMap(([number, path]): Finding[] => {
      const title = new RegExp(`^# ${number}\\. (.+)$`, "m").exec(files.get(path) ?? "")?.[1];
      if (!title) return [{ path, line: 1, what: `has no title "# ${number}. …"` }];
      const listed = index.includes(`- [${number}](${path.slice(RECORDS.length)}) ${title}\n`);
      const cited = elsewhere.some((text) => text.includes(`decisions/${number}`));
      return [
        ...(listed ? [] : [{ path, line: 1, what: "is not in the index with its title" }]),
        ...(cited ? [] : [{ path, line: 1, what: "is cited by no code and no page" }]),
      ];
    });
  },
};

/** The file of each record by its number. */
function recordsIn(files: ReadonlyMap<string, string>): Map<string, string> {
  const found = [...files.keys()].flatMap((path) => {
    const number = /^docs\/decisions\/(\d{4})-/.exec(path)?.[1];
    return number ? [[number, path] as const] : [];
  });
  return new Map(found);
}

function takenInBy(records: Map<string, string>, files: ReadonlyMap<string, string>, gone: string): string {
  const heir = [...records].find(([, path]) =>
    /^Accepted.*Supersedes (.+)\.$/m.exec(files.get(path) ?? "")?.[1]?.includes(gone),
  );
  return heir ? ` (now in ${heir[0]})` : "";
}
