import { expect, test } from "vitest";
import { readFields } from "#app/platform/form-fields.ts";
import { type Legal, legalForm, legalLine, legalSentences, missingOf, partyOf } from "#app/settings/schemas/legal.ts";
import { DEMO_BUSINESS } from "#tests/support/demo-words.ts";

const demo = DEMO_BUSINESS;
const none: Legal = { form: "sole-trader", name: "", number: "", registeredIn: "", office: "", ico: "", vat: "" };
const ferrier = (legal: Partial<Legal>) => ({ name: "Ferrier Sports Therapy", legal: { ...none, ...legal } });
const AT = "3 Mill Court, Ashby, LE1 1AA";

test("a sole trader is named in the footer, mails and policies, and has no company number", () => {
  const jo = ferrier({ name: "Jo Ferrier" });
  expect(legalSentences(jo, AT)).toBe(
    `Ferrier Sports Therapy is the trading name of Jo Ferrier. Address for service: ${AT}.`,
  );
  expect(legalLine(jo)).toBe("Jo Ferrier, trading as Ferrier Sports Therapy");
  expect(partyOf(jo)).toBe("Jo Ferrier, trading as Ferrier Sports Therapy");
  expect(legalSentences({ ...jo, name: "Jo Ferrier" }, AT)).toBe(`Jo Ferrier, ${AT}.`);
});

test("a partnership names its partners; registrations are said where there are any", () => {
  const both = ferrier({ form: "partnership", name: "Jo Ferrier and Al Moss", ico: "ZB1", vat: "GB123456789" });
  expect(legalSentences(both, AT)).toBe(
    `Ferrier Sports Therapy is a partnership of Jo Ferrier and Al Moss. Address for service: ${AT}. Registered with the Information Commissioner’s Office, ZB1. VAT number GB123456789.`,
  );
});

test("a company shows name, number, part of the UK and office", () => {
  expect(legalLine(demo)).toBe("");
  const company = { ...demo, legal: { ...demo.legal, number: "09876543", office: "1 High Street, Leeds" } };
  expect(legalSentences(company, AT)).toContain(
    "Registered in England and Wales, company number 09876543. Registered office: 1 High Street, Leeds.",
  );
});

test.each([
  [{ form: "sole-trader" }, ["your own name"]],
  [{ form: "partnership" }, ["the partners’ names"]],
  [
    { form: "company", number: "00000000" },
    ["the registered name", "the company number", "where the company is registered"],
  ],
  [{ form: "company", name: "A Ltd", number: "SC123456", registeredIn: "Scotland" }, []],
] as [Partial<Legal>, string[]][])("of %j is missing %j", (legal, missing) => {
  expect(missingOf({ ...none, ...legal })).toEqual(missing);
});

test("each form asks for its own, and drops what only a company has", () => {
  const company = { number: "09876543", registeredIn: "England and Wales", office: "1 High Street" };
  expect(readFields(legalForm, { form: "sole-trader", name: "Jo Ferrier", ...company })).toEqual({
    kind: "valid",
    value: { ...none, name: "Jo Ferrier" },
  });
  expect(readFields(legalForm, { form: "company", name: "A Ltd", number: "12 34" })).toEqual({
    kind: "invalid",
    errors: {
      registeredIn: "Enter where the company is registered",
      number: "Enter the company’s number: eight digits, or two letters and six digits",
    },
  });
  expect(readFields(legalForm, {})).toMatchObject({ kind: "invalid", errors: { form: "Choose a legal form" } });
});
