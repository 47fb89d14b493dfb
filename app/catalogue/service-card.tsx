import { Link } from "react-router";
import { lengthsLine } from "#app/catalogue/lengths-line.ts";
import type { Service } from "#app/catalogue/service.ts";
import { ServicePicture } from "#app/catalogue/service-picture.tsx";

type Props = { service: Pick<Service, "slug" | "title" | "summary" | "lengths" | "picture" | "therapistIds"> };

/** The whole card is a link to the service's page. */
export function ServiceCard({ service }: Props) {
  const line = lengthsLine(service);
  return (
    <article className="group relative grid grid-cols-[min(7.5rem,38%)_minmax(0,1fr)] items-start gap-x-5 sm:block">
      <ServicePicture
        service={service}
        size="card"
        sizes="(width >= 78rem) 25rem, (width >= 40rem) 33vw, 8rem"
        className="plate-narrow-on-phones rounded-sm"
        releases
      />
      <div className="sm:mt-5">
        <h3 className="text-xl">
          <Link
            to={`/services/${service.slug}`}
            reloadDocument
            className="no-underline decoration-2 underline-offset-4 group-hover:underline after:absolute after:inset-0"
          >
            {service.title}
          </Link>
        </h3>
        <p className="mt-2 text-ink-soft">{service.summary}</p>
        {line && <p className="figures mt-2 text-sm font-[650] text-pretty">{line}</p>}
      </div>
    </article>
  );
}
