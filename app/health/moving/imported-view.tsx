import { type Imported, ORIGINS } from "#app/health/moving/imported.ts";

type Props = { record: Imported; headings?: "h3" | "h4" };

/** A note or form of another system, with its sections and questions as they stood there. */
export function ImportedInWords({ record, headings: Heading = "h3" }: Props) {
  const { sections, isDraft, origin } = record;
  return (
    <>
      {isDraft && <p className="mt-2 text-ink-soft">It was still a draft in {ORIGINS[origin]}.</p>}
      {sections.map(({ name, lines }, nth) => (
        <section key={`${name} ${nth}`} className="mt-4">
          {name && <Heading className="text-base font-[650] wrap-anywhere">{name}</Heading>}
          <dl className="mt-1 space-y-3">
            {lines.map(({ question, answer }, at) => (
              <div key={`${question} ${at}`}>
                <dt className="text-ink-soft wrap-anywhere">{question}</dt>
                <dd className="whitespace-pre-line wrap-anywhere">{answer}</dd>
              </div>
            ))}
          </dl>
        </section>
      ))}
    </>
  );
}
