import fc from "fast-check";
import { expect, test } from "vitest";
import { dateIn, indexPeople, matchFile } from "#app/health/moving/match-files.ts";

const PEOPLE = [
  { id: "jane", name: "Jane Doe", emails: ["jane@example.com"] },
  { id: "jo", name: "Jo Ann Lee", emails: ["jo_lee@example.com"] },
  { id: "ann", name: "Ann Lee", emails: [] },
  { id: "ana", name: "Ana O’Neil", emails: [] },
  { id: "zoe", name: "Zoë Grünwald", emails: [] },
  { id: "mac", name: "Pat McDonald", emails: [] },
  { id: "tom1", name: "Tom Ellery", emails: ["tom@example.com"] },
  { id: "tom2", name: "Tom Ellery", emails: [] },
  { id: "bo", name: "Bo", emails: [] },
];
const index = indexPeople(PEOPLE, "1042, jane@example.com\n#0077; Zoe Grunwald\n12\tTom Ellery\nnonsense");

test.each([
  ["Jane Doe.pdf", "jane"],
  ["Doe, Jane.pdf", "jane"],
  ["JANE_DOE_2024-03-01.pdf", "jane"],
  ["export/Jane Doe/chart 3.pdf", "jane"],
  ["JaneDoe.pdf", "jane"],
  ["Treatment notes - Jane Doe (2).pdf", "jane"],
  ["Lee, Jo Ann.pdf", "jo"],
  ["Jo Ann Lee.pdf", "jo"],
  ["Ann Lee.pdf", "ann"],
  ["Ana O'Neil.pdf", "ana"],
  ["zoe-grunwald.pdf", "zoe"],
  ["Pat_McDonald.pdf", "mac"],
])("%s is a file of %s, by name", (path, clientId) => {
  expect(matchFile(path, index)).toEqual({ found: "name", clientId, candidates: [] });
});

test.each([
  ["chart jane@example.com.pdf", "email", "jane"],
  ["Jane_Doe_JANE@example.com_2024.pdf", "email", "jane"],
  ["jo_lee@example.com.pdf", "email", "jo"],
  ["1042.pdf", "number", "jane"],
  ["patients/01042/a.pdf", "number", "jane"],
  ["77 - chart.pdf", "number", "zoe"],
  ["Tom Ellery tom@example.com.pdf", "email", "tom1"],
])("%s is found by %s", (path, found, clientId) => {
  expect(matchFile(path, index)).toEqual({ found, clientId, candidates: [] });
});

test.each([
  ["Tom Ellery.pdf", ["tom1", "tom2"]],
  ["12.pdf", ["tom1", "tom2"]],
  ["Jane Doe/letter to Zoe Grunwald.pdf", ["jane", "zoe"]],
  ["Pat McDonald jane@example.com.pdf", ["jane", "mac"]],
  // A namesake's address.
  ["Jane Doe jane@elsewhere.example.pdf", ["jane"]],
])("a person chooses whose %s is", (path, candidates) => {
  expect(matchFile(path, index)).toEqual({ found: "several", clientId: null, candidates });
});

test.each(["Bo.pdf", "Jane.pdf", "Doe.pdf", "scan 1.pdf", "", "Jan Edoe.pdf", "999.pdf", "Ellery.pdf"])(
  "%j means nobody",
  (path) => {
    expect(matchFile(path, index)).toEqual({ found: "unknown", clientId: null, candidates: [] });
  },
);

test("any name of two to four words is found in each order and with any sign between, and in any folder", () => {
  const word = fc.stringMatching(/^[a-zéüßł]{2,9}$/u);
  const signs = fc.constantFrom(" ", "_", "-", ".", ", ", "  ");
  fc.assert(
    fc.property(
      fc.array(word, { minLength: 2, maxLength: 4 }),
      ...([signs, fc.nat(3), fc.boolean(), fc.boolean()] as const),
      (words, sign, turn, isFolder, isUpper) => {
        const at = turn % words.length;
        const text = [...words.slice(at), ...words.slice(0, at)].join(sign);
        const name = isUpper ? text.toUpperCase() : text;
        const own = indexPeople([{ id: "one", name: words.join(" "), emails: [] }]);
        expect(matchFile(isFolder ? `all/${name}/2024-03-01.pdf` : `${name}_2024-03-01.pdf`, own).clientId).toBe("one");
      },
    ),
  );
});

test("no name of a file makes it fail, and it never names someone who is not there", () => {
  fc.assert(
    fc.property(fc.string({ maxLength: 200 }), (path) => {
      const { clientId, candidates } = matchFile(path, index);
      for (const id of [clientId ?? [], candidates].flat()) expect(PEOPLE.map((one) => one.id)).toContain(id);
      dateIn(path, "2027-01-01");
    }),
  );
});

test.each([
  ["a_2024-03-01.pdf", "2024-03-01"],
  ["a 20240301.pdf", "2024-03-01"],
  ["a 01-03-2024.pdf", "2024-03-01"],
  ["a 1.3.2024.pdf", "2024-03-01"],
  ["2023-01-05/a.pdf", "2023-01-05"],
  ["2023-01-05/a 2024-03-01.pdf", "2024-03-01"],
  ["a 2024-13-01.pdf", null],
  ["a 2031-01-01.pdf", null],
  ["a 1900-01-01.pdf", null],
  ["a.pdf", null],
])("the date in %s is %s", (path, date) => {
  expect(dateIn(path, "2027-01-01")).toBe(date);
});
