import { type GoLiveFacts, type Line, listed } from "#app/go-live/line.ts";
import { type Business, servingLine } from "#app/settings/business.ts";
import { type LegalForm, missingOf } from "#app/settings/legal-form.ts";

const FORMS: Record<LegalForm, string> = {
  "sole-trader": "sole trader",
  partnership: "partnership",
  company: "company",
};

/** What a visitor has to be told before anything else, and is missing. */
function missingIdentity({ name, phone, email, address, area }: Business): string[] {
  return [
    ...(name ? [] : ["your name"]),
    ...(phone ? [] : ["a telephone number"]),
    ...(email ? [] : ["an e-mail address"]),
    ...(area || (address.street && address.town && address.postcode) ? [] : ["the address or the area you serve"]),
  ];
}

export function identityLines(facts: GoLiveFacts): Line[] {
  return [...(facts.isDemo ? [DEMO] : []), identity(facts), legalLineOf(facts), policies(facts)];
}

const DEMO: Line = {
  id: "demo",
  title: "Your own practice",
  state: "todo",
  text: "Visitors see the demo practice, under a ribbon that says so. Start with your own: what you have not changed goes.",
  mend: { to: "/admin/settings/demo", label: "See what goes" },
};

function identity({ business }: GoLiveFacts): Line {
  const missing = missingIdentity(business);
  const { name, address } = business;
  const text =
    missing.length > 0
      ? `Missing: ${listed(missing)}. Visitors have to know who you are and how to reach you.`
      : `${name}, ${address.street ? `${address.street}, ${address.town}` : servingLine(business)}. Shown in the header, footer and mails.`;
  return {
    id: "identity",
    title: "Name, address and how to reach you",
    state: missing.length > 0 ? "todo" : "done",
    text,
    mend: { to: "/admin/settings/business", label: "Business details" },
  };
}

function legalLineOf({ business: { legal } }: GoLiveFacts): Line {
  const missing = missingOf(legal);
  const number = legal.form === "company" ? `number ${legal.number}` : "No company number is needed.";
  const ico = legal.ico
    ? ""
    : " The Information Commissioner’s registration is left out: almost every practice has to pay the fee.";
  const text =
    missing.length > 0
      ? `Missing: ${listed(missing)}. The law wants it on every page and in every mail.`
      : legal.form === "company"
        ? `The footer names ${legal.name}, ${number}, as the law asks.${ico}`
        : `The footer names ${legal.name} as the law asks. ${number}${ico}`;
  return {
    id: "legal",
    title: missing.length > 0 || legal.form === null ? "Legal form" : `Legal form: ${FORMS[legal.form]}`,
    state: missing.length > 0 ? "todo" : "done",
    text,
    mend: { to: "/admin/settings/legal", label: "Legal form" },
  };
}

function policies({ policies: pages }: GoLiveFacts): Line {
  const unread = pages.filter(({ read }) => !read).map(({ title }) => title);
  return {
    id: "policies",
    title: "Policies read and dated",
    state: unread.length > 0 ? "todo" : "done",
    text:
      unread.length > 0
        ? `Not read as they stand: ${listed(unread)}. Visitors rely on them, so you must have read them.`
        : "You have read them as they stand, and each shows its date.",
    mend: { to: "/admin/go-live/policies", label: "Read the policies" },
  };
}
