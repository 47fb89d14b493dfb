import { LONGEST_CLIENT_NOTE } from "#app/clients/client.ts";
import type { ImportChoices } from "#app/moving/csv/import-choices.ts";
import { cellsBy, type Read, RefusedRow, readOr, readPerson, shortened } from "#app/moving/csv/person-cells.ts";
import { readDay } from "#app/moving/csv/typed-moment.ts";

/** One row of a list of clients as it would be stored. `since`: a local date. */
export type ClientRow = {
  name: string | null;
  email: string | null;
  phone: string | null;
  since: string | null;
  note: string | null;
  /** They have been to the practice before: the file gives a date, or its owner says so of all. */
  isExisting: boolean;
  isDated: boolean;
  isBlocked: boolean;
};

export function readClientRow(cells: readonly string[], choices: Chosen): Read<ClientRow> {
  return readOr(() => clientIn(cells, choices));
}

type Chosen = Pick<ImportChoices, "columns" | "dates"> & Partial<Pick<ImportChoices, "existing">>;

const YES = /^(?:y|yes|true|1|x|on|blocked|banned)$/i;

function clientIn(cells: readonly string[], { columns, dates, existing = true }: Chosen): ClientRow {
  const cell = cellsBy(columns, cells);
  const person = readPerson(cell);
  if (!person.name && !person.email && !person.phone) {
    throw new RefusedRow("It has no name, no email address and no phone number");
  }
  const isBlocked = YES.test(cell("blocked"));
  const note = [isBlocked ? blockNote(cell("blockReason")) : "", cell("note")].filter(Boolean).join("\n\n");
  if (note.length > LONGEST_CLIENT_NOTE) {
    throw new RefusedRow(`The note is longer than ${LONGEST_CLIENT_NOTE} characters`);
  }
  const since = readSince(cell("since"), dates);
  const isDated = since !== null || readSince(cell("lastVisit"), dates) !== null;
  return { ...person, since, note: note || null, isExisting: isDated || existing, isDated, isBlocked };
}

function blockNote(reason: string): string {
  return reason ? `Blocked in the system you came from: ${reason}` : "Blocked in the system you came from.";
}

function readSince(cell: string, dates: ImportChoices["dates"]): string | null {
  if (cell === "") return null;
  const [day = ""] = cell.split(/[T ](?=\d{1,2}:)/);
  const since = readDay(day.replace(/,$/, ""), dates);
  if (!since) throw new RefusedRow(`“${shortened(cell)}” is no date`);
  return since;
}
