import {
  adminsOnly,
  type Door,
  everybody,
  MISSING,
  practiceOnly,
  REFUSED,
  SAME,
  signedInOnly,
} from "#tests/support/doors/door.ts";

// Forms that would change something are sent invalid: the client's booking must survive for the next row.
const TOO_LONG = "x".repeat(5_000);
const NO_TIME = { post: 422, form: { "week.1.0.from": "x" } } as const;

const HOME = { client: "→ /", other: "→ /" } as const;
const DESK = {
  reception: "→ /admin",
  therapist: "→ /admin",
  colleague: "→ /admin",
  bookkeeper: "→ /admin/reports",
} as const;
const SIGNED_IN = { ...HOME, ...DESK, admin: "→ /admin" } as const;

const NOTHING_TO_SET_UP = "→ /account";
const SET_UP = {
  nobody: "→ /login?redirectTo=%2Faccount%2Fsecond-factor",
  client: NOTHING_TO_SET_UP,
  other: NOTHING_TO_SET_UP,
  reception: NOTHING_TO_SET_UP,
  therapist: NOTHING_TO_SET_UP,
  colleague: NOTHING_TO_SET_UP,
  bookkeeper: NOTHING_TO_SET_UP,
  admin: 200,
} as const;

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
  everybody("routes/website/contact.tsx", "/contact", { post: 422 }),
  everybody("routes/website/services/services.tsx", "/services"),
  everybody("routes/website/services/service.tsx", "/services/deep-tissue-massage"),
  everybody("routes/website/services/body-region.tsx", "/services/body/left-calf"),
  everybody("routes/website/faq.tsx", "/faq"),
  everybody("routes/website/policies/cancellations.tsx", "/policies/cancellations"),
  everybody("routes/website/policies/privacy.tsx", "/policies/privacy"),
  everybody("routes/website/policies/cookies.tsx", "/policies/cookies"),
  everybody("routes/website/policies/terms.tsx", "/policies/terms"),
  everybody("routes/website/accessibility.tsx", "/accessibility"),
  everybody("routes/website/complaints.tsx", "/complaints", { post: 422 }),
  everybody("routes/website/not-found.ts", "/nowhere", { get: 404, post: 404 }),
  everybody("routes/book/book.tsx", "/book", { post: 422 }),
  everybody("routes/book/scheduled.ts", "/book/scheduled", { get: 405, post: 422 }),
  // No link can be mailed in these tests, so there is no form to send.
  everybody("routes/book/booking.tsx", "/booking/{secret}", { post: 404 }),
  everybody("routes/book/reschedule.tsx", "/booking/{secret}/reschedule", { post: 422 }),
  everybody("routes/book/offered-times.tsx", "/booking/{secret}/offer", { post: 422 }),
  everybody("routes/book/ask-to-move.tsx", "/booking/{late}/ask", { post: 422 }),
  everybody("routes/book/cancel.tsx", "/booking/{secret}/cancel", { post: 422, form: { reason: TOO_LONG } }),
  everybody("routes/book/waiting/join.tsx", "/book/wait?service=deep-tissue-massage&minutes=60", { post: 422 }),
  everybody("routes/book/waiting/earlier.tsx", "/booking/{secret}/wait", { post: 422 }),
  everybody("routes/book/waiting/waits.tsx", "/waiting/{wait}", { post: 422 }),
  everybody("routes/book/waiting/offer.tsx", "/waiting/offer/{offer}", { post: 422 }),
  signedInOnly("routes/account/my-appointment/waits.tsx", "/my-appointment/waits", { post: 422 }),
  // The mailed link has its own secret.
  everybody("routes/book/keep.tsx", "/booking/{hold}/keep", { post: "→ /booking/{secret}?kept" }),
  everybody("routes/book/form.tsx", "/booking/{secret}/form", { get: 404, post: 404 }),
  everybody("routes/book/receipt.tsx", "/booking/{secret}/receipt", { post: "→ /booking/{secret}/receipt" }),
  // The practice is not paid online in these tests: app/payments/online/online.server.test.ts knows who is let in.
  everybody("routes/website/pay.tsx", "/pay/{secret}", { get: 404, post: 404 }),
  everybody("routes/website/voucher-balance.tsx", "/vouchers/balance", { post: 422 }),
  // Nor are vouchers sold on the website: app/payments/shop/buy-voucher.server.test.ts knows whose they are.
  everybody("routes/website/voucher-shop.tsx", "/vouchers", { get: 404, post: 404 }),
  everybody("routes/website/voucher-order.tsx", "/vouchers/order/{secret}", { get: 404, post: 404 }),
  everybody("routes/website/voucher-gift.tsx", "/vouchers/gift/{secret}", { get: 404, post: 404 }),
  everybody("routes/website/voucher-file.tsx", "/vouchers/gift/{secret}/voucher.pdf", { get: 404 }),
  everybody("routes/book/calendar-file.ts", "/booking/{secret}/calendar.ics"),
  everybody("routes/offline/booking.tsx", "/booking/{secret}/offline"),
  everybody("routes/offline/offline-page.tsx", "/offline"),
  signedInOnly("routes/offline/my-appointment.tsx", "/my-appointment/offline"),
  practiceOnly("routes/offline/today.tsx", "/admin/offline", { ...CLINIC, bookkeeper: SAME }),
  // A signed-in user is redirected.
  {
    door: "routes/account/login/login.tsx",
    at: "/login",
    get: { ...SIGNED_IN, nobody: 200 },
    post: { form: {}, answers: { ...SIGNED_IN, nobody: 422 } },
  },
  everybody("routes/account/passkeys/sign-in-challenges.ts", "/login/passkey-challenges", { get: 400, post: 200 }),
  everybody("routes/account/passkeys/sign-in.ts", "/login/passkeys", { get: 400, post: 400 }),
  everybody("routes/account/login/approve-location.tsx", "/login/let-in?token=x", { get: 410, post: 410 }),
  // Not configured in tests.
  everybody("routes/account/google/start.ts", "/login/google", { get: 404 }),
  everybody("routes/account/google/callback.ts", "/login/google/callback", { get: 404 }),
  everybody("routes/account/unsent-at-logout.tsx", "/logout/unsent", { get: 200 }),
  everybody("routes/account/logout.ts", "/logout", { get: "→ /", post: "→ /login" }),
  everybody("routes/account/reset-password.tsx", "/reset-password?token=x", { get: 410, post: 422 }),
  everybody("routes/account/verify-email.tsx", "/verify-email?token=x", { get: 410, post: 410 }),
  everybody("routes/account/health/choice.tsx", "/choice/x", { get: 404, post: 404 }),
  everybody("routes/account/not-me.tsx", "/not-me?mail=x&token=x", { get: 200, post: 410 }),
  everybody("routes/account/keep-details.tsx", "/keep-details?token=x", { get: 410, post: 422 }),
  everybody("routes/account/join.tsx", "/join?token=x", { get: 410, post: 410 }),
  everybody("routes/account/my-appointment/my-appointment.tsx", "/my-appointment", { post: 422 }),
  practiceOnly("routes/admin/move-requests.tsx", "/admin/requests", { post: 422, ...CLINIC }),
  practiceOnly("routes/admin/dashboard/dashboard.tsx", "/admin", { ...CLINIC, bookkeeper: SAME }),
  // Read by the team alone: an owner is never sent there.
  practiceOnly("routes/admin/no-access.tsx", "/admin/no-access", { get: 403, ...CLINIC, bookkeeper: SAME }),
  practiceOnly("routes/admin/help/help.tsx", "/admin/help", { ...CLINIC, bookkeeper: SAME }),
  practiceOnly("routes/admin/find/find.tsx", "/admin/find", { ...CLINIC }),
  practiceOnly("routes/admin/stranded/off-sick.tsx", "/admin/off-sick", { post: 404, ...CLINIC }),
  practiceOnly("routes/admin/stranded/stranded.tsx", "/admin/stranded", { post: 409, ...CLINIC }),
  practiceOnly("routes/admin/notifications.tsx", "/admin/notifications", { post: 422, ...CLINIC }),
  practiceOnly("routes/admin/dashboard/past-appointments.tsx", "/admin/past-visits", { post: 422, ...CLINIC }),
  signedInOnly("routes/account/account/account.tsx", "/account", { post: 422 }),
  signedInOnly("routes/account/confirm/confirm.tsx", "/account/confirm", { post: "→ /account" }),
  signedInOnly("routes/account/confirm/confirmation.ts", "/account/confirmation", { get: 400, post: 200 }),
  // Who has a second factor, or needs none, has nothing to set up.
  {
    door: "routes/account/second-factor.tsx",
    at: "/account/second-factor",
    get: SET_UP,
    post: { form: {}, answers: { ...SET_UP, admin: 422 } },
  },
  signedInOnly("routes/account/passkeys/challenges.ts", "/account/passkey-challenges", { get: 400, post: 400 }),
  signedInOnly("routes/account/passkeys/passkeys.ts", "/account/passkeys", { get: 400, post: 400 }),
  signedInOnly("routes/account/account/data-file.ts", "/account/data.json"),
  // Health is off here: tests/e2e/own-record.test.ts tries them with a record.
  signedInOnly("routes/account/health/health.tsx", "/account/health", { get: 404 }),
  signedInOnly("routes/account/health/record-file.ts", "/account/health/record.json", { get: 404 }),
  signedInOnly("routes/account/health/record-zip.ts", "/account/health/record.zip", { get: 404 }),
  signedInOnly("routes/account/health/own-file.ts", "/account/health/files/none", { get: 404 }),
  signedInOnly("routes/account/health/correct.tsx", "/account/health/correct", { get: 404, post: 404 }),
  signedInOnly("routes/account/health/withdraw.tsx", "/account/health/withdraw", { get: 404, post: 404 }),
  signedInOnly("routes/account/my-appointment/courses.tsx", "/my-appointment/courses", { post: 422 }),
  signedInOnly("routes/account/my-appointment/receipts.tsx", "/my-appointment/receipts", { post: 422 }),
  {
    door: "routes/account/my-appointment/paper.tsx",
    at: "/my-appointment/receipts/{receipt}",
    get: {
      ...{ nobody: "→ /login?redirectTo=%2Fmy-appointment%2Freceipts%2F{receipt}", client: 200, other: 404 },
      ...{ reception: 404, therapist: 404, colleague: 404, bookkeeper: 404, admin: 404 },
    },
    post: null,
  },
  {
    door: "routes/account/my-appointment/paper-file.ts",
    at: "/my-appointment/receipts/{receipt}/file.pdf",
    get: {
      ...{ nobody: "→ /login?redirectTo=%2Fmy-appointment%2Freceipts%2F{receipt}%2Ffile.pdf", client: 200, other: 404 },
      ...{ reception: 404, therapist: 404, colleague: 404, bookkeeper: 404, admin: 404 },
    },
    post: null,
  },
  signedInOnly("routes/account/notifications/notifications.tsx", "/account/notifications", { post: 422 }),
  everybody("routes/account/notifications/devices.ts", "/account/devices", { get: 400, post: 400 }),
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
  practiceOnly("routes/admin/money/pay.tsx", "/admin/appointments/{appointment}/pay", {
    post: 422,
    reception: SAME,
    therapist: SAME,
    colleague: { get: 404 },
    bookkeeper: { post: REFUSED },
  }),
  // A therapist without sales of their own has no day to close.
  practiceOnly("routes/admin/money/day.tsx", "/admin/money", {
    post: 422,
    reception: SAME,
    therapist: { get: 404 },
    colleague: { get: 404 },
    bookkeeper: { post: REFUSED },
  }),
  practiceOnly("routes/admin/waiting-list.tsx", "/admin/waiting-list", { post: 422, reception: SAME }),
  practiceOnly("routes/admin/money/client-account.tsx", "/admin/clients/{record}/money", {
    post: 422,
    reception: SAME,
    therapist: MISSING,
    colleague: MISSING,
    bookkeeper: { post: REFUSED },
  }),
  practiceOnly("routes/admin/money/month.tsx", "/admin/money/month", {
    reception: SAME,
    therapist: MISSING,
    colleague: MISSING,
    bookkeeper: SAME,
  }),
  practiceOnly("routes/admin/money/sell.tsx", "/admin/money/sell", {
    post: 422,
    reception: SAME,
    therapist: { get: 404 },
    colleague: { get: 404 },
  }),
  practiceOnly("routes/admin/money/sale.tsx", "/admin/money/sales/{sale}", {
    post: 422,
    reception: SAME,
    therapist: MISSING,
    colleague: MISSING,
    bookkeeper: { post: REFUSED },
  }),
  practiceOnly("routes/admin/money/vouchers.tsx", "/admin/money/vouchers", {
    reception: SAME,
    therapist: MISSING,
    colleague: MISSING,
    bookkeeper: SAME,
  }),
  practiceOnly("routes/admin/money/voucher.tsx", "/admin/money/vouchers/{voucher}", {
    post: 422,
    reception: SAME,
    therapist: MISSING,
    colleague: MISSING,
    bookkeeper: { post: REFUSED },
  }),
  practiceOnly("routes/admin/money/seller.tsx", "/admin/money/sellers/demo-imogen-hartley", {
    post: 422,
    form: { sale: "x" },
    therapist: SAME,
    colleague: { get: 404 },
  }),
  practiceOnly("routes/admin/money/online/links.tsx", "/admin/money/links", {
    post: 422,
    reception: SAME,
    therapist: { get: 404 },
    colleague: { get: 404 },
    bookkeeper: { post: REFUSED },
  }),
  practiceOnly("routes/admin/money/online/till.tsx", "/admin/money/online/1", {
    post: 422,
    therapist: MISSING,
    colleague: MISSING,
  }),
  practiceOnly("routes/admin/money/online/payouts.tsx", "/admin/money/payouts/1", {
    therapist: MISSING,
    colleague: MISSING,
  }),
  practiceOnly("routes/admin/money/online/disputes.tsx", "/admin/money/disputes", {
    therapist: MISSING,
    colleague: MISSING,
  }),
  practiceOnly("routes/admin/money/online/dispute.tsx", "/admin/money/disputes/{dispute}", {
    post: 422,
    therapist: { get: 404 },
    colleague: { get: 404 },
  }),
  practiceOnly("routes/admin/money/online/dispute-pack.ts", "/admin/money/disputes/{dispute}/pack.pdf", {
    therapist: MISSING,
    colleague: MISSING,
  }),
  practiceOnly("routes/admin/money/accountant.tsx", "/admin/money/accountant", {
    therapist: MISSING,
    colleague: MISSING,
    bookkeeper: SAME,
  }),
  practiceOnly("routes/admin/money/sent-later.ts", "/admin/money/sent-later", {
    ...{ get: 400, post: 422, ...CLINIC },
    bookkeeper: { get: 400, post: REFUSED },
  }),
  practiceOnly("routes/admin/money/unpaid.tsx", "/admin/money/unpaid", { ...CLINIC, bookkeeper: SAME }),
  practiceOnly("routes/admin/money/export.ts", "/admin/money/export.csv?from=2027-01-01&to=2027-12-31", {
    therapist: MISSING,
    colleague: MISSING,
    bookkeeper: SAME,
  }),
  practiceOnly("routes/admin/money/paper-file.ts", "/admin/money/receipts/{receipt}/file.pdf", {
    ...OF_ONE,
    bookkeeper: SAME,
  }),
  practiceOnly("routes/admin/money/statements.tsx", "/admin/money/statements?client={record}", {
    post: 422,
    reception: SAME,
    therapist: { get: 404 },
    colleague: { get: 404 },
    bookkeeper: SAME,
  }),
  // Nothing is mailed in these tests.
  practiceOnly("routes/admin/money/receipt.tsx", "/admin/money/receipts/{receipt}", {
    post: 409,
    ...OF_ONE,
    bookkeeper: { post: REFUSED },
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
  practiceOnly("routes/admin/clients/new.tsx", "/admin/clients/new", {
    post: 422,
    form: { email: "x" },
    reception: SAME,
  }),
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
  // Health is off here: tests/health-notes.test.ts tries them with notes.
  practiceOnly("routes/admin/notes/of-appointment.ts", "/admin/appointments/{appointment}/treatment-note", {
    ...{ get: 404, therapist: SAME, colleague: SAME },
  }),
  // Health is off here: app/health/form/forms.server.test.ts tries each of them with a form.
  practiceOnly("routes/admin/clients/form.tsx", "/admin/clients/{record}/form", {
    ...{ get: 404, therapist: SAME, colleague: SAME },
  }),
  // Health is off here: app/health/keeping/controller.server.test.ts tries them as everyone.
  adminsOnly("routes/admin/clients/controller.tsx", "/admin/clients/{record}/controller", { get: 404, post: 404 }),
  adminsOnly("routes/admin/clients/hold.tsx", "/admin/clients/{record}/hold", { get: 404, post: 404 }),
  adminsOnly("routes/admin/therapists/records.tsx", "/admin/therapists/demo-tom-ellery/records", { get: 404 }),
  // Health is off here: app/health/leaving/leaving.server.test.ts tries them as everyone.
  adminsOnly("routes/admin/therapists/leaving.tsx", "/admin/therapists/demo-tom-ellery/leaving", {
    get: 404,
    post: 404,
  }),
  practiceOnly("routes/admin/therapists/own-file.tsx", "/admin/therapists/demo-tom-ellery/own-file", {
    ...{ get: 404, post: 404, therapist: SAME, colleague: SAME },
  }),
  practiceOnly("routes/admin/therapists/own-file-zip.ts", "/admin/therapists/demo-tom-ellery/own-file.zip", {
    ...{ get: "→ /admin/therapists/demo-tom-ellery/own-file", post: 404, therapist: SAME, colleague: SAME },
  }),
  practiceOnly("routes/admin/therapists/leaving-certificate.ts", "/admin/therapists/demo-tom-ellery/certificate.pdf", {
    ...{ get: 404, therapist: SAME, colleague: SAME },
  }),
  // Health is off here: app/health/keeping/bundle.server.test.ts and app/health/emergency.server.test.ts try each of them.
  practiceOnly("routes/admin/clients/bundle.tsx", "/admin/clients/{record}/bundle", {
    ...{ get: 404, post: 404, therapist: SAME, colleague: SAME },
  }),
  practiceOnly("routes/admin/clients/bundle-file.ts", "/admin/clients/{record}/bundle.zip", {
    ...{ get: "→ /admin/clients", post: 404, therapist: SAME, colleague: SAME },
  }),
  practiceOnly("routes/admin/clients/emergency.tsx", "/admin/clients/{record}/emergency", {
    ...{ get: 404, post: 404, therapist: SAME, colleague: SAME },
  }),
  practiceOnly("routes/admin/clients/paper-form.tsx", "/admin/clients/{record}/form/paper", {
    ...{ get: 404, post: 404, therapist: SAME, colleague: SAME },
  }),
  practiceOnly("routes/admin/clients/blank-form.tsx", "/admin/clients/blank-form", {
    ...{ get: 404, reception: SAME, therapist: SAME, colleague: SAME },
  }),
  practiceOnly("routes/admin/notes/list.tsx", "/admin/clients/{record}/treatment-notes", {
    ...{ get: 404, post: 404, therapist: SAME, colleague: SAME },
  }),
  practiceOnly("routes/admin/notes/note.tsx", "/admin/clients/{record}/treatment-notes/{appointment}", {
    ...{ get: 404, therapist: SAME, colleague: SAME },
  }),
  practiceOnly("routes/admin/notes/progress.tsx", "/admin/clients/{record}/progress", {
    ...{ get: 404, therapist: SAME, colleague: SAME },
  }),
  // Health is off here: app/health/files/files.server.test.ts tries each of them with files.
  practiceOnly("routes/admin/files/list.tsx", "/admin/clients/{record}/files", {
    ...{ get: 404, therapist: SAME, colleague: SAME },
  }),
  practiceOnly("routes/admin/files/new.tsx", "/admin/clients/{record}/files/new", {
    ...{ get: 404, post: 404, therapist: SAME, colleague: SAME },
  }),
  practiceOnly("routes/admin/files/letter.tsx", "/admin/clients/{record}/files/letter", {
    ...{ get: 404, post: 404, therapist: SAME, colleague: SAME },
  }),
  practiceOnly("routes/admin/files/file.tsx", "/admin/clients/{record}/files/{appointment}", {
    ...{ get: 404, post: 404, therapist: SAME, colleague: SAME },
  }),
  practiceOnly("routes/admin/files/content.ts", "/admin/clients/{record}/files/{appointment}/content", {
    ...{ get: 404, therapist: SAME, colleague: SAME },
  }),
  practiceOnly("routes/admin/notes/change.ts", "/admin/clients/{record}/treatment-notes/{appointment}/save", {
    ...{ get: 400, post: 404, therapist: SAME, colleague: SAME },
  }),
  practiceOnly("routes/admin/reports/reports.tsx", "/admin/reports", {
    therapist: SAME,
    colleague: SAME,
    bookkeeper: SAME,
  }),
  practiceOnly("routes/admin/reports/money-report.tsx", "/admin/reports/money", {
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
    post: 422,
    therapist: SAME,
    colleague: SAME,
  }),
  practiceOnly("routes/admin/diary/change-subscription.ts", "/admin/diary/subscriptions/change", {
    get: 400,
    post: 404,
    therapist: SAME,
    colleague: SAME,
  }),
  practiceOnly("routes/admin/diary/new-calendar-account.tsx", "/admin/diary/subscriptions/account", {
    post: 422,
    therapist: SAME,
    colleague: SAME,
  }),
  practiceOnly("routes/admin/diary/calendar-account.tsx", "/admin/diary/subscriptions/account/{account}", {
    post: 422,
    therapist: SAME,
    colleague: { get: 404 },
  }),
  practiceOnly("routes/admin/diary/calendar-sign-in.tsx", "/admin/diary/subscriptions/sign-in/google", {
    post: 404,
    therapist: SAME,
    colleague: SAME,
  }),
  practiceOnly("routes/admin/diary/proposals.tsx", "/admin/diary/proposals", {
    post: 422,
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
  practiceOnly("routes/admin/messages/list.tsx", "/admin/messages", { reception: SAME }),
  practiceOnly("routes/admin/messages/message.tsx", "/admin/messages/{enquiry}", { post: 422, reception: SAME }),
  practiceOnly("routes/admin/messages/change.ts", "/admin/messages/{enquiry}/state", {
    ...{ get: 404, post: 422, reception: SAME },
  }),
  practiceOnly("routes/admin/mail/list.tsx", "/admin/mail", { reception: SAME }),
  practiceOnly("routes/admin/mail/mail.tsx", "/admin/mail/{mail}", {
    post: "→ /admin/mail/{mail}",
    reception: SAME,
  }),
  practiceOnly("routes/admin/mail/looks.ts", "/admin/mail/none/looks", { get: 404, reception: SAME }),
  adminsOnly("routes/admin/settings/overview.tsx", "/admin/settings"),
  adminsOnly("routes/admin/go-live/go-live.tsx", "/admin/go-live", { post: 422 }),
  adminsOnly("routes/admin/go-live/policies.tsx", "/admin/go-live/policies", { post: 422 }),
  adminsOnly("routes/admin/go-live/test-mail.tsx", "/admin/go-live/test-mail?code=x", { post: 410 }),
  adminsOnly("routes/admin/settings/business.tsx", "/admin/settings/business", { post: 422 }),
  adminsOnly("routes/admin/settings/about.tsx", "/admin/settings/about", {
    post: 422,
    form: { years: "many" },
  }),
  adminsOnly("routes/admin/settings/opening.tsx", "/admin/settings/opening", { post: 422 }),
  adminsOnly("routes/admin/settings/legal.tsx", "/admin/settings/legal", { post: 422 }),
  adminsOnly("routes/admin/settings/opening-hours.tsx", "/admin/settings/opening-hours", NO_TIME),
  adminsOnly("routes/admin/settings/operation-hours.tsx", "/admin/settings/operation-hours", NO_TIME),
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
  adminsOnly("routes/admin/settings/people/person.tsx", "/admin/settings/people/{owner}", { post: 409 }),
  adminsOnly("routes/admin/site-status.tsx", "/admin/site-status", { post: 200 }),
  adminsOnly("routes/admin/settings/backups/backups.tsx", "/admin/settings/backups", { post: 422 }),
  adminsOnly("routes/admin/settings/backups/earlier.tsx", "/admin/settings/backups/earlier", { post: 422 }),
  adminsOnly("routes/admin/settings/address.tsx", "/admin/settings/address", { post: 422 }),
  adminsOnly("routes/admin/settings/updates.tsx", "/admin/settings/updates", { post: 422 }),
  adminsOnly("routes/admin/settings/everything/everything.tsx", "/admin/settings/everything"),
  adminsOnly("routes/admin/settings/everything/archive.ts", "/admin/settings/everything/archive", {
    get: "→ /admin/settings/everything",
    post: 200,
  }),
  adminsOnly("routes/admin/settings/words/list.tsx", "/admin/settings/words"),
  adminsOnly("routes/admin/settings/words/edit.tsx", "/admin/settings/words/home", { post: 409 }),
  adminsOnly("routes/admin/settings/mail-server/mail-server.tsx", "/admin/settings/mail-server", { post: 422 }),
  adminsOnly("routes/admin/settings/mail-server/mailbox.tsx", "/admin/settings/mailbox", { post: 422 }),
  adminsOnly("routes/admin/settings/calendar-apps.tsx", "/admin/settings/calendar-apps", {
    post: 422,
    form: { "google.clientId": "x" },
  }),
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
  adminsOnly("routes/admin/settings/payments.tsx", "/admin/settings/payments", {
    post: 422,
    form: { vatNumber: "x" },
  }),
  adminsOnly("routes/admin/settings/waiting-list.tsx", "/admin/settings/waiting-list", { post: 422 }),
  adminsOnly("routes/admin/settings/health/health.tsx", "/admin/settings/health", {
    post: 422,
    form: { ownAdultYears: "x" },
  }),
  adminsOnly("routes/admin/settings/health/questions.tsx", "/admin/settings/health/questions", { post: 409 }),
  adminsOnly("routes/admin/settings/health/preview.tsx", "/admin/settings/health/questions/preview"),
  adminsOnly("routes/admin/settings/health/question.tsx", "/admin/settings/health/questions/fever", { post: 422 }),
  adminsOnly("routes/admin/settings/health/assessment.ts", "/admin/settings/health/assessment"),
  adminsOnly("routes/admin/settings/health/ending.tsx", "/admin/settings/health/ending"),
  adminsOnly("routes/admin/money/rules.tsx", "/admin/settings/payments/rules", { post: 422 }),
  adminsOnly("routes/admin/money/online/prepay.tsx", "/admin/settings/payments/prepay", { post: 422 }),
  adminsOnly("routes/admin/money/online/prepay-rule.tsx", "/admin/settings/payments/prepay/new", { post: 422 }),
  adminsOnly("routes/admin/money/online/voucher-shop.tsx", "/admin/settings/payments/vouchers", { post: 422 }),
  adminsOnly("routes/admin/money/requests.tsx", "/admin/money/requests", { post: 422 }),
  adminsOnly("routes/admin/money/products.tsx", "/admin/settings/payments/products"),
  adminsOnly("routes/admin/money/product.tsx", "/admin/settings/payments/products/{product}", { post: 422 }),
  adminsOnly("routes/admin/settings/push.tsx", "/admin/settings/push", { post: 422 }),
  everybody("routes/feeds/emailjs/send-form.ts", "/api/v1.0/email/send-form", { get: 404, post: 404 }),
  everybody("routes/feeds/emailjs/send.ts", "/api/v1.0/email/send", { get: 404, post: 404 }),
  adminsOnly("routes/admin/import/firebase.tsx", "/admin/import/firebase", { post: 422 }),
  // Health is off here: app/health/moving/cliniko.server.test.ts tries them as everyone.
  adminsOnly("routes/admin/import/cliniko.tsx", "/admin/import/cliniko", { get: 404, post: 404 }),
  adminsOnly("routes/admin/import/cliniko-certificate.tsx", "/admin/import/cliniko/none", { get: 404 }),
  adminsOnly("routes/admin/import/certificate-file.ts", "/admin/import/cliniko/none/certificate.txt", { get: 404 }),
  // So does app/health/moving/file-imports.server.test.ts.
  adminsOnly("routes/admin/import/pdfs.tsx", "/admin/import/pdfs", { get: 404, post: 404 }),
  adminsOnly("routes/admin/import/pdfs-certificate.ts", "/admin/import/pdfs/none/certificate.txt", { get: 404 }),
  adminsOnly("routes/admin/import/import.tsx", "/admin/import/{import}", { post: "→ /admin/import/{import}" }),
  adminsOnly("routes/admin/import/refused.ts", "/admin/import/{import}/refused.csv"),
  adminsOnly("routes/admin/audit/audit.tsx", "/admin/audit"),
  everybody("routes/feeds/speculation-rules.ts", "/speculation-rules.json"),
  everybody("routes/feeds/calendar.ts", "/calendar/none.ics", { get: 404 }),
  everybody("routes/feeds/sitemap/sitemap.ts", "/sitemap.xml"),
  everybody("routes/feeds/robots.ts", "/robots.txt"),
  everybody("routes/feeds/icon.ts", "/icon.svg"),
  everybody("routes/feeds/manifest.ts", "/site.webmanifest"),
  everybody("routes/feeds/app-manifest.ts", "/apps/today.webmanifest"),
  everybody("routes/feeds/app-icon.ts", "/apps/icons/512.png"),
  everybody("routes/feeds/media.ts", "/media/none.webp", { get: 404 }),
  everybody("routes/feeds/person-plate.ts", "/media/people/none.svg", { get: 404 }),
  everybody("routes/feeds/hooks.ts", "/hooks/calendly", { get: 405, post: 404 }),
  everybody("routes/feeds/api/services.ts", "/api/services"),
  everybody("routes/feeds/api/availability.ts", "/api/availability", { get: 422 }),
  everybody("routes/feeds/api/appointments.ts", "/api/appointments", { get: 405, post: 415 }),
  everybody("routes/feeds/api/openapi.ts", "/api/openapi.json"),
];
