import { withFacts } from "#app/content/facts.ts";
import type { PageKey, WordsOf } from "#app/content/page-words.ts";
import { getWords } from "#app/content/words.db.server.ts";
import type { AppContext } from "#app/platform/app-context.server.ts";
import { type FactualSettings, factsOf } from "#app/routes/website/facts.ts";

export async function wordsOf<Key extends PageKey>(
  app: AppContext,
  page: Key,
  settings: FactualSettings,
): Promise<WordsOf<Key>> {
  return withFacts(await getWords(app.db.kysely, page), factsOf(settings));
}
