import { dateWords, HOME } from "#app/platform/day-in-words.ts";
import type { Review } from "#app/reviews/review.ts";

/** What clients have written, each with name, source and date. Nothing at all while there is none. */
export function Reviews({ reviews }: { reviews: Review[] }) {
  if (reviews.length === 0) return null;
  return (
    <section aria-labelledby="reviews" className="section pb-0">
      <div className="wrap">
        <h2 id="reviews" className="text-[clamp(2.125rem,1.8rem+1.4vw,2.875rem)] leading-[1.04] tracking-[-0.03em]">
          What clients have written
        </h2>
        <ul className="mt-7 grid gap-x-10 gap-y-10 border-t border-line pt-7 md:grid-cols-2 lg:grid-cols-3">
          {reviews.map((review) => (
            <li key={review.id}>
              <figure>
                <blockquote className="space-y-3 wrap-anywhere">
                  {review.words.split(/\n+/).map((paragraph) => (
                    <p key={paragraph}>{paragraph}</p>
                  ))}
                </blockquote>
                <figcaption className="mt-4 text-sm text-ink-soft">
                  <span className="block font-[650] text-ink">{review.name}</span>
                  {review.source},{" "}
                  <time dateTime={review.givenOn}>
                    {dateWords(review.givenOn, HOME, { day: "numeric", month: "long", year: "numeric" })}
                  </time>
                </figcaption>
              </figure>
            </li>
          ))}
        </ul>
      </div>
    </section>
  );
}
