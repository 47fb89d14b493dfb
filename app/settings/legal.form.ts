import { z } from "zod";
import { optionalText } from "#app/platform/typed.ts";
import { LEGAL_FORMS, type Legal, type LegalForm } from "#app/settings/legal-form.ts";

const ASKED: Record<LegalForm, Partial<Record<"name" | "number" | "registeredIn", string>>> = {
  "sole-trader": { name: "Enter your own name" },
  partnership: { name: "Enter the partners’ names" },
  company: {
    name: "Enter the company’s registered name",
    number: "Enter the company’s number",
    registeredIn: "Enter where the company is registered",
  },
};

const NUMBER = /^(?=.*[1-9])[A-Z0-9]{8}$/;

/** The practice's legal form: each asks for what the law asks of it. */
export const legalForm = z
  .object({
    form: z.enum(LEGAL_FORMS, "Choose a legal form"),
    name: optionalText("the name", 200),
    number: optionalText("the company’s number", 20).transform((typed) => typed.replace(/\s/g, "").toUpperCase()),
    registeredIn: optionalText("where the company is registered", 60),
    office: optionalText("the registered office", 200),
    ico: optionalText("the registration", 20),
    vat: optionalText("the VAT number", 20),
  })
  .superRefine((typed, context) => {
    for (const [name, message] of Object.entries(ASKED[typed.form])) {
      if (typed[name as "name"] === "") context.addIssue({ code: "custom", path: [name], message });
    }
    if (typed.form === "company" && typed.number !== "" && !NUMBER.test(typed.number)) {
      const message = "Enter the company’s number: eight digits, or two letters and six digits";
      context.addIssue({ code: "custom", path: ["number"], message });
    }
  })
  .transform(
    (typed): Legal => (typed.form === "company" ? typed : { ...typed, number: "", registeredIn: "", office: "" }),
  );
