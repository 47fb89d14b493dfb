import { data } from "react-router";
import { BodySection } from "#app/body-map/body-map.tsx";
import { getRegionPanel } from "#app/body-map/get-region-panel.server.ts";
import { SHIPPED_PLACES } from "#app/body-map/place-words.ts";
import { regionBy } from "#app/body-map/region.ts";
import { PAGE_CACHE_HEADER } from "#app/platform/http/page-cache-key.ts";
import { appContextOf } from "#app/platform/http/request.server.ts";
import { readPractice } from "#app/practice/read-practice.server.ts";
import { showsOwnTimes } from "#app/routes/website/own-times.server.ts";
import { inOwnVoice, wordsOf } from "#app/routes/website/page-words.server.ts";
import { pageMeta } from "#app/ui/shell/page-meta.ts";
import type { Route } from "./+types/body-region.ts";

/** GET /services/body/:region: the body map with one region pressed. */
export async function loader({ params, context }: Route.LoaderArgs) {
  const app = appContextOf(context);
  const region = regionBy(params.region);
  if (!region) throw data(null, { status: 404 });
  const settings = (await readPractice(app)).settings;
  const { body } = await wordsOf(app, "services", settings);
  const withTimes = await showsOwnTimes(app, settings);
  const { sentence, advice, ...panel } = await getRegionPanel(app, region, { withTimes });
  const said = { words: { sentence, advice }, shipped: SHIPPED_PLACES[region.place] };
  return { words: body, chosen: { region, panel: { ...panel, ...(await inOwnVoice(app, settings, said)) } } };
}

export const headers: Route.HeadersFunction = () => ({ [PAGE_CACHE_HEADER]: "public" });

// Not to be found: what search engines may list is /services, which has every treatment.
export const meta: Route.MetaFunction = (at) => {
  if (!at.loaderData) return [];
  const { region, panel } = at.loaderData.chosen;
  const page = pageMeta(at, { title: region.yours, description: panel.sentence, image: "services" });
  return [...page, { name: "robots", content: "noindex" }];
};

export default function BodyRegion({ loaderData }: Route.ComponentProps) {
  return <BodySection {...loaderData} level="h1" />;
}
