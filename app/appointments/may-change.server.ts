import type { Appointment } from "#app/appointments/appointment.ts";
import { getAppointment, listKeptElsewhere } from "#app/appointments/appointments.db.server.ts";
import { changeWindow, tooLateSentence } from "#app/appointments/change-window.ts";
import type { Tx } from "#app/platform/app-context.server.ts";
import { writeAudit } from "#app/platform/audit.server.ts";
import { type Actor, actorName, mayWith, worksHere } from "#app/platform/permissions.ts";
import { readablePhone } from "#app/platform/phone-number.ts";
import type { Settings } from "#app/settings/settings.ts";

/** Why an appointment can't be changed. Somebody else's appointment is reported as not found. */
export type Refused =
  | { kind: "not-found" }
  | { kind: "too-late"; message: string }
  | { kind: "cancelled-before"; message: string };

/** `cancels`: within the practice's notice a client may still cancel, and do nothing else. */
type ChangeInput = { actor: Actor; appointmentId: string; settings: Settings; now: number; cancels?: boolean };

/** The appointment if this actor may change it now; otherwise the reason why not. */
export async function getChangeable(
  tx: Tx,
  { actor, appointmentId, settings, now, cancels = false }: ChangeInput,
): Promise<
  | { kind: "changeable"; appointment: Appointment }
  | { kind: "cancelled-before"; appointment: Appointment; message: string }
  | Exclude<Refused, { kind: "cancelled-before" }>
> {
  const appointment = await getAppointment(tx, appointmentId);
  if (!appointment || !mayChange(actor, appointment)) return { kind: "not-found" };
  const window = changeWindow(appointment, { now, changeNotice: settings.bookingRules.changeNotice });
  if (window === "cancelled") return { ...cancelledBefore(), appointment };
  if (worksHere(actor)) return { kind: "changeable", appointment };
  const isOpen = window === "open" || (cancels && window === "cancel-only");
  if (!isOpen || (await listKeptElsewhere(tx, [appointmentId])).size > 0) {
    return { kind: "too-late", message: tooLateSentence(readablePhone(settings.business.phone)) };
  }
  return { kind: "changeable", appointment };
}

export async function auditChange(
  tx: Tx,
  { actor, action, appointment, now }: { actor: Actor; action: string; appointment: Appointment; now: number },
): Promise<void> {
  await writeAudit(tx, {
    at: now,
    actor: actorName(actor),
    action,
    subject: { kind: "appointment", id: appointment.id },
    detail: { start: appointment.start, therapist: appointment.therapistId, sequence: appointment.sequence },
  });
}

export function cancelledBefore() {
  return { kind: "cancelled-before" as const, message: "This appointment has been cancelled" };
}

/** Who may see, move and cancel an appointment: whose it is, who holds its link, and the practice. */
export function mayChange(actor: Actor, appointment: Pick<Appointment, "id" | "userId" | "therapistId">): boolean {
  switch (actor.kind) {
    case "admin":
    case "staff":
    case "system":
      return mayWith(actor, ["change", "appointments"], appointment.therapistId);
    case "holder":
      return actor.appointmentId === appointment.id;
    case "client":
      return actor.userId === appointment.userId;
    case "visitor":
      return false;
  }
}
