import type { RouterContextProvider } from "react-router";
import { PAGES, type PageKey } from "#app/content/page-words.ts";
import { readWordsDate } from "#app/content/store.server.ts";
import { worldOf } from "#app/platform/http/context.server.ts";
import { dateInWords } from "#app/platform/month.ts";
import { wordsOf } from "#app/routes/website/page-words.server.ts";
import { readGraph } from "#app/routes/website/structured-data/site-facts.server.ts";
import { readSettings } from "#app/settings/store.server.ts";

/** What a policy says now, and since when. */
export async function policyOf<Key extends PageKey>(context: Readonly<RouterContextProvider>, page: Key) {
  const world = worldOf(context);
  const settings = await readSettings(world.db.kysely, world.log);
  const updated = await readWordsDate(world.db.kysely, { page, zone: settings.bookingRules.zone });
  const words = await wordsOf(world, page, settings);
  const graph = await readGraph(world, { kind: "other", name: words.search.title, path: PAGES[page].address });
  return { words, updated: dateInWords(updated), graph };
}
