import { listDoubles } from "#app/appointments/overlaps.db.server.ts";
import {
  countAppointments,
  listAppointmentPage,
  streamAppointmentList,
} from "#app/diary/appointment-list.db.server.ts";
import {
  type AppointmentListFilter,
  type AppointmentListRow,
  type AppointmentListSort,
  looksAtLatest,
} from "#app/diary/appointment-list.ts";
import { appointmentListCsv } from "#app/diary/appointment-list-csv.ts";
import { startOfLatest } from "#app/diary/latest-appointments.db.server.ts";
import { type Actor, actorName } from "#app/platform/actor.ts";
import type { AppContext } from "#app/platform/app-context.server.ts";
import { writeAudit } from "#app/platform/audit.server.ts";
import type { Tx } from "#app/platform/database/database.server.ts";
import { needsConfirmation, requireReach } from "#app/platform/permissions.ts";
import { readPractice } from "#app/practice/read-practice.server.ts";

type ListQuery = { filter: AppointmentListFilter; sort: AppointmentListSort; down: boolean; page: number };

/** One page of matches and their total. For the practice only. */
export async function listAppointments(
  app: AppContext,
  actor: Actor,
  { filter, ...place }: ListQuery,
): Promise<{ rows: AppointmentListRow[]; total: number; most: number; since: number | null; zone: string }> {
  const reach = requireReach(actor, "see", "appointments");
  const db = app.db.kysely;
  const { zone, changeNotice } = (await readPractice(app)).settings.bookingRules;
  const since = looksAtLatest(filter) ? await startOfLatest(db, { filter, reach, zone }) : null;
  const listQuery = { filter, reach, zone, changeNotice, now: app.clock.now(), since };
  const page = await listAppointmentPage(db, listQuery, place);
  const doubles = await listDoubles(
    db,
    page.rows.map(({ id }) => id),
    reach,
  );
  return { ...page, rows: page.rows.map((row) => ({ ...row, isDouble: doubles.has(row.id) })), since, zone };
}

type NotifyOwners = (tx: Tx, notice: { actor: Actor; deed: "export-appointments"; now: number }) => Promise<unknown>;

/** The matches as CSV text, piece by piece. An export of personal data writes an audit line, and owners are notified. */
export async function exportAppointments(
  app: AppContext,
  actor: Actor,
  { filter, notifyOwners }: { filter: AppointmentListFilter; notifyOwners: NotifyOwners },
): Promise<{ kind: "exported"; pieces: AsyncGenerator<string> } | { kind: "unconfirmed" }> {
  const reach = requireReach(actor, "export", "appointments");
  if (needsConfirmation(actor)) return { kind: "unconfirmed" };
  const db = app.db.kysely;
  const { zone, changeNotice } = (await readPractice(app)).settings.bookingRules;
  const listQuery = { filter, reach, zone, changeNotice, now: app.clock.now() };
  const total = await countAppointments(db, listQuery);
  await db.transaction().execute(async (tx) => {
    const at = app.clock.now();
    await writeAudit(tx, {
      at,
      actor: actorName(actor),
      action: "appointment.export",
      subject: { kind: "appointments", id: "all" },
      detail: { rows: total, from: filter.from, to: filter.to },
    });
    await notifyOwners(tx, { actor, deed: "export-appointments", now: at });
  });
  return { kind: "exported", pieces: appointmentListCsv(streamAppointmentList(db, listQuery), listQuery) };
}
