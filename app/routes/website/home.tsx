import type { ReactNode } from "react";
import { data, Link, type RouterContextProvider } from "react-router";
import { listNextFreeTimes, type NextFree } from "#app/appointments/booking/free-times/next-free-time.server.ts";
import { rebook, type SameAgain } from "#app/appointments/booking/free-times/rebook.server.ts";
import { SameAgainTimes } from "#app/appointments/booking/free-times/rebook-times.tsx";
import { BodyLink } from "#app/body-map/body-map.tsx";
import { isBookable, lowestPrice, type Service, servicesAtHome } from "#app/catalogue/service.ts";
import { ServiceCard } from "#app/catalogue/service-card.tsx";
import type { Therapist } from "#app/catalogue/therapist.ts";
import type { Image } from "#app/media/picture.ts";
import type { AppContext } from "#app/platform/app-context.server.ts";
import { addDays, dateWords, HOME, localDateOf } from "#app/platform/date-time.ts";
import { PAGE_CACHE_HEADER } from "#app/platform/http/page-cache-key.ts";
import { FRAMES_HEADER } from "#app/platform/http/security-headers.ts";
import { priceInProse } from "#app/platform/money-words.ts";
import { listAlternateDays, listPracticeExceptions, readPractice } from "#app/practice/read-practice.server.ts";
import { openRequest } from "#app/routes/account/identity.server.ts";
import { Enquiries } from "#app/routes/website/home/enquiries.tsx";
import { exceptionLines } from "#app/routes/website/home/exception-lines.ts";
import { filmPlacesOf } from "#app/routes/website/home/film-place.ts";
import { Films } from "#app/routes/website/home/films.tsx";
import { Meet } from "#app/routes/website/home/meet.tsx";
import { type NextTime, nextTimeOf } from "#app/routes/website/home/next-time.ts";
import { NextTimesStrip, timeRowsOf } from "#app/routes/website/home/next-times-strip.tsx";
import { OpeningSoon } from "#app/routes/website/home/opening-soon.tsx";
import { promisesOf } from "#app/routes/website/home/promises.ts";
import { showsOwnTimes } from "#app/routes/website/own-times.server.ts";
import { wordsOf } from "#app/routes/website/page-words.server.ts";
import { openingFor } from "#app/routes/website/shell.server.ts";
import { getGraph } from "#app/routes/website/structured-data/site-facts.server.ts";
import { memberOf } from "#app/routes/website/team-member.ts";
import { getContactLinks } from "#app/settings/contact-links.ts";
import { locationOf } from "#app/settings/location.ts";
import { hoursLines } from "#app/settings/schemas/hours.ts";
import { placeImagesOf } from "#app/settings/schemas/place-pictures.ts";
import type { WordsOf } from "#app/site/page-words.ts";
import type { Review } from "#app/site/review.form.ts";
import { listReviews } from "#app/site/reviews.server.ts";
import { HeroDrawing } from "#app/ui/art/hero-drawing.tsx";
import { LinkButton } from "#app/ui/controls.tsx";
import { Photograph } from "#app/ui/photograph.tsx";
import { BookButton } from "#app/ui/shell/book-button.tsx";
import { pageMeta } from "#app/ui/shell/page-meta.ts";
import { ViewerTime } from "#app/ui/viewer-time.tsx";
import type { Route } from "./+types/home.ts";

/** How many days ahead exceptions to the weekly hours are announced. */
const DAYS_AHEAD = 35;

export async function loader({ context }: Route.LoaderArgs) {
  const { app } = openRequest(context);
  const db = app.db.kysely;
  const { settings, services, therapists } = await readPractice(app);
  const { business, bookingRules, openingHours } = settings;
  const today = localDateOf(app.clock.now(), bookingRules.zone);
  const exceptions = await listPracticeExceptions(app, { from: today, to: addDays(today, DAYS_AHEAD) });
  const from = lowestPrice(services);
  const films = filmPlacesOf(settings.videos, { ours: settings.goLive.showsFilms });
  const words = await wordsOf(app, "home", settings);
  const isOwn = await showsOwnTimes(app, settings);
  const free = isOwn ? await listNextFreeTimes(app) : { zone: bookingRules.zone, services: [], therapists: new Map() };
  const page = {
    opening: await openingFor(context),
    mine: isOwn ? await sameAgainFor(context) : null,
    words,
    times: isOwn ? timeRowsOf(free, services) : null,
    people: await peopleAtHome(app, { services, therapists, free }),
    promises: services.some(isBookable) ? promisesOf(words.promise, bookingRules) : [],
    reviews: await listReviews(db),
    fullName: business.fullName,
    scope: getContactLinks(business),
    hours: hoursLines(openingHours, await listAlternateDays(app, today)),
    exceptions: exceptionLines(exceptions),
    services: servicesAtHome(services, settings.homeCards.services),
    isBookable: services.some(isBookable),
    from: from === null ? null : priceInProse(from),
    next: nextTimeOf(free.services[0], free.zone),
    graph: await getGraph(app, { kind: "home" }),
    films,
    image: placeImagesOf(settings.pictures).home,
    mapHref: locationOf(business).mapHref,
  };
  // Only the hosts whose players may be framed on this page (decisions/0001, row 30); mostly none.
  return data(page, { headers: { [FRAMES_HEADER]: films.flatMap(({ frame }) => frame ?? []).join(" ") } });
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

export default function Home({ loaderData }: Route.ComponentProps) {
  if (loaderData.opening?.state === "not-open") return <OpeningSoon {...loaderData.opening} />;
  const { words, services, scope, from, next, fullName, hours, exceptions, films, image, mapHref } = loaderData;
  const { times, people, promises, reviews: written } = loaderData;
  return (
    <div className="home">
      <Hero words={words.hero} hasServices={services.length > 0} from={from} next={next} image={image} />
      {loaderData.mine && <SameAgainTimes {...loaderData.mine} className="wrap first" />}
      {loaderData.isBookable && (
        <div className="first">
          {times && <NextTimesStrip words={words.times} rows={times} phone={scope.phone} />}
          <BodyLink />
        </div>
      )}
      <Welcome words={words.welcome} />
      <WhyChooseUs words={words.whyChooseUs} />
      <WhatWeDo services={services}>{films.length > 0 ? <Films words={words.films} places={films} /> : null}</WhatWeDo>
      <Enquiries {...{ words: words.enquiries, fullName, scope, hours, exceptions, next, mapHref }} />
      <Meet words={words.team} people={people} />
      <PromiseBand promises={promises} />
      <Reviews reviews={written} />
      <MissionAndVision mission={words.mission} vision={words.vision} />
    </div>
  );
}

type Props = {
  words: WordsOf<"home">["hero"];
  hasServices: boolean;
  from: string | null;
  next: NextTime | null;
  image: Image | null;
};

const PLACE = "max-lg:h-50 max-lg:w-full md:max-lg:h-[28rem] lg:absolute lg:inset-y-0 lg:right-0 lg:h-full lg:w-1/2";

function Hero({ words, hasServices, from, next, image }: Props) {
  return (
    <section className="first relative overflow-clip border-b border-line">
      <div className="wrap grid items-center gap-8 lg:min-h-[41rem] lg:grid-cols-2">
        <div className="relative z-1 pt-4.5 pb-2 md:pt-10 lg:py-20">
          {words.above && <p className="text-ink-soft max-md:text-sm">{words.above}</p>}
          <h1 className="mt-2 text-4xl md:mt-3 lg:text-[clamp(4rem,7vw,6.25rem)]">
            <span className="inline-block">Move Better.</span> <span className="inline-block">Feel Stronger.</span>
          </h1>
          <p className="mt-3 max-w-[36ch] text-lg md:mt-6">{words.pitch}</p>
          <p className="hero-actions mt-4 flex flex-wrap gap-3 md:mt-8">
            <BookButton data-hero-book>BOOK NOW</BookButton>
            {hasServices && (
              <LinkButton to="/services" reloadDocument look="outline">
                See all treatments
              </LinkButton>
            )}
          </p>
          <Facts fact={words.fact} from={from} next={next} />
        </div>
      </div>
      {image ? (
        <Photograph image={image} sizes="(width >= 64rem) 50vw, 100vw" className={`object-cover ${PLACE}`} eager />
      ) : (
        <HeroDrawing className={PLACE} />
      )}
    </section>
  );
}

function Facts({ fact, from, next }: { fact: string } & Pick<Props, "from" | "next">) {
  return (
    <ul className="mt-3 flex flex-wrap gap-x-6 gap-y-1 text-sm text-ink-soft md:mt-8">
      {from && (
        <li>
          From <strong className="text-ink">{from}</strong>
        </li>
      )}
      {next && (
        <li>
          Next free:{" "}
          <Link to={next.to} reloadDocument className="prose-link inline-block min-h-6 font-[650] text-ink">
            <ViewerTime at={next.start} zone={next.zone} as="shortDay" />,{" "}
            <ViewerTime at={next.start} zone={next.zone} as="time" />
          </Link>
        </li>
      )}
      {fact && <li>{fact}</li>}
    </ul>
  );
}

/** Why the practice is here, in two sentences set large. */
function MissionAndVision({ mission, vision }: { mission: string; vision: string }) {
  if (!mission && !vision) return null;
  return (
    <section aria-label="Mission and vision" className="max-md:bg-band max-md:py-8 max-md:text-on-band md:wrap">
      <div className="wrap grid gap-x-12 gap-y-5 md:grid-cols-2 md:border-t md:border-line md:px-0 md:pt-[clamp(3.5rem,8vw,7rem)] lg:gap-x-20">
        {mission && <Statement title="Mission" text={mission} />}
        {vision && <Statement title="Vision" text={vision} />}
      </div>
    </section>
  );
}

function Statement({ title, text }: { title: string; text: string }) {
  return (
    <div>
      <h2 className="font-sans text-sm font-normal md:text-ink-soft">{title}</h2>
      <p className="mt-1 max-w-[30ch] font-display text-xl font-[650] text-pretty md:mt-4 md:text-2xl">{text}</p>
    </div>
  );
}

/** What the practice promises about money and changes: a list on a phone, a band with a column each on a wide screen. */
function PromiseBand({ promises }: { promises: { title: string; text: string }[] }) {
  if (promises.length === 0) return null;
  return (
    <section aria-label="Promise" className="trust md:bg-band md:py-16 md:text-on-band">
      <ul className="reasons wrap grid md:auto-cols-fr md:grid-flow-col">
        {promises.map(({ title, text }) => (
          <li
            key={title}
            className="border-line py-1 max-md:border-t md:border-on-band/30 md:px-8 md:not-first:border-l md:first:pl-0 md:last:pr-0"
          >
            <h2 className="text-xl leading-tight">{title}</h2>
            <p className="mt-2.5 max-md:text-ink-soft md:max-w-[34ch]">{text}</p>
          </li>
        ))}
      </ul>
    </section>
  );
}

/** What clients have written, each with name, source and date. Nothing at all while there is none. */
function Reviews({ reviews }: { reviews: Review[] }) {
  if (reviews.length === 0) return null;
  return (
    <section aria-labelledby="reviews" className="trust wrap">
      <div>
        <h2 id="reviews" className="text-[clamp(2.125rem,1.8rem+1.4vw,2.875rem)] leading-[1.04] tracking-[-0.03em]">
          What clients have written
        </h2>
        <ul className="mt-7 grid gap-x-10 gap-y-10 border-t border-line pt-7 md:grid-cols-2 lg:grid-cols-3">
          {reviews.map((review) => (
            <li key={review.id}>
              <figure>
                <blockquote className="space-y-3 wrap-anywhere">
                  {review.words.split(/\n+/).map((paragraph) => (
                    <p key={paragraph}>{paragraph}</p>
                  ))}
                </blockquote>
                <figcaption className="mt-4 text-sm text-ink-soft">
                  <span className="block font-[650] text-ink">{review.name}</span>
                  {review.source},{" "}
                  <time dateTime={review.givenOn}>
                    {dateWords(review.givenOn, HOME, { day: "numeric", month: "long", year: "numeric" })}
                  </time>
                </figcaption>
              </figure>
            </li>
          ))}
        </ul>
      </div>
    </section>
  );
}

function Welcome({ words }: { words: WordsOf<"home">["welcome"] }) {
  if (words.text.length === 0) return null;
  return (
    <section aria-labelledby="welcome">
      <div className="wrap grid gap-x-12 gap-y-3 md:gap-y-6 lg:grid-cols-[5fr_7fr]">
        <h2 id="welcome" className="text-3xl">
          {words.title || "Welcome"}
        </h2>
        <div className="measure space-y-3 md:space-y-5 lg:pt-2">
          {words.text.map((paragraph) => (
            <p key={paragraph} className="text-lg">
              {paragraph}
            </p>
          ))}
          <p className="md:pt-3">
            <LinkButton to="/about" reloadDocument look="outline">
              <span>Learn More</span>
              <span className="sr-only">about the practice</span>
            </LinkButton>
          </p>
        </div>
      </div>
    </section>
  );
}

/** Up to three treatments with a link to all of them, and the films (`children`). Nothing where there is neither. */
function WhatWeDo({ services, children }: { services: Service[]; children: ReactNode | null }) {
  if (services.length === 0 && children === null) return null;
  return (
    <section aria-labelledby="what-we-do">
      <div className="wrap">
        <h2 id="what-we-do" className="text-3xl">
          What We Do
        </h2>
        {services.length > 0 && <Cards services={services} />}
        {children}
      </div>
    </section>
  );
}

function Cards({ services }: { services: Service[] }) {
  return (
    <>
      <ul className="mt-3 grid gap-x-8 gap-y-4 sm:grid-cols-2 md:mt-10 md:grid-cols-3 lg:mt-14 lg:gap-x-10">
        {services.map((service) => (
          <li key={service.slug}>
            <ServiceCard service={service} />
          </li>
        ))}
      </ul>
      <p className="mt-4 md:mt-10 lg:mt-12">
        <LinkButton to="/services" reloadDocument look="outline">
          VIEW MORE
        </LinkButton>
      </p>
    </>
  );
}

function WhyChooseUs({ words }: { words: WordsOf<"home">["whyChooseUs"] }) {
  if (words.reasons.length === 0) return null;
  return (
    <section aria-labelledby="why-choose-us">
      <div className="wrap">
        <h2 id="why-choose-us" className="text-3xl">
          Why Choose Us
        </h2>
        {words.lead && <p className="mt-2 text-lg text-ink-soft md:mt-4">{words.lead}</p>}
        <ul className="reasons mt-3 grid border-t border-line md:mt-10 md:grid-cols-3 lg:mt-14">
          {words.reasons.map((reason) => (
            <li
              key={reason.title}
              className="py-7 max-md:not-first:border-t max-md:not-first:border-line md:px-8 md:not-first:border-l md:not-first:border-line md:first:pl-0 md:last:pr-0 lg:px-10"
            >
              <h3 className="text-xl">{reason.title}</h3>
              <p className="text-ink-soft md:mt-3">{reason.text}</p>
            </li>
          ))}
        </ul>
      </div>
    </section>
  );
}

/** "Same again?" for a client who is signed in. Null for everybody else: their page is cached, and made without cookies. */
async function sameAgainFor(
  context: Readonly<RouterContextProvider>,
): Promise<{ again: SameAgain; name: string } | null> {
  const { app, user, locale } = openRequest(context);
  if (user?.role !== "user") return null;
  const again = await rebook(app, { userId: user.id, locale });
  return again && { again, name: user.username };
}

const MOST_PEOPLE = 3;

type PeopleFacts = {
  services: readonly Service[];
  therapists: readonly Therapist[];
  free: { zone: string; therapists: ReadonlyMap<string, NextFree> };
};

/** The first three therapists of the practice's list, with their days and next free time. */
async function peopleAtHome(app: AppContext, { services, therapists, free }: PeopleFacts) {
  const people = therapists.slice(0, MOST_PEOPLE);
  const { weekly } = await readPractice(app);
  return people.map((therapist) => ({
    ...memberOf(therapist, { services, weekly: weekly[therapist.id] ?? [] }),
    next: nextTimeOf(free.therapists.get(therapist.id), free.zone, therapist.slug),
  }));
}
