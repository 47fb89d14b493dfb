import type { PageKey } from "#app/content/page-words.ts";
import { wordErrors } from "#app/content/word-errors.ts";
import { getWordsAt, writeWords } from "#app/content/words.db.server.ts";
import type { Actor } from "#app/platform/actor.ts";
import type { AppContext } from "#app/platform/app-context.server.ts";
import { differences } from "#app/platform/audit-differences.ts";
import { change } from "#app/platform/change.server.ts";
import type { FieldErrors, Fields } from "#app/platform/form-fields.ts";
import { type TextTree, treeFrom } from "#app/platform/text-tree.ts";

type WordsOutcome =
  | { kind: "saved" }
  | { kind: "invalid"; errors: FieldErrors }
  /** Somebody has saved it since: nothing is written. */
  | { kind: "stale"; words: TextTree; version: number }
  | { kind: "forbidden" };

/** Saves what was typed for a page. `fields` come from `leavesOf` on the page's words in this version. */
export async function saveWords(
  app: AppContext,
  actor: Actor,
  { page, version, fields }: { page: PageKey; version: number; fields: Fields },
): Promise<WordsOutcome> {
  return change(app, actor, ["change", "settings"], async ({ tx, now, noted }): Promise<WordsOutcome> => {
    const current = await getWordsAt(tx, page);
    if (current.version !== version) return { kind: "stale", ...current };
    const errors = wordErrors(current.words, fields);
    if (Object.keys(errors).length > 0) return { kind: "invalid", errors };
    const words = treeFrom(current.words, fields) as object;
    if (!(await writeWords(tx, { page, words, version, now })))
      return { kind: "stale", ...(await getWordsAt(tx, page)) };
    const told = differences(current.words as object, words);
    await noted("words.change", { kind: "page", id: page }, { version: version + 1, ...told });
    return { kind: "saved" };
  });
}
