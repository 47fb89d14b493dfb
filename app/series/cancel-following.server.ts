import type { Appointment } from "#app/appointments/appointment.ts";
import { cancelUntold, undoneUntil } from "#app/appointments/cancel.server.ts";
import type { AskedBy, CancelReason } from "#app/appointments/cancellation.ts";
import { changeAppointment, getChangeable } from "#app/appointments/change-appointment.server.ts";
import { listOfSeries } from "#app/appointments/series.db.server.ts";
import { seriesMessage } from "#app/appointments/series-message.ts";
import { mailsToOthers } from "#app/appointments/tell-of-change.server.ts";
import type { Due } from "#app/outbox/message.ts";
import { enqueue } from "#app/outbox/outbox.db.server.ts";
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

/**
 * Cancels an appointment and the later ones of its series in one transaction. Each is late or on time by itself; one
 * mail is about all, after the time for an Undo. For the practice only.
 */
export async function cancelFollowing(app: AppContext, actor: Actor, input: Input): Promise<Outcome> {
  requireReach(actor, "change", "series");
  const { appointmentId, seen, ...why } = input;
  const settings = await listSettings(app.db.kysely, app.log);
  return changeAppointment(app, async (tx, now): Promise<Outcome> => {
    const found = await getChangeable(tx, { actor, appointmentId, settings, now });
    if (found.kind === "cancelled-before") return { kind: "cancelled-before" };
    if (found.kind !== "changeable" || !found.appointment.series) return { kind: "not-found" };
    if (found.appointment.sequence !== seen) return { kind: "stale" };
    const { id: seriesId } = found.appointment.series;
    const all = followingOf(found.appointment, await listOfSeries(tx, seriesId), now);
    const runAt = undoneUntil(actor, now);
    const { zone } = settings.bookingRules;
    const messages: Due[] = [];
    for (const before of all) {
      const { cancelled: after } = await cancelUntold(tx, before, { actor, why, settings, now });
      const change = { how: "cancelled" as const, before, after };
      messages.push(...(await mailsToOthers(tx, change, { actor, zone, practice: null, now, runAt })));
    }
    // A visit that is over is told to nobody.
    const told = all.filter(({ end, email }) => end > now && email !== null);
    if (told.length > 0) {
      const data = { seriesId, appointmentIds: told.map(({ id }) => id) };
      messages.push({ ...seriesMessage("series-cancelled-client", data), runAt });
    }
    if (messages.length > 0) await enqueue(tx, messages, now);
    return { kind: "cancelled", appointments: all };
  });
}
