import type { ServiceWords } from "#app/catalogue/service.ts";
import type { WordsOf } from "#app/content/page-words.ts";
import { sentence } from "#app/routes/website/services/sentence.ts";
import { Prose } from "#app/ui/prose.tsx";

export function ForWhom({ words }: { words: Pick<ServiceWords, "whoFor" | "whatToExpect"> }) {
  const parts = [
    { title: "Who it is for", text: words.whoFor },
    { title: "What to expect", text: words.whatToExpect },
  ].filter(({ text }) => text !== "");
  if (parts.length === 0) return null;
  return (
    <div className="mt-12 grid gap-x-8 gap-y-10 border-t border-line pt-8 md:grid-cols-2">
      {parts.map(({ title, text }) => (
        <div key={title}>
          <h2 className="text-xl">{title}</h2>
          <p className="mt-2">{sentence(text)}</p>
        </div>
      ))}
    </div>
  );
}

type Shared = Pick<WordsOf<"services">, "wait" | "help">;

/** When not to book: this service's own reasons, and those shown for every service. */
export function WhenNotToBook({ own, wait, help }: Shared & { own: string }) {
  return (
    <section aria-labelledby="when-not" className="wrap">
      <div className="border-t border-line py-[clamp(3rem,6vw,5rem)]">
        <h2 id="when-not" className="text-2xl">
          When not to book
        </h2>
        {own && <p className="measure mt-4 text-lg">{sentence(own)}</p>}
        <div className="mt-10 grid gap-x-20 gap-y-12 lg:grid-cols-2">
          <div>
            <Reasons title={wait.title} reasons={wait.text} />
            <p className="measure mt-4">
              <Prose>{wait.closing}</Prose>
            </p>
          </div>
          <Reasons title={help.title} reasons={help.text} />
        </div>
      </div>
    </section>
  );
}

function Reasons({ title, reasons }: { title: string; reasons: readonly string[] }) {
  return (
    <div>
      <h3 className="text-xl">{title}</h3>
      <ul className="mt-4 border-t border-line">
        {reasons.map((reason) => (
          <li key={reason} className="border-b border-line py-2.5">
            <Prose>{reason}</Prose>
          </li>
        ))}
      </ul>
    </div>
  );
}
