import { parsePrice, priceInFull } from "#app/catalogue/price.ts";
import type { ImportChoices } from "#app/moving/csv/import-choices.ts";
import { cellsBy, type Read, RefusedRow, readOr, readPerson, shortened } from "#app/moving/csv/person-cells.ts";
import { readDay } from "#app/moving/csv/typed-moment.ts";

type Person = { name: string | null; email: string | null; phone: string | null };

/** What a client owes, or has of credit, in the system before this one. Pence. */
export type BalanceRow = Person & { creditPence: number; owedPence: number; reference: string };

/** What a past appointment cost. `day`: a local date. */
export type PriceRow = Person & { day: string; text: string; pence: number };

/** What is left of a voucher, or of a course where it has sessions. `expiresOn`: null where the file doesn't say. */
export type VoucherRow = Person & {
  code: string;
  title: string;
  leftPence: number;
  sessions: number | null;
  expiresOn: string | null;
};

type Chosen = Pick<ImportChoices, "columns" | "dates">;

const LONGEST_TEXT = 120;

export function readBalanceRow(cells: readonly string[], { columns }: Chosen): Read<BalanceRow> {
  return readOr(() => {
    const cell = cellsBy(columns, cells);
    const person = personIn(cell);
    const [creditPence, owedPence] = [penceIn(cell("credit")), penceIn(cell("owed"))];
    if (creditPence === 0 && owedPence === 0) throw new RefusedRow("Nothing is owed, and there is no credit");
    return { ...person, creditPence, owedPence, reference: cell("reference").trim().slice(0, LONGEST_TEXT) };
  });
}

export function readPriceRow(cells: readonly string[], { columns, dates }: Chosen, today: string): Read<PriceRow> {
  return readOr(() => {
    const cell = cellsBy(columns, cells);
    const person = personIn(cell);
    const [written = ""] = cell("date").split(/[T ](?=\d{1,2}:)/);
    const day = readDay(written.replace(/,$/, ""), dates);
    if (!day) throw new RefusedRow(`“${shortened(cell("date"))}” is no date`);
    if (day > today) throw new RefusedRow("Its date is still to come: import it as an appointment");
    return { ...person, day, text: shortened(cell("service")) || "Appointment", pence: penceIn(cell("price")) };
  });
}

const MOST_SESSIONS = 50;
const LONGEST_CODE = 40;

export function readVoucherRow(cells: readonly string[], { columns, dates }: Chosen, today: string): Read<VoucherRow> {
  return readOr(() => {
    const cell = cellsBy(columns, cells);
    const person = readPerson(cell);
    const code = cell("code").trim();
    if (code.length > LONGEST_CODE) throw new RefusedRow(`The code is longer than ${LONGEST_CODE} characters`);
    const typed = cell("sessions").trim();
    if (typed !== "" && !/^\d{1,3}$/.test(typed))
      throw new RefusedRow(`“${shortened(typed)}” is no number of sessions`);
    const sessions = typed === "" ? null : Number(typed);
    const leftPence = penceIn(cell("left"));
    if (sessions === 0 || (sessions === null && leftPence === 0)) throw new RefusedRow("Nothing is left of it");
    if (sessions !== null && sessions > MOST_SESSIONS) {
      throw new RefusedRow(`A course has ${MOST_SESSIONS} sessions at most`);
    }
    if (leftPence === 0)
      throw new RefusedRow("Its column of what is left in pounds is empty: enter what its sessions are worth");
    const isNamed = person.name ?? person.email ?? person.phone;
    if (sessions !== null && !isNamed) throw new RefusedRow("It has no client: a course is in a client’s name");
    if (code === "" && !isNamed) throw new RefusedRow("It has neither a code nor a client");
    const expiresOn = lastDayIn(cell("expires"), dates);
    if (expiresOn !== null && expiresOn < today) throw new RefusedRow("It has expired");
    const title = cell("title").trim().slice(0, LONGEST_TEXT);
    return { ...person, code, title, leftPence, sessions, expiresOn };
  });
}

function lastDayIn(cell: string, dates: Chosen["dates"]): string | null {
  const typed = cell.trim();
  if (/^(|-|never|none|n\/a|no expiry)$/i.test(typed)) return null;
  const [written = ""] = typed.split(/[T ](?=\d{1,2}:)/);
  const day = readDay(written.replace(/,$/, ""), dates);
  if (!day) throw new RefusedRow(`“${shortened(cell)}” is no date`);
  return day;
}

function personIn(cell: (field: string) => string): Person {
  const person = readPerson(cell);
  if (!person.name && !person.email && !person.phone) {
    throw new RefusedRow("It has no name, no e-mail address and no phone number");
  }
  return person;
}

const MOST_PENCE = 10_000_00;

/** A blank cell is nothing. A minus could mean either side, and a comma a decimal: both are refused. */
function penceIn(cell: string): number {
  const typed = cell.trim().replace(/^GBP\s*/i, "");
  if (typed === "" || typed === "-") return 0;
  const pence = parsePrice(typed);
  if (pence === null) throw new RefusedRow(`“${shortened(cell)}” is no amount in pounds, like 48 or 48.50`);
  if (pence > MOST_PENCE) throw new RefusedRow(`${priceInFull(pence)} is more than £10,000`);
  return pence;
}
