import type { Note } from "#app/appointments/notes/note.ts";
import type { RegisterRow } from "#app/appointments/register/register.ts";

/** What happened to an appointment: `at` is epoch ms, `action` and `actor` as in the audit. */
export type Happening = { at: number; actor: string; action: string };

/** One appointment as the practice keeps it. */
export type AppointmentRecord = {
  row: RegisterRow;
  clientId: string | null;
  /** Its client was erased: there are no contact details to correct. */
  isErased: boolean;
  serviceSlug: string | null;
  therapistSlug: string | null;
  note: Note;
  /** The reason given when it was cancelled. */
  reason: string | null;
  history: Happening[];
  zone: string;
};

const ACTIONS: Record<string, string> = {
  "appointment.book": "Booked",
  "appointment.confirm": "Confirmed",
  "appointment.cancel": "Cancelled",
  "appointment.reschedule": "Moved",
  "appointment.rearrange": "Moved",
  "appointment.attendance": "Attendance noted",
  "appointment.note": "Note saved",
  "appointment.contact": "Contact details corrected",
};

/** `Booked by the client`. */
export function happeningInWords({ action, actor }: Happening): string {
  const who = actor.startsWith("admin") ? "the practice" : actor === "system" ? "the site" : "the client";
  return `${ACTIONS[action] ?? action} by ${who}`;
}
