import { href } from "react-router";
import { wordedMail } from "#app/mails.server.ts";
import type { AuditEntry } from "#app/platform/audit.server.ts";
import { timeInWords } from "#app/platform/date-time.ts";

const VERBS: Record<string, string> = {
  book: "Booked",
  cancel: "Cancelled",
  confirm: "Confirmed",
  reschedule: "Moved",
  rearrange: "Rearranged",
  attendance: "Noted attendance of",
  export: "Exported",
  erase: "Erased",
  merge: "Merged",
  add: "Added",
  change: "Changed",
  remove: "Took back",
  move: "Reordered",
  show: "Showed",
  hide: "Hid",
  put: "Put a picture on",
  note: "Wrote a note on",
  "note-removed": "Removed a note on",
  "practical-note": "Changed the practical note on",
  alert: "Added an alert about",
  "alert-removed": "Removed an alert about",
  "card-removed": "Removed the kept card of",
  "consent-withdrawn": "Withdrew the consent of",
  bundle: "Made a file for an insurer about",
  emergency: "Opened in an emergency what is kept about",
  block: "Blocked",
  unblock: "Unblocked",
  open: "Opened",
  role: "Changed the role of",
  disable: "Disabled",
  enable: "Enabled",
  "end-sessions": "Ended the sessions of",
  password: "Set the password of",
  "password-moved": "Took over the old password of",
  verify: "Confirmed the address of",
  address: "Changed the address of",
  price: "Changed a price of",
  contact: "Corrected the contact details of",
  "send-again": "Sent again",
  disown: "“This was not me” on",
  reply: "Replied to",
  read: "Read",
  done: "Finished",
  spam: "Marked as spam",
  unread: "Marked as unread",
  waiting: "Marked as waiting",
  assign: "Said who answers",
  delete: "Deleted",
  link: "Made a new link for",
  keep: "Confirmed by the mailed link",
  release: "Released",
  reinstate: "Reinstated",
  match: "Confirmed who booked for",
  "details-used": "Took over what was typed for",
  "details-kept": "Kept the own details of",
  "address.refused": "Took the address off",
  "passkey.add": "Added a passkey to",
  "passkey.remove": "Removed a passkey from",
  "second-factor.on": "Turned on sign-in codes for",
  "second-factor.off": "Turned off sign-in codes for",
};

const ACTIONS: Record<string, string> = {
  "client.hold": "Put the health record on hold of client",
  "client.lift-hold": "Lifted the hold of the health record of client",
  "external.settle": "Settled by hand what was booked on Calendly",
  "appointment.call": "Called, will call back, about appointment",
  "appointment.offer": "Offered other times by email for appointment",
  "appointment.late": "Emailed clients about running late, from appointment",
  "appointment.ask": "Asked to move appointment",
  "appointment.decline-move": "Declined to move appointment",
  "appointment.settle-move": "Dealt with the request to move appointment",
  "appointment.reopen-move": "Opened again the request to move appointment",
  "appointment.reinstate": "Reinstated appointment",
  "closure.bank-holidays": "Closed on the bank holidays of",
  "therapist.leaving": "Asked their clients whose record follows, as they leave, of therapist",
  "therapist.records-closed": "Closed the health records that were their own, of therapist",
  "therapist.records-taken": "Took along the health records of who follows, as therapist",
  "therapist.mails": "Chose the emails of therapist",
  "demo.end": "Started with the own practice: removed everything invented",
  "go-live.choose": "Chose on the way to opening",
  "go-live.policy-read": "Read through the words of page",
  "go-live.test-booking": "Booked a test, and took it back",
  "go-live.test-mail": "Sent a test email",
  "go-live.test-mail-pressed": "Opened the link in a test email",
  "logo.put": "Uploaded a logo under",
  "logo.remove": "Removed the logo under",
  "staff.disabled": "Ended, with their account, the roles of",
  "staff.enabled": "Gave back, with their account, the roles of",
  "staff.invited": "Invited",
  "staff.invited-again": "Sent another invitation to",
  "staff.joined": "Accepted an invitation as",
  "staff.left": "Deleted the account of someone who worked here,",
  "staff.parts": "Changed the roles of",
  "staff.readmitted": "Readmitted",
  "staff.suspended": "Suspended",
  "staff.withdrawn": "Withdrew the invitation of",
  "time-off.ask": "Asked for time off,",
  "time-off.confirm": "Confirmed time off,",
  "time-off.decline": "Declined time off,",
  "time-off.withdraw": "Asked no longer for time off,",
  "record.withdraw": "Hid a health record again: its client had withdrawn their consent since the backup",
  "record.leave": "Hid a health record again: its therapist had left with it since the backup",
  "record.destroy": "Destroyed a health record on its day, as nothing has to be kept of it any longer",
  "report.export": "Exported figures of",
  "calendar.connect": "Connected a calendar of therapist",
  "calendar.change": "Changed what happens when a calendar fails of therapist",
  "calendar.choose": "Chose which calendars count of therapist",
  "calendar.password": "Entered a new calendar password of therapist",
  "calendar.sign-in": "Signed in again to a calendar of therapist",
  "calendar.restore": "Put an appointment back into the calendar of therapist",
  "calendar.disconnect": "Disconnected a calendar of therapist",
  "subscription.change": "Changed what the calendar shows of therapist",
  "subscription.make": "Made the calendar’s address of therapist",
  "client.bring-back": "Brought back from an earlier state client",
  "update.request": "Asked for the update to release",
  "subscription.revoke": "Ended the calendar’s address of therapist",
};

/** What they are about says nothing beyond the action. */
const NAMELESS = ["import", "go-live-test", "external", "record"];

const NOUNS: Record<string, string> = {
  user: "account",
  setting: "setting",
  closure: "closure",
  opening: "extra opening",
  mail: "mail",
  enquiry: "message",
  page: "the words of page",
  "mail-words": "the words of email",
  place: "the place",
};

/** `Changed service`; an unknown action by its stored name. */
export function actionInWords({ action, subject }: Pick<AuditEntry, "action" | "subject">): string {
  const [, verb = action] = action.split(/\.(.*)/s);
  const noun = NOUNS[subject.kind] ?? subject.kind;
  if (action.startsWith("hours.")) return "Changed the hours of therapist";
  if (action.startsWith("film.")) return FILM_ACTIONS[verb] ?? action;
  if (action.startsWith("import.")) return IMPORT_ACTIONS[verb] ?? action;
  if (ACTIONS[action]) return ACTIONS[action];
  if (action === "picture.remove") return `Removed the picture of ${noun}`;
  return `${VERBS[verb] ?? `${verb}:`} ${noun}`;
}

const FILM_ACTIONS: Record<string, string> = {
  put: "Uploaded film",
  remove: "Removed film",
  fetch: "Looked up film",
  title: "Took the title of film",
  "poster-put": "Put a picture on film",
  "poster-remove": "Removed the picture of film",
};

const IMPORT_ACTIONS: Record<string, string> = {
  clients: "Imported clients",
  appointments: "Imported appointments",
  client: "Chose whose imported appointment it is:",
  firebase: "Moved in from Firebase",
  "firebase-tried": "Looked at what Firebase would bring",
  decide: "Decided what waited from Firebase",
  remove: "Removed an uploaded list",
};

/** The record's page; null when it has none. */
export function subjectAddress({ kind, id }: AuditEntry["subject"]): string | null {
  if (kind === "appointment") return href("/admin/appointments/:id", { id });
  if (kind === "client") return href("/admin/clients/:id", { id });
  if (kind === "service") return href("/admin/services/:id", { id });
  if (kind === "therapist") return href("/admin/therapists/:id", { id });
  if (kind === "review") return href("/admin/reviews/:id", { id });
  if (kind === "enquiry") return href("/admin/messages/:id", { id });
  if (kind === "film") return href("/admin/settings/videos/:place", { place: id });
  if (kind === "place") return href("/admin/settings/pictures/:place", { place: id });
  if (kind === "page") return href("/admin/settings/words/:page", { page: id });
  if (kind === "mail-words") return href("/admin/settings/mails/:mail", { mail: id });
  return kind === "mail" ? href("/admin/mail/:id", { id }) : null;
}

const GENERATED = /^[0-9a-f]{8}-/;

/** A record that has no name any more, or never had one: settings and pages by their own. */
export function subjectInWords({ kind, id }: AuditEntry["subject"]): string {
  if (NAMELESS.includes(kind) || id === "goLive") return "";
  if (!GENERATED.test(id)) return kind === "mail-words" ? mailName(id) : (SETTINGS[id] ?? id);
  return subjectAddress({ kind, id }) && kind === "mail" ? "as it was sent" : "that is no longer here";
}

function mailName(id: string): string {
  return wordedMail(id)?.text.title ?? id;
}

const SETTINGS: Record<string, string> = {
  business: "Business details",
  openingHours: "Opening hours",
  operationHours: "Operation hours",
  bookingRules: "Booking",
  messages: "Messages",
  pictures: "Pictures",
  videos: "Videos",
  sender: "Sender",
  mailServer: "Mail server",
  mailbox: "Mailbox",
  emailjs: "EmailJS",
  calendarApps: "Calendar sign-in",
  push: "Notifications",
  bodyPlaces: "Body map",
  look: "Look",
  homeCards: "Home cards",
  scheduler: "Calendly",
};

// As the database has them.
const ROLES: Record<string, string> = { admin: "owner", user: "client" };

// They tell the site's own parts apart, and nobody anything.
const INTERNAL = ["version", "sequence", "note"];

/** The details in one line: instants as times, and records by their names. */
export function detailInWords(
  detail: AuditEntry["detail"],
  { zone, names }: { zone: string; names: ReadonlyMap<string, string> },
): string {
  const entries = Object.entries(detail).filter(
    ([name, value]) => value !== null && value !== "" && !INTERNAL.includes(name),
  );
  return entries
    .map(([name, value]) => `${fieldInWords(name)}: ${isInstant(value) ? timeInWords(value, zone) : nameOf(value)}`)
    .join(", ");

  function nameOf(value: string | number | null): string {
    const text = String(value);
    if (text in ROLES) return ROLES[text] ?? text;
    const [, before, after] = /^was (.*), now (.*)$/s.exec(text) ?? [];
    if (before !== undefined && after !== undefined) return `was ${nameOf(before)}, now ${nameOf(after)}`;
    return names.get(text) || (GENERATED.test(text) ? "no longer here" : text);
  }
}

/** `address.street` as `address street`, `horizonDays` as `horizon days`. */
function fieldInWords(name: string): string {
  return name.replace(/([a-z])([A-Z\d])/g, (_all, one, two) => `${one} ${two.toLowerCase()}`).replaceAll(".", " ");
}

// No other number in the audit is this large.
function isInstant(value: string | number | null): value is number {
  return typeof value === "number" && value > 1_000_000_000_000;
}
