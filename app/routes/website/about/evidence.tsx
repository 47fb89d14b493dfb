import type { WordsOf } from "#app/content/page-words.ts";

/** What is known about massage, and what is not, in a box of its own. */
export function Evidence({ words }: { words: WordsOf<"about">["evidence"] }) {
  return (
    <section aria-labelledby="evidence" className="section bg-wash">
      <div className="wrap grid gap-x-12 gap-y-6 lg:grid-cols-[5fr_7fr]">
        <h2 id="evidence" className="text-3xl">
          {words.title}
        </h2>
        <div className="measure lg:pt-2">
          {words.text.map((paragraph) => (
            <p key={paragraph} className="mb-5 text-lg">
              {paragraph}
            </p>
          ))}
          <p className="text-sm text-ink-soft">Source: {words.source}</p>
        </div>
      </div>
    </section>
  );
}
