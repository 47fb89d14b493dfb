import { ageErrors, answerError, fieldsOfQuestion, type HealthForm, type Question } from "#app/health/form/form.ts";

/** The last two pages: who answers, and the consent alone. */
export const AGE = "adult";
export const CONSENT = "consent";

type Fields = Readonly<Record<string, string>>;

/** The pages of a form, one question each, by the id of what they ask. */
export function stepsOf({ questions }: Pick<HealthForm, "questions">): string[] {
  return [...questions.map(({ id }) => id), AGE, CONSENT];
}

/** The fields that one page sends; the consent is never kept before it is given. */
export function fieldsOfStep({ questions }: Pick<HealthForm, "questions">, id: string): readonly string[] {
  if (id === AGE) return ["adult", "guardian", "relation"];
  return questions.filter((one) => one.id === id).flatMap(fieldsOfQuestion);
}

/** What is wrong with one page's answer, by field. */
export function stepErrors({ questions }: Pick<HealthForm, "questions">, id: string, fields: Fields): Fields {
  if (id === CONSENT) return {};
  if (id === AGE) return ageErrors(fields);
  const question = questions.find((one) => one.id === id);
  const error = question && answerError(question, fields);
  return error ? { [id]: error } : {};
}

/** What was answered so far and how far they came: `at` is the page that comes next, from 0. */
export type FormDraft = { version: number; fields: Record<string, string>; at: number };

/** A draft of other questions: what reads as before stays, and the first that doesn't comes next. */
export function carriedOver(draft: FormDraft, before: readonly Question[], form: HealthForm): FormDraft {
  if (draft.version === form.version) return draft;
  const readingOf = ({ id, type, title, hint, options }: Question) => JSON.stringify([id, type, title, hint, options]);
  const same = new Set(before.map(readingOf));
  const kept = form.questions.filter((one) => same.has(readingOf(one))).map(({ id }) => id);
  const names = new Set([...kept, AGE].flatMap((id) => fieldsOfStep(form, id)));
  const fields = Object.fromEntries(Object.entries(draft.fields).filter(([name]) => names.has(name)));
  const open = stepsOf(form).findIndex(
    (id) => !kept.includes(id) || Object.keys(stepErrors(form, id, fields)).length > 0,
  );
  return { version: form.version, fields, at: open === -1 ? form.questions.length : open };
}
