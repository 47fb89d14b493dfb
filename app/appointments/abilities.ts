import type { Actor } from "#app/accounts/actor.ts";
import type { Appointment } from "#app/appointments/appointment.ts";

/** Who may see, move and cancel an appointment: whose it is, who holds its link, and the practice. */
export function mayChange(actor: Actor, appointment: Pick<Appointment, "id" | "userId">): boolean {
  switch (actor.kind) {
    case "admin":
    case "system":
      return true;
    case "holder":
      return actor.appointmentId === appointment.id;
    case "client":
      return actor.userId === appointment.userId;
    case "visitor":
      return false;
  }
}

/** Who acts for the practice: confirms what is pending, and is bound by no notice. */
export function isPractice(actor: Actor): boolean {
  return actor.kind === "admin" || actor.kind === "system";
}

/** For reads of what is the practice's alone: a door without its guard fails instead of answering. */
export function mustBePractice(actor: Actor): void {
  if (!isPractice(actor)) throw new Error(`This is for the practice alone, not for a ${actor.kind}`);
}
