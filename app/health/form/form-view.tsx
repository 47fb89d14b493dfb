import { BodyFigures, Rings } from "#app/health/body-figure.tsx";
import { type Answers, answerInWords, type HealthForm, placesIn } from "#app/health/form/form.ts";

/** `whose`: as the reader calls the body. */
type Props = { form: Pick<HealthForm, "questions">; answers: Answers; whose?: "their" | "your" };

/** What was written on a form, under the questions as they read then, and who answered for a child. */
export function WrittenAnswers({ form, answers: { words, guardian }, whose = "their" }: Props) {
  return (
    <dl className="space-y-4">
      {writtenIn(form, words).map(({ id, title, text, places }) => (
        <div key={id}>
          <dt className="font-[650]">{title}</dt>
          <dd className="whitespace-pre-line wrap-anywhere">{text}</dd>
          {places && (
            <dd className="mt-2 max-w-md">
              <BodyFigures whose={whose} signs={(view) => <Rings view={view} places={places} />} />
            </dd>
          )}
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
  return questions.flatMap((question) => {
    const { id, group, title, type } = question;
    const text = answerInWords(question, words);
    if (!text) return [];
    const isAmbiguous = questions.some((other) => other.id !== id && other.title === title);
    return [
      {
        id,
        title: isAmbiguous ? `${group}: ${title}` : title,
        text,
        places: type === "body" ? placesIn(words[id] ?? "") : null,
      },
    ];
  });
}
