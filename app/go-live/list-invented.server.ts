import { type InventedSentence, inventedSentences } from "#app/content/invented-sentences.ts";
import { listWords } from "#app/content/words.db.server.ts";
import type { Queries } from "#app/platform/database/database.server.ts";
import { inventedFacts } from "#app/settings/invented.ts";
import type { Settings } from "#app/settings/settings.ts";

export type Invented = {
  facts: string[];
  /** Services and therapists that visitors see. */
  offer: string[];
  sentences: InventedSentence[];
};

/** All that is still the demo's. Facts are those of `settings`: a practice whose demo is hidden has none. */
export async function listInvented(
  db: Queries,
  { business, words }: Pick<Settings, "business"> & { words: Awaited<ReturnType<typeof listWords>> },
): Promise<Invented> {
  return {
    facts: inventedFacts(business),
    offer: await listInventedOffer(db),
    sentences: words.flatMap((page) => inventedSentences(page.page, page.words)),
  };
}

/** Whether the ribbon of a demonstration site shows: while anything invented does. */
export async function hasRibbon(db: Queries, settings: Settings): Promise<boolean> {
  if (!isDemoShown(settings)) return false;
  if (inventedFacts(settings.business).length > 0) return true;
  return isAny(await listInvented(db, { ...settings, words: await listWords(db) }));
}

/** Whether visitors are shown the demo's practice, so that a ribbon has to say so while anything of it is left. */
export function isDemoShown({ demo, business }: Pick<Settings, "demo" | "business">): boolean {
  return demo.shown && business.demo;
}

/** Whether anything is. */
export function isAny({ facts, offer, sentences }: Invented): boolean {
  return facts.length + offer.length + sentences.length > 0;
}

async function listInventedOffer(db: Queries): Promise<string[]> {
  const services = await db
    .selectFrom("services")
    .select("title as label")
    .where("id", "like", "demo-%")
    .where("version", "=", 1)
    .where("active", "=", 1)
    .orderBy("position")
    .execute();
  const therapists = await db
    .selectFrom("therapists")
    .select("name as label")
    .where("id", "like", "demo-%")
    .where("version", "=", 1)
    .where("active", "=", 1)
    .orderBy("position")
    .execute();
  return [...services, ...therapists].map(({ label }) => label);
}
