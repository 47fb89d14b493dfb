import { Link } from "react-router";
import { queryFrom } from "#app/appointments/booking/scheduler/choices-query.ts";
import type { OfferedHere, RegionPanel } from "#app/body-map/get-region-panel.server.ts";
import { neighboursOf, type Region, regionAddress } from "#app/body-map/region.ts";
import { ServicePicture } from "#app/catalogue/service-picture.tsx";
import { LinkButton } from "#app/ui/button.tsx";
import { BookButton } from "#app/ui/shell/book-button.tsx";
import { ViewerTime } from "#app/ui/viewer-time.tsx";

export type BodyWords = { nothing: string; notSent: string };
type Props = { region: Region; panel: RegionPanel; words: BodyWords };

/** What serves a region, for how long, how much and when; whom to see first; and what lies next to it. */
export function Panel({ region, panel, words }: Props) {
  return (
    <>
      <div className="flex items-start justify-between gap-4">
        <h2 className="text-2xl">{region.yours}</h2>
        <Link
          to="/services#body"
          reloadDocument
          className="body-close prose-link inline-flex min-h-11 shrink-0 items-center text-sm"
        >
          Close
        </Link>
      </div>
      <p className="mt-2">{panel.sentence}</p>
      {panel.services.length === 0 ? (
        <p className="mt-4 border-y border-line py-4">{words.nothing}</p>
      ) : (
        <ul className="mt-4 border-b border-line">
          {panel.services.map((service) => (
            <Offered key={service.slug} service={service} zone={panel.zone} />
          ))}
        </ul>
      )}
      {panel.advice && (
        <aside
          aria-labelledby="see-first"
          className="mt-5 rounded-r-sm border-l-3 border-warning bg-warning-wash px-4 py-3"
        >
          <h3 id="see-first" className="text-lg text-warning">
            See somebody first
          </h3>
          <p className="mt-1 text-sm">{panel.advice}</p>
        </aside>
      )}
      <p className="mt-4 text-sm text-ink-soft">{words.notSent}</p>
      <nav aria-labelledby="close-by" className="mt-5 border-t border-line pt-4">
        <h3 id="close-by" className="text-lg">
          Close by
        </h3>
        <ul className="flex flex-wrap gap-x-6">
          {neighboursOf(region).map((near) => (
            <li key={near.id}>
              <Link
                to={regionAddress(near)}
                reloadDocument
                data-swap
                className="prose-link inline-flex min-h-11 items-center"
              >
                {near.name}
              </Link>
            </li>
          ))}
        </ul>
      </nav>
    </>
  );
}

function Offered({ service, zone }: { service: OfferedHere; zone: string }) {
  const { slug, title, length } = service;
  return (
    <li className="flex flex-wrap items-center gap-x-3.5 gap-y-1 border-t border-line py-2.5 lg:flex-nowrap">
      <ServicePicture service={service} size="thumb" sizes="3.5rem" className="w-14! shrink-0 max-lg:hidden!" />
      <p className="min-w-0 grow basis-40 leading-snug">
        <Link to={`/services/${slug}`} reloadDocument className="prose-link inline-block min-h-6 font-[650]">
          {title}
        </Link>
        <span className="figures block text-sm text-ink-soft">
          {length ? `${length.minutes} min, ${length.price}` : "By enquiry"}
        </span>
      </p>
      <NextTime service={service} zone={zone} />
    </li>
  );
}

function NextTime({ service: { slug, title, length, next }, zone }: { service: OfferedHere; zone: string }) {
  if (!length) {
    return (
      <LinkButton
        {...{ look: "outline", size: "small" }}
        to={`/contact?${new URLSearchParams({ subject: title })}`}
        reloadDocument
      >
        Write a message
      </LinkButton>
    );
  }
  const chosen = { service: slug, minutes: length.minutes };
  const query = next ? { ...chosen, day: next.date, start: new Date(next.start).toISOString() } : chosen;
  return (
    <BookButton look="outline" size="small" to={`/book?${queryFrom(query)}`} className="figures shrink-0 px-3!">
      {next ? (
        <span>
          <span className="sr-only">Book {title}, </span>
          <ViewerTime at={next.start} zone={zone} as="shortDay" />, <ViewerTime at={next.start} zone={zone} as="time" />
        </span>
      ) : (
        <span>
          All times<span className="sr-only"> of {title}</span>
        </span>
      )}
    </BookButton>
  );
}
