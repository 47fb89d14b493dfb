import { data, isRouteErrorResponse, useRouteError } from "react-router";
import { nextFreeTimes } from "#app/booking/next-free-times.server.ts";
import { lengthsLine } from "#app/catalogue/lengths-line.ts";
import { pricesLine } from "#app/catalogue/prices-line.ts";
import { comingPrice } from "#app/catalogue/quote.ts";
import { relativesOf } from "#app/catalogue/relatives.ts";
import { isBookable, lengthOf } from "#app/catalogue/service.ts";
import { appContextOf } from "#app/platform/http/context.server.ts";
import { PAGE_CACHE_HEADER } from "#app/platform/http/page-cache-key.ts";
import { localDateOf } from "#app/platform/zoned-time.ts";
import { readPractice } from "#app/practice/read-practice.server.ts";
import { FaultPage } from "#app/routes/website/fault-page.tsx";
import { showsOwnTimes } from "#app/routes/website/own-times.server.ts";
import { wordsOf } from "#app/routes/website/page-words.server.ts";
import { BookBand } from "#app/routes/website/services/book-band.tsx";
import { BookLink } from "#app/routes/website/services/book-link.tsx";
import { Givers } from "#app/routes/website/services/givers.tsx";
import { NextTimes } from "#app/routes/website/services/next-times.tsx";
import { ServiceHero } from "#app/routes/website/services/service-hero.tsx";
import { type Missing, ServiceNotFound } from "#app/routes/website/services/service-not-found.tsx";
import { ServiceRows } from "#app/routes/website/services/service-rows.tsx";
import { ForWhom, WhenNotToBook } from "#app/routes/website/services/service-words.tsx";
import { getGraph } from "#app/routes/website/structured-data/site-facts.server.ts";
import { reachOf } from "#app/settings/reach.ts";
import { isDrawn } from "#app/ui/art/drawn.ts";
import { pageMeta } from "#app/ui/shell/page-meta.ts";
import type { Route } from "./+types/service.ts";

export async function loader({ params, context }: Route.LoaderArgs) {
  const app = appContextOf(context);
  const { services, therapists } = await readPractice(app);
  const service = services.find(({ slug }) => slug === params.slug);
  if (!service) throw data({ services: services.map(({ slug, title }) => ({ slug, title })) }, { status: 404 });
  const settings = (await readPractice(app)).settings;
  const today = localDateOf(app.clock.now(), settings.bookingRules.zone);
  const { wait, help, price } = await wordsOf(app, "services", settings);
  const length = isBookable(service) ? lengthOf(service, null) : null;
  const input = length && { service: service.slug, minutes: length.minutes };
  return {
    service,
    price,
    wait,
    help,
    input,
    town: settings.business.address.town || settings.business.area,
    phone: reachOf(settings.business).phone,
    graph: await getGraph(app, { kind: "service", service }),
    coming: service.lengths.map((each) => comingPrice(each, { therapistIds: service.therapistIds, today })),
    givers: therapists.filter(({ id }) => service.therapistIds.includes(id)),
    next: input && (await showsOwnTimes(app, settings)) ? await nextFreeTimes(app, input) : null,
    relatives: relativesOf(service, services),
  };
}

export const headers: Route.HeadersFunction = () => ({ [PAGE_CACHE_HEADER]: "public" });

export const meta: Route.MetaFunction = (at) => {
  if (!at.loaderData) return [];
  const { service, town, graph } = at.loaderData;
  const description = [service.summary, pricesLine(service)].filter(Boolean).join(" ");
  const image = isDrawn(service.slug) ? service.slug : "services";
  return pageMeta(at, {
    title: `${service.title}, ${town}`,
    description,
    image,
    imageAlt: service.title,
    graph,
  });
};

export default function Service({ loaderData }: Route.ComponentProps) {
  const { service, price, phone, input, next, givers, coming, wait, help, relatives } = loaderData;
  return (
    <>
      <ServiceHero service={service} bookable={input !== null} {...{ givers, coming, price, phone }} />
      <div className="wrap section grid gap-x-20 gap-y-12 lg:grid-cols-[minmax(0,1.5fr)_minmax(0,1fr)]">
        <div>
          <div className="measure space-y-5">
            {service.words.detail.map((paragraph) => (
              <p key={paragraph}>{paragraph}</p>
            ))}
          </div>
          <ForWhom words={service.words} />
        </div>
        <div className="space-y-12">
          {input && next && <NextTimes {...input} {...next} />}
          {givers.length > 0 && <Givers givers={givers} />}
        </div>
      </div>
      <WhenNotToBook own={service.words.whenNotToBook} wait={wait} help={help} />
      <ServiceRows id="related" title="Related treatments" services={relatives} />
      <BookBand>
        <div>
          <p className="font-display text-2xl font-[700]">{service.title}</p>
          <p className="figures mt-2">{lengthsLine(service) ?? "By enquiry"}</p>
        </div>
        <BookLink service={service} bookable={input !== null} />
      </BookBand>
    </>
  );
}

/** Lists the other services in place of a missing or hidden one. */
export function ErrorBoundary() {
  const error = useRouteError();
  if (isRouteErrorResponse(error) && error.status === 404) return <ServiceNotFound {...(error.data as Missing)} />;
  return <FaultPage status={500} />;
}
