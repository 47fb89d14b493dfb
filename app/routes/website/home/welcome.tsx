import type { WordsOf } from "#app/content/page-words.ts";
import { LinkButton } from "#app/ui/button.tsx";

export function Welcome({ words }: { words: WordsOf<"home">["welcome"] }) {
  if (words.text.length === 0) return null;
  return (
    <section aria-labelledby="welcome">
      <div className="wrap grid gap-x-12 gap-y-6 lg:grid-cols-[5fr_7fr]">
        <h2 id="welcome" className="text-3xl">
          {words.title || "Welcome"}
        </h2>
        <div className="measure space-y-5 lg:pt-2">
          {words.text.map((paragraph) => (
            <p key={paragraph} className="text-lg">
              {paragraph}
            </p>
          ))}
          <p className="pt-3">
            <LinkButton to="/about" reloadDocument look="outline">
              <span>Learn More</span>
              <span className="sr-only">about the practice</span>
            </LinkButton>
          </p>
        </div>
      </div>
    </section>
  );
}
