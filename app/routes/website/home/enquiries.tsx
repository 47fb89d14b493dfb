import type { ReactNode } from "react";
import { Link } from "react-router";
import type { NextTime } from "#app/routes/website/home/next-time.ts";
import type { ContactLinks } from "#app/settings/contact-links.ts";
import type { HoursLine } from "#app/settings/schemas/hours.ts";
import type { WordsOf } from "#app/site/page-words.ts";
import { buttonClasses } from "#app/ui/controls.tsx";
import { ViewerTime } from "#app/ui/viewer-time.tsx";

type Props = {
  words: WordsOf<"home">["enquiries"];
  fullName: string;
  scope: ContactLinks;
  hours: HoursLine[];
  /** Coming exceptions to the weekly hours: `Closed on Friday 25 and Monday 28 December.` */
  exceptions: string[];
  next: NextTime | null;
  /** Null: there is no address that a map could be given. */
  mapHref: string | null;
};

export function Enquiries({ words, fullName, scope, hours, exceptions, next, mapHref }: Props) {
  const { addressLines, phone, email, hasPremises } = scope;
  if (!phone.label && !email && addressLines.length === 0 && !words.directions) return null;
  return (
    <section aria-labelledby="enquiries">
      <div className="wrap grid grid-cols-[minmax(0,1fr)] gap-x-12 gap-y-4 md:gap-y-12 md:grid-cols-2 lg:grid-cols-[5fr_4fr_3fr]">
        <div className="md:max-lg:col-span-2">
          <h2 id="enquiries" className="text-3xl">
            {words.title || (hasPremises ? "Getting here" : "Area")}
          </h2>
          <address className="mt-2 text-lg not-italic md:mt-6">
            <strong>{fullName}</strong>
            {addressLines.map((line) => (
              <span key={line} className="block">
                {line}
              </span>
            ))}
          </address>
          {words.directions && <p className="mt-2 max-w-[46ch] text-sm text-ink-soft md:mt-5">{words.directions}</p>}
          {mapHref && (
            <p className="mt-3 print:hidden">
              <a
                href={mapHref}
                target="_blank"
                rel="noopener noreferrer"
                className={buttonClasses({ look: "outline", size: "small" })}
              >
                Directions
                <span className="sr-only"> (opens in a new tab)</span>
              </a>
            </p>
          )}
        </div>
        <Part title="Treatment hours" isVisible={hours.some(({ times }) => times !== "Closed")}>
          <Hours hours={hours} />
          {exceptions.length > 0 && (
            <ul className="exceptions text-pretty mt-2 space-y-1 font-[650] max-md:text-sm md:mt-5">
              {exceptions.map((line) => (
                <li key={line}>{line} </li>
              ))}
            </ul>
          )}
        </Part>
        <Part title="Enquiries" isPlain isVisible={phone.label !== "" || email !== ""}>
          <ul className="flex flex-wrap gap-x-5 md:block md:space-y-2">
            {phone.label && (
              <li>
                <a href={phone.href} className="prose-link inline-block min-h-6">
                  {phone.label}
                </a>
              </li>
            )}
            {email && (
              <li>
                <a href={`mailto:${email}`} className="prose-link inline-block min-h-6">
                  {email}
                </a>
              </li>
            )}
          </ul>
          {next && (
            <p className="mt-5 max-md:hidden">
              Next free time:{" "}
              <Link to={next.to} reloadDocument className="prose-link inline-block min-h-6 font-[650]">
                <ViewerTime at={next.start} zone={next.zone} as="shortDay" />,{" "}
                <ViewerTime at={next.start} zone={next.zone} as="time" />
              </Link>
            </p>
          )}
        </Part>
      </div>
    </section>
  );
}

type PartProps = { title: string; isVisible: boolean; isPlain?: boolean; children: ReactNode };

/** `isPlain`: on a phone it needs no heading to be seen. */
function Part({ title, isVisible, isPlain = false, children }: PartProps) {
  if (!isVisible) return null;
  return (
    <div className="lg:pt-3">
      <h3 className={`mb-1 text-xl md:mb-5 ${isPlain ? "max-md:sr-only" : ""}`}>{title}</h3>
      {children}
    </div>
  );
}

function Hours({ hours }: { hours: HoursLine[] }) {
  return (
    <dl className="figures grid w-fit grid-cols-[auto_auto] gap-x-5 gap-y-0.5 max-lg:text-sm md:gap-y-2 sm:gap-x-8 md:max-lg:gap-x-5">
      {hours.map((line) => (
        <div key={line.days} className="contents">
          <dt className="text-ink-soft">{line.days}</dt>
          <dd className="min-[20rem]:whitespace-nowrap">{line.times}</dd>
        </div>
      ))}
    </dl>
  );
}
