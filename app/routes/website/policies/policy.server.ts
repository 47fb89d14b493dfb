import type { RouterContextProvider } from "react-router";
import { dateInWords } from "#app/platform/date-time.ts";
import { appContextOf } from "#app/platform/http/request.server.ts";
import { readPractice } from "#app/practice/read-practice.server.ts";
import { wordsOf } from "#app/routes/website/page-words.server.ts";
import { getGraph } from "#app/routes/website/structured-data/site-facts.server.ts";
import { PAGES, type PageKey } from "#app/site/page-words.ts";
import { getWordsDate } from "#app/site/words.server.ts";

export async function policyOf<Key extends PageKey>(context: Readonly<RouterContextProvider>, page: Key) {
  const app = appContextOf(context);
  const settings = (await readPractice(app)).settings;
  const updated = await getWordsDate(app.db.kysely, { page, zone: settings.bookingRules.zone });
  const words = await wordsOf(app, page, settings);
  const graph = await getGraph(app, { kind: "other", name: words.search.title, path: PAGES[page].address });
  return { words, updated: dateInWords(updated), graph };
}
