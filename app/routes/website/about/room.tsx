import type { WordsOf } from "#app/content/page-words.ts";
import type { Image } from "#app/media/picture.ts";
import type { Reach } from "#app/settings/reach.ts";
import { Pictured } from "#app/ui/art/pictured.tsx";

type Props = { words: WordsOf<"about">["room"]; reach: Reach; image: Image | null };

export function Room({ words, reach, image }: Props) {
  return (
    <section aria-labelledby="room" className="section pt-0">
      <div className="wrap grid items-start gap-x-12 gap-y-8 md:grid-cols-2 lg:gap-x-20">
        <Pictured
          image={image}
          drawing="relaxation-massage"
          size="plate"
          sizes="(width >= 48rem) 50vw, 100vw"
          className="aspect-3/2! w-full rounded-sm"
        />
        <div>
          <h2 id="room" className="text-3xl">
            {words.title || "Getting here"}
          </h2>
          {words.text.map((paragraph) => (
            <p key={paragraph} className="measure mt-5">
              {paragraph}
            </p>
          ))}
          <address className="mt-6 not-italic">
            {reach.addressLines.map((line) => (
              <span key={line} className="block">
                {line}
              </span>
            ))}
          </address>
        </div>
      </div>
    </section>
  );
}
