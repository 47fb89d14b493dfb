import type { PageKey } from "#app/content/page-words.ts";
import { readWordsAt, writeWords } from "#app/content/store.server.ts";
import { change } from "#app/platform/change.server.ts";
import type { Asker } from "#app/platform/editor.ts";
import type { FieldErrors, Fields } from "#app/platform/form-fields.ts";
import { type TextTree, treeErrors, treeFrom } from "#app/platform/text-tree.ts";
import type { World } from "#app/platform/world.server.ts";

export type WordsOutcome =
  | { kind: "saved" }
  | { kind: "invalid"; errors: FieldErrors }
  /** Somebody has saved it since: nothing is written. */
  | { kind: "stale"; words: TextTree; version: number }
  | { kind: "forbidden" };

/** Has a page say what was typed. `fields` are those that `leavesOf` made of the page's words in this version. */
export async function saveWords(
  world: World,
  asker: Asker,
  { page, version, fields }: { page: PageKey; version: number; fields: Fields },
): Promise<WordsOutcome> {
  return change(world, asker, async ({ tx, now, noted }): Promise<WordsOutcome> => {
    const current = await readWordsAt(tx, page);
    if (current.version !== version) return { kind: "stale", ...current };
    const errors = treeErrors(current.words, fields);
    if (Object.keys(errors).length > 0) return { kind: "invalid", errors };
    const words = treeFrom(current.words, fields) as object;
    if (!(await writeWords(tx, { page, words, version, now })))
      return { kind: "stale", ...(await readWordsAt(tx, page)) };
    await noted("words.change", { kind: "page", id: page }, { version: version + 1 });
    return { kind: "saved" };
  });
}
