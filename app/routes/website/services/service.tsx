import type { ComponentProps } from "react";
import { data, isRouteErrorResponse, Link, useRouteError } from "react-router";
import { type NextTime, nextFreeTimes } from "#app/appointments/booking/free-times/next-free-time.server.ts";
import { queryFrom } from "#app/appointments/booking/scheduler/choices-query.ts";
import { ComingPriceNote } from "#app/catalogue/coming-price-note.tsx";
import { lengthsLine, pricesLine } from "#app/catalogue/lengths-line.ts";
import { type ComingPrice, comingPrice, NOW, priceOn, pricesOn, rangeInProse } from "#app/catalogue/quote.ts";
import {
  isBookable,
  lengthOf,
  relativesOf,
  type Service,
  type ServiceLength,
  type ServiceWords,
} from "#app/catalogue/service.ts";
import { ServicePicture } from "#app/catalogue/service-picture.tsx";
import type { Giver, Therapist } from "#app/catalogue/therapist.ts";
import { prepayOfService } from "#app/payments/online/prepay.server.ts";
import { localDateOf } from "#app/platform/date-time.ts";
import { PAGE_CACHE_HEADER } from "#app/platform/http/page-cache-key.ts";
import { appContextOf } from "#app/platform/http/request.server.ts";
import { priceInProse } from "#app/platform/money-words.ts";
import { readPractice } from "#app/practice/read-practice.server.ts";
import { FaultPage } from "#app/routes/website/fault-page.tsx";
import { showsOwnTimes } from "#app/routes/website/own-times.server.ts";
import { wordsOf } from "#app/routes/website/page-words.server.ts";
import { BookBand, BookLink, ServiceRows } from "#app/routes/website/services/service-links.tsx";
import { getGraph } from "#app/routes/website/structured-data/site-facts.server.ts";
import { getContactLinks } from "#app/settings/contact-links.ts";
import type { WordsOf } from "#app/site/page-words.ts";
import { isDrawn } from "#app/ui/art/drawn.ts";
import { classNames } from "#app/ui/class-names.ts";
import { LinkButton } from "#app/ui/controls.tsx";
import { Prose } from "#app/ui/prose.tsx";
import { useOnlineBooking } from "#app/ui/shell/book-button.tsx";
import { pageMeta } from "#app/ui/shell/page-meta.ts";
import { ViewerTime } from "#app/ui/viewer-time.tsx";
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
    prepay: input ? await prepayOfService(app, service.id) : null,
    town: settings.business.address.town || settings.business.area,
    phone: getContactLinks(settings.business).phone,
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

export default function ServicePage({ loaderData }: Route.ComponentProps) {
  const { service, price, prepay, phone, input, next, givers, coming, wait, help, relatives } = loaderData;
  return (
    <>
      <ServiceHero service={service} bookable={input !== null} {...{ givers, coming, price, prepay, phone }} />
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

function Givers({ givers }: { givers: Pick<Therapist, "slug" | "name" | "role">[] }) {
  return (
    <section aria-labelledby="givers">
      <h2 id="givers" className="text-xl">
        Who gives it
      </h2>
      <ul className="mt-4">
        {givers.map(({ slug, name, role }) => (
          <li key={slug} className="border-t border-line py-3">
            <p className="font-[650]">
              <Link to={`/about#${slug}`} reloadDocument className="prose-link inline-block min-h-6">
                {name}
              </Link>
            </p>
            <p className="text-sm text-ink-soft">{role}</p>
          </li>
        ))}
      </ul>
    </section>
  );
}

type Props = { service: string; minutes: number; times: NextTime[]; zone: string };

/** The next days with a free time, each linking to the booking page with everything chosen. */
function NextTimes({ service, minutes, times, zone }: Props) {
  if (times.length === 0) return null;
  return (
    <section aria-labelledby="next-times">
      <h2 id="next-times" className="text-xl">
        Next free times
      </h2>
      <p className="mt-1 text-sm text-ink-soft">For {minutes} minutes, with whoever is free first.</p>
      <ul className="mt-4 border-t border-line">
        {times.map(({ date, start }) => (
          <li key={start} className="border-b border-line">
            <Link
              to={`/book?${queryFrom({ service, minutes, day: date, start: new Date(start).toISOString() })}`}
              reloadDocument
              className="group flex min-h-13 items-center justify-between gap-4 no-underline"
            >
              <span>
                <ViewerTime at={start} zone={zone} as="day" />
              </span>
              <span className="figures font-[650] underline decoration-1 underline-offset-4 group-hover:decoration-2">
                <ViewerTime at={start} zone={zone} as="time" />
              </span>
            </Link>
          </li>
        ))}
      </ul>
      <p className="mt-2">
        <Link
          to={`/book?${queryFrom({ service, minutes })}`}
          reloadDocument
          className="prose-link inline-flex min-h-11 items-center text-sm"
        >
          See all times
        </Link>
      </p>
    </section>
  );
}

type Missing = { services: { slug: string; title: string }[] };

/** Unknown service: lists the existing ones. */
function ServiceNotFound({ services }: Missing) {
  return (
    <div className="wrap section">
      <title>Page not found</title>
      <h1 className="text-3xl">That treatment is not here.</h1>
      <p className="mt-5">It may have a new name, or is no longer offered. These are the treatments:</p>
      <ul className="mt-6 grid max-w-3xl border-t border-line sm:grid-cols-2 sm:gap-x-8">
        {services.map(({ slug, title }) => (
          <li key={slug} className="border-b border-line">
            <Link
              to={`/services/${slug}`}
              reloadDocument
              className="flex min-h-13 items-center decoration-1 underline-offset-4 underline hover:decoration-2"
            >
              {title}
            </Link>
          </li>
        ))}
      </ul>
    </div>
  );
}

function ForWhom({ words }: { words: Pick<ServiceWords, "whoFor" | "whatToExpect"> }) {
  const parts = [
    { title: "Who it is for", text: words.whoFor },
    { title: "What to expect", text: words.whatToExpect },
  ].filter(({ text }) => text !== "");
  if (parts.length === 0) return null;
  return (
    <div className="mt-12 grid gap-x-8 gap-y-10 border-t border-line pt-8 md:grid-cols-2">
      {parts.map(({ title, text }) => (
        <div key={title}>
          <h2 className="text-xl">{title}</h2>
          <p className="mt-2">{sentence(text)}</p>
        </div>
      ))}
    </div>
  );
}

type Shared = Pick<WordsOf<"services">, "wait" | "help">;

/** When not to book: this service's own reasons, and those shown for every service. */
function WhenNotToBook({ own, wait, help }: Shared & { own: string }) {
  return (
    <section aria-labelledby="when-not" className="wrap">
      <div className="border-t border-line py-[clamp(3rem,6vw,5rem)]">
        <h2 id="when-not" className="text-2xl">
          When not to book
        </h2>
        {own && <p className="measure mt-4 text-lg">{sentence(own)}</p>}
        <div className="mt-10 grid gap-x-20 gap-y-12 lg:grid-cols-2">
          <div>
            <Reasons title={wait.title} reasons={wait.text} />
            <p className="measure mt-4">
              <Prose>{wait.closing}</Prose>
            </p>
          </div>
          <Reasons title={help.title} reasons={help.text} />
        </div>
      </div>
    </section>
  );
}

function Reasons({ title, reasons }: { title: string; reasons: readonly string[] }) {
  return (
    <div>
      <h3 className="text-xl">{title}</h3>
      <ul className="mt-4">
        {reasons.map((reason) => (
          <li key={reason} className="border-t border-line py-2.5">
            <Prose>{reason}</Prose>
          </li>
        ))}
      </ul>
    </div>
  );
}

/** Turns a clause after a colon into a sentence. */
export function sentence(text: string): string {
  return text.charAt(0).toLocaleUpperCase("en-GB") + text.slice(1);
}

type HeroProps = Pick<ComponentProps<typeof PriceTable>, "bookable" | "givers" | "coming"> & {
  service: Service;
  price: string;
  prepay: string | null;
  phone: { href: string; label: string };
};

function ServiceHero({ service, bookable, givers, coming, price, prepay, phone }: HeroProps) {
  const isOnline = useOnlineBooking();
  return (
    <section className="relative border-b border-line md:overflow-clip">
      <div className="wrap grid grid-cols-[minmax(0,1fr)] md:min-h-[40rem] md:grid-cols-2 lg:min-h-[44rem]">
        <div className="relative z-1 py-10 md:self-center md:pr-8 lg:py-20 lg:pr-12">
          <p>
            <Link to="/services" reloadDocument className="prose-link inline-flex min-h-11 items-center text-sm">
              All services
            </Link>
          </p>
          <h1 className="mt-2 text-3xl">{service.title}</h1>
          <p className="mt-5 max-w-[38ch] text-lg">{service.summary}</p>
          {service.lengths.length > 0 && (
            <PriceTable bookable={bookable && isOnline} {...{ service, givers, coming }} />
          )}
          <div className="mt-7 flex flex-wrap items-center gap-x-6 gap-y-3">
            <BookLink service={service} bookable={bookable} hero />
            {!bookable && (
              <a href={phone.href} className="prose-link inline-flex min-h-11 items-center">
                or call {phone.label}
              </a>
            )}
          </div>
          {bookable && price && <p className="mt-5 max-w-[46ch] text-sm text-ink-soft">{price}</p>}
          {bookable && prepay && <p className="mt-2 max-w-[46ch] text-sm text-ink-soft">{prepay}</p>}
        </div>
      </div>
      <Drawing service={service} />
    </section>
  );
}

/** `Press: load goes in slowly.`, with the verb set apart. */
function Caption({ text }: { text: string }) {
  const [, verb = "", rest = text] = /^(\p{L}+):\s*(.*)$/su.exec(text) ?? [];
  return (
    <>
      {verb && <strong className="font-display text-lg">{verb}: </strong>}
      {rest}
    </>
  );
}

function Drawing({ service }: { service: Service }) {
  return (
    <figure className="max-md:relative max-md:aspect-square md:absolute md:inset-y-0 md:right-0 md:w-1/2">
      <ServicePicture service={service} size="plate" sizes="(width >= 48rem) 50vw, 100vw" className="h-full w-full" />
      {service.words.verb && (
        <figcaption className="absolute bottom-0 left-0 max-w-[min(100%,26rem)] bg-paper px-4 pt-2 pb-3 text-sm text-pretty max-md:pl-[clamp(20px,4vw,48px)]">
          <Caption text={sentence(service.words.verb)} />
        </figcaption>
      )}
    </figure>
  );
}

type Offered = Pick<Service, "slug" | "title" | "lengths" | "therapistIds">;
/** `coming`: for each length in turn the change of its price that is near. */
type PriceTableProps = {
  service: Offered;
  bookable: boolean;
  givers: readonly Giver[];
  coming: readonly (ComingPrice | null)[];
};

function PriceTable({ service, bookable, givers, coming }: PriceTableProps) {
  return (
    <table className="mt-7 w-full max-w-lg border-t border-line text-left">
      <caption className="sr-only">Lengths and prices</caption>
      <thead className="sr-only">
        <tr>
          <th scope="col">Length</th>
          <th scope="col">Price</th>
          {bookable && <th scope="col">Book</th>}
        </tr>
      </thead>
      <tbody>
        {service.lengths.map((length, index) => (
          // Large text on a phone: what does not fit beside the length goes below it.
          <tr
            key={length.minutes}
            className={classNames(
              "border-b border-line max-[16rem]:flex max-[16rem]:flex-wrap max-[16rem]:items-center",
              bookable && "relative hover:bg-wash",
            )}
          >
            <th scope="row" className="py-2 pr-2 font-[400] sm:pr-4">
              <span className="figures">{length.minutes} minutes</span>
              {length.label && <span className="block text-sm text-ink-soft">{length.label}</span>}
            </th>
            <td className="figures py-2 pr-2 text-right text-lg sm:pr-6 font-[650]">
              {rangeInProse(pricesOn(length, { therapistIds: service.therapistIds, date: NOW }))}
              <OwnPrices length={length} givers={givers} />
              <ComingPriceNote coming={coming[index] ?? null} />
            </td>
            {bookable && (
              <td className="w-px py-2 text-right max-[16rem]:w-auto">
                <BookLength service={service} length={length} />
              </td>
            )}
          </tr>
        ))}
      </tbody>
    </table>
  );
}

/** Who costs what, where they differ. */
function OwnPrices({ length, givers }: { length: ServiceLength; givers: readonly Giver[] }) {
  const { lowest, highest } = pricesOn(length, { therapistIds: givers.map(({ id }) => id), date: NOW });
  if (lowest === highest) return null;
  return givers.map((giver) => (
    <span key={giver.id} className="block text-sm font-normal text-ink-soft">
      {giver.short} {priceInProse(priceOn(length, { therapistId: giver.id, date: NOW }))}
    </span>
  ));
}

/** The whole row is the link. */
function BookLength({ service, length }: { service: Offered; length: ServiceLength }) {
  return (
    <LinkButton
      to={`/book?${queryFrom({ service: service.slug, minutes: length.minutes })}`}
      reloadDocument
      look="outline"
      size="small"
      className="whitespace-nowrap after:absolute after:inset-0"
      aria-label={`Book ${service.title}, ${length.minutes} minutes`}
    >
      Book
    </LinkButton>
  );
}
