import type { Answers, HealthForm } from "#app/health/form/form.ts";

type Props = { form: Pick<HealthForm, "questions">; answers: Answers };

/** What was written on a form, under the questions as they read then, and who answered for a child. */
export function WrittenAnswers({ form, answers: { words, guardian } }: Props) {
  return (
    <dl className="space-y-4">
      {writtenIn(form, words).map(({ id, title, text }) => (
        <div key={id}>
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

export function titlesOf({ questions }: Pick<HealthForm, "questions">, ids: readonly string[]): string[] {
  return questions.filter(({ id }) => ids.includes(id)).map(({ title }) => title);
}

/** What was written or chosen, by its question; where two read alike, with the heading that each stood under. */
export function writtenIn({ questions }: Pick<HealthForm, "questions">, words: Answers["words"]) {
  return questions.flatMap(({ id, group, title }) => {
    const text = words[id];
    if (!text) return [];
    const isAmbiguous = questions.some((other) => other.id !== id && other.title === title);
    return [{ id, title: isAmbiguous ? `${group}: ${title}` : title, text }];
  });
}
