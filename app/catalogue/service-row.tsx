import { Link } from "react-router";
import { lengthsLine } from "#app/catalogue/lengths-line.ts";
import type { Service } from "#app/catalogue/service.ts";
import { ServicePicture } from "#app/catalogue/service-picture.tsx";

type Props = { service: Pick<Service, "slug" | "title" | "summary" | "lengths" | "picture" | "therapistIds"> };

/** A service with a small plate beside its text, for a row of two. All of it is a link to the service's page. */
export function ServiceRow({ service }: Props) {
  return (
    <article className="group relative grid grid-cols-[7.5rem_1fr] items-center gap-x-5 sm:grid-cols-[11rem_1fr] sm:gap-x-8">
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
