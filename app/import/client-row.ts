import { LONGEST_CLIENT_NOTE } from "#app/clients/client-note.ts";
import type { ImportChoices } from "#app/import/import-choices.ts";
import { cellsBy, type Read, RefusedRow, readOr, readPerson, shortened } from "#app/import/person-cells.ts";
import { readDay } from "#app/import/typed-moment.ts";

/** One row of a list of clients as it would be stored. `since`: a local date. */
export type ClientRow = {
  name: string | null;
  email: string | null;
  phone: string | null;
  since: string | null;
  note: string | null;
};

export function readClientRow(cells: readonly string[], choices: Chosen): Read<ClientRow> {
  return readOr(() => clientIn(cells, choices));
}

type Chosen = Pick<ImportChoices, "columns" | "dates">;

function clientIn(cells: readonly string[], { columns, dates }: Chosen): ClientRow {
  const cell = cellsBy(columns, cells);
  const person = readPerson(cell);
  if (!person.name && !person.email && !person.phone) {
    throw new RefusedRow("It has no name, no e-mail address and no phone number");
  }
  const note = cell("note");
  if (note.length > LONGEST_CLIENT_NOTE) {
    throw new RefusedRow(`The note is longer than ${LONGEST_CLIENT_NOTE} characters`);
  }
  return { ...person, since: readSince(cell("since"), dates), note: note || null };
}

function readSince(cell: string, dates: ImportChoices["dates"]): string | null {
  if (cell === "") return null;
  const [day = ""] = cell.split(/[T ](?=\d{1,2}:)/);
  const since = readDay(day.replace(/,$/, ""), dates);
  if (!since) throw new RefusedRow(`“${shortened(cell)}” is no date`);
  return since;
}
