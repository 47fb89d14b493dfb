import type { Appointment } from "#app/appointments/appointment.ts";
import { CANCEL_UNDO_MS } from "#app/appointments/cancel.server.ts";
import type { AskedBy, CancelReason } from "#app/appointments/cancellation.ts";
import { getChangeable } from "#app/appointments/change-appointment.server.ts";
import * as schedule from "#app/appointments/schedule.server.ts";
import { listOfSeries } from "#app/appointments/series.db.server.ts";
import type { Actor } from "#app/platform/actor.ts";
import type { AppContext } from "#app/platform/app-context.server.ts";
import { requireReach } from "#app/platform/permissions.ts";
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

/** Cancels an appointment and the later ones of its series: all or none. For the practice only. */
export async function cancelFollowing(app: AppContext, actor: Actor, input: Input): Promise<Outcome> {
  requireReach(actor, "change", "series");
  const { appointmentId, seen, ...why } = input;
  const settings = await listSettings(app.db.kysely, app.log);
  return schedule.retryOnConflict(app, async (tx, now): Promise<Outcome | schedule.Conflict> => {
    const found = await getChangeable(tx, { actor, appointmentId, settings, now });
    if (found.kind === "cancelled-before") return { kind: "cancelled-before" };
    if (found.kind !== "changeable" || !found.appointment.series) return { kind: "not-found" };
    if (found.appointment.sequence !== seen) return { kind: "stale" };
    const { id: seriesId } = found.appointment.series;
    const all = followingOf(found.appointment, await listOfSeries(tx, seriesId), now);
    const options = { actor, from: "series" as const, settings, now, undoMs: CANCEL_UNDO_MS };
    const outcome = await schedule.cancel(tx, all, why, options);
    return outcome.kind === "conflict" ? outcome : { kind: "cancelled", appointments: all };
  });
}
