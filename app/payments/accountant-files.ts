import { methodName } from "#app/payments/money.ts";
import { addDays } from "#app/platform/date-time.ts";
import { csvLine } from "#app/platform/http/csv.ts";
import { priceInPounds } from "#app/platform/money-words.ts";

/** What the accountant's systems take of payments. A plain ledger is for everything else, and says the most. */
export const FILES = ["ledger", "freeagent", "xero", "quickbooks"] as const;
export type AccountantFile = (typeof FILES)[number];

/** Xero's invoices: what was sold, instead of what was paid. */
export const SALES_FILE = "xero-sales";

/** What is owed for vouchers and courses at the end of a month. */
export const OWED_FILE = "vouchers-owed";

/** How many payments, or invoices, a system takes at once: QuickBooks 350 kB, Xero 500 invoices. */
export const MOST_IN_FILE: Record<AccountantFile | typeof SALES_FILE, number> = {
  ledger: Number.POSITIVE_INFINITY,
  freeagent: Number.POSITIVE_INFINITY,
  xero: Number.POSITIVE_INFINITY,
  quickbooks: 5000,
  [SALES_FILE]: 500,
};

/** A payment without its client: no name leaves the practice. `day`: a local date. */
export type FiledPayment = {
  id: string;
  day: string;
  method: string;
  pence: number;
  tipPence: number;
  /** As on the seller's receipts. */
  seller: string;
};

// QuickBooks refuses a description with a digit, so the reference is letters everywhere.
const LETTERS = "ABCDEFGHIJKLMNOP";
const LONGEST_REFERENCE = 16;

/** The same letters for a payment in every file, so that a second import is recognised. */
export function referenceOf(id: string): string {
  const letters = [...id.replaceAll("-", "")].map((digit) => LETTERS[Number.parseInt(digit, 16)] ?? "");
  return letters.join("").slice(0, LONGEST_REFERENCE);
}

const HEADERS: Record<AccountantFile, string> = {
  ledger: "Date,Reference,Category,Method,Amount,Tip within,Turnover,Seller\r\n",
  freeagent: "",
  xero: "*Date,*Amount,Payee,Description,Reference\r\n",
  quickbooks: "Date,Description,Amount\r\n",
};

export function headerOf(file: AccountantFile): string {
  return HEADERS[file];
}

/** Where a line says the amount: its cells before that hold no comma. */
export const AMOUNT_IN: Record<AccountantFile, number> = { ledger: 4, freeagent: 1, xero: 1, quickbooks: 2 };

/** One line of a file: FreeAgent's with nothing quoted, which it can't read. */
export function lineOf(file: AccountantFile, { id, day, method, pence, tipPence, seller }: FiledPayment): string {
  const reference = referenceOf(id);
  const british = britishDate(day);
  const amount = priceInPounds(pence);
  const words = `${methodName(method)} ${pence < 0 ? "given back" : "payment"} ${reference}`;
  if (file === "freeagent") return `${british},${amount},${words}\r\n`;
  if (file === "quickbooks") return `${british},${words},${amount}\r\n`;
  if (file === "xero") return `${british},${amount},,${words},${reference}\r\n`;
  const amounts = [pence, tipPence, pence - tipPence].map((one) => Number(priceInPounds(one)));
  return csvLine([day, reference, "Turnover", methodName(method), ...amounts, seller]);
}

function britishDate(day: string): string {
  const [year, month, date] = day.split("-");
  return `${date}/${month}/${year}`;
}

/** What one press sold on one bill, or took back. `vatRate`: hundredths of a percent; null: exempt or not registered. */
export type FiledInvoice = {
  billId: string;
  takingId: string;
  day: string;
  isRegistered: boolean;
  lines: readonly { text: string; pence: number; vatRate: number | null }[];
};

const XERO_SALES = [
  ...["*ContactName", "EmailAddress", "POAddressLine1", "POAddressLine2", "POAddressLine3", "POAddressLine4"],
  ...["POCity", "PORegion", "POPostalCode", "POCountry", "*InvoiceNumber", "Reference", "*InvoiceDate", "*DueDate"],
  ...["InventoryItemCode", "*Description", "*Quantity", "*UnitAmount", "Discount", "*AccountCode", "*TaxType"],
  ...["TrackingName1", "TrackingOption1", "TrackingName2", "TrackingOption2", "Currency", "BrandingTheme"],
] as const;

export const SALES_HEADER = `${XERO_SALES.join(",")}\r\n`;

/** One contact for all: Xero asks for a name, and no client's leaves the practice. */
const CONTACT = "Clients at the desk";
/** Xero's own account for sales, which a British organisation begins with. */
const SALES_ACCOUNT = "200";

/** The lines of one invoice; its prices hold their VAT. One that takes back has negative amounts: a credit note. */
export function salesLinesOf({ billId, takingId, day, isRegistered, lines }: FiledInvoice): string {
  const half = LONGEST_REFERENCE / 2;
  const number = referenceOf(billId).slice(0, half) + referenceOf(takingId).slice(0, half);
  const date = britishDate(day);
  const written = lines
    .filter(({ pence }) => pence !== 0)
    .map(({ text, pence, vatRate }) => {
      const cells: Partial<Record<(typeof XERO_SALES)[number], string>> = {
        ...{ "*ContactName": CONTACT, "*InvoiceNumber": number, "*InvoiceDate": date, "*DueDate": date },
        ...{ "*Description": text, "*Quantity": "1", "*UnitAmount": priceInPounds(pence) },
        ...{ "*AccountCode": SALES_ACCOUNT, "*TaxType": taxTypeOf(vatRate, isRegistered), Currency: "GBP" },
      };
      // Our own csvLine would put an apostrophe before a minus, which Xero does not read as an amount.
      return `${XERO_SALES.map((name) => xeroCell(cells[name] ?? "")).join(",")}\r\n`;
    });
  return written.join("");
}

function xeroCell(text: string): string {
  const safe = /^[=+@\t\r]/.test(text) ? `'${text}` : text;
  return /[",\n\r]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}

/** As Xero shows the rate: what is exempt counts on a VAT return, what is sold without a registration does not. */
function taxTypeOf(rate: number | null, isRegistered: boolean): string {
  if (rate === null) return isRegistered ? "Exempt Income" : "No VAT";
  return rate === 0 ? "Zero Rated Income" : `${rate / 100}% (VAT on Income)`;
}

// HMRC's quarters for Making Tax Digital.
const QUARTERS = ["04-06", "07-06", "10-06", "01-06"] as const;

/** The tax quarter that a local date is in, by its first day and the first day after it. */
export function taxQuarterOf(day: string): { from: string; to: string } {
  const year = Number(day.slice(0, 4));
  const starts = [year - 1, year, year + 1].flatMap((one) => QUARTERS.map((date) => `${one}-${date}`)).sort();
  const at = starts.findLastIndex((start) => start <= day);
  return { from: starts[at] ?? day, to: starts[at + 1] ?? day };
}

/** The four quarters of the tax year that a local date is in. `to`: the last day, on which a quarter's update ends. */
export function taxYearOf(day: string): { from: string; to: string }[] {
  const year = Number(day.slice(0, 4)) - (day.slice(5) < QUARTERS[0] ? 1 : 0);
  const starts = [...QUARTERS.slice(0, 3).map((date) => `${year}-${date}`), `${year + 1}-${QUARTERS[3]}`];
  const ends = [...starts.slice(1), `${year + 1}-${QUARTERS[0]}`];
  return starts.map((from, at) => ({ from, to: addDays(ends[at] ?? from, -1) }));
}
