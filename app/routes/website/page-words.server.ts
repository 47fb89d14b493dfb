import { listServices } from "#app/catalogue/catalogue.db.server.ts";
import { type Facts, withFacts } from "#app/content/facts.ts";
import { ownWords } from "#app/content/own-words.ts";
import type { PageKey, WordsOf } from "#app/content/page-words.ts";
import { getWords } from "#app/content/words.db.server.ts";
import type { AppContext } from "#app/platform/app-context.server.ts";
import { factsOf } from "#app/routes/website/facts.ts";
import type { Settings } from "#app/settings/settings.ts";

/** What a page says to visitors, with the facts in place of their names. */
export async function wordsOf<Key extends PageKey>(
  app: AppContext,
  page: Key,
  settings: Settings,
): Promise<WordsOf<Key>> {
  const facts = await getFacts(app, settings);
  const words = await getWords(app.db.kysely, page);
  return withFacts(ownWords(page, words, { facts, demo: settings.demo.shown }), facts);
}

/** The facts that words may name; those that count follow the catalogue. */
export async function getFacts(app: AppContext, settings: Settings): Promise<Facts> {
  const services = await listServices(app.db.kysely);
  return factsOf(settings, services.filter(({ place }) => place === "grid").length || services.length);
}
