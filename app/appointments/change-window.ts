import { type Appointment, viewStatus } from "#app/appointments/appointment.ts";

const MINUTE_MS = 60_000;

/**
 * What a client may still do online: until the practice's notice before its start anything, then only cancel, and nothing
 * once it has begun.
 */
export type ChangeWindow = "open" | "cancel-only" | "too-late" | "cancelled";

export function changeWindow(
  appointment: Pick<Appointment, "start" | "status">,
  { now, changeNotice }: { now: number; changeNotice: number },
): ChangeWindow {
  if (viewStatus(appointment.status) === "Cancelled") return "cancelled";
  if (now < changeDeadline(appointment.start, changeNotice)) return "open";
  return now < appointment.start ? "cancel-only" : "too-late";
}

/** What another system keeps is changed there by its client: online here it is always too late. */
export function windowElsewhere(window: ChangeWindow, isElsewhere: boolean): ChangeWindow {
  return isElsewhere && window !== "cancelled" ? "too-late" : window;
}

/** The last instant for an online change. The notice is in minutes. */
export function changeDeadline(start: number, changeNotice: number): number {
  return start - changeNotice * MINUTE_MS;
}

export function tooLateSentence(phone: string): string {
  return `It is too close to your appointment to change it online. Call ${phone}`;
}
