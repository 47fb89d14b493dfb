import { expect, test } from "vitest";
import { DEFAULT_FORM, type Question } from "#app/health/form/form.ts";
import { carriedOver, fieldsOfPage, minutesLeft, nextPage, pageErrors, pagesOf } from "#app/health/form/steps.ts";

const question = (id: string, more: Partial<Question> = {}): Question => ({
  ...{ id, title: `${id}?`, type: "yes-no", hint: "", group: "One", flag: null, options: [], required: true, ...more },
});
const text = (id: string, group: string) => question(id, { type: "text", group, required: false });
const FORM = {
  version: 2,
  questions: [question("a"), question("b"), text("more", "One"), question("c", { group: "Two" }), text("d", "Three")],
};
const pageAt = (nth: number) => pagesOf(FORM).at(nth) ?? { id: "", questions: [] };

test("questions of yes or no share a page with the words about them, then who answers, and the consent alone", () => {
  expect(pagesOf(FORM).map(({ id, questions }) => [id, questions.map((one) => one.id).join()])).toEqual([
    ["a", "a,b,more"],
    ["c", "c"],
    ["d", "d"],
    ["adult", ""],
    ["consent", ""],
  ]);
  expect(pageErrors(pageAt(0), { a: "yes" })).toEqual({ b: "Answer yes or no: b?" });
  expect(pageErrors(pageAt(0), { a: "yes", b: "no" })).toEqual({});
  expect(pageErrors(pageAt(3), { adult: "no", guardian: "Ann" })).toMatchObject({ relation: expect.any(String) });
  // The consent is given with the form, and never kept before.
  expect(fieldsOfPage(pageAt(4))).toEqual([]);
});

test("the form that every practice starts with has ten pages, and says how long it takes", () => {
  const pages = pagesOf(DEFAULT_FORM);
  expect(pages).toHaveLength(10);
  const left = pages.map((_, nth) => minutesLeft(pages, nth));
  expect(left).toEqual(left.toSorted((a, b) => b - a));
  expect([left[0], left.at(-1)]).toEqual([5, 1]);
});

test("a form goes on at the first page that was not sent", () => {
  const next = (fields: Record<string, string>) => nextPage(FORM, { version: 2, fields });
  expect(next({})).toBe(0);
  // As a draft from before that had every question on its own page.
  expect(next({ a: "yes", b: "no" })).toBe(0);
  expect(next({ a: "yes", b: "no", more: "" })).toBe(1);
  expect(next({ a: "yes", b: "no", more: "", c: "no", d: "", adult: "yes", guardian: "", relation: "" })).toBe(4);
});

test("after the questions changed, a draft keeps what reads as before and goes on at what does not", () => {
  const fields = { a: "yes", b: "no", more: "", c: "no", gone: "x", adult: "yes" };
  const before = FORM.questions.with(1, question("b", { title: "Other?" }));
  const carried = carriedOver({ version: 1, fields }, before, FORM);
  expect(carried).toEqual({ version: 2, fields: { a: "yes", more: "", c: "no", adult: "yes" } });
  expect(nextPage(FORM, carried)).toBe(0);
  expect(carriedOver({ version: 2, fields }, before, FORM)).toEqual({ version: 2, fields });
});
