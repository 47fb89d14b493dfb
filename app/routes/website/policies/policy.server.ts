import type { RouterContextProvider } from "react-router";
import { PAGES, type PageKey } from "#app/content/page-words.ts";
import { readWordsDate } from "#app/content/words.db.server.ts";
import { appContextOf } from "#app/platform/http/context.server.ts";
import { dateInWords } from "#app/platform/month.ts";
import { wordsOf } from "#app/routes/website/page-words.server.ts";
import { readGraph } from "#app/routes/website/structured-data/site-facts.server.ts";
import { readSettings } from "#app/settings/settings.db.server.ts";

export async function policyOf<Key extends PageKey>(context: Readonly<RouterContextProvider>, page: Key) {
  const app = appContextOf(context);
  const settings = await readSettings(app.db.kysely, app.log);
  const updated = await readWordsDate(app.db.kysely, { page, zone: settings.bookingRules.zone });
  const words = await wordsOf(app, page, settings);
  const graph = await readGraph(app, { kind: "other", name: words.search.title, path: PAGES[page].address });
  return { words, updated: dateInWords(updated), graph };
}
