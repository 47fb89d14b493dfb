import { foldedName } from "#app/clients/client.ts";
import { addressError, addressIn, EMAIL_UNREACHABLE } from "#app/platform/email-address.ts";
import { e164Of } from "#app/platform/phone-number.ts";

/** The cell of a field in one row; empty if no column holds it. */
export type CellOf = (field: string) => string;

export function cellsBy(columns: readonly string[], cells: readonly string[]): CellOf {
  return (field) => cells[columns.indexOf(field)] ?? "";
}

type Person = { name: string | null; email: string | null; phone: string | null };

/** Thrown while a row is read; the message says what is wrong with it. */
export class RefusedRow extends Error {}

// What sheets write for nothing, our own export included.
const NOTHING = /^(?:-+|n\/?a|none|null|unknown|no phone|no e-?mail|0|\.)$/i;

const LONGEST_NAME = 100;

/** Who a row is about. A detail that can't be read refuses the row: it would be lost without a word. */
export function readPerson(cell: CellOf): Person {
  const split = [filled(cell("firstName")), filled(cell("lastName"))].filter(Boolean).join(" ");
  const name = (split || filled(cell("name"))).replace(/\s+/g, " ");
  if (name.length > LONGEST_NAME) throw new RefusedRow(`The name is longer than ${LONGEST_NAME} characters`);
  const phone = readPhone(cell("phone")) ?? readPhone(cell("otherPhone"));
  return { name: foldedName(name) === "" ? null : name, email: readAddress(cell("email")), phone };
}

function readAddress(cell: string): string | null {
  const [first = ""] = filled(cell)
    .replace(/^mailto:/i, "")
    .split(/[\s,;]+/);
  if (first === "") return null;
  const address = addressIn(first);
  if (address) return address;
  const isUnreachable = addressError(first) === EMAIL_UNREACHABLE;
  throw new RefusedRow(
    isUnreachable
      ? `Email from us can’t reach “${shortened(cell)}”: it has letters like é or ж before the @`
      : `“${shortened(cell)}” is no email address`,
  );
}

function readPhone(cell: string): string | null {
  const typed = filled(cell);
  if (typed === "") return null;
  for (const part of typed.split(/[,;/\n]+/)) {
    // A label before it, Excel's apostrophe, and a country's digits without their plus.
    const number = part.replace(/^[^\d+(]+/, "").trim();
    const phone = number ? (e164Of(number) ?? e164Of(`+${number.replace(/\D/g, "")}`)) : null;
    if (phone) return phone;
  }
  throw new RefusedRow(`“${shortened(cell)}” is no phone number`);
}

function filled(cell: string): string {
  const text = cell.replace(/^'(?=[+=\d-])/, "").trim();
  return NOTHING.test(text) ? "" : text;
}

export function shortened(cell: string): string {
  const text = cell.replace(/\s+/g, " ");
  return text.length > 40 ? `${text.slice(0, 39)}…` : text;
}

export type Read<Row> = { kind: "read"; row: Row } | { kind: "refused"; reason: string };

/** A row that is read, or the reason why it is not. */
export function readOr<Row>(read: () => Row): Read<Row> {
  try {
    return { kind: "read", row: read() };
  } catch (error) {
    if (error instanceof RefusedRow) return { kind: "refused", reason: error.message };
    throw error;
  }
}
