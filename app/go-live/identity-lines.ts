import { type GoLiveFacts, type Line, listed } from "#app/go-live/line.ts";
import { missingIdentity } from "#app/go-live/opening.ts";
import { ownBusiness } from "#app/settings/invented.ts";
import { type LegalForm, missingOf } from "#app/settings/legal-form.ts";

// These belong to lines of their own.
const ELSEWHERE = ["legal name", "company number", "data protection number", "chat link"];

const FORMS: Record<LegalForm, string> = {
  "sole-trader": "sole trader",
  partnership: "partnership",
  company: "company",
};

export function identityLines(facts: GoLiveFacts): Line[] {
  return [identity(facts), legalLineOf(facts), policies(facts)];
}

function identity({ business, invented }: GoLiveFacts): Line {
  const missing = missingIdentity(business);
  const demos = invented.facts.filter((label) => !ELSEWHERE.includes(label));
  const { name, address } = business;
  const text =
    missing.length > 0
      ? `Missing: ${listed(missing)}. Visitors have to know who you are and how to reach you.`
      : demos.length > 0
        ? `Still the demo’s: ${listed(demos)}. Visitors would write, ring or walk to nobody.`
        : `${name}, ${address.street}, ${address.town}. Shown in the header, footer and mails.`;
  return {
    id: "identity",
    title: "Name, address and how to reach you",
    state: missing.length + demos.length > 0 ? "todo" : "done",
    text,
    mend: { to: "/admin/settings/business", label: "Business details" },
  };
}

function legalLineOf({ business, invented }: GoLiveFacts): Line {
  const { legal } = ownBusiness(business);
  const missing = missingOf(legal);
  const demos = invented.facts.filter((label) => ELSEWHERE.includes(label) && label !== "chat link");
  const number = legal.form === "company" ? `number ${legal.number}` : "No company number is needed.";
  const ico = legal.ico
    ? ""
    : " The Information Commissioner’s registration is left out: almost every practice has to pay the fee.";
  const text =
    missing.length > 0
      ? `Missing: ${listed(missing)}. The law wants it on every page and in every mail.`
      : demos.length > 0
        ? `Still the demo’s: ${listed(demos)}.`
        : legal.form === "company"
          ? `The footer names ${legal.name}, ${number}, as the law asks.${ico}`
          : `The footer names ${legal.name} as the law asks. ${number}${ico}`;
  return {
    id: "legal",
    title: missing.length + demos.length > 0 ? "Legal form" : `Legal form: ${FORMS[legal.form]}`,
    state: missing.length + demos.length > 0 ? "todo" : "done",
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
