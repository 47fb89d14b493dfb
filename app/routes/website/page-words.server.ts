import type { Service } from "#app/catalogue/service.ts";
import { type Facts, withFacts } from "#app/content/facts.ts";
import { inOneVoice } from "#app/content/one-voice.ts";
import { ownWords } from "#app/content/own-words.ts";
import { DEFAULT_WORDS, type PageKey, type WordsOf } from "#app/content/page-words.ts";
import { getWords } from "#app/content/words.db.server.ts";
import type { AppContext } from "#app/platform/app-context.server.ts";
import type { TextTree } from "#app/platform/text-tree.ts";
import { readPractice } from "#app/practice/read-practice.server.ts";
import { factsOf } from "#app/routes/website/facts.ts";
import type { Settings } from "#app/settings/settings.ts";

/** What a page says to visitors, with the facts in place of their names. One person says "I". */
export async function wordsOf<Key extends PageKey>(
  app: AppContext,
  page: Key,
  settings: Settings,
): Promise<WordsOf<Key>> {
  const offered = offeredIn((await readPractice(app)).services);
  const facts = factsOf(settings, offered);
  const words = await inOwnVoice(app, settings, {
    words: await getWords(app.db.kysely, page),
    shipped: DEFAULT_WORDS[page],
  });
  return withFacts(ownWords(words, facts), facts);
}

/** Words of ours as this practice says them, "I" or "we"; what it has written itself stays. */
export async function inOwnVoice<Tree extends TextTree>(
  app: AppContext,
  settings: Settings,
  { words, shipped }: { words: Tree; shipped: TextTree },
): Promise<Tree> {
  const offered = offeredIn((await readPractice(app)).services);
  return isOnePerson(settings, offered) ? inOneVoice(words, shipped) : words;
}

/** The facts that words may name; those that count follow the catalogue. */
export async function getFacts(app: AppContext, settings: Settings): Promise<Facts> {
  return factsOf(settings, offeredIn((await readPractice(app)).services));
}

function offeredIn(services: readonly Service[]): { ways: number; therapists: number; visits: boolean } {
  const ways = services.filter(({ place }) => place === "grid").length || services.length;
  const therapists = new Set(services.flatMap(({ therapistIds }) => therapistIds)).size;
  return { ways, therapists, visits: services.some(({ venue }) => venue === "client") };
}

function isOnePerson({ business }: Settings, { therapists }: { therapists: number }): boolean {
  return business.legal.form === "sole-trader" && therapists < 2;
}
