import type { ImportChoices } from "#app/moving/csv/import-choices.ts";
import { ANYONE, lengthIn } from "#app/moving/csv/name-choices.ts";
import {
  type CellOf,
  cellsBy,
  type Read,
  RefusedRow,
  readOr,
  readPerson,
  shortened,
} from "#app/moving/csv/person-cells.ts";
import { readLength, readMoment, type TypedMoment } from "#app/moving/csv/typed-moment.ts";
import { instantsOf } from "#app/platform/date-time.ts";
import { readWallTime } from "#app/platform/wall-time.ts";

const MINUTE_MS = 60_000;

/** One row of a list of appointments as it would be booked. `minutes` and `therapist` null: not told. */
export type AppointmentRow = {
  start: number;
  minutes: number | null;
  service: string;
  therapist: string | null;
  name: string | null;
  email: string | null;
  phone: string | null;
};

type Where = { zone: string; now: number };

export function readAppointmentRow(
  cells: readonly string[],
  choices: ImportChoices,
  where: Where,
): Read<AppointmentRow> {
  return readOr(() => appointmentIn(cellsBy(choices.columns, cells), choices, where));
}

const NOT_AHEAD = /cancel|no.?show|did not (?:arrive|attend)|dna\b|declin|deleted|reject/i;

function appointmentIn(cell: CellOf, choices: ImportChoices, { zone, now }: Where): AppointmentRow {
  if (NOT_AHEAD.test(cell("status"))) throw new RefusedRow(`Its status is “${shortened(cell("status"))}”`);
  const person = readPerson(cell);
  if (!person.name && !person.email && !person.phone) throw new RefusedRow("It does not say whose appointment it is");
  const begins = readStart(cell, choices.dates);
  const start = instantIn(begins, zone);
  if (start <= now) throw new RefusedRow("It is not ahead: what has been is not brought over");
  return {
    start,
    minutes: readMinutes(cell, { start, begins, dates: choices.dates, zone }),
    service: chosen(choices.services, cell("service"), "service"),
    therapist: therapistIn(choices, cell("therapist")),
    ...person,
  };
}

function readStart(cell: CellOf, dates: ImportChoices["dates"]): TypedMoment {
  const typed = `${cell("date")} ${cell("time")}`.trim();
  if (typed === "") throw new RefusedRow("It has no date");
  const begins = readMoment(typed, dates);
  if (!begins) throw new RefusedRow(`“${shortened(typed)}” is no date and time`);
  if (begins.kind === "wall" && begins.minute === null) throw new RefusedRow("It has no time");
  return begins;
}

/** A wall time that the clocks skip, or that happens twice, is never guessed. */
function instantIn(moment: TypedMoment, zone: string): number {
  if (moment.kind === "instant") return moment.at;
  const wall = { day: moment.day, minute: moment.minute ?? 0 };
  const at = readWallTime(wall, zone);
  if (at.kind === "at") return at.start;
  if (at.field === "time") throw new RefusedRow(at.message);
  const [first, second] = instantsOf(wall.day, wall.minute, zone).map(
    (instant) => `${new Date(instant).toISOString().slice(0, 16).replace("T", " ")} UTC`,
  );
  throw new RefusedRow(`${at.message}: write ${first} or ${second}`);
}

type Begun = { start: number; begins: TypedMoment; dates: ImportChoices["dates"]; zone: string };

function readMinutes(cell: CellOf, { start, begins, dates, zone }: Begun): number | null {
  const [length, until] = [cell("minutes"), cell("end")];
  if (length !== "") {
    const minutes = readLength(length);
    if (minutes === null) throw new RefusedRow(`“${shortened(length)}” is no length`);
    return minutes;
  }
  if (until === "") return lengthIn(cell("service"));
  const ends = readMoment(until, dates, begins.kind === "wall" ? begins.day : null);
  const minutes = ends ? (instantIn(ends, zone) - start) / MINUTE_MS : 0;
  if (minutes <= 0) throw new RefusedRow(`“${shortened(until)}” is no end of it`);
  return minutes;
}

function chosen(choices: Record<string, string>, name: string, what: "service" | "therapist"): string {
  if (name === "") throw new RefusedRow(`It names no ${what}`);
  const slug = choices[name];
  if (!slug) throw new RefusedRow(`The ${what} “${shortened(name)}” is left out`);
  return slug;
}

function therapistIn({ therapists }: ImportChoices, name: string): string | null {
  if (name === "") return null;
  const slug = chosen(therapists, name, "therapist");
  return slug === ANYONE ? null : slug;
}
