import { type Cancellation, type CancellingParty, isEntered } from "#app/appointments/cancellation.ts";
import type { DetailsDifference } from "#app/appointments/clients/contact.ts";
import type { Note } from "#app/appointments/note.ts";
import type { MoveRequest } from "#app/appointments/requests/move-request.ts";
import type { AppointmentListRow } from "#app/diary/lists/appointment-list.ts";
import type { HomeVisitAddresses } from "#app/diary/lists/row-view.ts";
import { isOfPractice } from "#app/platform/permissions.ts";

/** `at` is epoch ms; `action` and `actor` are as in the audit. */
export type AuditEvent = { at: number; actor: string; action: string; askedBy?: CancellingParty | null };

/** `isShort`: a first appointment without its extra minutes; else they are there for someone who has been here. */
export type FirstFault = { isShort: boolean; minutes: number; said: "yes" | "no" | null };

export type AppointmentRecord = {
  row: AppointmentListRow;
  linkVersion: number;
  /** Where a visit goes, for whoever may see it. */
  visits: HomeVisitAddresses;
  /** When its therapist sees the address, as a local date; null where it is no visit or the viewer sees it. */
  lacksAddress: boolean;
  addressFrom: string | null;
  clientId: string | null;
  /** Its client was found by what someone typed, and nobody has confirmed that it is them. */
  isMatchOpen: boolean;
  /** When its hold expires unless the client confirms by email, epoch ms UTC; null for a booking without a hold. */
  holdUntil: number | null;
  /** It waits for a payment, not for its mailed link. */
  waitsForPayment: boolean;
  /** How the typed details differ from the client record; null when there is nothing to review. */
  difference: DetailsDifference | null;
  /** The client was erased, so there are no contact details to correct. */
  /** Its therapist no longer works then. */
  isOff: boolean;
  isErased: boolean;
  /** Another of what may be the same person, at the same time; null where there is none, or for who may not see it. */
  /** Too short for a first appointment, or longer than it needs to be. */
  firstFault: FirstFault | null;
  double: { id: string; start: number } | null;
  serviceSlug: string | null;
  therapistSlug: string | null;
  /** Null for whoever may not see notes. */
  note: Note | null;
  /** `by`: the name of whoever of the practice cancelled it, if it was one of them. */
  cancellation: (Cancellation & { by: string | null }) | null;
  /** What the client asked of it as it stands, answered or not. */
  request: MoveRequest | null;
  /** While the mail about the cancellation is held: when it goes out, epoch ms UTC. */
  notifiedAt: number | null;
  /** Until when a change is free, epoch ms UTC, and whether a later one may cost something. */
  rule: { now: number; changeNotice: number; chargesLate: boolean };
  history: AuditEvent[];
  zone: string;
};

const ACTIONS: Record<string, string> = {
  "appointment.book": "Booked",
  "appointment.confirm": "Confirmed",
  "appointment.cancel": "Cancelled",
  "appointment.reinstate": "Reinstated",
  "appointment.call": "Called, will call back,",
  "appointment.offer": "Times offered by email",
  "appointment.late": "Clients emailed about running late",
  "appointment.ask": "Move asked for",
  "appointment.decline-move": "Request to move declined",
  "appointment.settle-move": "Request to move dealt with",
  "appointment.reopen-move": "Request to move opened again",
  "appointment.reschedule": "Moved",
  "appointment.rearrange": "Moved",
  "appointment.settle-first": "Length of a first appointment kept",
  "appointment.attendance": "Attendance noted",
  "appointment.note": "Note saved",
  "appointment.contact": "Contact details corrected",
  "appointment.link": "Link made anew",
  "appointment.keep": "Kept by the mailed link",
  "appointment.release": "Released, as the emailed link was not opened,",
};

/** `Booked by the client`. */
export function eventInWords({ action, actor, askedBy = null }: AuditEvent): string {
  const who = isOfPractice(actor) ? "the practice" : actor === "system" ? "the site" : "the client";
  const addition = isEntered({ actor, askedBy }) ? ", as the client asked" : "";
  return `${ACTIONS[action] ?? action} by ${who}${addition}`;
}
