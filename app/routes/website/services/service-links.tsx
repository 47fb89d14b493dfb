import type { ReactNode } from "react";
import { Link } from "react-router";
import { lengthsLine } from "#app/catalogue/lengths-line.ts";
import type { Service } from "#app/catalogue/service.ts";
import { ServicePicture } from "#app/catalogue/service-picture.tsx";
import { LinkButton } from "#app/ui/controls.tsx";
import { BookButton } from "#app/ui/shell/book-button.tsx";

type BookLinkProps = { service: Pick<Service, "slug" | "title">; bookable: boolean; hero?: boolean };

/** A link to book the service, or to send a message about it. */
export function BookLink({ service, bookable, hero }: BookLinkProps) {
  return bookable ? (
    <BookButton to={`/book?${new URLSearchParams({ service: service.slug })}`} data-hero-book={hero || undefined}>
      BOOK NOW
    </BookButton>
  ) : (
    <LinkButton to={`/contact?${new URLSearchParams({ subject: service.title })}`} reloadDocument>
      Send a message
    </LinkButton>
  );
}

export function BookBand({ children }: { children: ReactNode }) {
  return (
    <section aria-label="Book" className="wrap">
      <div className="flex flex-wrap items-center justify-between gap-x-12 gap-y-6 border-t border-line py-[clamp(3rem,6vw,5rem)]">
        {children}
      </div>
    </section>
  );
}

type Props = { id: string; title: string; services: readonly Service[] };

/** More services under a heading, two in a row where there is room. Renders nothing for none. */
export function ServiceRows({ id, title, services }: Props) {
  if (services.length === 0) return null;
  return (
    <section aria-labelledby={id} className="wrap">
      <div className="border-t border-line py-[clamp(3rem,6vw,5rem)]">
        <h2 id={id} className="text-2xl">
          {title}
        </h2>
        <ul className="mt-8 grid gap-x-8 gap-y-10 lg:grid-cols-2">
          {services.map((service) => (
            <li key={service.slug}>
              <ServiceRow service={service} />
            </li>
          ))}
        </ul>
      </div>
    </section>
  );
}

type RowProps = { service: Pick<Service, "slug" | "title" | "summary" | "lengths" | "picture" | "therapistIds"> };

/** A service with a small plate beside its text, for a row of two. All of it is a link to the service's page. */
function ServiceRow({ service }: RowProps) {
  return (
    <article className="group relative grid grid-cols-[min(7.5rem,38%)_minmax(0,1fr)] items-center gap-x-5 sm:grid-cols-[min(11rem,38%)_minmax(0,1fr)] sm:gap-x-8">
      <ServicePicture service={service} size="thumb" sizes="11rem" className="rounded-sm" />
      <div>
        <h3 className="text-xl">
          <Link
            to={`/services/${service.slug}`}
            reloadDocument
            className="no-underline decoration-2 underline-offset-4 group-hover:underline after:absolute after:inset-0"
          >
            {service.title}
          </Link>
        </h3>
        <p className="mt-2 max-w-[40ch] text-ink-soft">{service.summary}</p>
        <p className="figures mt-2 text-sm font-[650]">{lengthsLine(service) ?? "By enquiry"}</p>
      </div>
    </article>
  );
}
