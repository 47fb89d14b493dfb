import type { Rule } from "#scripts/architecture/rule.ts";

/** What takes away, or renames, something that the release before still reads. Indexes may go. */
const TAKES_AWAY =
  /\.(dropTable|dropColumn|renameColumn|renameTo|setDataType|setNotNull|modifyColumn|dropView)\(|\b(drop\s+(table|column|view)|rename\s+(to|column)|alter\s+column|set\s+not\s+null)\b/i;

export const expanding: Rule = {
  name: "Migrations only expand",
  why: "During an update two releases work on one database: what a migration drops or renames is missed by the one before, in the middle of somebody's booking (decisions/0371).",
  wayOut: "Add the new beside the old, and write both. What nobody reads any more may go a release later, by hand.",
  check: ({ files }) =>
    [...files]
      .filter(([path]) => path.startsWith("migrations/"))
      .flatMap(([path, text]) =>
        text.split("\n").flatMap((line, at) => {
          const found = TAKES_AWAY.exec(line)?.[0];
          return found ? [{ path, line: at + 1, what: found }] : [];
        }),
      ),
};
