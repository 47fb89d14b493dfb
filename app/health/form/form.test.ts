import { expect, test } from "vitest";
import { flagsOf, HEALTH_FORM, readAnswers } from "#app/health/form/form.ts";
import { answered } from "#tests/support/health.ts";

test("a form answered throughout is read, with its words and flags", () => {
  const read = readAnswers(answered({ thinners: "yes", veins: "yes", health: " Warfarin \r\n since May " }));
  expect(read).toEqual({
    kind: "read",
    answers: { yes: ["thinners", "veins"], words: { health: "Warfarin \n since May" }, guardian: null },
  });
  if (read.kind === "read") expect(flagsOf(read.answers)).toEqual({ call: [], check: ["thinners"], avoid: ["veins"] });
});

test("each missing answer is named, and so are words that are too long", () => {
  const empty = readAnswers({});
  const questions = HEALTH_FORM.sections.flatMap((section) => section.questions);
  expect(empty.kind === "invalid" && Object.keys(empty.errors)).toEqual([
    ...questions.map(({ id }) => id),
    ...["adult", "consent"],
  ]);
  expect(readAnswers(answered({ fever: "maybe", help: "x".repeat(2001) }))).toEqual({
    kind: "invalid",
    errors: {
      fever: "Answer yes or no: Do you have a fever or an infection?",
      help: "Use 2,000 characters or fewer: What would you like help with?",
    },
  });
});

test("of whoever is under 16 a guardian signs", () => {
  expect(readAnswers(answered({ adult: "no" }))).toMatchObject({
    errors: { guardian: "Enter the full name of the parent or guardian", relation: expect.any(String) },
  });
  expect(readAnswers(answered({ adult: "no", guardian: "Ann Lee", relation: "mother" }))).toMatchObject({
    answers: { guardian: { name: "Ann Lee", relation: "mother" } },
  });
});

test("without the tick nothing is read", () => {
  expect(readAnswers(answered({ consent: "" }))).toEqual({
    kind: "invalid",
    errors: { consent: "Tick the box to agree. Without it nothing is stored, and your appointment stands" },
  });
});
