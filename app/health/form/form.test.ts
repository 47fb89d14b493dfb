import { expect, test } from "vitest";
import {
  answerInWords,
  changesFlags,
  DEFAULT_FORM,
  fieldsOfQuestion,
  flagsOf,
  groupsOf,
  moveQuestion,
  type Question,
  readAnswers,
} from "#app/health/form/form.ts";
import { writtenIn } from "#app/health/form/form-view.tsx";
import { questionForm } from "#app/health/form/question.form.ts";
import { readFields } from "#app/platform/form-fields.ts";
import { answered } from "#tests/support/health.ts";

test("a form answered throughout is read, with its words and flags", () => {
  const read = readAnswers(
    DEFAULT_FORM,
    answered({ thinners: "yes", veins: "yes", health: " Warfarin \r\n since May " }),
  );
  expect(read).toEqual({
    kind: "read",
    answers: { yes: ["thinners", "veins"], words: { health: "Warfarin \n since May" }, guardian: null },
  });
  if (read.kind === "read")
    expect(flagsOf(DEFAULT_FORM, read.answers)).toEqual({ call: [], check: ["thinners"], avoid: ["veins"] });
});

test("each missing answer is named, and so are words that are too long", () => {
  const empty = readAnswers(DEFAULT_FORM, {});
  const questions = DEFAULT_FORM.questions.filter(({ type }) => type === "yes-no");
  expect(empty.kind === "invalid" && Object.keys(empty.errors)).toEqual([
    ...questions.map(({ id }) => id),
    ...["adult", "consent"],
  ]);
  expect(readAnswers(DEFAULT_FORM, answered({ fever: "maybe", help: "x".repeat(2001) }))).toEqual({
    kind: "invalid",
    errors: {
      fever: "Answer yes or no: Do you have a fever or an infection?",
      help: "Use 2,000 characters or fewer: What would you like help with?",
    },
  });
});

test("of whoever is under 16 a guardian signs", () => {
  expect(readAnswers(DEFAULT_FORM, answered({ adult: "no" }))).toMatchObject({
    errors: { guardian: "Enter the full name of the parent or guardian", relation: expect.any(String) },
  });
  expect(readAnswers(DEFAULT_FORM, answered({ adult: "no", guardian: "Ann Lee", relation: "mother" }))).toMatchObject({
    answers: { guardian: { name: "Ann Lee", relation: "mother" } },
  });
});

test("without the tick nothing is read", () => {
  expect(readAnswers(DEFAULT_FORM, answered({ consent: "" }))).toEqual({
    kind: "invalid",
    errors: { consent: "Select the box to agree. Without it nothing is sent, and your appointment is still booked" },
  });
});

const question = (id: string, more: Partial<Question> = {}): Question => ({
  ...{ id, type: "yes-no", title: `${id}?`, hint: "", group: "One", flag: null, options: [], required: true, ...more },
});

test("a choice takes one of its choices, and what is required must be written", () => {
  const form = {
    questions: [
      question("sport", { type: "choice", options: ["Running", "Rowing"], required: false }),
      question("goal", { type: "text" }),
    ],
  };
  const fields = { adult: "yes", consent: "on" };
  expect(readAnswers(form, { ...fields, sport: "Chess" })).toEqual({
    kind: "invalid",
    errors: { sport: "Choose an answer: sport?", goal: "Enter an answer: goal?" },
  });
  expect(readAnswers(form, { ...fields, goal: "Sleep" })).toMatchObject({ answers: { words: { goal: "Sleep" } } });
  expect(readAnswers(form, { ...fields, goal: "Sleep", sport: "Rowing" })).toMatchObject({
    answers: { yes: [], words: { goal: "Sleep", sport: "Rowing" } },
  });
});

test("places on the body are read from their boxes, in the order of the body, and stand there as words", () => {
  const body = question("where", { type: "body", required: true });
  const form = { questions: [body] };
  const fields = { adult: "yes", consent: "on" };
  expect(readAnswers(form, { ...fields, "where.nowhere": "on", "where.left-calf": "" })).toEqual({
    kind: "invalid",
    errors: { where: "Mark a place: where?" },
  });
  const marked = { "where.left-calf": "on", "where.neck": "on", "where.right-calf": "on" };
  const read = readAnswers(form, { ...fields, ...marked });
  expect(read).toMatchObject({ answers: { words: { where: expect.any(String) } } });
  if (read.kind !== "read") return;
  const [written] = writtenIn(form, read.answers.words);
  expect(written?.places?.map(({ id }) => id).sort()).toEqual(["left-calf", "neck", "right-calf"]);
  expect(written?.text).toBe(written?.places?.map(({ name }) => name).join(", "));
  expect(fieldsOfQuestion(body)).toEqual(expect.arrayContaining(Object.keys(marked)));
  // Of a body map from before, whose region is no longer drawn.
  expect(answerInWords(body, { where: "gone left-calf" })).toBe("Left calf");
});

test("what was written stands under its question, with the heading where two read alike", () => {
  const words = { now: "Since May", health: "Warfarin", help: "Calf" };
  expect(writtenIn(DEFAULT_FORM, words).map(({ title }) => title)).toEqual([
    "Right now: Tell us more about any yes",
    "Your health: Tell us more about any yes",
    "What would you like help with?",
  ]);
});

test("flags are signed anew once a question that raises one changes, goes, or comes", () => {
  const [flagged, plain] = [question("a", { flag: "call" }), question("b")];
  const before = [flagged, plain];
  expect(changesFlags(before, [plain, flagged])).toBe(false);
  expect(
    changesFlags(before, [
      { ...flagged, group: "Two" },
      { ...plain, title: "Other?" },
    ]),
  ).toBe(false);
  expect(changesFlags(before, [flagged])).toBe(false);
  for (const after of [
    [plain],
    [...before, question("c", { flag: "avoid" })],
    [{ ...flagged, title: "Other?" }, plain],
    [{ ...flagged, hint: "More" }, plain],
    [{ ...flagged, flag: "check" as const }, plain],
  ])
    expect(changesFlags(before, after)).toBe(true);
});

test("a question moves by one, and into the next group before it passes it", () => {
  const questions = [question("a"), question("b"), question("c", { group: "Two" })];
  const order = (moved: readonly Question[]) =>
    groupsOf({ questions: moved }).map((one) => one.questions.map((q) => q.id));
  expect(order(moveQuestion(questions, "b", -1))).toEqual([["b", "a"], ["c"]]);
  expect(order(moveQuestion(questions, "b", 1))).toEqual([["a"], ["b", "c"]]);
  expect(order(moveQuestion(questions, "c", -1))).toEqual([["a", "b", "c"]]);
  expect(moveQuestion(questions, "a", -1)).toEqual(questions);
});

test("a question is read as it is answered: flags for yes or no, choices for a choice", () => {
  const typed = { title: "How fit?", group: "You", hint: "", flag: "call", options: " Fit \n\nTired\nFit" };
  expect(readFields(questionForm, { ...typed, type: "yes-no" })).toMatchObject({
    value: { flag: "call", options: [], required: true },
  });
  expect(readFields(questionForm, { ...typed, type: "choice" })).toMatchObject({
    value: { flag: null, options: ["Fit", "Tired"], required: false },
  });
  expect(readFields(questionForm, { ...typed, type: "choice", options: "Fit" })).toEqual({
    kind: "invalid",
    errors: { options: "Enter at least two choices, each on its own line" },
  });
  expect(readFields(questionForm, {})).toMatchObject({
    errors: { type: "Choose how it is answered", title: "Enter the question", group: "Enter the heading" },
  });
});
