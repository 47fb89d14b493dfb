import { withFacts } from "#app/content/facts.ts";
import type { PageKey, WordsOf } from "#app/content/page-words.ts";
import { readWords } from "#app/content/store.server.ts";
import type { World } from "#app/platform/world.server.ts";
import { type FactualSettings, factsOf } from "#app/routes/website/facts.ts";

/** What a page says now, with the facts in their places. */
export async function wordsOf<Key extends PageKey>(
  world: World,
  page: Key,
  settings: FactualSettings,
): Promise<WordsOf<Key>> {
  return withFacts(await readWords(world.db.kysely, page), factsOf(settings));
}
