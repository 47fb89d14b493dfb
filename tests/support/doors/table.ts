import {
  adminsOnly,
  type Door,
  everybody,
  MISSING,
  practiceOnly,
  SAME,
  signedInOnly,
} from "#tests/support/doors/door.ts";

// Forms that would change something are sent invalid: the client's booking must survive for the next row.
const TOO_LONG = "x".repeat(5_000);
const NO_TIME = { "week.1.0.from": "x" };

const HOME = { client: "→ /", other: "→ /" } as const;
const DESK = { reception: "→ /admin", therapist: "→ /admin", colleague: "→ /admin", bookkeeper: "→ /admin" } as const;
const SIGNED_IN = { ...HOME, ...DESK, admin: "→ /admin" } as const;

// Reception and both therapists, each as far as they reach.
const CLINIC = { reception: SAME, therapist: SAME, colleague: SAME };
/** The same of something of one therapist. */
const OF_ONE = { reception: SAME, therapist: SAME, colleague: MISSING };

/**
 * The lock table: every route with the answer to each kind of visitor, tried by tests/doors.test.ts. A route without a
 * row fails the test and the architecture check. To add one: who may open it, its file, its address, and the answer to
 * a GET (`get`, 200) and to an empty form (`post`, left out where no forms are taken).
 */
export const doors: readonly Door[] = [
  everybody("routes/website/home.tsx", "/"),
  everybody("routes/website/about.tsx", "/about"),
  everybody("routes/website/contact/contact.tsx", "/contact", { post: 422 }),
  everybody("routes/website/services/services.tsx", "/services"),
  everybody("routes/website/services/service.tsx", "/services/deep-tissue-massage"),
  everybody("routes/website/services/body-region.tsx", "/services/body/left-calf"),
  everybody("routes/website/faq.tsx", "/faq"),
  everybody("routes/website/policies/cancellations.tsx", "/policies/cancellations"),
  everybody("routes/website/policies/privacy.tsx", "/policies/privacy"),
  everybody("routes/website/policies/cookies.tsx", "/policies/cookies"),
  everybody("routes/website/policies/terms.tsx", "/policies/terms"),
  everybody("routes/website/accessibility.tsx", "/accessibility"),
  everybody("routes/website/complaints/complaints.tsx", "/complaints", { post: 422 }),
  everybody("routes/website/not-found.ts", "/nowhere", { get: 404, post: 404 }),

  everybody("routes/book/book.tsx", "/book", { post: 422 }),
  everybody("routes/book/scheduled.ts", "/book/scheduled", { get: 405, post: 422 }),
  everybody("routes/book/booking.tsx", "/booking/{secret}", { post: 200 }),
  everybody("routes/book/reschedule.tsx", "/booking/{secret}/reschedule", { post: 422 }),
  everybody("routes/book/offered-times.tsx", "/booking/{secret}/offer", { post: 422 }),
  everybody("routes/book/ask-to-move.tsx", "/booking/{late}/ask", { post: 422 }),
  everybody("routes/book/cancel.tsx", "/booking/{secret}/cancel", { post: 422, form: { reason: TOO_LONG } }),
  // The mailed link has its own secret.
  everybody("routes/book/keep.tsx", "/booking/{hold}/keep", { post: "→ /booking/{secret}?kept" }),
  everybody("routes/book/calendar-file.ts", "/booking/{secret}/calendar.ics"),
  everybody("routes/offline/booking-copy.tsx", "/booking/{secret}/offline"),
  everybody("routes/offline/offline-page.tsx", "/offline"),
  signedInOnly("routes/offline/own-appointments-copy.tsx", "/my-appointment/offline"),
  practiceOnly("routes/offline/today-copy.tsx", "/admin/offline", { ...CLINIC, bookkeeper: SAME }),

  // A signed-in user is redirected.
  {
    door: "routes/account/login/login.tsx",
    at: "/login",
    get: { ...SIGNED_IN, nobody: 200 },
    post: { form: {}, answers: { ...SIGNED_IN, nobody: 422 } },
  },
  everybody("routes/account/passkeys/sign-in-challenges.ts", "/login/passkey-challenges", { get: 400, post: 200 }),
  everybody("routes/account/passkeys/sign-in.ts", "/login/passkeys", { get: 400, post: 400 }),
  everybody("routes/account/login/let-in.tsx", "/login/let-in?token=x", { get: 410, post: 410 }),
  // Not configured in tests.
  everybody("routes/account/google/start.ts", "/login/google", { get: 404 }),
  everybody("routes/account/google/callback.ts", "/login/google/callback", { get: 404 }),
  everybody("routes/account/logout.ts", "/logout", { get: "→ /", post: "→ /login" }),
  everybody("routes/account/reset-password.tsx", "/reset-password?token=x", { get: 410, post: 422 }),
  everybody("routes/account/verify-email.tsx", "/verify-email?token=x", { get: 410, post: 410 }),
  everybody("routes/account/keep-details.tsx", "/keep-details?token=x", { get: 410, post: 422 }),
  everybody("routes/account/join/join.tsx", "/join?token=x", { get: 410, post: 410 }),
  everybody("routes/account/my-appointment/my-appointment.tsx", "/my-appointment", { post: 422 }),

  practiceOnly("routes/admin/requests/requests.tsx", "/admin/requests", { post: 422, ...CLINIC }),
  practiceOnly("routes/admin/dashboard/dashboard.tsx", "/admin", { ...CLINIC, bookkeeper: SAME }),
  practiceOnly("routes/admin/find/find.tsx", "/admin/find", { ...CLINIC }),
  practiceOnly("routes/admin/stranded/stranded.tsx", "/admin/stranded", { post: 409, ...CLINIC }),
  practiceOnly("routes/admin/notifications.tsx", "/admin/notifications", { post: 422, ...CLINIC }),
  practiceOnly("routes/admin/dashboard/past-visits.tsx", "/admin/past-visits", { post: 422, ...CLINIC }),
  signedInOnly("routes/account/account/account.tsx", "/account", { post: 422 }),
  signedInOnly("routes/account/passkeys/challenges.ts", "/account/passkey-challenges", { get: 400, post: 400 }),
  signedInOnly("routes/account/passkeys/passkeys.ts", "/account/passkeys", { get: 400, post: 400 }),
  signedInOnly("routes/account/account/data-file.ts", "/account/data.json"),
  signedInOnly("routes/account/notifications/notifications.tsx", "/account/notifications", { post: 422 }),
  signedInOnly("routes/account/notifications/devices.ts", "/account/devices", { get: 400, post: 400 }),

  adminsOnly("routes/admin/users/users.tsx", "/users"),
  adminsOnly("routes/admin/users/change.ts", "/admin/users/{user}/role", { get: 400, post: 422 }),
  practiceOnly("routes/admin/appointments/series.tsx", "/admin/appointments/series", { post: 422, reception: SAME }),
  practiceOnly("routes/admin/appointments/list.tsx", "/appointments", { ...CLINIC }),
  practiceOnly("routes/admin/appointments/new.ts", "/admin/appointments", {
    get: "→ /appointments?add=1",
    post: 422,
    ...CLINIC,
  }),
  practiceOnly("routes/admin/appointments/add.tsx", "/admin/appointments/new", { post: 422, ...CLINIC }),
  adminsOnly("routes/admin/appointments/export.ts", "/admin/appointments/export.csv"),
  practiceOnly("routes/admin/appointments/free-times.ts", "/admin/appointments/free-times", { get: 422, ...CLINIC }),
  practiceOnly("routes/admin/appointments/bulk.ts", "/admin/appointments/bulk", { get: 400, post: 422, ...CLINIC }),
  practiceOnly("routes/admin/appointments/appointment.tsx", "/admin/appointments/{appointment}", { ...OF_ONE }),
  practiceOnly("routes/admin/appointments/edit-contact.tsx", "/admin/appointments/{appointment}/contact", {
    post: 422,
    form: { email: "x" },
    reception: SAME,
    therapist: SAME,
    colleague: { get: 404 },
  }),
  practiceOnly("routes/admin/appointments/cancel-appointment.tsx", "/admin/appointments/{appointment}/cancel", {
    post: 422,
    reception: SAME,
    therapist: SAME,
    colleague: { get: 404 },
  }),
  practiceOnly("routes/admin/appointments/reinstate-appointment.tsx", "/admin/appointments/{appointment}/reinstate", {
    post: "→ /admin/appointments/{appointment}",
    ...OF_ONE,
  }),
  practiceOnly("routes/admin/appointments/following-cancel.tsx", "/admin/appointments/{series}/following/cancel", {
    post: 422,
    reception: SAME,
  }),
  practiceOnly("routes/admin/appointments/following-move.tsx", "/admin/appointments/{series}/following/move", {
    post: 422,
    reception: SAME,
  }),
  practiceOnly("routes/admin/appointments/following-undo.tsx", "/admin/appointments/{series}/following/undo", {
    post: 200,
    reception: SAME,
  }),
  practiceOnly("routes/admin/appointments/change.ts", "/admin/appointments/{appointment}/confirmation", {
    get: 400,
    post: 200,
    reception: SAME,
    therapist: SAME,
    colleague: { post: 404 },
  }),

  practiceOnly("routes/admin/clients/list.tsx", "/admin/clients", { ...CLINIC }),
  practiceOnly("routes/admin/clients/client.tsx", "/admin/clients/{record}", { ...OF_ONE }),
  practiceOnly("routes/admin/clients/edit-contact.tsx", "/admin/clients/{record}/contact", {
    post: 422,
    form: { email: "x" },
    reception: SAME,
    therapist: SAME,
    colleague: { get: 404 },
  }),
  adminsOnly("routes/admin/clients/export.ts", "/admin/clients/{record}/export.json", {
    get: "→ /admin/clients",
    post: 200,
  }),
  // The client has a coming appointment, so nothing is erased.
  practiceOnly("routes/admin/clients/change.ts", "/admin/clients/{record}/erasure", {
    get: 400,
    post: 409,
    reception: { post: 404 },
    therapist: { post: 404 },
    colleague: { post: 404 },
  }),
  practiceOnly("routes/admin/reports/reports.tsx", "/admin/reports", {
    therapist: SAME,
    colleague: SAME,
    bookkeeper: SAME,
  }),
  practiceOnly("routes/admin/reports/export.ts", "/admin/reports/export.csv", {
    therapist: SAME,
    colleague: SAME,
    bookkeeper: SAME,
  }),
  practiceOnly("routes/admin/diary/diary.tsx", "/admin/diary", { ...CLINIC }),
  practiceOnly("routes/admin/diary/blocks.ts", "/admin/diary/blocks", {
    get: 400,
    post: 422,
    reception: SAME,
    therapist: SAME,
    colleague: SAME,
  }),
  practiceOnly("routes/admin/diary/subscriptions.tsx", "/admin/diary/subscriptions", {
    therapist: SAME,
    colleague: SAME,
  }),
  practiceOnly("routes/admin/diary/change-subscription.ts", "/admin/diary/subscriptions/change", {
    get: 400,
    post: 404,
    therapist: SAME,
    colleague: SAME,
  }),

  adminsOnly("routes/admin/services/list.tsx", "/admin/services", { post: 404 }),
  adminsOnly("routes/admin/services/new.tsx", "/admin/services/new", { post: 422 }),
  adminsOnly("routes/admin/services/home-cards.tsx", "/admin/services/home", {
    post: 422,
    form: { "cards.0": "none-such" },
  }),
  adminsOnly("routes/admin/services/edit.tsx", "/admin/services/demo-deep-tissue-massage", { post: 422 }),
  adminsOnly("routes/admin/therapists/list.tsx", "/admin/therapists", { post: 404 }),
  adminsOnly("routes/admin/therapists/new.tsx", "/admin/therapists/new", { post: 422 }),
  practiceOnly("routes/admin/therapists/mails.tsx", "/admin/therapists/demo-tom-ellery/mails", {
    post: 422,
    therapist: { get: 404 },
    colleague: SAME,
  }),
  practiceOnly("routes/admin/therapists/edit.tsx", "/admin/therapists/demo-tom-ellery", {
    post: 422,
    therapist: { get: 404 },
    colleague: SAME,
  }),
  adminsOnly("routes/admin/reviews/list.tsx", "/admin/reviews", { post: 404 }),
  adminsOnly("routes/admin/reviews/new.tsx", "/admin/reviews/new", { post: 422 }),
  adminsOnly("routes/admin/reviews/edit.tsx", "/admin/reviews/{review}", { post: 422 }),
  practiceOnly("routes/admin/media.tsx", "/admin/media?list=services&id=demo-deep-tissue-massage", {
    post: 422,
    therapist: SAME,
    colleague: SAME,
  }),
  practiceOnly("routes/admin/hours/calendar.tsx", "/admin/hours", {
    post: 422,
    reception: SAME,
    therapist: SAME,
    colleague: SAME,
  }),
  practiceOnly("routes/admin/hours/week.tsx", "/admin/hours/demo-tom-ellery", {
    post: 409,
    therapist: MISSING,
    colleague: SAME,
  }),
  adminsOnly("routes/admin/messages/list.tsx", "/admin/messages"),
  adminsOnly("routes/admin/messages/message.tsx", "/admin/messages/{enquiry}", { post: 422 }),
  adminsOnly("routes/admin/mail/list.tsx", "/admin/mail"),
  adminsOnly("routes/admin/mail/mail.tsx", "/admin/mail/{mail}", { post: "→ /admin/mail/{mail}" }),
  adminsOnly("routes/admin/mail/looks.ts", "/admin/mail/none/looks", { get: 404 }),
  adminsOnly("routes/admin/settings/overview.tsx", "/admin/settings"),
  adminsOnly("routes/admin/go-live/go-live.tsx", "/admin/go-live", { post: 422 }),
  adminsOnly("routes/admin/go-live/policies.tsx", "/admin/go-live/policies", { post: 422 }),
  adminsOnly("routes/admin/go-live/test-mail.tsx", "/admin/go-live/test-mail?code=x", { post: 410 }),
  adminsOnly("routes/admin/settings/business.tsx", "/admin/settings/business", { post: 422 }),
  adminsOnly("routes/admin/settings/legal.tsx", "/admin/settings/legal", { post: 422 }),
  adminsOnly("routes/admin/settings/opening-hours.tsx", "/admin/settings/opening-hours", { post: 422, form: NO_TIME }),
  adminsOnly("routes/admin/settings/operation-hours.tsx", "/admin/settings/operation-hours", {
    post: 422,
    form: NO_TIME,
  }),
  adminsOnly("routes/admin/settings/booking.tsx", "/admin/settings/booking", { post: 422 }),
  adminsOnly("routes/admin/settings/messages.tsx", "/admin/settings/messages", { post: 422 }),
  adminsOnly("routes/admin/settings/links.tsx", "/admin/settings/links", { post: 422, form: { chatUrl: "x" } }),
  adminsOnly("routes/admin/settings/look/look.tsx", "/admin/settings/look", { post: 422 }),
  adminsOnly("routes/admin/settings/look/logo.tsx", "/admin/settings/look/logo", { post: 422 }),
  adminsOnly("routes/admin/settings/pictures/list.tsx", "/admin/settings/pictures"),
  adminsOnly("routes/admin/settings/pictures/place.tsx", "/admin/settings/pictures/home", { post: 422 }),
  adminsOnly("routes/admin/settings/videos/list.tsx", "/admin/settings/videos", {
    post: 422,
    form: { "videos.0.title": "" },
  }),
  adminsOnly("routes/admin/settings/videos/film.tsx", "/admin/settings/videos/1", { post: 422 }),
  adminsOnly("routes/admin/settings/body/list.tsx", "/admin/settings/body"),
  adminsOnly("routes/admin/settings/body/place.tsx", "/admin/settings/body/calf", { post: 422 }),
  adminsOnly("routes/admin/settings/demo.tsx", "/admin/settings/demo", { post: 422 }),
  adminsOnly("routes/admin/settings/people/people.tsx", "/admin/settings/people", { post: 422 }),
  adminsOnly("routes/admin/time-off/time-off.tsx", "/admin/time-off", { post: 422, form: { intent: "decline" } }),
  adminsOnly("routes/admin/settings/people/rules.tsx", "/admin/settings/people/rules", { post: 422 }),
  adminsOnly("routes/admin/settings/people/person.tsx", "/admin/settings/people/{owner}", { post: 422 }),
  adminsOnly("routes/admin/settings/words/list.tsx", "/admin/settings/words"),
  adminsOnly("routes/admin/settings/words/edit.tsx", "/admin/settings/words/home", { post: 422 }),
  adminsOnly("routes/admin/settings/mail-server/mail-server.tsx", "/admin/settings/mail-server", { post: 422 }),
  adminsOnly("routes/admin/settings/calendly/calendly.tsx", "/admin/settings/calendly", { post: 422 }),
  adminsOnly("routes/admin/settings/sender.tsx", "/admin/settings/sender", { post: 422, form: { replyTo: "x" } }),
  adminsOnly("routes/admin/settings/mails/list.tsx", "/admin/settings/mails"),
  adminsOnly("routes/admin/settings/mails/to-you.tsx", "/admin/settings/mails/to-you", { post: 422 }),
  adminsOnly("routes/admin/settings/mails/edit.tsx", "/admin/settings/mails/booking-confirmed", { post: 422 }),
  adminsOnly("routes/admin/settings/mails/looks.ts", "/admin/settings/mails/booking-confirmed/looks", { post: 422 }),
  adminsOnly("routes/admin/import/list.tsx", "/admin/import", { post: 422 }),
  adminsOnly("routes/admin/settings/emailjs/emailjs.tsx", "/admin/settings/emailjs", {
    post: 422,
    form: { sends: "on" },
  }),
  // Not set up in tests.
  adminsOnly("routes/admin/settings/push.tsx", "/admin/settings/push", { post: 422 }),
  everybody("routes/feeds/emailjs/send-form.ts", "/api/v1.0/email/send-form", { get: 404, post: 404 }),
  everybody("routes/feeds/emailjs/send.ts", "/api/v1.0/email/send", { get: 404, post: 404 }),
  adminsOnly("routes/admin/import/firebase.tsx", "/admin/import/firebase", { post: 422 }),
  adminsOnly("routes/admin/import/import.tsx", "/admin/import/{import}", { post: "→ /admin/import/{import}" }),
  adminsOnly("routes/admin/import/refused.ts", "/admin/import/{import}/refused.csv"),
  adminsOnly("routes/admin/audit/audit.tsx", "/admin/audit"),
  everybody("routes/feeds/speculation-rules.ts", "/speculation-rules.json"),
  everybody("routes/feeds/calendar.ts", "/calendar/none.ics", { get: 404 }),
  everybody("routes/feeds/sitemap/sitemap.ts", "/sitemap.xml"),
  everybody("routes/feeds/robots.ts", "/robots.txt"),
  everybody("routes/feeds/icon.ts", "/icon.svg"),
  everybody("routes/feeds/manifest.ts", "/site.webmanifest"),
  everybody("routes/feeds/media.ts", "/media/none.webp", { get: 404 }),
  everybody("routes/feeds/person-plate.ts", "/media/people/none.svg", { get: 404 }),

  everybody("routes/feeds/hooks.ts", "/hooks/calendly", { get: 405, post: 404 }),
  everybody("routes/feeds/api/services.ts", "/api/services"),
  everybody("routes/feeds/api/availability.ts", "/api/availability", { get: 422 }),
  everybody("routes/feeds/api/appointments.ts", "/api/appointments", { get: 405, post: 415 }),
  everybody("routes/feeds/api/openapi.ts", "/api/openapi.json"),
];
