import { folded } from "#app/platform/search-text.ts";

export type ImportKind = "clients" | "appointments" | "balances" | "prices" | "vouchers";

/** What a column may be stored as, with the headings that mean it, the likeliest first. */
type FieldChoice = { field: string; label: string; headings: readonly string[] };

const PHONES = [
  ...["mobile number", "mobile", "mobile phone", "mobile phone number", "cell phone", "cell"],
  ...["phone number", "phone", "phone numbers", "contact number", "telephone", "telephone number", "tel"],
];

const PERSON: readonly FieldChoice[] = [
  { field: "firstName", label: "First name", headings: ["first name", "given name", "forename", "first"] },
  { field: "lastName", label: "Last name", headings: ["last name", "surname", "family name", "last"] },
  {
    field: "name",
    label: "Full name",
    headings: ["full name", "name", "client", "customer", "patient", "attendee", "contact"],
  },
  { field: "email", label: "Email address", headings: ["email address", "email", "e mail", "e mail address"] },
  { field: "phone", label: "Phone number", headings: PHONES },
];

const FIELDS: Record<ImportKind, readonly FieldChoice[]> = {
  clients: [
    ...PERSON,
    {
      field: "otherPhone",
      label: "Phone number if the first is empty",
      headings: [...PHONES, "home phone", "landline", "work phone", "other phone"],
    },
    {
      field: "since",
      label: "Client since (a date)",
      headings: [
        ...["added", "since", "client since", "date added", "created", "created at", "created date", "first visit"],
        ...["first appointment", "first appointment date"],
      ],
    },
    {
      field: "lastVisit",
      label: "Last visit (a date)",
      headings: ["last visit", "last appointment", "last appointment date", "last seen", "last booking"],
    },
    { field: "blocked", label: "Blocked (yes or no)", headings: ["blocked", "is blocked", "banned"] },
    { field: "blockReason", label: "Why they are blocked", headings: ["block reason", "blocked reason", "ban reason"] },
    // Never guessed: notes of the trade are mostly about health, so the preview asks.
    { field: "note", label: "Private note", headings: [] },
  ],
  appointments: [
    {
      field: "date",
      label: "Date, or date and time",
      headings: [
        ...["date", "appointment date", "start date", "scheduled date", "booking date", "date and time"],
        ...["starts at", "appointment start", "start", "start at", "start date time"],
      ],
    },
    { field: "time", label: "Time", headings: ["time", "start time", "appointment time", "scheduled time", "from"] },
    {
      field: "end",
      label: "End",
      headings: ["end time", "end", "ends at", "appointment end", "end date", "finish", "finish time", "to"],
    },
    {
      field: "minutes",
      label: "Length",
      headings: ["duration", "length", "minutes", "duration minutes", "duration mins", "duration min"],
    },
    {
      field: "service",
      label: "Service",
      headings: ["service", "services", "service name", "treatment", "appointment type", "type", "item"],
    },
    {
      field: "therapist",
      label: "Therapist",
      headings: [
        ...["therapist", "team member", "staff member", "staff", "practitioner", "practitioner name", "provider"],
        ...["employee", "with"],
      ],
    },
    { field: "status", label: "Status", headings: ["status", "appointment status", "booking status"] },
    ...PERSON,
  ],
  balances: [
    ...PERSON,
    {
      field: "credit",
      label: "Credit of the client (pounds)",
      headings: ["credit", "account credit", "credit balance", "available credit", "credit amount", "store credit"],
    },
    {
      field: "owed",
      label: "What the client owes (pounds)",
      headings: ["owed", "owing", "outstanding", "amount owing", "outstanding balance", "balance due", "amount due"],
    },
    {
      field: "reference",
      label: "Invoice number",
      headings: ["invoice number", "invoice", "invoice no", "reference", "sale", "number"],
    },
  ],
  vouchers: [
    {
      field: "code",
      label: "Code of the voucher",
      headings: [
        ...["code", "voucher code", "gift card code", "gift card number", "gift certificate code", "voucher number"],
        ...["card number", "redemption code", "serial number"],
      ],
    },
    {
      field: "left",
      label: "What is left of it (pounds)",
      headings: [
        ...["left", "remaining value", "remaining balance", "balance", "remaining", "outstanding", "amount remaining"],
        ...["current balance", "outstanding balance", "value remaining", "remaining amount", "value"],
      ],
    },
    {
      field: "sessions",
      label: "How many sessions are left (courses)",
      headings: [
        ...["sessions left", "sessions remaining", "remaining sessions", "visits remaining", "uses remaining"],
        ...["remaining uses", "appointments remaining", "quantity remaining", "sessions"],
      ],
    },
    {
      field: "title",
      label: "Name of the course",
      headings: ["package", "package name", "course", "membership", "product", "item", "title", "voucher name", "type"],
    },
    {
      field: "expires",
      label: "Last day",
      headings: ["expiry date", "expires", "expiry", "expires on", "expires at", "expiration date", "valid until"],
    },
    ...PERSON.map((one) =>
      one.field === "name" ? { ...one, headings: [...one.headings, "recipient", "purchaser", "purchased by"] } : one,
    ),
  ],
  prices: [
    {
      field: "date",
      label: "Date",
      headings: ["date", "appointment date", "issue date", "invoice date", "scheduled date", "purchase date", "start"],
    },
    {
      field: "service",
      label: "Service",
      headings: ["service", "service name", "treatment", "appointment type", "item", "description", "type"],
    },
    {
      field: "price",
      label: "Price (pounds)",
      headings: ["price", "amount", "total", "total sales", "gross sales", "invoice amount", "net sales", "fee"],
    },
    ...PERSON,
  ],
};

export function fieldsOf(kind: ImportKind): readonly FieldChoice[] {
  return FIELDS[kind];
}

const HEALTH = new RegExp(
  [
    ...["medical", "health", "condition", "allerg", "medicat", "medicine", "diagnos", "injur", "symptom", "clinical"],
    ...["treatment note", "soap note", "pregnan", "disab", "surger", "medicare", "nhs", "contraindicat", "intake"],
    ...["pain", "body chart", "gp name", "doctor", "dva card", "health fund", "private insurance", "ethnic", "religio"],
  ].join("|"),
);

/** Whether a column, by its heading, tells of somebody's health or belief: it is never stored. */
export function isSensitive(heading: string): boolean {
  return HEALTH.test(plain(heading));
}

const NOTES = /^(?:private )?(?:notes?|memo|comments?|remarks?)$/;

/** Whether a column holds notes of any kind: whether they are taken is asked. */
export function isNotes(heading: string): boolean {
  return !isSensitive(heading) && NOTES.test(plain(heading));
}

const NO_FIELD: readonly [RegExp, string][] = [
  [/address|street|city|town|post ?code|postal|zip|county|state|country|suburb|area|apartment|suite/, "addresses"],
  [/birth|dob|age\b/, "dates of birth"],
  [/market|newsletter|subscri|sms|consent|opt in|promotion/, "consent to marketing: ask each client again"],
  [/gender|sex\b|pronoun|title/, "titles and genders"],
  [/emergency|next of kin/, "emergency contacts"],
  [/\bid\b|ref\b|reference|number/, "other systems’ numbers"],
  [/price|amount|paid|total|cost|balance|spend|sales|invoice/, "payments made elsewhere"],
];

/** Why a column that was left out has no place here. */
export function leftOutBecause(heading: string): string {
  if (isSensitive(heading)) return "It tells of someone’s health or belief, which this site does not store.";
  if (isNotes(heading)) return "Notes are left out unless you choose to take them.";
  const found = NO_FIELD.find(([pattern]) => pattern.test(plain(heading)));
  return found
    ? `This site has no field for ${found[1]}.`
    : "We don’t know this heading. If the column belongs to a field, choose it above.";
}

/** Which field each heading means; empty: left out. Each field is used once. */
export function guessColumns(kind: ImportKind, headings: readonly string[]): string[] {
  const columns = headings.map(() => "");
  const plainHeadings = headings.map((heading) => (isSensitive(heading) ? "" : plain(heading)));
  for (const { field, headings: known } of fieldsOf(kind)) {
    const at = known
      .flatMap((name) => plainHeadings.flatMap((heading, index) => (heading === name ? [index] : [])))
      .find((index) => columns[index] === "");
    if (at !== undefined) columns[at] = field;
  }
  return withoutSecondName(columns);
}

/** A full name beside a first and a last one says nothing new. */
function withoutSecondName(columns: string[]): string[] {
  const isSplit = columns.includes("firstName") && columns.includes("lastName");
  return isSplit ? columns.map((field) => (field === "name" ? "" : field)) : columns;
}

// `Client Email` and `Patient e-mail` are the same as `Email`; `Client` alone stays.
function plain(heading: string): string {
  const words = folded(heading)
    .replace(/[^a-z0-9]+/g, " ")
    .trim();
  return words.replace(/^(?:client|customer|patient|invitee|attendee) (?=\S)/, "");
}
