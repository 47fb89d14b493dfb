import { expect, test } from "vitest";
import { plainText, readKey, readPatient, readRecord } from "#app/health/moving/cliniko-wire.ts";

test("the words of simple HTML are kept, and nothing of its tags", () => {
  expect(plainText("<div>Sharp &amp; stabbing</div><div>since &lt;May&gt;<br/>or June</div>")).toBe(
    "Sharp & stabbing\nsince <May>\nor June",
  );
  expect(plainText("<p>One</p><ul><li>two</li><li><b>three</b></li></ul><p></p><p></p><p></p>four")).toBe(
    "One\n- two\n- three\n\nfour",
  );
  expect(plainText("5 < 6 &#8364; &#x1F600; &unknown; &#99999999; a&nbsp;b")).toBe(
    "5 < 6 € 😀 &unknown; &#99999999; a b",
  );
  expect(plainText("&amp;lt;b&amp;gt;")).toBe("&lt;b&gt;");
});

test("a key names its region by its end, and one without is of the first", () => {
  expect(readKey(" MS0xLWl4SzYwYVdtR3V2-uk1 ")).toEqual({ key: "MS0xLWl4SzYwYVdtR3V2-uk1", shard: "uk1" });
  expect(readKey("MS0xLWl4SzYwYVdtR3V2")?.shard).toBe("au1");
  for (const wrong of [
    "",
    "short-uk1",
    "MS0xLWl4SzYwYVdtR3V2-uk1.evil.example",
    "MS0xLWl4SzYwYVdtR3V2-evil",
    "a b".repeat(9),
  ])
    expect(readKey(wrong), wrong).toBeNull();
});

const NOTE = {
  id: "18014398509481985",
  ...{ created_at: "2024-03-05T09:30:00Z", updated_at: "2024-03-06T10:00:00Z", draft: true },
  ...{ title: " Follow-up ", author_name: "Nat Hermiston", deleted_at: null },
  patient: { links: { self: "https://api.uk1.cliniko.com/v1/patients/123" } },
  content: {
    sections: [
      {
        name: "Plan",
        questions: [
          { name: "Advice", type: "paragraph", answer: "<div>Rest</div>" },
          { name: "Which", type: "checkboxes", answers: [{ value: "Ice", selected: true }, { value: "Heat" }] },
          { name: "Blank", type: "text" },
          { name: "Other", type: "radiobuttons", answers: [], other: { value: "Swim", selected: true } },
        ],
      },
      { name: "Nothing in it", questions: [{ name: "Blank", type: "text" }] },
    ],
  },
};

test("a note keeps its title, author, dates and answers, and its id to the last figure", () => {
  expect(readRecord("treatment_notes", NOTE)).toEqual({
    ...{ id: "18014398509481985", patientId: "123" },
    record: {
      ...{ origin: "cliniko", kind: "note", title: "Follow-up", author: "Nat Hermiston", isDraft: true },
      ...{ at: Date.UTC(2024, 2, 5, 9, 30), changedAt: Date.UTC(2024, 2, 6, 10) },
      sections: [
        {
          name: "Plan",
          lines: [
            { question: "Advice", answer: "Rest" },
            { question: "Which", answer: "Ice" },
            { question: "Other", answer: "Swim" },
          ],
        },
      ],
    },
  });
});

test("what is blank, deleted or never completed is no record, and what has another shape is named unreadable", () => {
  expect(readRecord("treatment_notes", { ...NOTE, content: null })?.record).toBeNull();
  expect(readRecord("treatment_notes", { ...NOTE, deleted_at: "2024-03-07T10:00:00Z" })?.record).toBeNull();
  expect(readRecord("patient_forms", { ...NOTE, completed_at: null })?.record).toBeNull();
  expect(
    readRecord("patient_forms", { ...NOTE, name: "Intake", completed_at: "2024-03-07T10:00:00Z" })?.record,
  ).toMatchObject({
    ...{ kind: "form", title: "Intake", at: Date.UTC(2024, 2, 7, 10) },
  });
  expect(readRecord("treatment_notes", { ...NOTE, patient: null })).toBeNull();
  expect(readRecord("treatment_notes", { ...NOTE, created_at: "yesterday" })).toBeNull();
});

test("a patient without a name, address or number is read all the same", () => {
  expect(readPatient({ id: 7, first_name: null, last_name: " Moss " })).toEqual({
    ...{ id: "7", name: "Moss", email: "", phones: [], bornOn: "" },
  });
  expect(readPatient({ id: "x" })).toBeNull();
});
