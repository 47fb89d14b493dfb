import { type Actor, actorName } from "#app/accounts/actor.ts";
import { isPractice } from "#app/appointments/abilities.ts";
import { reminderMessage } from "#app/appointments/reminder.ts";
import { deleteAppointment } from "#app/appointments/removal/store.server.ts";
import { findById } from "#app/appointments/store.server.ts";
import { withdraw } from "#app/outbox/store.server.ts";
import { writeAudit } from "#app/platform/audit.server.ts";
import type { World } from "#app/platform/world.server.ts";

export type RemoveOutcome = { kind: "removed" } | { kind: "not-found" };

/** Removes an appointment's record for good; an audit line stays. Nobody is written to. For the practice alone. */
export async function remove(
  world: World,
  actor: Actor,
  { appointmentId }: { appointmentId: string },
): Promise<RemoveOutcome> {
  if (!isPractice(actor)) return { kind: "not-found" };
  return world.db.kysely.transaction().execute(async (tx): Promise<RemoveOutcome> => {
    const appointment = await findById(tx, appointmentId);
    if (!appointment || !(await deleteAppointment(tx, appointmentId))) return { kind: "not-found" };
    await withdraw(tx, reminderMessage(appointment));
    await writeAudit(tx, {
      at: world.clock.now(),
      actor: actorName(actor),
      action: "appointment.delete",
      subject: { kind: "appointment", id: appointmentId },
      detail: { start: appointment.start, therapist: appointment.therapistId, reference: appointment.reference },
    });
    return { kind: "removed" };
  });
}
