import { expect, test } from "vitest";
import { type Assessed, assessmentText } from "#app/health/assessment.ts";

const FACTS: Assessed = {
  ...{ practice: "Ferrier", origin: "https://ferrier.example", day: "Saturday 28 November 2026", engine: "sqlite" },
  ...{ insurers: ["FHT", "CNHC"], adultYears: 10, minorUntil: 28, own: null, sendsBackups: true, therapists: 1 },
};

test("an impact assessment says what this installation does, with lines to sign", () => {
  const text = assessmentText({ ...FACTS, own: "Policy 77, page 3, checked on Friday 27 November 2026" });
  for (const words of [
    "health records of Ferrier",
    "Drawn up on Saturday 28 November 2026",
    "One therapist treats clients here.",
    "in one database file on the machine that runs the site",
    "The longest that FHT, CNHC ask:",
    "10 years after the last appointment, and a child’s record at least until they are 28.",
    "The practice’s own policy: Policy 77, page 3, checked on Friday 27 November 2026.",
    "Decided by, date, signature: ______",
  ])
    expect(text).toContain(words);
  expect(text).not.toContain("TO DO");
});

test("what is still open in it says TO DO", () => {
  const open = { origin: "http://localhost:3000", insurers: [], sendsBackups: false, engine: "postgres" } as const;
  const text = assessmentText({ ...FACTS, ...open, therapists: 3 });
  expect(text.match(/TO DO/g)).toHaveLength(3);
  expect(text).toContain("3 therapists treat clients here.");
  expect(text).toContain("in a PostgreSQL database that the practice runs or rents");
  expect(text).not.toContain("own policy");
});
