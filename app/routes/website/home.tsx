import { data } from "react-router";
import { BodyLink } from "#app/body-map/body-link.tsx";
import { listNextFreeTimes } from "#app/booking/next-free-time.server.ts";
import { SameAgainTimes } from "#app/booking/same-again-times.tsx";
import { priceInProse } from "#app/catalogue/price.ts";
import { isBookable, lowestPrice } from "#app/catalogue/service.ts";
import { servicesAtHome } from "#app/catalogue/services-at-home.ts";
import { appContextOf } from "#app/platform/http/context.server.ts";
import { PAGE_CACHE_HEADER } from "#app/platform/http/page-cache-key.ts";
import { FRAMES_HEADER } from "#app/platform/http/security-headers.ts";
import { addDays, localDateOf } from "#app/platform/zoned-time.ts";
import { listAlternateDays, listPracticeExceptions, readPractice } from "#app/practice/read-practice.server.ts";
import { listReviews } from "#app/reviews/reviews.db.server.ts";
import { Enquiries } from "#app/routes/website/home/enquiries.tsx";
import { exceptionLines } from "#app/routes/website/home/exception-lines.ts";
import { filmPlacesOf } from "#app/routes/website/home/film-place.ts";
import { Films } from "#app/routes/website/home/films.tsx";
import { Hero } from "#app/routes/website/home/hero.tsx";
import { Meet } from "#app/routes/website/home/meet.tsx";
import { MissionAndVision } from "#app/routes/website/home/mission-and-vision.tsx";
import { nextTimeOf } from "#app/routes/website/home/next-time.ts";
import { NextTimesStrip } from "#app/routes/website/home/next-times-strip.tsx";
import { OpeningSoon } from "#app/routes/website/home/opening-soon.tsx";
import { peopleAtHome } from "#app/routes/website/home/people.server.ts";
import { PromiseBand } from "#app/routes/website/home/promise-band.tsx";
import { promisesOf } from "#app/routes/website/home/promises.ts";
import { Reviews } from "#app/routes/website/home/reviews.tsx";
import { timeRowsOf } from "#app/routes/website/home/time-rows.ts";
import { Welcome } from "#app/routes/website/home/welcome.tsx";
import { WhatWeDo } from "#app/routes/website/home/what-we-do.tsx";
import { WhyChooseUs } from "#app/routes/website/home/why-choose-us.tsx";
import { openingFor } from "#app/routes/website/opening.server.ts";
import { showsOwnTimes } from "#app/routes/website/own-times.server.ts";
import { wordsOf } from "#app/routes/website/page-words.server.ts";
import { sameAgainFor } from "#app/routes/website/same-again-for.server.ts";
import { getGraph } from "#app/routes/website/structured-data/site-facts.server.ts";
import { hoursLines } from "#app/settings/hours.ts";
import { placeImagesOf } from "#app/settings/place-pictures.ts";
import { reachOf } from "#app/settings/reach.ts";
import { pageMeta } from "#app/ui/shell/page-meta.ts";
import type { Route } from "./+types/home.ts";

/** How many days ahead exceptions to the weekly hours are announced. */
const TOLD_AHEAD = 35;

export async function loader({ context }: Route.LoaderArgs) {
  const app = appContextOf(context);
  const db = app.db.kysely;
  const { settings, services, therapists } = await readPractice(app);
  const { business, bookingRules, openingHours } = settings;
  const today = localDateOf(app.clock.now(), bookingRules.zone);
  const exceptions = await listPracticeExceptions(app, { from: today, to: addDays(today, TOLD_AHEAD) });
  const from = lowestPrice(services);
  const films = filmPlacesOf(settings.videos, { ours: settings.goLive.showsFilms });
  const words = await wordsOf(app, "home", settings);
  const isOwn = await showsOwnTimes(app, settings);
  const free = isOwn ? await listNextFreeTimes(app) : { zone: bookingRules.zone, services: [], therapists: new Map() };
  const shown = {
    opening: await openingFor(context),
    mine: isOwn ? await sameAgainFor(context) : null,
    words,
    times: isOwn ? timeRowsOf(free, services) : null,
    people: await peopleAtHome(app, { services, therapists, free }),
    promises: services.some(isBookable) ? promisesOf(words.promise, bookingRules) : [],
    reviews: await listReviews(db),
    fullName: business.fullName,
    reach: reachOf(business),
    hours: hoursLines(openingHours, await listAlternateDays(app, today)),
    exceptions: exceptionLines(exceptions),
    services: servicesAtHome(services, settings.homeCards.services),
    isBookable: services.some(isBookable),
    from: from === null ? null : priceInProse(from),
    next: nextTimeOf(free.services[0], free.zone),
    graph: await getGraph(app, { kind: "home" }),
    films,
    image: placeImagesOf(settings.pictures).home,
  };
  // Only the hosts whose players may be framed on this page (decisions/0001, row 30); mostly none.
  return data(shown, { headers: { [FRAMES_HEADER]: films.flatMap(({ frame }) => frame ?? []).join(" ") } });
}

export const headers: Route.HeadersFunction = ({ loaderHeaders }) => ({
  [PAGE_CACHE_HEADER]: "public",
  [FRAMES_HEADER]: loaderHeaders.get(FRAMES_HEADER) ?? "",
});

export const meta: Route.MetaFunction = (at) =>
  pageMeta(at, {
    ...at.loaderData.words.search,
    image: "home",
    imageAlt: "Move Better. Feel Stronger.",
    graph: at.loaderData.graph,
  });

// Sections keep this distance whichever of them are left out.
const APART = "space-y-[clamp(3.5rem,8vw,7rem)]";

export default function Home({ loaderData }: Route.ComponentProps) {
  if (loaderData.opening?.state === "not-open") return <OpeningSoon {...loaderData.opening} />;
  const { words, services, reach, from, next, fullName, hours, exceptions, films, image } = loaderData;
  const { times, people, promises, reviews: written } = loaderData;
  return (
    <>
      <Hero words={words.hero} hasServices={services.length > 0} from={from} next={next} image={image} />
      {loaderData.mine && <SameAgainTimes {...loaderData.mine} className="wrap py-10" />}
      {(loaderData.isBookable || people.length > 0) && (
        <div className={`section ${APART}`}>
          {loaderData.isBookable && (
            <div>
              {times && <NextTimesStrip words={words.times} rows={times} phone={reach.phone} />}
              <BodyLink />
            </div>
          )}
          <Meet words={words.team} people={people} />
        </div>
      )}
      <PromiseBand promises={promises} />
      <Reviews reviews={written} />
      <div className={`section ${APART}`}>
        <Welcome words={words.welcome} />
        <WhyChooseUs words={words.whyChooseUs} />
        <WhatWeDo services={services}>
          {films.length > 0 ? <Films words={words.films} places={films} /> : null}
        </WhatWeDo>
        <MissionAndVision mission={words.mission} vision={words.vision} />
      </div>
      <Enquiries {...{ words: words.enquiries, fullName, reach, hours, exceptions, next }} />
    </>
  );
}
