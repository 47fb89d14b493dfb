import type { z } from "zod";
import type { Appointment } from "#app/appointments/appointment.ts";
import {
  type movedData,
  type PendingSeriesKind,
  seriesData,
  seriesSubject,
} from "#app/appointments/notifications/appointment-message.ts";
import { listUntried, rewriteUntried } from "#app/mail/untried-messages.db.server.ts";
import type { Queries, Tx } from "#app/platform/app-context.server.ts";

type Move = z.output<typeof movedData>;

/** An untried mail about several of a series; `moves` is empty for a cancellation. */
export type PendingSeries = { id: string; runAt: number; seriesId: string; appointmentIds: string[]; moves: Move[] };

/** The untried mail of this kind that is about this appointment too. */
export async function getUntriedAbout(
  db: Queries,
  kind: PendingSeriesKind,
  { id, series }: Pick<Appointment, "id" | "series">,
): Promise<PendingSeries | null> {
  if (!series) return null;
  const untried = await listUntried(db, { kind, subject: seriesSubject(series.id) });
  const all = untried.map((message) => {
    const data = seriesData[kind].parse(message.data);
    return { moves: [], ...data, id: message.id, runAt: message.runAt };
  });
  return all.find(({ appointmentIds }) => appointmentIds.includes(id)) ?? null;
}

/**
 * Takes an appointment out of an untried mail, as it has changed again on its own: what the mail would have said of it.
 * Null when there is none.
 */
export async function takeFromPending(
  tx: Tx,
  kind: PendingSeriesKind,
  appointment: Appointment,
): Promise<{ move: Move | null } | null> {
  const untried = await getUntriedAbout(tx, kind, appointment);
  if (!untried) return null;
  const { id, runAt: _, ...data } = untried;
  const appointmentIds = data.appointmentIds.filter((other) => other !== appointment.id);
  const moves = data.moves.filter((move) => move.appointmentId !== appointment.id);
  const isTaken = await rewriteUntried(tx, id, appointmentIds.length > 0 ? { ...data, appointmentIds, moves } : null);
  if (!isTaken) return null;
  return { move: data.moves.find((move) => move.appointmentId === appointment.id) ?? null };
}
