import type { Appointment } from "#app/appointments/appointment.ts";
import { CANCEL_UNDO_MS, cancelUntold } from "#app/appointments/cancel.server.ts";
import type { AskedBy, CancelReason } from "#app/appointments/cancellation.ts";
import { changeAppointment, getChangeable } from "#app/appointments/change-appointment.server.ts";
import { listOfSeries } from "#app/appointments/series.db.server.ts";
import { seriesMessage } from "#app/appointments/series-message.ts";
import { enqueue } from "#app/outbox/outbox.db.server.ts";
import { type Actor, requireAdmin } from "#app/platform/actor.ts";
import type { AppContext } from "#app/platform/app-context.server.ts";
import { followingOf } from "#app/series/following.ts";
import { listSettings } from "#app/settings/settings.db.server.ts";

type Input = {
  appointmentId: string;
  reason: string | null;
  reasonCode: CancelReason | null;
  askedBy: AskedBy;
  /** The `sequence` that the admin saw. */
  seen: number;
};

type Outcome =
  | { kind: "cancelled"; appointments: Appointment[] }
  | { kind: "cancelled-before" }
  | { kind: "stale" }
  | { kind: "not-found" };

/**
 * Cancels an appointment and the later ones of its series in one transaction. Each is late or on time by itself; one
 * mail is about all, after the time for an Undo. For the practice only.
 */
export async function cancelFollowing(app: AppContext, actor: Actor, input: Input): Promise<Outcome> {
  requireAdmin(actor);
  const { appointmentId, seen, ...why } = input;
  const settings = await listSettings(app.db.kysely, app.log);
  return changeAppointment(app, async (tx, now): Promise<Outcome> => {
    const found = await getChangeable(tx, { actor, appointmentId, settings, now });
    if (found.kind === "cancelled-before") return { kind: "cancelled-before" };
    if (found.kind !== "changeable" || !found.appointment.series) return { kind: "not-found" };
    if (found.appointment.sequence !== seen) return { kind: "stale" };
    const { id: seriesId } = found.appointment.series;
    const all = followingOf(found.appointment, await listOfSeries(tx, seriesId), now);
    for (const appointment of all) await cancelUntold(tx, appointment, { actor, why, settings, now });
    // A visit that is over is told to nobody.
    const told = all.filter(({ end, email }) => end > now && email !== null);
    if (told.length > 0) {
      const data = { seriesId, appointmentIds: told.map(({ id }) => id) };
      const runAt = now + (actor.kind === "admin" ? CANCEL_UNDO_MS : 0);
      await enqueue(tx, [{ ...seriesMessage("series-cancelled-client", data), runAt }], now);
    }
    return { kind: "cancelled", appointments: all };
  });
}
