import { nextFreeTime } from "#app/appointments/free-times/commands.server.ts";
import { shortTimeInWords } from "#app/appointments/time-words.ts";
import { priceInProse } from "#app/catalogue/price.ts";
import { lowestPrice } from "#app/catalogue/service.ts";
import { listServices } from "#app/catalogue/store.server.ts";
import { worldOf } from "#app/platform/http/context.server.ts";
import { PAGE_CACHE_HEADER } from "#app/platform/http/page-cache-key.ts";
import { wordsOf } from "#app/routes/website/page-words.server.ts";
import { hoursLines } from "#app/settings/hours.ts";
import { readSettings } from "#app/settings/store.server.ts";
import { HeroDrawing } from "#app/ui/art/hero-drawing.tsx";
import { LinkButton } from "#app/ui/button.tsx";
import { pageMeta } from "#app/ui/shell/page-meta.ts";
import type { Route } from "./+types/home.ts";

export async function loader({ context }: Route.LoaderArgs) {
  const world = worldOf(context);
  const settings = await readSettings(world.db.kysely, world.log);
  const from = lowestPrice(await listServices(world.db.kysely));
  const next = await nextFreeTime(world);
  const words = await wordsOf(world, "home", settings);
  return {
    words,
    town: settings.business.address.town,
    fullName: settings.business.fullName,
    address: settings.business.address,
    directions: settings.business.directions,
    hours: hoursLines(settings.openingHours),
    from: from === null ? null : priceInProse(from),
    next: next && shortTimeInWords(next.start, next.zone),
  };
}

export const headers: Route.HeadersFunction = () => ({ [PAGE_CACHE_HEADER]: "public" });

export const meta: Route.MetaFunction = (at) =>
  pageMeta(at, { ...at.loaderData.words.search, image: "home", imageAlt: "Move Better. Feel Stronger." });

export default function Home({ loaderData }: Route.ComponentProps) {
  return (
    <>
      <Hero {...loaderData} />
      <Enquiries {...loaderData} />
    </>
  );
}

type Shown = Route.ComponentProps["loaderData"];

function Hero({ words, from, next }: Pick<Shown, "words" | "from" | "next">) {
  return (
    <section className="relative overflow-hidden border-b border-line">
      <div className="wrap grid items-center gap-8 lg:min-h-[41rem] lg:grid-cols-2">
        <div className="relative z-1 py-12 lg:py-20">
          <p className="text-ink-soft">{words.hero.above}</p>
          <h1 className="mt-3 text-4xl">Move Better. Feel Stronger.</h1>
          <p className="mt-6 max-w-[36ch] text-lg">{words.hero.pitch}</p>
          <p className="mt-7 flex flex-wrap gap-3">
            <LinkButton to="/book" reloadDocument>
              BOOK NOW
            </LinkButton>
          </p>
          <ul className="mt-8 flex flex-wrap gap-x-6 gap-y-1 text-sm text-ink-soft">
            {from && (
              <li>
                From <strong className="text-ink">{from}</strong>
              </li>
            )}
            {next && (
              <li>
                Next free: <strong className="text-ink">{next}</strong>
              </li>
            )}
            <li>{words.hero.fact}</li>
          </ul>
        </div>
      </div>
      <HeroDrawing className="max-lg:h-80 max-lg:w-full lg:absolute lg:inset-y-0 lg:right-0 lg:h-full lg:w-1/2" />
    </section>
  );
}

function Enquiries({
  fullName,
  address,
  directions,
  hours,
}: Pick<Shown, "fullName" | "address" | "directions" | "hours">) {
  return (
    <section aria-labelledby="enquiries" className="section">
      <div className="wrap grid gap-10 md:grid-cols-2">
        <div>
          <h2 id="enquiries" className="text-2xl">
            Come and see us
          </h2>
          <p className="mt-3">
            {fullName}
            <br />
            {address.street}
            <br />
            {address.locality}, {address.town} {address.postcode}
          </p>
          <p className="mt-3 text-ink-soft">{directions}</p>
        </div>
        <div>
          <h3 className="text-xl">Treatment hours</h3>
          <dl className="figures mt-3 grid max-w-sm grid-cols-[auto_1fr] gap-x-6 gap-y-1">
            {hours.map((line) => (
              <div key={line.days} className="contents">
                <dt>{line.days}</dt>
                <dd>{line.times}</dd>
              </div>
            ))}
          </dl>
        </div>
      </div>
    </section>
  );
}
