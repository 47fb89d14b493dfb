import { ageErrors, answerError, fieldsOfQuestion, type HealthForm, type Question } from "#app/health/form/form.ts";

/** The last two pages: who answers, and the consent alone. */
export const AGE = "adult";
export const CONSENT = "consent";

type Fields = Readonly<Record<string, string>>;
type Form = Pick<HealthForm, "questions">;

/** One page of a form. `id`: its first question's, or `AGE`, or `CONSENT`. */
export type FormPage = { id: string; questions: readonly Question[] };

/**
 * The pages of a form: what is answered by yes or no under one heading shares a page, with the words about it that
 * follow. Every other question has its own.
 */
export function pagesOf({ questions }: Form): FormPage[] {
  const pages: { id: string; questions: Question[] }[] = [];
  for (const one of questions) {
    const page = pages.at(-1);
    const before = page?.questions.at(-1);
    const isMore = before?.type === "yes-no" && before.group === one.group && ["yes-no", "text"].includes(one.type);
    if (page && isMore) page.questions.push(one);
    else pages.push({ id: one.id, questions: [one] });
  }
  return [...pages, { id: AGE, questions: [] }, { id: CONSENT, questions: [] }];
}

/** The fields that one page sends; the consent is never kept before it is given. */
export function fieldsOfPage({ id, questions }: FormPage): readonly string[] {
  return id === AGE ? ["adult", "guardian", "relation"] : questions.flatMap(fieldsOfQuestion);
}

/** What is wrong with one page's answers, by field. */
export function pageErrors({ id, questions }: FormPage, fields: Fields): Fields {
  if (id === AGE) return ageErrors(fields);
  const errors = questions.map((one) => [one.id, answerError(one, fields)] as const);
  return Object.fromEntries(errors.flatMap(([name, error]) => (error ? [[name, error]] : [])));
}

/** The fields of one page whose answers can be kept. Who answers is kept whole, or not at all. */
export function soundFields(page: FormPage, errors: Fields): readonly string[] {
  if (page.id === AGE) return Object.keys(errors).length > 0 ? [] : fieldsOfPage(page);
  return page.questions.filter(({ id }) => errors[id] === undefined).flatMap(fieldsOfQuestion);
}

// Reading and answering, in seconds.
const LASTS = { "yes-no": 6, choice: 10, text: 20, body: 30 };

/** How many minutes the pages from `nth` on take about, at least one. */
export function minutesLeft(pages: readonly FormPage[], nth: number): number {
  const seconds = pages.slice(nth).map(({ questions }) => {
    return questions.length === 0 ? 15 : questions.reduce((sum, { type }) => sum + LASTS[type], 0);
  });
  return Math.max(Math.round(seconds.reduce((sum, one) => sum + one, 0) / 60), 1);
}

/** What was answered so far. */
export type FormDraft = { version: number; fields: Record<string, string> };

/** The page to go on at, from 0: the first that was not sent yet. */
export function nextPage(form: Form, { fields }: FormDraft): number {
  return pagesOf(form).findIndex((page) => {
    return page.id === CONSENT || fieldsOfPage(page).some((name) => fields[name] === undefined);
  });
}

/** A draft of other questions: what reads as before stays. */
export function carriedOver(draft: FormDraft, before: readonly Question[], form: HealthForm): FormDraft {
  if (draft.version === form.version) return draft;
  const readingOf = ({ id, type, title, hint, options }: Question) => JSON.stringify([id, type, title, hint, options]);
  const same = new Set(before.map(readingOf));
  const kept = { questions: form.questions.filter((one) => same.has(readingOf(one))) };
  const names = new Set(pagesOf(kept).flatMap(fieldsOfPage));
  const fields = Object.fromEntries(Object.entries(draft.fields).filter(([name]) => names.has(name)));
  return { version: form.version, fields };
}
