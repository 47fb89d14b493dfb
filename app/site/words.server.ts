import type { AppContext, Queries, Tx } from "#app/platform/app-context.server.ts";
import { change, differences } from "#app/platform/audit.server.ts";
import { localDateOf } from "#app/platform/date-time.ts";
import type { FieldErrors, Fields } from "#app/platform/form-fields.ts";
import type { Actor } from "#app/platform/permissions.ts";
import { wordErrors } from "#app/site/facts.ts";
import { DEFAULT_WORDS, type PageKey, SHIPPED_ON, type WordsOf } from "#app/site/page-words.ts";
import { type TextTree, treeFrom } from "#app/site/text-tree.ts";

export async function getWords<Key extends PageKey>(db: Queries, page: Key): Promise<WordsOf<Key>> {
  return (await getWordsAt(db, page)).words;
}

/** The same with the number of saves; 0 while the words are the shipped ones. */
export async function getWordsAt<Key extends PageKey>(
  db: Queries,
  page: Key,
): Promise<{ words: WordsOf<Key>; version: number }> {
  const row = await db
    .selectFrom("page_words")
    .select(["words", "version"])
    .where("page", "=", page)
    .executeTakeFirst();
  const shipped = DEFAULT_WORDS[page];
  return row ? { words: fitted(shipped, jsonOf(row.words)), version: row.version } : { words: shipped, version: 0 };
}

/** The words of every page, each with the number of its saves. */
export async function listWords(db: Queries): Promise<{ page: PageKey; words: TextTree; version: number }[]> {
  const rows = await db.selectFrom("page_words").select(["page", "words", "version"]).execute();
  const stored = new Map(rows.map((row) => [row.page, row]));
  return (Object.keys(DEFAULT_WORDS) as PageKey[]).map((page) => {
    const row = stored.get(page);
    const shipped: TextTree = DEFAULT_WORDS[page];
    return { page, words: row ? fitted(shipped, jsonOf(row.words)) : shipped, version: row?.version ?? 0 };
  });
}

/** The local date on which a page's words last changed: by the practice, or else by us. */
export async function getWordsDate(db: Queries, { page, zone }: { page: PageKey; zone: string }): Promise<string> {
  const row = await db.selectFrom("page_words").select("updated_at").where("page", "=", page).executeTakeFirst();
  return row ? localDateOf(row.updated_at, zone) : SHIPPED_ON;
}

/** Writes a page's words, unless somebody has saved them since this version. */
export async function writeWords(
  tx: Tx,
  { page, words, version, now }: { page: PageKey; words: object; version: number; now: number },
): Promise<boolean> {
  const row = { words: JSON.stringify(words), version: version + 1, updated_at: now };
  if (version === 0) {
    const outcome = await tx
      .insertInto("page_words")
      .values({ page, ...row })
      .onConflict((conflict) => conflict.column("page").doNothing())
      .executeTakeFirst();
    return Number(outcome.numInsertedOrUpdatedRows) === 1;
  }
  const outcome = await tx
    .updateTable("page_words")
    .set(row)
    .where("page", "=", page)
    .where("version", "=", version)
    .executeTakeFirst();
  return Number(outcome.numUpdatedRows) === 1;
}

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

/**
 * Fits stored words into the shape that the page expects, with shipped words for what is missing or of another type.
 * So new texts of a page appear, and a damaged row never breaks it.
 */
export function fitted<Tree extends TextTree>(shipped: Tree, stored: unknown): Tree {
  return shaped(shipped, stored) as Tree;
}

function shaped(shipped: TextTree, stored: unknown): TextTree {
  if (typeof shipped === "string") return typeof stored === "string" ? stored : shipped;
  if (Array.isArray(shipped)) {
    // An empty list is one of texts: one of records has a row that shows what belongs in it.
    const [pattern = ""] = shipped;
    return Array.isArray(stored) ? stored.map((row) => shaped(emptied(pattern), row)) : shipped;
  }
  if (typeof stored !== "object" || stored === null) return shipped;
  const parts = Object.entries(shipped).map(([name, inner]) => [
    name,
    shaped(inner, (stored as Record<string, unknown>)[name]),
  ]);
  return Object.fromEntries(parts);
}

// A row that the practice added has no shipped words: what is missing is empty.
function emptied(tree: TextTree): TextTree {
  if (typeof tree === "string") return "";
  if (Array.isArray(tree)) return [];
  return Object.fromEntries(Object.entries(tree).map(([name, inner]) => [name, emptied(inner as TextTree)]));
}

type WordsOutcome =
  | { kind: "saved" }
  | { kind: "invalid"; errors: FieldErrors }
  /** Somebody has saved it since: nothing is written. */
  | { kind: "conflict"; words: TextTree; version: number }
  | { kind: "forbidden" };

/** Saves what was typed for a page. `fields` come from `leavesOf` on the page's words in this version. */
export async function saveWords(
  app: AppContext,
  actor: Actor,
  { page, version, fields }: { page: PageKey; version: number; fields: Fields },
): Promise<WordsOutcome> {
  return change(app, actor, ["change", "settings"], async ({ tx, now, noted }): Promise<WordsOutcome> => {
    const current = await getWordsAt(tx, page);
    if (current.version !== version) return { kind: "conflict", ...current };
    const errors = wordErrors(current.words, fields);
    if (Object.keys(errors).length > 0) return { kind: "invalid", errors };
    const words = treeFrom(current.words, fields) as object;
    if (!(await writeWords(tx, { page, words, version, now })))
      return { kind: "conflict", ...(await getWordsAt(tx, page)) };
    const changes = differences(current.words as object, words);
    await noted("words.change", { kind: "page", id: page }, { version: version + 1, ...changes });
    return { kind: "saved" };
  });
}
