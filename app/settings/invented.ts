import { type Business, business } from "#app/settings/business.ts";

/** Stands for the practice's name until it has one of its own. */
export const UNNAMED = "Opening soon";

const DEMO = business.parse({});

/** The facts of the demo practice that its owner replaces, with what each is called. */
const FACTS: { label: string; of: (facts: Business) => string }[] = [
  { label: "name", of: ({ name }) => name },
  { label: "full name", of: ({ fullName }) => fullName },
  { label: "telephone", of: ({ phone }) => phone },
  { label: "mobile", of: ({ mobile }) => mobile },
  { label: "e-mail", of: ({ email }) => email },
  { label: "e-mail for privacy", of: ({ privacyEmail }) => privacyEmail },
  { label: "street", of: ({ address }) => address.street },
  { label: "locality", of: ({ address }) => address.locality },
  { label: "town", of: ({ address }) => address.town },
  { label: "postcode", of: ({ address }) => address.postcode },
  { label: "directions", of: ({ directions }) => directions },
  { label: "line about you", of: ({ blurb }) => blurb },
  { label: "legal name", of: ({ legal }) => legal.name },
  { label: "company number", of: ({ legal }) => legal.number },
  { label: "data protection number", of: ({ legal }) => legal.ico },
  { label: "chat link", of: ({ chatUrl }) => chatUrl },
  ...[0, 1, 2].map((row) => ({
    label: `profile ${row + 1}`,
    of: ({ socials }: Business) => socials.find(({ url }) => url === DEMO.socials[row]?.url)?.url ?? "",
  })),
];

/** The labels of the facts that are still those of the demo practice. */
export function inventedFacts(facts: Business): string[] {
  return FACTS.filter(({ of }) => of(facts) !== "" && of(facts) === of(DEMO)).map(({ label }) => label);
}

/** The practice's own facts: one that the demo practice ships is left out. */
export function ownBusiness(facts: Business): Business {
  const name = own(facts.name, DEMO.name) || UNNAMED;
  const { address, legal } = facts;
  return {
    ...facts,
    name,
    fullName: own(facts.fullName, DEMO.fullName),
    blurb: own(facts.blurb, DEMO.blurb),
    phone: own(facts.phone, DEMO.phone),
    mobile: own(facts.mobile, DEMO.mobile),
    email: own(facts.email, DEMO.email),
    privacyEmail: own(facts.privacyEmail, DEMO.privacyEmail),
    chatUrl: own(facts.chatUrl, DEMO.chatUrl),
    address: {
      street: own(address.street, DEMO.address.street),
      locality: own(address.locality, DEMO.address.locality),
      town: own(address.town, DEMO.address.town),
      postcode: own(address.postcode, DEMO.address.postcode),
    },
    directions: own(facts.directions, DEMO.directions),
    legal: {
      ...legal,
      name: own(legal.name, DEMO.legal.name),
      number: own(legal.number, DEMO.legal.number),
      ico: own(legal.ico, DEMO.legal.ico),
    },
    socials: facts.socials.filter(({ url }) => !DEMO.socials.some((invented) => invented.url === url)),
  };
}

/** What may be left empty, as it is shown: the full name is the name, and so on. */
export function filledIn(facts: Business): Business {
  const { name, fullName, blurb, email, privacyEmail } = facts;
  return {
    ...facts,
    fullName: fullName || name,
    blurb: blurb || blurbOf(name),
    privacyEmail: privacyEmail || email,
  };
}

/** The demo's line about the practice holds for any, under its own name. */
function blurbOf(name: string): string {
  return name === UNNAMED ? "" : DEMO.blurb.replace(DEMO.name, name);
}

function own(text: string, invented: string): string {
  return text === invented ? "" : text;
}
