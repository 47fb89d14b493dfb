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
import { requireReach } from "#app/platform/permissions.ts";
import { listSettings } from "#app/settings/settings.db.server.ts";

type ListQuery = { filter: AppointmentListFilter; sort: AppointmentListSort; down: boolean; page: number };

/** One page of matches and their total. For the practice only. */
export async function listAppointments(
  app: AppContext,
  actor: Actor,
  { filter, ...place }: ListQuery,
): Promise<{ rows: AppointmentListRow[]; total: number; most: number; since: number | null; zone: string }> {
  const reach = requireReach(actor, "see", "appointments");
  const db = app.db.kysely;
  const { zone, changeNotice } = (await listSettings(db, app.log)).bookingRules;
  const since = looksAtLatest(filter) ? await startOfLatest(db, { filter, reach, zone }) : null;
  const listQuery = { filter, reach, zone, changeNotice, now: app.clock.now(), since };
  return { ...(await listAppointmentPage(db, listQuery, place)), since, zone };
}

/** The matches as CSV text, piece by piece. An export of personal data writes an audit line. */
export async function exportAppointments(
  app: AppContext,
  actor: Actor,
  { filter }: { filter: AppointmentListFilter },
): Promise<AsyncGenerator<string>> {
  const reach = requireReach(actor, "export", "appointments");
  const db = app.db.kysely;
  const { zone, changeNotice } = (await listSettings(db, app.log)).bookingRules;
  const listQuery = { filter, reach, zone, changeNotice, now: app.clock.now() };
  const total = await countAppointments(db, listQuery);
  await db.transaction().execute((tx) =>
    writeAudit(tx, {
      at: app.clock.now(),
      actor: actorName(actor),
      action: "appointment.export",
      subject: { kind: "appointments", id: "all" },
      detail: { rows: total, from: filter.from, to: filter.to },
    }),
  );
  return appointmentListCsv(streamAppointmentList(db, listQuery), listQuery);
}
