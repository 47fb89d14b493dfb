import type { WordsOf } from "#app/content/page-words.ts";

export function WhyChooseUs({ words }: { words: WordsOf<"home">["whyChooseUs"] }) {
  if (words.reasons.length === 0) return null;
  return (
    <section aria-labelledby="why-choose-us">
      <div className="wrap">
        <h2 id="why-choose-us" className="text-3xl">
          Why Choose Us
        </h2>
        {words.lead && <p className="mt-4 text-lg text-ink-soft">{words.lead}</p>}
        <ul className="mt-10 grid border-t border-line md:grid-cols-3 lg:mt-14">
          {words.reasons.map((reason) => (
            <li
              key={reason.title}
              className="py-7 max-md:not-first:border-t max-md:not-first:border-line md:px-8 md:not-first:border-l md:not-first:border-line md:first:pl-0 md:last:pr-0 lg:px-10"
            >
              <h3 className="text-xl">{reason.title}</h3>
              <p className="mt-3 text-ink-soft">{reason.text}</p>
            </li>
          ))}
        </ul>
      </div>
    </section>
  );
}
