import { tmpdir } from "node:os";
import { PASSWORD } from "#tests/support/signed-in.ts";

/**
 * A form that changes a stored thing. `field` names the version that its page was filled from; `page` is where it
 * stands, its other fields are taken from there; `at` where it is sent, `page` by default. `form`: what is typed.
 */
type VersionedForm = { door: string; field: string; page?: string; at?: string; form?: Record<string, string> };

const ADMIN = "routes/admin";
const change = (name: string, field: string, form: Record<string, string> = {}): VersionedForm => ({
  door: `${ADMIN}/appointments/change.ts`,
  at: `/admin/appointments/{pending}/${name}`,
  field,
  form,
});
const setting = (file: string, form: Record<string, string> = {}, path = file): VersionedForm => ({
  door: `${ADMIN}/settings/${file}.tsx`,
  page: `/admin/settings/${path}`,
  field: "version",
  form,
});
const stranded = (form: Record<string, string>, field = "sequence"): VersionedForm => ({
  door: `${ADMIN}/stranded/stranded.tsx`,
  at: "/admin/stranded",
  field,
  form: { id: "{appointment}", ...form },
});
const listed = (list: string, id: string): VersionedForm => ({
  door: `${ADMIN}/${list}/list.tsx`,
  at: `/admin/${list}`,
  field: "at",
  form: { id, intent: "down" },
});

/** The version of a file is the file: `shown` names the one that the page had. */
const FILES: readonly VersionedForm[] = [
  { door: `${ADMIN}/media.tsx`, at: "/admin/media?list=services&id=demo-deep-tissue-massage", field: "shown" },
  { door: `${ADMIN}/settings/look/logo.tsx`, page: "/admin/settings/look/logo", field: "shown" },
  { door: `${ADMIN}/settings/pictures/place.tsx`, page: "/admin/settings/pictures/room", field: "shown" },
  {
    door: `${ADMIN}/settings/videos/film.tsx`,
    page: "/admin/settings/videos/2",
    field: "shown",
    form: { intent: "remove-film" },
  },
  {
    door: `${ADMIN}/settings/videos/film.tsx`,
    page: "/admin/settings/videos/2",
    field: "shown",
    form: { intent: "remove-poster" },
  },
].map((form) => ({ ...form, form: { intent: "remove", ...("form" in form ? form.form : {}) } }));

export const forms: readonly VersionedForm[] = [
  change("time", "sequence", { start: "{startMs}", despite: "on" }),
  change("time", "sequence", { day: "{day}", time: "10:00", despite: "on" }),
  change("confirmation", "sequence"),
  change("deletion", "sequence"),
  change("attendance", "seen", { attendance: "arrived" }),
  change("cancellation", "sequence", { askedBy: "client" }),
  change("note", "version", { words: "x" }),
  change("link", "version"),
  {
    door: `${ADMIN}/appointments/bulk.ts`,
    at: "/admin/appointments/bulk",
    field: "sequences",
    form: { change: "cancel", askedBy: "client", ids: "{appointment}" },
  },
  {
    door: `${ADMIN}/money/pay.tsx`,
    page: "/admin/appointments/{appointment}/pay",
    field: "seen",
    form: { pay: "card" },
  },
  {
    door: `${ADMIN}/money/sent-later.ts`,
    at: "/admin/money/sent-later",
    field: "seen",
    form: { pay: "card", key: "sent later", appointment: "{appointment}" },
  },
  {
    door: `${ADMIN}/money/day.tsx`,
    page: "/admin/money",
    field: "seen",
    form: { card: "0", cash: "40", voucher: "0" },
  },
  setting("payments"),
  setting("waiting-list"),
  setting("health/health", {}, "health"),
  setting("health/questions", { signedBy: "Ada Admin" }, "health/questions"),
  setting("health/question", {}, "health/questions/fever"),
  {
    door: `${ADMIN}/money/seller.tsx`,
    page: "/admin/money/sellers/demo-imogen-hartley",
    field: "version",
    form: { sale: "practice", ownerSees: "everything" },
  },
  {
    door: `${ADMIN}/money/product.tsx`,
    page: "/admin/settings/payments/products/{product}",
    field: "version",
    form: { title: "Massage ball", kind: "product", price: "9" },
  },
  {
    door: `${ADMIN}/money/voucher.tsx`,
    page: "/admin/money/vouchers/{voucher}",
    field: "seen",
    form: { intent: "return", reason: "Moved abroad" },
  },
  {
    door: `${ADMIN}/money/rules.tsx`,
    page: "/admin/settings/payments/rules",
    field: "version",
    form: { feePercent: "40", confirmAbove: "100", yearEnd: "04-05" },
  },
  {
    door: `${ADMIN}/money/online/prepay.tsx`,
    page: "/admin/settings/payments/prepay",
    field: "version",
    form: { who: "all", what: "none", pounds: "20", percent: "25" },
  },
  setting("backups/backups", { kind: "folder", address: tmpdir() }, "backups"),
  {
    door: `${ADMIN}/appointments/cancel-appointment.tsx`,
    page: "/admin/appointments/{appointment}/cancel",
    field: "sequence",
    form: { askedBy: "client" },
  },
  {
    door: `${ADMIN}/appointments/reinstate-appointment.tsx`,
    page: "/admin/appointments/{cancelled}/reinstate",
    field: "sequence",
    form: { despite: "on" },
  },
  {
    door: `${ADMIN}/appointments/following-cancel.tsx`,
    page: "/admin/appointments/{series}/following/cancel",
    field: "sequence",
    form: { askedBy: "client" },
  },
  {
    door: `${ADMIN}/appointments/following-move.tsx`,
    at: "/admin/appointments/{series}/following/move",
    field: "sequence",
    form: { day: "{day}", time: "10:00", therapist: "", shown: "{day} 10:00 ", intent: "move", "at.0": "" },
  },
  {
    door: `${ADMIN}/appointments/edit-contact.tsx`,
    page: "/admin/appointments/{appointment}/contact",
    field: "version",
  },
  { door: `${ADMIN}/clients/edit-contact.tsx`, page: "/admin/clients/{record}/contact", field: "version" },
  stranded({ intent: "move", start: "{startMs}", therapist: "imogen-hartley", despite: "on" }),
  stranded({ intent: "offer" }),
  stranded({ intent: "cancel" }),
  stranded({ intent: "reinstate", id: "{cancelled}" }),
  stranded({ intent: "call" }, "seen"),
  { door: "routes/book/cancel.tsx", page: "/booking/{secret}/cancel", field: "sequence" },
  {
    door: "routes/book/reschedule.tsx",
    page: "/booking/{secret}/reschedule",
    field: "sequence",
    form: { start: "{freeIso}" },
  },
  listed("services", "demo-deep-tissue-massage"),
  listed("therapists", "demo-imogen-hartley"),
  listed("reviews", "{review}"),
  { door: `${ADMIN}/services/edit.tsx`, page: "/admin/services/demo-deep-tissue-massage", field: "version" },
  { door: `${ADMIN}/services/home-cards.tsx`, page: "/admin/services/home", field: "version" },
  { door: `${ADMIN}/therapists/edit.tsx`, page: "/admin/therapists/demo-tom-ellery", field: "version" },
  { door: `${ADMIN}/therapists/mails.tsx`, page: "/admin/therapists/demo-tom-ellery/mails", field: "version" },
  { door: `${ADMIN}/reviews/edit.tsx`, page: "/admin/reviews/{review}", field: "version", form: { isGenuine: "on" } },
  { door: `${ADMIN}/hours/week.tsx`, page: "/admin/hours/demo-tom-ellery", field: "version" },
  { door: `${ADMIN}/go-live/policies.tsx`, page: "/admin/go-live/policies", field: "version", form: { page: "terms" } },
  setting("business"),
  setting("legal", { form: "sole-trader", name: "Ada Admin" }),
  setting("opening-hours"),
  setting("operation-hours"),
  setting("booking"),
  setting("messages"),
  setting("opening", { state: "not-open" }),
  setting("links"),
  setting("look/look", {}, "look"),
  setting("body/place", {}, "body/calf"),
  setting("videos/list", {}, "videos"),
  setting("words/edit", {}, "words/home"),
  setting("mails/edit", {}, "mails/booking-confirmed"),
  setting("mails/to-you"),
  setting(
    "mail-server/mail-server",
    { host: "mail.example.com", port: "587", user: "x", password: "x" },
    "mail-server",
  ),
  setting("mail-server/mailbox", { host: "imap.example.com", user: "x", password: "x" }, "mailbox"),
  setting("emailjs/emailjs", {}, "emailjs"),
  setting("calendar-apps"),
  setting("calendly/calendly", {}, "calendly"),
  setting("sender"),
  setting("about"),
  ...FILES,
  setting("people/rules"),
  setting("people/person", { password: PASSWORD }, "people/{owner}"),
];

const ADDS = "adds something, and changes nothing that is stored";
const READS = "reads something, and changes nothing";
const SWITCH = "names the state that it leads to: pressed twice it is the same";
const ONCE = "answers something once: whoever comes second is told of the first";
const OWN = "one person's own account, with their session";
const WHOLE = "works on what is stored at that moment, with no value of its own";

/** The forms that need no version, and why. */
export const VERSIONLESS: Readonly<Record<string, string>> = {
  "routes/website/contact.tsx": ADDS,
  "routes/website/complaints.tsx": ADDS,
  "routes/website/not-found.ts": ADDS,
  "routes/book/book.tsx": ADDS,
  "routes/book/scheduled.ts": ADDS,
  "routes/book/booking.tsx": ADDS,
  "routes/book/offered-times.tsx": ONCE,
  "routes/book/ask-to-move.tsx": ADDS,
  "routes/book/receipt.tsx": ADDS,
  "routes/book/keep.tsx": ONCE,
  "routes/account/login/login.tsx": OWN,
  "routes/account/passkeys/sign-in-challenges.ts": OWN,
  "routes/account/passkeys/sign-in.ts": OWN,
  "routes/account/login/approve-location.tsx": ONCE,
  "routes/account/logout.ts": OWN,
  "routes/account/health/withdraw.tsx": ONCE,
  "routes/admin/clients/bundle.tsx": ONCE,
  "routes/admin/clients/controller.tsx": ONCE,
  "routes/admin/clients/bundle-file.ts": ONCE,
  "routes/admin/clients/emergency.tsx": ONCE,
  // Its version is asked once health is on: app/health/notes.server.test.ts.
  "routes/admin/notes/change.ts": ONCE,
  "routes/account/reset-password.tsx": ONCE,
  "routes/account/verify-email.tsx": ONCE,
  "routes/account/keep-details.tsx": ONCE,
  "routes/account/not-me.tsx": ONCE,
  "routes/account/join.tsx": ONCE,
  "routes/account/my-appointment/my-appointment.tsx": ADDS,
  "routes/account/my-appointment/receipts.tsx": ADDS,
  "routes/account/account/account.tsx": OWN,
  "routes/account/confirm/confirm.tsx": OWN,
  "routes/account/confirm/confirmation.ts": OWN,
  "routes/account/second-factor.tsx": OWN,
  "routes/account/passkeys/challenges.ts": OWN,
  "routes/account/passkeys/passkeys.ts": OWN,
  "routes/account/notifications/notifications.tsx": OWN,
  "routes/account/notifications/devices.ts": OWN,
  "routes/admin/move-requests.tsx": ONCE,
  // Each mark names the attendance that was shown.
  "routes/admin/dashboard/past-appointments.tsx": ONCE,
  "routes/admin/notifications.tsx": OWN,
  "routes/admin/users/change.ts": SWITCH,
  "routes/admin/appointments/series.tsx": ADDS,
  "routes/admin/appointments/new.ts": ADDS,
  "routes/admin/appointments/add.tsx": ADDS,
  "routes/admin/appointments/following-undo.tsx": ONCE,
  "routes/admin/clients/export.ts": ADDS,
  "routes/admin/clients/new.tsx": ADDS,
  "routes/admin/clients/change.ts": WHOLE,
  "routes/admin/diary/blocks.ts": ADDS,
  "routes/admin/diary/change-subscription.ts": SWITCH,
  "routes/admin/diary/subscriptions.tsx": ADDS,
  "routes/admin/diary/new-calendar-account.tsx": ADDS,
  "routes/admin/diary/calendar-account.tsx": WHOLE,
  "routes/admin/diary/calendar-sign-in.tsx": ADDS,
  // What was read is compared with what stands now.
  "routes/admin/diary/proposals.tsx": ONCE,
  // What is owed and what was seen are compared, and every press has its key.
  "routes/admin/money/client-account.tsx": ADDS,
  "routes/admin/money/online/links.tsx": ONCE,
  "routes/admin/money/online/dispute.tsx": ONCE,
  // Keys are pasted whole, and never shown.
  "routes/admin/money/online/till.tsx": WHOLE,
  "routes/website/pay.tsx": ONCE,
  "routes/website/voucher-balance.tsx": READS,
  "routes/admin/money/receipt.tsx": ADDS,
  "routes/admin/money/sell.tsx": ADDS,
  "routes/admin/money/sale.tsx": ONCE,
  "routes/admin/money/requests.tsx": ONCE,
  "routes/admin/money/statements.tsx": ADDS,
  "routes/admin/waiting-list.tsx": SWITCH,
  // Each form stands beside the one before it; questions of another version are refused.
  "routes/book/form.tsx": ADDS,
  "routes/admin/clients/paper-form.tsx": ADDS,
  "routes/admin/files/new.tsx": ADDS,
  // What was previewed is compared with what is issued.
  "routes/admin/files/letter.tsx": ADDS,
  // Only who added a file changes who reads it.
  "routes/admin/files/file.tsx": ONCE,
  "routes/book/waiting/join.tsx": ADDS,
  "routes/book/waiting/earlier.tsx": ADDS,
  "routes/book/waiting/waits.tsx": OWN,
  "routes/account/my-appointment/waits.tsx": OWN,
  // Answered once: an offer that was taken or has gone says so.
  "routes/book/waiting/offer.tsx": ONCE,
  "routes/admin/services/new.tsx": ADDS,
  "routes/admin/therapists/new.tsx": ADDS,
  "routes/admin/reviews/new.tsx": ADDS,
  // A closure is added or removed, never edited.
  "routes/admin/hours/calendar.tsx": ADDS,
  "routes/admin/messages/message.tsx": SWITCH,
  "routes/admin/messages/change.ts": SWITCH,
  "routes/admin/mail/mail.tsx": ADDS,
  "routes/admin/go-live/go-live.tsx": SWITCH,
  "routes/admin/go-live/test-mail.tsx": ONCE,
  "routes/admin/settings/demo.tsx": WHOLE,
  "routes/admin/site-status.tsx": WHOLE,
  "routes/admin/settings/people/people.tsx": ADDS,
  "routes/admin/time-off/time-off.tsx": ONCE,
  "routes/admin/settings/everything/archive.ts": WHOLE,
  "routes/admin/settings/mails/looks.ts": WHOLE,
  "routes/admin/settings/push.tsx": SWITCH,
  // A setting goes with the version that was shown; a client is added once.
  "routes/admin/settings/backups/earlier.tsx": ONCE,
  "routes/admin/settings/address.tsx": ONCE,
  "routes/admin/stranded/off-sick.tsx": ADDS,
  // It names the release that was on the screen.
  "routes/admin/settings/updates.tsx": ONCE,
  "routes/admin/import/list.tsx": ADDS,
  "routes/admin/import/firebase.tsx": ONCE,
  "routes/admin/import/cliniko.tsx": ONCE,
  "routes/admin/import/import.tsx": ONCE,
  "routes/feeds/emailjs/send-form.ts": ADDS,
  "routes/feeds/emailjs/send.ts": ADDS,
  "routes/feeds/hooks.ts": ADDS,
  "routes/feeds/api/appointments.ts": ADDS,
};
