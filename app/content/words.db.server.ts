import { fitted } from "#app/content/fitted.ts";
import { DEFAULT_WORDS, type PageKey, SHIPPED_ON, type WordsOf } from "#app/content/page-words.ts";
import type { Queries, Tx } from "#app/platform/database/database.server.ts";
import type { TextTree } from "#app/platform/text-tree.ts";
import { localDateOf } from "#app/platform/zoned-time.ts";

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
