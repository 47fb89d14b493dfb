import { type Appointment, viewStatus } from "#app/appointments/appointment.ts";

const MINUTE_MS = 60_000;

/** Whether a client may still change an appointment online: until the practice's notice before its start. */
export type ChangeWindow = "open" | "too-late" | "cancelled";

export function changeWindow(
  appointment: Pick<Appointment, "start" | "status">,
  { now, changeNotice }: { now: number; changeNotice: number },
): ChangeWindow {
  if (viewStatus(appointment.status) === "Cancelled") return "cancelled";
  return now < changeDeadline(appointment.start, changeNotice) ? "open" : "too-late";
}

/** What another system keeps is changed there by its client: online here it is always too late. */
export function windowElsewhere(window: ChangeWindow, isElsewhere: boolean): ChangeWindow {
  return isElsewhere && window === "open" ? "too-late" : window;
}

/** The last instant for an online change. The notice is in minutes. */
export function changeDeadline(start: number, changeNotice: number): number {
  return start - changeNotice * MINUTE_MS;
}

export function tooLateSentence(phone: string): string {
  return `It is too close to your appointment to change it online. Please call ${phone}`;
}
