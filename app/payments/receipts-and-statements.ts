import { dayInWords } from "#app/platform/date-time.ts";
import { priceInFull } from "#app/platform/money-words.ts";

type PaperSeller = { name: string; address: string; vatNumber: string; bankDetails?: string };

/** Who gave a treatment, as a health cash plan asks. */
export type Treated = {
  day: string;
  by: string;
  role: string;
  service?: string;
  qualification?: string;
  register?: string;
  registerNumber?: string;
};

type VatLine = { rate: number; grossPence: number; vatPence: number };

/** What a receipt says for good, but whose it is. Pence; local days. */
export type ReceiptFacts = {
  /** Not given: a receipt. Invoices and credit notes are of sellers who are registered for VAT. */
  type?: "receipt" | "invoice" | "credit-note";
  number: string;
  day: string;
  seller: PaperSeller;
  treated: Treated | null;
  items: { text: string; pence: number }[];
  payments: { day: string; words: string }[];
  totalPence: number;
  paidPence: number;
  /** By rate, in hundredths of a percent; null: nothing of it is about VAT. */
  vat: VatLine[] | null;
  appointmentId: string | null;
  /** The number of the invoice that it belongs to. */
  about?: string;
  /** A hash of what the bill said then. */
  state?: string;
};

export type StatementFacts = {
  day: string;
  from: string;
  to: string;
  name: string | null;
  seller: PaperSeller;
  rows: {
    treated: Treated | null;
    day: string;
    text: string;
    pence: number;
    paidPence: number;
    /** What a voucher or course has paid of it; `pence` is without that. */
    spentPence?: number;
    number: string | null;
  }[];
  payments: { day: string; words: string }[];
  owedPence: number;
};

/** A receipt or a statement in the words that stand on a screen, in a mail, and in a PDF file. */
export type Paper = {
  title: string;
  seller: { name: string; lines: string[] };
  facts: (readonly [term: string, value: string])[];
  rows: { text: string; detail: string; amount: string }[];
  total: readonly [term: string, amount: string];
  vat: string[];
  payments: { words: string; day: string }[];
  left: readonly [term: string, amount: string] | null;
  notes: string[];
};

/** Above it an invoice needs the client's name and address, and the VAT of each rate. */
export const FULL_INVOICE_PENCE = 250_00;

const PLAN_NOTE = "Each health cash plan decides which registers it accepts.";

const named = (facts: (readonly [string, string | undefined])[]): [string, string][] =>
  facts.flatMap(([term, value]) => (value ? [[term, value] as [string, string]] : []));

/** `client`: their name, and on lines below it the address of a full invoice; null once it was erased. */
export function receiptPaper(facts: ReceiptFacts, client: string | null, { forPlan = false } = {}): Paper {
  const { type = "receipt", number, day, treated, items, payments, totalPence, paidPence, vat, about } = facts;
  const paid = payments.map(({ day: one, words }) => ({
    words: `Paid ${words}`,
    day: dayInWords(one, { year: true }),
  }));
  if (forPlan) {
    return {
      title: `Receipt ${number}`,
      seller: sellerLines(facts.seller, false),
      facts: named([
        ["Receipt", number],
        ["Client", firstLine(client)],
        ...treatedFacts(treated),
        ["Date", words(day)],
      ]),
      rows: [{ text: treated?.service ?? items[0]?.text ?? "", detail: "", amount: priceInFull(totalPence) }],
      total: ["Paid", priceInFull(paidPence)],
      ...{ vat: [], payments: paid, left: null, notes: [PLAN_NOTE] },
    };
  }
  const isFull = vat !== null && Math.abs(totalPence) > FULL_INVOICE_PENCE;
  const left = type === "credit-note" || about ? 0 : totalPence - paidPence;
  return {
    title: `${titleOf(type)} ${number}`,
    seller: sellerLines(facts.seller, left > 0),
    facts: named([
      [titleOf(type), number],
      ["Date", words(day)],
      ...(vat ? [["Tax point", words(treated?.day ?? day)] as const] : []),
      ["For invoice", about],
      ["Client", isFull ? (client ?? undefined) : firstLine(client)],
      ["Treated", treated ? words(treated.day) : undefined],
      ["Given by", treated ? [treated.by, treated.role].filter(Boolean).join(", ") : undefined],
    ]),
    rows: items.map(({ text, pence }) => ({ text, detail: "", amount: priceInFull(pence) })),
    total: [type === "credit-note" ? "Credited" : "Total", priceInFull(totalPence)],
    vat: (vat ?? []).map((line) => vatWords(line, isFull)),
    payments: type === "credit-note" ? [] : paid,
    left: left > 0 ? ["Left to pay", priceInFull(left)] : null,
    notes: [],
  };
}

/** A period's treatments. `forPlan`: only what was treated and paid, with who gave it. */
export function statementPaper(facts: StatementFacts, { forPlan = false } = {}): Paper {
  const { day, from, to, name, rows, payments, owedPence } = facts;
  const paidOf = ({ paidPence, spentPence = 0 }: { paidPence: number; spentPence?: number }) => paidPence + spentPence;
  const listed = forPlan ? rows.filter((row) => row.treated && paidOf(row) > 0) : rows;
  const total = listed.reduce((all, row) => all + (forPlan ? paidOf(row) : row.pence), 0);
  return {
    title: "Statement",
    seller: sellerLines(facts.seller, !forPlan && owedPence > 0),
    facts: named([
      ["Client", name ?? undefined],
      ["From", words(from)],
      ["To", words(to)],
      ["Made on", words(day)],
    ]),
    rows: listed.map(({ treated, day: one, text, pence, paidPence, spentPence = 0, number }) => ({
      text: `${words(treated?.day ?? one)}: ${text}`,
      detail: forPlan
        ? treatedFacts(treated)
            .slice(2)
            .map(([, value]) => value)
            .filter(Boolean)
            .join(", ")
        : [number && `Receipt ${number}`, spentPence > 0 && `${priceInFull(spentPence)} paid with a voucher or course`]
            .filter(Boolean)
            .join(", "),
      amount: priceInFull(forPlan ? paidOf({ paidPence, spentPence }) : pence),
    })),
    total: [forPlan ? "Paid" : "Total", priceInFull(total)],
    vat: [],
    payments: forPlan ? [] : payments.map(({ day: one, words: how }) => ({ words: how, day: words(one) })),
    left: !forPlan && owedPence > 0 ? ["Left to pay", priceInFull(owedPence)] : null,
    notes: forPlan ? [PLAN_NOTE] : [],
  };
}

const TITLES = { receipt: "Receipt", invoice: "VAT invoice", "credit-note": "Credit note" } as const;

function titleOf(type: keyof typeof TITLES): string {
  return TITLES[type];
}

const words = (day: string) => dayInWords(day, { year: true });

const firstLine = (client: string | null) => client?.split("\n")[0];

function treatedFacts(treated: Treated | null): (readonly [string, string | undefined])[] {
  if (!treated) return [];
  const { day, by, role, service, qualification, register, registerNumber } = treated;
  return [
    ["Treated", words(day)],
    ["Treatment", service],
    ["Given by", by],
    ["Qualification", qualification || role],
    ["Register", [register, registerNumber && `number ${registerNumber}`].filter(Boolean).join(", ")],
  ];
}

function sellerLines({ name, address, vatNumber, bankDetails }: PaperSeller, withBank: boolean): Paper["seller"] {
  const bank = withBank && bankDetails ? [`Bank transfer: ${bankDetails}`] : [];
  const vat = vatNumber ? [`VAT number ${vatNumber}`] : [];
  return { name, lines: [address, ...vat, ...bank].flatMap((text) => text.split("\n")).filter(Boolean) };
}

function vatWords({ rate, grossPence, vatPence }: VatLine, isFull: boolean): string {
  const gross = priceInFull(grossPence);
  if (!isFull) return `${gross} at ${rate / 100} % VAT, of it ${priceInFull(vatPence)} VAT`;
  const net = priceInFull(grossPence - vatPence);
  return `${net} without VAT, ${priceInFull(vatPence)} VAT at ${rate / 100} %, ${gross} in total`;
}

/** The lines of a PDF file. */
export function linesOf({ title, seller, facts, rows, total, vat, payments, left, notes }: Paper) {
  return [
    { text: seller.name, size: 16 },
    ...seller.lines.map((text) => ({ text })),
    { text: title, size: 14, rule: true },
    ...facts.flatMap(([term, value]) => [
      { text: term, right: value.split("\n")[0] ?? "" },
      ...value
        .split("\n")
        .slice(1)
        .map((right) => ({ text: "", right })),
    ]),
    ...rows.flatMap(({ text, detail, amount }) => [
      { text, right: amount, rule: true },
      ...(detail ? [{ text: detail, size: 9 }] : []),
    ]),
    { text: total[0], right: total[1], size: 13, rule: true },
    ...vat.map((text) => ({ text, size: 9 })),
    ...payments.map(({ words: paid, day }) => ({ text: paid, right: day })),
    ...(left ? [{ text: left[0], right: left[1] }] : []),
    ...notes.map((text) => ({ text, size: 9 })),
  ];
}
