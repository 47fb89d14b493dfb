import { listByName } from "#app/clients/clients.db.server.ts";
import { placeClients } from "#app/clients/place-clients.server.ts";
import { bookImported } from "#app/diary/book-for-practice.server.ts";
import { type AppointmentRow, readAppointmentRow } from "#app/import/appointment-row.ts";
import type { Import, ImportRow } from "#app/import/import-choices.ts";
import { contactOf } from "#app/import/import-clients.server.ts";
import { type Counts, deleteRows, refuseRow } from "#app/import/imports.db.server.ts";
import type { AppContext } from "#app/platform/app-context.server.ts";
import type { Queries, Tx } from "#app/platform/database/database.server.ts";
import { folded } from "#app/platform/folded.ts";
import { type Idempotency, idempotencyOf } from "#app/platform/idempotency.server.ts";

type One = { app: AppContext; job: Import; row: ImportRow; now: number; zone: string };

const NOTHING: Counts = { added: 0, known: 0, refused: 0 };

/** Books the appointment of one row by the practice's own command, or refuses the row with that command's reason. */
export async function importAppointment(tx: Tx, { app, job, row, now, zone }: One): Promise<Counts> {
  const read = readAppointmentRow(row.cells, job.choices, { zone, now });
  const outcome = read.kind === "read" ? await bookRow(tx, { app, job, wanted: read.row, now }) : read;
  if (outcome.kind === "refused") {
    await refuseRow(tx, job.id, { number: row.number, reason: outcome.reason });
    return { ...NOTHING, refused: 1 };
  }
  await deleteRows(tx, job.id, [row.number]);
  return outcome.kind === "booked" ? { ...NOTHING, added: 1 } : { ...NOTHING, known: 1 };
}

type Outcome = { kind: "booked" | "again" } | { kind: "refused"; reason: string };

async function bookRow(
  tx: Tx,
  { app, job, wanted, now }: { app: AppContext; job: Import; wanted: AppointmentRow; now: number },
): Promise<Outcome> {
  const whose = await clientOfRow(tx, wanted);
  if (whose.kind === "several") {
    const reason = `Several clients are called ${wanted.name}: add an e-mail address or a phone number`;
    return { kind: "refused", reason };
  }
  const outcome = await bookImported(tx, {
    app,
    actor: { kind: "admin", userId: job.actor },
    booking: { ...wanted, clientId: whose.id, reminds: job.choices.reminds, imported: importedKeyOf(wanted) },
    now,
  });
  return outcome.kind === "refused" ? { kind: "refused", reason: outcome.message } : outcome;
}

/** The same person at the same time is the same appointment, whatever it was mapped to. */
export function importedKeyOf({ start, name, email, phone }: AppointmentRow): Idempotency {
  const content = { start, name: folded(name ?? ""), email: email?.toLowerCase() ?? null, phone };
  return idempotencyOf(JSON.stringify(content), { scope: "import", content });
}

/** By address or number as a booking is; by the name alone if just one client has it. */
async function clientOfRow(
  db: Queries,
  wanted: AppointmentRow,
): Promise<{ kind: "one"; id: string | null } | { kind: "several" }> {
  if (wanted.email || wanted.phone) {
    const [placed] = await placeClients(db, [contactOf(wanted)]);
    return { kind: "one", id: placed && !placed.isNew ? placed.id : null };
  }
  const [id = null, ...others] = await listByName(db, wanted.name ?? "");
  return others.length > 0 ? { kind: "several" } : { kind: "one", id };
}
