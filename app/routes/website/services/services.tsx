import { Link } from "react-router";
import { queryFrom } from "#app/appointments/booking/scheduler/choices-query.ts";
import { BodySection } from "#app/body-map/body-map.tsx";
import type { Service } from "#app/catalogue/service.ts";
import { ServiceCard } from "#app/catalogue/service-card.tsx";
import type { Image } from "#app/media/picture.ts";
import { PAGE_CACHE_HEADER } from "#app/platform/http/page-cache-key.ts";
import { appContextOf } from "#app/platform/http/request.server.ts";
import { readPractice } from "#app/practice/read-practice.server.ts";
import { wordsOf } from "#app/routes/website/page-words.server.ts";
import { type PriceTable, priceTable, sortFrom } from "#app/routes/website/services/prices.ts";
import { BookBand, ServiceRows } from "#app/routes/website/services/service-links.tsx";
import { getGraph } from "#app/routes/website/structured-data/site-facts.server.ts";
import { placeImagesOf } from "#app/settings/schemas/place-pictures.ts";
import { Pictured } from "#app/ui/art/pictured.tsx";
import { classNames } from "#app/ui/class-names.ts";
import { Prose } from "#app/ui/prose.tsx";
import { BookButton, useOnlineBooking } from "#app/ui/shell/book-button.tsx";
import { pageMeta } from "#app/ui/shell/page-meta.ts";
import type { Route } from "./+types/services.ts";

export async function loader({ url, context }: Route.LoaderArgs) {
  const app = appContextOf(context);
  const { settings, services } = await readPractice(app);
  const words = await wordsOf(app, "services", settings);
  return {
    words,
    image: placeImagesOf(settings.pictures).services,
    graph: await getGraph(app, { kind: "services" }),
    feelings: feelingsOf(words.feelings.choices, services),
    ...inPlaces(services),
    prices: priceTable(services, sortFrom(url.searchParams)),
  };
}

/** If no service is placed in the grid, all go there: its heading needs cards. */
function inPlaces(services: readonly Service[]) {
  const grid = services.filter(({ place }) => place === "grid");
  const also = services.filter(({ place }) => place === "also");
  return grid.length > 0 ? { grid, also } : { grid: also, also: [] };
}

export const headers: Route.HeadersFunction = () => ({ [PAGE_CACHE_HEADER]: "public" });

export const meta: Route.MetaFunction = (at) =>
  pageMeta(at, { ...at.loaderData.words.search, image: "services", graph: at.loaderData.graph });

export default function Services({ loaderData: { words, image, feelings, grid, also, prices } }: Route.ComponentProps) {
  return (
    <>
      <Hero {...words.hero} image={image} />
      <Feelings title={words.feelings.title} feelings={feelings} />
      <OurServices services={grid} isFirst={feelings.length === 0} />
      <ServiceRows id="also" title={words.also || "Also"} services={also} />
      <Prices {...prices} />
      {grid.length > 0 && <BodySection words={words.body} />}
      {grid.length > 0 ? (
        <BookBand>
          {words.price && <p className="max-w-[34ch] font-display text-xl font-[700]">{words.price}</p>}
          <BookButton>BOOK NOW</BookButton>
        </BookBand>
      ) : (
        <p className="wrap section text-lg">No treatments yet. They appear here as soon as there are some.</p>
      )}
    </>
  );
}

function OurServices({ services, isFirst }: { services: Service[]; isFirst: boolean }) {
  if (services.length === 0) return null;
  return (
    <section
      aria-labelledby="our-services"
      className={classNames("wrap", isFirst ? "section" : "pb-[clamp(3.5rem,8vw,7rem)]")}
    >
      <h2 id="our-services" className="text-3xl">
        Our Services
      </h2>
      <ul className="mt-10 grid gap-x-8 gap-y-10 sm:grid-cols-2 sm:gap-y-14 md:grid-cols-3 md:gap-x-6 lg:gap-x-8 lg:gap-y-20">
        {services.map((service) => (
          <li key={service.slug}>
            <ServiceCard service={service} />
          </li>
        ))}
      </ul>
    </section>
  );
}

const SORTS = [
  { sort: null, label: "As listed", to: "/services#prices" },
  { sort: "price", label: "By price", to: "/services?sort=price#prices" },
  { sort: "length", label: "By length", to: "/services?sort=length#prices" },
] as const;

/** Every price leads to its booking. On a phone each service's prices stand below its title, with their lengths. */
function Prices({ sort, lengths, rows }: PriceTable) {
  const isOnline = useOnlineBooking();
  if (rows.length === 0) return null;
  return (
    <section aria-labelledby="prices" className="wrap pb-[clamp(3.5rem,8vw,7rem)]">
      <h2 id="prices" className="text-2xl">
        Prices by length
      </h2>
      <p className="mt-3 flex flex-wrap gap-x-6 text-sm">
        {SORTS.map(({ label, to, ...each }) => (
          <Link
            key={label}
            to={to}
            reloadDocument
            aria-current={each.sort === sort ? "true" : undefined}
            className={classNames(
              "inline-flex min-h-11 items-center",
              each.sort === sort ? "font-[650] no-underline" : "prose-link",
            )}
          >
            {label}
          </Link>
        ))}
      </p>
      <table className="mt-2 w-full border-t border-line text-left">
        <caption className="sr-only">What each treatment costs</caption>
        <thead className="text-sm text-ink-soft max-md:sr-only">
          <tr className="border-b border-line">
            <th scope="col" className="py-2">
              Treatment
            </th>
            {lengths.map((minutes) => (
              <th key={minutes} scope="col" className="figures px-2 py-2">
                {minutes} min
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map(({ slug, title, isBookable, cells }) => (
            <tr key={slug} className="border-b border-line max-md:flex max-md:flex-wrap max-md:gap-x-6 max-md:py-2">
              <th
                scope="row"
                className="wrap-anywhere py-2 pr-4 font-[400] max-md:w-full max-md:pt-1 max-md:pb-0 max-md:font-[650]"
              >
                {title}
              </th>
              {cells.map(({ minutes, price }) => (
                <td key={minutes} className={classNames("figures md:px-2", price === null && "max-md:hidden")}>
                  {price !== null && (
                    <Price
                      to={isBookable && isOnline ? `/book?${queryFrom({ service: slug, minutes })}` : null}
                      {...{ title, minutes, price }}
                    />
                  )}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}

type PriceProps = { to: string | null; title: string; minutes: number; price: string };

function Price({ to, title, minutes, price }: PriceProps) {
  const length = <span className="md:sr-only">{minutes} min </span>;
  const classes = "inline-flex min-h-11 min-w-11 items-center gap-1";
  if (to === null) {
    return (
      <span className={classes}>
        {length}
        <span className="font-[650]">{price}</span>
      </span>
    );
  }
  return (
    <a href={to} className={`${classes} prose-link`}>
      {length}
      <span className="font-[650]">{price}</span>
      <span className="sr-only">, book {title}</span>
    </a>
  );
}

function Hero({ title, pitch, image }: { title: string; pitch: string; image: Image | null }) {
  return (
    <section className="relative overflow-clip border-b border-line">
      <div className="wrap md:flex md:min-h-[28rem] md:items-center lg:min-h-[36rem]">
        <div className="relative z-1 py-12 md:w-1/2 md:pr-8 lg:py-20">
          <h1 className="text-4xl md:max-lg:text-3xl">{title}</h1>
          {pitch && (
            <p className="mt-6 max-w-[36ch] text-lg">
              <Prose>{pitch}</Prose>
            </p>
          )}
          <p className="mt-7">
            <BookButton data-hero-book>BOOK NOW</BookButton>
          </p>
        </div>
      </div>
      <div className="h-56 md:absolute md:inset-y-0 md:right-0 md:h-full md:w-1/2">
        <Pictured
          image={image}
          drawing="personalized-wellness-plans"
          size="plate"
          sizes="(width >= 48rem) 50vw, 100vw"
          className="h-full w-full"
          eager
        />
      </div>
    </section>
  );
}

/** Plain links from how a visitor feels to what may suit: an index, not a quiz. */
function Feelings({ title, feelings }: { title: string; feelings: Feeling[] }) {
  if (feelings.length === 0) return null;
  return (
    <section aria-labelledby="feelings" className="section wrap">
      <h2 id="feelings" className="text-2xl">
        {title}
      </h2>
      <ul className="mt-6 grid gap-x-8 border-t border-line md:grid-flow-col md:grid-cols-2 md:grid-rows-5">
        {feelings.map(({ feeling, slug, title: service }) => (
          <li key={`${feeling} ${slug}`} className="border-b border-line">
            <Link
              to={`/services/${slug}`}
              reloadDocument
              className="group grid min-h-13 grid-cols-[1fr_1.15fr] items-baseline gap-x-4 py-3 no-underline"
            >
              <span className="font-[650]">
                {feeling}
                <span className="sr-only">:</span>
              </span>
              <span className="text-ink-soft decoration-1 underline-offset-4 underline group-hover:decoration-2">
                {service}
              </span>
            </Link>
          </li>
        ))}
      </ul>
    </section>
  );
}

type Feeling = { feeling: string; slug: string; title: string };

/** Links from how a visitor feels to services, only to those on offer. */
function feelingsOf(
  choices: readonly { feeling: string; service: string }[],
  services: readonly Pick<Service, "slug" | "title">[],
): Feeling[] {
  return choices.flatMap(({ feeling, service }) =>
    services.filter(({ slug }) => slug === service).map(({ slug, title }) => ({ feeling, slug, title })),
  );
}
