import { z } from "zod";
import { optionalText } from "#app/platform/form-schemas.ts";

export const LEGAL_FORMS = ["sole-trader", "partnership", "company"] as const;

export type LegalForm = (typeof LEGAL_FORMS)[number];

export const legal = z
  .object({
    /** Null until the owner has chosen. */
    form: z.enum(LEGAL_FORMS).nullable().default(null),
    /** The owner's own name, the partners' names, or the company's registered name. */
    name: z.string().default(""),
    number: z.string().default(""),
    registeredIn: z.string().default(""),
    office: z.string().default(""),
    ico: z.string().default(""),
    vat: z.string().default(""),
  })
  .prefault({});

export type Legal = z.output<typeof legal>;

/** What the law asks of this form and is not there yet, in words; empty: nothing. */
export function missingOf({ form, name, number, registeredIn }: Legal): string[] {
  if (form === null) return ["the legal form"];
  if (form === "sole-trader") return name ? [] : ["your own name"];
  if (form === "partnership") return name ? [] : ["the partners’ names"];
  return [
    ...(name ? [] : ["the registered name"]),
    ...(/[1-9]/.test(number) ? [] : ["the company number"]),
    ...(registeredIn ? [] : ["where the company is registered"]),
  ];
}

type Named = { name: string; legal: Legal };

/** Who a client's contract is with: `Jo Ferrier, trading as Ferrier Sports Therapy`. */
export function partyOf({ name, legal: { form, name: own } }: Named): string {
  return form === "company" || own === name || own === "" ? own : `${own}, trading as ${name}`;
}

/** The line that the law wants in mails; empty while the facts are missing. */
export function legalLine(business: Named): string {
  const { form, name, registeredIn, number, office, vat } = business.legal;
  if (missingOf(business.legal).length > 0) return "";
  const who =
    form === "company"
      ? `${name}, registered in ${registeredIn}, number ${number}${office ? `, registered office ${office}` : ""}`
      : partyOf(business);
  return vat ? `${who}. VAT number ${vat}` : who;
}

/** The same for the foot of every page, with the address for service. */
export function legalSentences(business: Named, address: string): string {
  const { form, name, registeredIn, number, office, ico, vat } = business.legal;
  const who = {
    company: `${name}. Registered in ${registeredIn}, company number ${number}. Registered office: ${office || address}.`,
    partnership: `${business.name} is a partnership of ${name}. Address for service: ${address}.`,
    "sole-trader": name === business.name ? `${name}, ${address}.` : `${trading(business)} ${address}.`,
  };
  return [
    form !== null && missingOf(business.legal).length === 0 && who[form],
    ico && `Registered with the Information Commissioner’s Office, ${ico}.`,
    vat && `VAT number ${vat}.`,
  ]
    .filter(Boolean)
    .join(" ");
}

function trading({ name, legal }: Named): string {
  return `${name} is the trading name of ${legal.name}. Address for service:`;
}

const REQUIRED_FIELDS: Record<LegalForm, Partial<Record<"name" | "number" | "registeredIn", string>>> = {
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
    for (const [name, message] of Object.entries(REQUIRED_FIELDS[typed.form])) {
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
