import { getAppointment } from "#app/appointments/appointments.db.server.ts";
import { getCall, writeCall } from "#app/diary/stranded-calls.db.server.ts";
import { nameOf } from "#app/diary/stranded-walk.server.ts";
import { type Actor, actorName } from "#app/platform/actor.ts";
import type { AppContext } from "#app/platform/app-context.server.ts";
import { writeAudit } from "#app/platform/audit.server.ts";
import { mayWith } from "#app/platform/permissions.ts";

type CallOutcome =
  | { kind: "noted" }
  /** Somebody else has rung in the meantime. */
  | { kind: "before"; at: number; by: string | null }
  | { kind: "stale" }
  | { kind: "not-found" };

/** Notes that somebody rang a stranded client and will ring back. `seen`: when the last call was, as the admin saw it. */
export async function noteCall(
  app: AppContext,
  actor: Actor,
  { appointmentId, seen }: { appointmentId: string; seen: number | null },
): Promise<CallOutcome> {
  return app.db.kysely.transaction().execute(async (tx): Promise<CallOutcome> => {
    const appointment = await getAppointment(tx, appointmentId);
    if (!appointment || !mayWith(actor, ["change", "appointments"], appointment.therapistId)) {
      return { kind: "not-found" };
    }
    const at = app.clock.now();
    if (await writeCall(tx, appointmentId, { at, actor: actorName(actor), seen })) {
      const subject = { kind: "appointment", id: appointmentId };
      await writeAudit(tx, { at, actor: actorName(actor), action: "appointment.call", subject });
      return { kind: "noted" };
    }
    const call = await getCall(tx, appointmentId);
    return call ? { kind: "before", at: call.at, by: await nameOf(tx, call.actor) } : { kind: "stale" };
  });
}
