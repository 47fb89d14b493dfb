import type { Appointment } from "#app/appointments/appointment.ts";
import type { Actor } from "#app/platform/actor.ts";
import { mayWith } from "#app/platform/permissions.ts";

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
