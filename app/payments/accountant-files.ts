import { priceInPounds } from "#app/catalogue/price.ts";
import { methodName } from "#app/payments/money.ts";
import { csvLine } from "#app/platform/csv.ts";

/** What the accountant's systems take. A plain ledger is for everything else, and says the most. */
export const FILES = ["ledger", "freeagent", "xero", "quickbooks"] as const;
export type AccountantFile = (typeof FILES)[number];

/** A payment without its client: no name leaves the practice. `day`: a local date. */
export type FiledPayment = { id: string; day: string; method: string; pence: number; tipPence: number };

// QuickBooks refuses a description with a digit, so the reference is letters everywhere.
const LETTERS = "ABCDEFGHIJKLMNOP";
const LONGEST_REFERENCE = 16;

/** The same letters for a payment in every file, so that a second import is recognised. */
export function referenceOf(id: string): string {
  const letters = [...id.replaceAll("-", "")].map((digit) => LETTERS[Number.parseInt(digit, 16)] ?? "");
  return letters.join("").slice(0, LONGEST_REFERENCE);
}

const HEADERS: Record<AccountantFile, string> = {
  ledger: "Date,Reference,Category,Method,Amount,Tip within\r\n",
  freeagent: "",
  xero: "*Date,*Amount,Payee,Description,Reference\r\n",
  quickbooks: "Date,Description,Amount\r\n",
};

export function headerOf(file: AccountantFile): string {
  return HEADERS[file];
}

/** One line of a file: FreeAgent's with nothing quoted, which it can't read. */
export function lineOf(file: AccountantFile, { id, day, method, pence, tipPence }: FiledPayment): string {
  const reference = referenceOf(id);
  const [year, month, date] = day.split("-");
  const british = `${date}/${month}/${year}`;
  const amount = priceInPounds(pence);
  const words = `${methodName(method)} ${pence < 0 ? "given back" : "payment"} ${reference}`;
  if (file === "freeagent") return `${british},${amount},${words}\r\n`;
  if (file === "quickbooks") return `${british},${words},${amount}\r\n`;
  if (file === "xero") return `${british},${amount},,${words},${reference}\r\n`;
  return csvLine([day, reference, "Turnover", methodName(method), Number(amount), Number(priceInPounds(tipPence))]);
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
