import { type Answers, HEALTH_FORM } from "#app/health/form/form.ts";

/** What was written on a form, and who answered for a child. */
export function WrittenAnswers({ answers: { words, guardian } }: { answers: Answers }) {
  return (
    <dl className="space-y-4">
      {writtenIn(words).map(({ title, text }) => (
        <div key={title}>
          <dt className="font-[650]">{title}</dt>
          <dd className="whitespace-pre-line wrap-anywhere">{text}</dd>
        </div>
      ))}
      {guardian && (
        <div>
          <dt className="font-[650]">Under 16: a guardian answered and agreed</dt>
          <dd className="wrap-anywhere">
            {guardian.name}, {guardian.relation}
          </dd>
        </div>
      )}
    </dl>
  );
}

export function titlesOf(ids: readonly string[]): string[] {
  return HEALTH_FORM.sections
    .flatMap(({ questions }) => questions)
    .filter(({ id }) => ids.includes(id))
    .map(({ title }) => title);
}

function writtenIn(words: Record<string, string>): { title: string; text: string }[] {
  return [
    ...HEALTH_FORM.words,
    ...HEALTH_FORM.sections.map((part) => ({ ...part.words, title: `${part.title}: more` })),
  ]
    .map(({ id, title }) => ({ title: title.replace(" (optional)", ""), text: words[id] ?? "" }))
    .filter(({ text }) => text !== "");
}
