import { Fragment, use } from "react";
import { Link } from "react-router";
import { queryFrom } from "#app/appointments/booking/scheduler/choices-query.ts";
import { bodyShapes, bodyView } from "#app/body-map/body-shapes.ts";
import type { OfferedHere, RegionPanel } from "#app/body-map/get-region-panel.server.ts";
import type { View } from "#app/body-map/place.ts";
import {
  halvesOf,
  labelBox,
  neighboursOf,
  REGIONS,
  type Region,
  regionAddress,
  regionBy,
  regionId,
  type Side,
  sidesOf,
} from "#app/body-map/region.ts";
import { ServicePicture } from "#app/catalogue/service-picture.tsx";
import drawing from "#app/ui/art/body.svg?url";
import { LinkButton, RadioCell } from "#app/ui/controls.tsx";
import { NonceContext } from "#app/ui/nonce.ts";
import { BookButton } from "#app/ui/shell/book-button.tsx";
import swapScript from "#app/ui/shell/swap-part.js?url";
import { ViewerTime } from "#app/ui/viewer-time.tsx";

type Props = {
  words: BodyWords & { title: string; pitch: string; nothingChosen: string };
  chosen?: { region: Region; panel: RegionPanel };
  level?: "h1" | "h2";
};

/**
 * The body, front and back: pressing a region shows what we do there. Nothing is stored; each region is a link to a page
 * with the same parts. swap-part.js replaces those alone, so that place and focus stay, and turns a phone's figure.
 */
export function BodySection({ words, chosen, level: Heading = "h2" }: Props) {
  const nonce = use(NonceContext);
  const region = chosen?.region ?? null;
  const isPage = Heading === "h1";
  const view = region?.views[0] ?? "back";
  return (
    <section
      id="body"
      data-swaps
      aria-labelledby="body-title"
      className={`body-map wrap ${isPage ? "pt-6 pb-16 lg:pt-14" : "section"}`}
    >
      <Heading id="body-title" className={isPage ? "text-2xl md:text-3xl" : "text-3xl"}>
        {words.title}
      </Heading>
      <p className={`mt-3 max-w-[52ch] text-lg text-ink-soft ${isPage ? "max-md:hidden" : ""}`}>{words.pitch}</p>
      <p id="body-said" data-part role="status" className="sr-only">
        {chosen && `${chosen.region.name}: ${treatments(chosen.panel.services.length)}`}
      </p>
      <div className="mt-4 grid gap-x-10 md:mt-6 gap-y-6 md:grid-cols-[minmax(0,1fr)_minmax(0,1fr)] lg:grid-cols-[minmax(0,1fr)_27.5rem]">
        <div>
          <fieldset className="grid grid-cols-2 md:hidden">
            <legend className="sr-only">Side of the body</legend>
            <RadioCell name="body-view" value="front" defaultChecked={view === "front"} cellClassName="rounded-r-none">
              Front
            </RadioCell>
            <RadioCell name="body-view" value="back" defaultChecked={view === "back"} cellClassName="rounded-l-none">
              Back
            </RadioCell>
          </fieldset>
          <div className="body-figures mt-3 md:mt-0">
            <BodyFigure view="front" chosen={region} />
            <BodyFigure view="back" chosen={region} />
          </div>
        </div>
        <div id="body-panel" data-part tabIndex={-1} className="body-panel">
          {chosen ? <Panel {...chosen} words={words} /> : <p className="text-ink-soft">{words.nothingChosen}</p>}
        </div>
      </div>
      <PlaceList chosen={region} />
      <script src={swapScript} type="module" nonce={nonce} suppressHydrationWarning />
    </section>
  );
}

function treatments(count: number): string {
  return count === 1 ? "one treatment" : `${count === 0 ? "no" : count} treatments`;
}

const VIEWS: { view: View; title: string }[] = [
  { view: "front", title: "Front" },
  { view: "back", title: "Back" },
];

/** The same places as words, for whoever would rather read than point. */
function PlaceList({ chosen }: { chosen: Region | null }) {
  return (
    <details className="mt-6 border-t border-line">
      <summary className="flex min-h-13 cursor-pointer items-center gap-2 font-[650]">
        <span className="underline decoration-1 underline-offset-4">All {REGIONS.length} places as a list</span>
      </summary>
      <p className="text-sm text-ink-soft">Left and right are yours.</p>
      {VIEWS.map(({ view, title }) => (
        <div key={view} className="mt-5">
          <h3 className="text-lg">{title}</h3>
          <ul className="mt-2 grid gap-x-8 border-t border-line sm:grid-cols-2 lg:grid-cols-3">
            {REGIONS.filter(({ views }) => views[0] === view).map((region) => (
              <li key={region.id} className="border-b border-line">
                <Link
                  to={regionAddress(region)}
                  reloadDocument
                  data-swap
                  aria-current={region.id === chosen?.id || undefined}
                  className="body-listed flex min-h-11 items-center underline decoration-1 underline-offset-4 hover:decoration-2"
                >
                  {region.name}
                </Link>
              </li>
            ))}
          </ul>
        </div>
      ))}
    </details>
  );
}

/** The way to the body map from a page that does not show it. */
export function BodyLink() {
  return (
    <p className="wrap md:pt-8">
      <Link
        to="/services#body"
        reloadDocument
        className="inline-flex min-h-12 items-center no-underline max-md:text-sm"
      >
        <span>
          Not sure what you need?{" "}
          <span className="font-[650] underline decoration-1 underline-offset-4">Point to where it hurts</span>
        </span>
      </Link>
    </p>
  );
}

type Shape = (typeof bodyShapes)[View][number];
type FigureProps = { view: View; chosen: Region | null };

/**
 * One figure: every region is a link, with room for a finger and an outline for the keyboard, which comes once to a
 * region that is drawn in both figures.
 */
function BodyFigure({ view, chosen }: FigureProps) {
  const [atLeft, atRight] = view === "front" ? ["your right", "your left"] : ["your left", "your right"];
  return (
    <figure data-view={view} className="body-figure">
      <p aria-hidden="true" className="flex flex-wrap justify-between px-1 text-xs text-ink-soft">
        <span>{atLeft}</span>
        <span>{atRight}</span>
      </p>
      {/* biome-ignore lint/a11y/useSemanticElements: a drawing cannot be a fieldset */}
      <svg viewBox={bodyView} role="group" aria-label={view === "front" ? "Front" : "Back"} className="w-full">
        <use href={`${drawing}#ground`} />
        {view === "back" && <use href={`${drawing}#spine`} />}
        {bodyShapes[view].map((shape) => (
          <Fragment key={shape.place}>
            {sidesOf(shape.place, view).map((side) => (
              <RegionLink key={side} {...{ view, shape, side }} isChosen={regionId(shape.place, side) === chosen?.id} />
            ))}
          </Fragment>
        ))}
        <g id={`${view}-label`} data-part>
          {chosen?.views.includes(view) && <Label view={view} region={chosen} />}
        </g>
      </svg>
      <figcaption className="mt-1 text-center text-sm font-[650] max-md:sr-only">
        {view === "front" ? "Front" : "Back"}
      </figcaption>
    </figure>
  );
}

type LinkProps = { view: View; shape: Shape; side: Side; isChosen: boolean };

function RegionLink({ view, shape: { place, hit, pad, box }, side, isChosen }: LinkProps) {
  const region = regionBy(regionId(place, side));
  if (!region) return null;
  const [x, y, width, height] = side === "middle" ? [-box[0] - box[2], box[1], 2 * (box[0] + box[2]), box[3]] : box;
  const fibres = `${drawing}#${view}-${place}`;
  return (
    <a
      href={regionAddress(region)}
      data-swap
      aria-label={region.name}
      aria-current={isChosen || undefined}
      tabIndex={region.views[0] === view ? undefined : -1}
      className="body-region"
    >
      {halvesOf(view, side).map((half) => (
        <g key={half} transform={half}>
          <use href={fibres} />
          <path className="body-hit" d={hit} strokeWidth={pad} />
        </g>
      ))}
      <rect
        className="body-ring"
        x={x - 9}
        y={y - 9}
        width={width + 18}
        height={height + 18}
        rx={Math.min(30, (Math.min(width, height) + 18) / 2)}
        transform={side === "middle" ? undefined : halvesOf(view, side)[0]}
      />
    </a>
  );
}

function Label({ view, region }: { view: View; region: Region }) {
  const { x, y, width, height } = labelBox(view, region);
  return (
    <g className="body-label">
      <rect x={x} y={y} width={width} height={height} rx={5} />
      <text x={x + width / 2} y={y + height / 2 + 6.5} textAnchor="middle">
        {region.name}
      </text>
    </g>
  );
}

type BodyWords = { nothing: string; notSent: string };
type PanelProps = { region: Region; panel: RegionPanel; words: BodyWords };

/** What serves a region, for how long, how much and when; whom to see first; and what lies next to it. */
function Panel({ region, panel, words }: PanelProps) {
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
            See someone first
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
      <p className="min-w-0 grow basis-32 leading-snug">
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
