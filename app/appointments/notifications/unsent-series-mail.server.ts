import type { z } from "zod";
import type { Appointment } from "#app/appointments/appointment.ts";
import {
  type HeldSeriesKind,
  type movedData,
  seriesData,
  seriesSubject,
} from "#app/appointments/notifications/appointment-message.ts";
import { listUntried, rewriteHeld } from "#app/mail/held-messages.db.server.ts";
import type { Queries, Tx } from "#app/platform/database/database.server.ts";

type Move = z.output<typeof movedData>;

/** A held mail about several of a series; `moves` is empty for a cancellation. */
export type HeldSeries = { id: string; runAt: number; seriesId: string; appointmentIds: string[]; moves: Move[] };

/** The held mail of this kind that is about this appointment too. */
export async function getHeldAbout(
  db: Queries,
  kind: HeldSeriesKind,
  { id, series }: Pick<Appointment, "id" | "series">,
): Promise<HeldSeries | null> {
  if (!series) return null;
  const held = await listUntried(db, { kind, subject: seriesSubject(series.id) });
  const all = held.map((message) => {
    const data = seriesData[kind].parse(message.data);
    return { moves: [], ...data, id: message.id, runAt: message.runAt };
  });
  return all.find(({ appointmentIds }) => appointmentIds.includes(id)) ?? null;
}

/**
 * Takes an appointment out of a held mail, as it has changed again on its own: what the mail would have said of it.
 * Null when there is none.
 */
export async function takeFromHeld(
  tx: Tx,
  kind: HeldSeriesKind,
  appointment: Appointment,
): Promise<{ move: Move | null } | null> {
  const held = await getHeldAbout(tx, kind, appointment);
  if (!held) return null;
  const { id, runAt: _, ...data } = held;
  const appointmentIds = data.appointmentIds.filter((other) => other !== appointment.id);
  const moves = data.moves.filter((move) => move.appointmentId !== appointment.id);
  const isTaken = await rewriteHeld(tx, id, appointmentIds.length > 0 ? { ...data, appointmentIds, moves } : null);
  if (!isTaken) return null;
  return { move: data.moves.find((move) => move.appointmentId === appointment.id) ?? null };
}
