import { Link } from "react-router";
import type { WordsOf } from "#app/content/page-words.ts";
import type { Image } from "#app/media/picture.ts";
import type { NextTime } from "#app/routes/website/home/next-time.ts";
import { HeroDrawing } from "#app/ui/art/hero-drawing.tsx";
import { LinkButton } from "#app/ui/button.tsx";
import { Photograph } from "#app/ui/photograph.tsx";
import { BookButton } from "#app/ui/shell/book-button.tsx";
import { ViewerTime } from "#app/ui/viewer-time.tsx";

type Props = {
  words: WordsOf<"home">["hero"];
  hasServices: boolean;
  from: string | null;
  next: NextTime | null;
  image: Image | null;
};

const PLACE = "max-lg:h-80 max-lg:w-full md:max-lg:h-[28rem] lg:absolute lg:inset-y-0 lg:right-0 lg:h-full lg:w-1/2";

export function Hero({ words, hasServices, from, next, image }: Props) {
  return (
    <section className="relative overflow-clip border-b border-line">
      <div className="wrap grid items-center gap-8 lg:min-h-[41rem] lg:grid-cols-2">
        <div className="relative z-1 pt-10 pb-2 lg:py-20">
          {words.above && <p className="text-ink-soft">{words.above}</p>}
          <h1 className="mt-3 text-4xl lg:text-[clamp(4rem,7vw,6.25rem)]">
            <span className="inline-block">Move Better.</span> <span className="inline-block">Feel Stronger.</span>
          </h1>
          <p className="mt-6 max-w-[36ch] text-lg">{words.pitch}</p>
          <p className="mt-8 flex flex-wrap gap-3">
            <BookButton data-hero-book>BOOK NOW</BookButton>
            {hasServices && (
              <LinkButton to="/services" reloadDocument look="outline">
                See all treatments
              </LinkButton>
            )}
          </p>
          <Facts fact={words.fact} from={from} next={next} />
        </div>
      </div>
      {image ? (
        <Photograph image={image} sizes="(width >= 64rem) 50vw, 100vw" className={`object-cover ${PLACE}`} eager />
      ) : (
        <HeroDrawing className={PLACE} />
      )}
    </section>
  );
}

function Facts({ fact, from, next }: { fact: string } & Pick<Props, "from" | "next">) {
  return (
    <ul className="mt-8 flex gap-x-6 gap-y-1 text-sm max-sm:flex-col sm:flex-wrap text-ink-soft">
      {from && (
        <li>
          From <strong className="text-ink">{from}</strong>
        </li>
      )}
      {next && (
        <li>
          Next free:{" "}
          <Link to={next.to} reloadDocument className="prose-link inline-block min-h-6 font-[650] text-ink">
            <ViewerTime at={next.start} zone={next.zone} as="shortDay" />,{" "}
            <ViewerTime at={next.start} zone={next.zone} as="time" />
          </Link>
        </li>
      )}
      {fact && <li>{fact}</li>}
    </ul>
  );
}
