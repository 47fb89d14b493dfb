import { isUnproven } from "#app/appointments/appointments.db.server.ts";
import { cancel } from "#app/appointments/cancel.server.ts";
import type { CancellingParty } from "#app/appointments/cancellation.ts";
import { confirm } from "#app/appointments/confirm.server.ts";
import { deleteAppointment } from "#app/diary/booking/delete-appointment.server.ts";
import type { ManyChange } from "#app/diary/lists/appointment-list.ts";
import type { AppContext } from "#app/platform/app-context.server.ts";
import { isWithin } from "#app/platform/database/within-scope.server.ts";
import { type Actor, requireScope } from "#app/platform/permissions.ts";

type Many = {
  change: ManyChange;
  ids: readonly string[];
  /** The `sequence` of each that the admin saw. */
  seen?: ReadonlyMap<string, number>;
  askedBy?: CancellingParty;
};

/**
 * Applies one change to each appointment in turn and skips those that it doesn't fit, or that someone has changed since.
 * `askedBy` as in `cancel`.
 */
export async function changeMany(
  app: AppContext,
  actor: Actor,
  { ids, ...many }: Many,
): Promise<{ done: number; left: number; missing: number }> {
  requireScope(actor, "change", "appointments");
  let [done, missing] = [0, 0];
  for (const appointmentId of ids) {
    const outcome = await changeOne(app, actor, appointmentId, many);
    if (outcome === "done") done += 1;
    if (outcome === "missing") missing += 1;
  }
  return { done, left: ids.length - done, missing };
}

const MOST_UNPROVEN = 500;

/**
 * Cancels every appointment ahead that was booked online with an address that nobody has proven, by someone who has
 * never attended. Their mails count among those that strangers cause.
 */
export async function cancelUnproven(app: AppContext, actor: Actor): Promise<{ done: number; left: number }> {
  const scope = requireScope(actor, "change", "appointments");
  const rows = await app.db.kysely
    .selectFrom("appointments")
    .select("id")
    .where("starts_at", ">", app.clock.now())
    .where(isUnproven)
    .where(isWithin(scope))
    .orderBy("starts_at")
    .limit(MOST_UNPROVEN)
    .execute();
  let done = 0;
  for (const { id: appointmentId } of rows) {
    const outcome = await cancel(app, actor, { appointmentId, reason: null, byStranger: true });
    if (outcome.kind === "cancelled" && !outcome.again) done += 1;
  }
  return { done, left: rows.length - done };
}

async function changeOne(
  app: AppContext,
  actor: Actor,
  appointmentId: string,
  { change, askedBy, ...many }: Omit<Many, "ids">,
): Promise<"done" | "left" | "missing"> {
  const seen = many.seen?.get(appointmentId);
  const outcome =
    change === "delete"
      ? await deleteAppointment(app, actor, { appointmentId, seen })
      : change === "confirm"
        ? await confirm(app, actor, { appointmentId, seen })
        : await cancel(app, actor, { appointmentId, reason: null, askedBy, seen });
  if (outcome.kind === "not-found") return "missing";
  if (outcome.kind === "removed") return "done";
  return (outcome.kind === "confirmed" || outcome.kind === "cancelled") && !outcome.again ? "done" : "left";
}
