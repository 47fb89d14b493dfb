import { expect, test } from "vitest";
import type { Question } from "#app/health/form/form.ts";
import { carriedOver, fieldsOfStep, stepErrors, stepsOf } from "#app/health/form/steps.ts";

const question = (id: string, title = `${id}?`): Question => ({
  ...{ id, title, type: "yes-no", hint: "", group: "One", flag: null, options: [], required: true },
});
const FORM = { version: 2, questions: [question("a"), question("b"), question("c")] };

test("each question is a page, then who answers, and the consent alone", () => {
  expect(stepsOf(FORM)).toEqual(["a", "b", "c", "adult", "consent"]);
  expect(stepErrors(FORM, "b", { a: "yes" })).toEqual({ b: "Answer yes or no: b?" });
  expect(stepErrors(FORM, "b", { b: "no" })).toEqual({});
  expect(stepErrors(FORM, "adult", { adult: "no", guardian: "Ann" })).toMatchObject({ relation: expect.any(String) });
  // The consent is given with the form, and never kept before.
  expect(fieldsOfStep(FORM, "consent")).toEqual([]);
});

test("after the questions changed, a draft keeps what reads as before and goes on at what does not", () => {
  const fields = { a: "yes", b: "no", c: "no", gone: "x", adult: "yes" };
  const before = [question("a"), question("b", "Other?"), question("c")];
  expect(carriedOver({ version: 1, fields, at: 4 }, before, FORM)).toEqual({
    ...{ version: 2, at: 1, fields: { a: "yes", c: "no", adult: "yes" } },
  });
  expect(carriedOver({ version: 2, fields, at: 4 }, before, FORM)).toEqual({ version: 2, fields, at: 4 });
});
