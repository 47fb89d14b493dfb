import type * as schedule from "#app/appointments/schedule.server.ts";
import { placeClients } from "#app/clients/add-clients.server.ts";
import { listByName, markExisting } from "#app/clients/clients.db.server.ts";
import { bookImported } from "#app/diary/booking/book-for-practice.server.ts";
import { type AppointmentRow, readAppointmentRow } from "#app/moving/csv/appointment-row.ts";
import { type Import, type ImportRow, NEW_CLIENT } from "#app/moving/csv/import-choices.ts";
import { contactOf } from "#app/moving/csv/import-clients.server.ts";
import { type Counts, deleteRows, refuseRow, setUndecided } from "#app/moving/csv/imports.db.server.ts";
import type { AppContext, Queries, Tx } from "#app/platform/app-context.server.ts";
import { type Idempotency, idempotencyOf } from "#app/platform/form-draft.server.ts";
import { folded } from "#app/platform/search-text.ts";

type One = { app: AppContext; job: Import; row: ImportRow; now: number; zone: string };

const NOTHING: Counts = { added: 0, known: 0, refused: 0 };

/**
 * Books the appointment of one row by the practice's own command, or refuses the row with that command's reason. Where
 * several clients may be meant and none is chosen, its time is kept and the row waits.
 */
export async function importAppointment(
  tx: Tx,
  { app, job, row, now, zone }: One,
): Promise<Counts | schedule.Conflict> {
  const read = readAppointmentRow(row.cells, job.choices, { zone, now });
  const outcome = read.kind === "read" ? await bookRow(tx, { app, job, row, appointment: read.row, now }) : read;
  if (outcome.kind === "conflict") return outcome;
  if (outcome.kind === "refused") {
    await refuseRow(tx, job.id, { number: row.number, reason: outcome.reason });
    return { ...NOTHING, refused: 1 };
  }
  if (outcome.kind === "undecided") await setUndecided(tx, job.id, { number: row.number, appointmentId: outcome.id });
  else await deleteRows(tx, job.id, [row.number]);
  return outcome.kind === "repeated" ? { ...NOTHING, known: 1 } : { ...NOTHING, added: 1 };
}

type Outcome =
  | schedule.Conflict
  | { kind: "booked" | "repeated" }
  | { kind: "undecided"; id: string }
  | { kind: "refused"; reason: string };

async function bookRow(
  tx: Tx,
  { app, job, row, appointment, now }: Omit<One, "zone"> & { appointment: AppointmentRow },
): Promise<Outcome> {
  const whose = await clientOfRow(tx, { appointment, choice: job.choices.people[row.number] });
  const outcome = await bookImported(tx, {
    app,
    actor: { kind: "admin", userId: job.actor },
    booking: {
      ...appointment,
      clientId: whose.kind === "one" ? whose.id : null,
      waitsForClient: whose.kind === "several",
      reminds: job.choices.reminds,
      imported: importedKeyOf(appointment),
    },
    now,
  });
  if (outcome.kind === "refused") return { kind: "refused", reason: outcome.message };
  if (outcome.kind === "repeated" || outcome.kind === "conflict") return outcome;
  if (outcome.clientId === null) return { kind: "undecided", id: outcome.id };
  const isNew = whose.kind === "one" && whose.id === null;
  if (isNew && job.choices.existing) await markExisting(tx, outcome.clientId);
  return { kind: "booked" };
}

/** The same person at the same time is the same appointment, whatever it was mapped to. */
export function importedKeyOf({ start, name, email, phone }: AppointmentRow): Idempotency {
  const content = { start, name: folded(name ?? ""), email: email?.toLowerCase() ?? null, phone };
  return idempotencyOf(JSON.stringify(content), { scope: "import", content });
}

/** Whose an appointment is. `id` null: of someone who has no record here. */
export type Whose = { kind: "one"; id: string | null } | { kind: "several"; ids: string[] };

/** By address or number as a booking is; by the name alone if just one client has it, or as the owner chose. */
export async function clientOfRow(
  db: Queries,
  { appointment, choice }: { appointment: AppointmentRow; choice: string | undefined },
): Promise<Whose> {
  if (appointment.email || appointment.phone) {
    const [placed] = await placeClients(db, [contactOf(appointment)]);
    return { kind: "one", id: placed && !placed.isNew ? placed.id : null };
  }
  const ids = await listByName(db, appointment.name ?? "");
  if (ids.length < 2) return { kind: "one", id: ids[0] ?? null };
  if (choice === NEW_CLIENT) return { kind: "one", id: null };
  return choice && ids.includes(choice) ? { kind: "one", id: choice } : { kind: "several", ids };
}
