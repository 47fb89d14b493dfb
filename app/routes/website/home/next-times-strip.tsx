import { Link } from "react-router";
import type { NextFreeOfService } from "#app/appointments/booking/free-times/next-free-time.server.ts";
import type { Service } from "#app/catalogue/service.ts";
import { ServicePicture } from "#app/catalogue/service-picture.tsx";
import type { Picture } from "#app/media/picture.ts";
import { priceInProse } from "#app/platform/money-words.ts";
import { type NextTime, nextTimeOf } from "#app/routes/website/home/next-time.ts";
import type { WordsOf } from "#app/site/page-words.ts";
import { ViewerTime } from "#app/ui/viewer-time.tsx";

export type TimeRow = NextFreeOfService & { next: NextTime; picture: Picture | null };

type Props = { words: WordsOf<"home">["times"]; rows: TimeRow[]; phone: { href: string; label: string } };

/** The next free time of up to five treatments: each whole row leads to the booking page with it chosen. */
export function NextTimesStrip({ words, rows, phone }: Props) {
  return (
    <section aria-labelledby="next-free-times">
      <div className="wrap">
        <h2
          id="next-free-times"
          className="text-[clamp(2.125rem,1.8rem+1.4vw,2.875rem)] leading-[1.04] tracking-[-0.03em]"
        >
          {words.title}
        </h2>
        {rows.length === 0 ? (
          <p className="mt-2 text-lg text-ink-soft">
            {words.none}{" "}
            {phone.label && (
              <a href={phone.href} className="prose-link inline-block min-h-6 font-[650] text-ink">
                {phone.label}
              </a>
            )}
          </p>
        ) : (
          <>
            <p className="mt-2 text-lg text-ink-soft max-md:hidden">{words.lead}</p>
            <ul className="time-rows mt-3 border-line md:mt-5 lg:mt-7 lg:grid lg:auto-cols-fr lg:grid-flow-col lg:border-y">
              {rows.map((row) => (
                <li
                  key={row.service}
                  className="border-line max-lg:border-t max-lg:last:border-b lg:px-2.5 lg:py-4 lg:not-first:border-l lg:first:pl-0 lg:last:pr-0 lg:first:[&>a]:pl-0 lg:last:[&>a]:pr-0"
                >
                  <Row {...row} />
                </li>
              ))}
            </ul>
          </>
        )}
      </div>
    </section>
  );
}

function Row({ next, title, minutes, pricePence, service, picture, who }: TimeRow) {
  return (
    <Link to={next.to} reloadDocument className="time-row group plate-touch rounded-md no-underline">
      <ServicePicture
        service={{ slug: service, picture }}
        size="thumb"
        sizes="(width >= 64rem) 14rem, 4rem"
        className="aspect-auto! h-13 w-full lg:h-21"
      />
      <span className="grid gap-y-0.5 leading-snug">
        <span>
          <span className="figures font-[650] underline decoration-1 underline-offset-4 group-hover:decoration-2 lg:text-lg">
            <ViewerTime at={next.start} zone={next.zone} as="shortDay" />,{" "}
            <ViewerTime at={next.start} zone={next.zone} as="time" />
          </span>{" "}
          {who && <span className="lg:block">with {who}</span>}
        </span>{" "}
        <span>{title}</span>
      </span>{" "}
      <span className="time-price figures text-sm">
        <strong>{priceInProse(pricePence)}</strong> <span className="text-ink-soft">{minutes} min</span>
      </span>
    </Link>
  );
}

/** The rows of the strip: each free time with its link and its service's picture. */
export function timeRowsOf(
  { services: free, zone }: { services: readonly NextFreeOfService[]; zone: string },
  services: readonly Service[],
): TimeRow[] {
  return free.flatMap((one) => {
    const next = nextTimeOf(one, zone);
    const picture = services.find(({ slug }) => slug === one.service)?.picture ?? null;
    return next ? [{ ...one, next, picture }] : [];
  });
}
