import { appContextOf } from "#app/platform/http/context.server.ts";
import { PAGE_CACHE_HEADER } from "#app/platform/http/page-cache-key.ts";
import { readPractice } from "#app/practice/read-practice.server.ts";
import { Closing } from "#app/routes/website/about/closing.tsx";
import { Evidence } from "#app/routes/website/about/evidence.tsx";
import { NumberedPoints } from "#app/routes/website/about/numbered-points.tsx";
import { Room } from "#app/routes/website/about/room.tsx";
import { Story } from "#app/routes/website/about/story.tsx";
import { Team } from "#app/routes/website/about/team.tsx";
import { memberOf } from "#app/routes/website/about/team-member.ts";
import { Trust } from "#app/routes/website/about/trust.tsx";
import { wordsOf } from "#app/routes/website/page-words.server.ts";
import { getGraph } from "#app/routes/website/structured-data/site-facts.server.ts";
import { placeImagesOf } from "#app/settings/place-pictures.ts";
import { reachOf } from "#app/settings/reach.ts";
import { pageMeta } from "#app/ui/shell/page-meta.ts";
import type { Route } from "./+types/about.ts";

export async function loader({ context }: Route.LoaderArgs) {
  const app = appContextOf(context);
  const { settings, services, therapists, weekly } = await readPractice(app);
  return {
    words: await wordsOf(app, "about", settings),
    reach: reachOf(settings.business),
    images: placeImagesOf(settings.pictures),
    graph: await getGraph(app, { kind: "about" }),
    team: therapists.map((therapist) => memberOf(therapist, { services, weekly: weekly[therapist.id] ?? [] })),
  };
}

export const headers: Route.HeadersFunction = () => ({ [PAGE_CACHE_HEADER]: "public" });

export const meta: Route.MetaFunction = (at) =>
  pageMeta(at, {
    ...at.loaderData.words.search,
    image: "about",
    imageAlt: at.loaderData.words.title || at.loaderData.words.search.title,
    graph: at.loaderData.graph,
  });

export default function About({ loaderData: { words, team, reach, images } }: Route.ComponentProps) {
  return (
    <>
      <Story title={words.title || words.search.title} text={words.story} image={images.about} />
      <NumberedPoints id="how-we-work" title="How it works" points={words.howWeWork} />
      {words.evidence.text.length > 0 && <Evidence words={words.evidence} />}
      <Team members={team} />
      <NumberedPoints id="first-visit" title={words.firstVisit.title} points={words.firstVisit.steps} />
      <Trust parts={[words.letters, words.boundaries].filter(({ text }) => text.length > 0)} />
      {(words.room.text.length > 0 || reach.hasPremises) && (
        <Room words={words.room} reach={reach} image={images.room} />
      )}
      {words.closing && <Closing text={words.closing} phone={reach.phone} />}
    </>
  );
}
