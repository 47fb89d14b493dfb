import { z } from "zod";
import * as account from "#app/accounts/account.form.ts";
import { newPasskeyForm, passkeyBeginForm, passkeySignInForm } from "#app/accounts/second-factor/passkey.form.ts";
import { bookingForm } from "#app/appointments/booking/booking.form.ts";
import { contactForm as bookingContactForm } from "#app/appointments/clients/contact.form.ts";
import { moveRequestForm } from "#app/appointments/requests/ask-to-move.server.ts";
import { placeForm } from "#app/body-map/place-words.ts";
import { serviceForm, therapistForm } from "#app/catalogue/service.form.ts";
import { therapistMailsForm } from "#app/catalogue/therapist-mails.ts";
import { practiceBookingForm } from "#app/diary/booking/practice-booking.form.ts";
import { seriesForm } from "#app/diary/series/series.form.ts";
import { exceptionForm } from "#app/hours/hours-exception.form.ts";
import { workingWeekForm } from "#app/hours/working-week.form.ts";
import { backupPlaceForm } from "#app/maintenance/backup-place.ts";
import { complaintForm } from "#app/messages/complaint.form.ts";
import { contactForm, replyForm } from "#app/messages/contact.form.ts";
import { salesForm, sellerForm } from "#app/payments/sellers.server.ts";
import { recipientForm } from "#app/payments/shop/order.form.ts";
import { productForm } from "#app/payments/shop/products.server.ts";
import { weekForm } from "#app/platform/wall-time.ts";
import { clientContactForm } from "#app/privacy/change-client-contact.server.ts";
import { newDeviceForm, renewedDeviceForm } from "#app/push/push-device.form.ts";
import { rulesForm } from "#app/settings/schemas/booking-rules.ts";
import { businessForm, linksForm } from "#app/settings/schemas/business.ts";
import { legalForm } from "#app/settings/schemas/legal.ts";
import { messagesForm } from "#app/settings/schemas/messages.ts";
import { moneyRulesForm, voucherShopForm } from "#app/settings/schemas/money-rules.ts";
import { openingForm } from "#app/settings/schemas/opening.ts";
import { prepaymentForm, prepaymentRuleForm } from "#app/settings/schemas/payments.ts";
import { practiceFactsForm } from "#app/settings/schemas/practice-facts.ts";
import { practiceMailsForm } from "#app/settings/schemas/practice-mails.ts";
import { teamRulesForm } from "#app/settings/schemas/team-rules.ts";
import { videosForm } from "#app/settings/schemas/videos.ts";
import { reviewForm } from "#app/site/review.form.ts";

/**
 * A form of a door: its schema, its fixed fields, and its address if that is not the door's. `right`: a valid form,
 * where the page does not come filled in. `{start}` is a free time, `{day}` a coming day.
 */
export type DoorForm = {
  schema: z.ZodType;
  fixed?: Record<string, string>;
  right?: Record<string, string>;
  at?: string;
  as?: "json";
  /** Ends or changes its own account, so each try needs a new one. */
  ownAccount?: true;
};

const text = z.string();
const fields = <Name extends string>(...names: Name[]) =>
  z.object(Object.fromEntries(names.map((name) => [name, text])));
const parts = (forms: Record<string, z.ZodType>): DoorForm[] =>
  Object.entries(forms).map(([part, schema]) => ({ schema, fixed: { part }, ownAccount: true }));
const change = "/admin/appointments/{appointment}";
const messageFields = { website: "", draft: "{draft}" };
const person = { name: "Ada Smith", phone: "01632 960001", email: "ada@example.com" };
const booking = { service: "deep-tissue-massage", start: "{start}", therapist: "imogen-hartley", ...person };
const letterOf = { user_firstName: "Ada", user_lastName: "Smith", user_email: "ada@example.com" };
const message = { ...letterOf, user_subject: "Vouchers", user_message: "Do you sell them?" };
const complaint = { ...message, user_subject: "treatment", wanted: "A word" };
const block = { firstDay: "{day}", from: "10:00", to: "11:00", therapist: "demo-tom-ellery", kind: "closure" };
const moved = { start: "{startMs}", minutes: "60", despite: "on" };
const service = {
  title: "Hot Stones",
  category: "Massage",
  summary: "Warm",
  booking: "online",
  place: "grid",
  bufferBefore: "0",
  bufferAfter: "15",
  "lengths.0.minutes": "60",
  "lengths.0.price": "58",
  "therapists.demo-tom-ellery": "on",
};
const review = {
  words: "It helped.",
  name: "Ada",
  source: "A card in the clinic",
  givenOn: "2026-10-02",
  isGenuine: "on",
};
const inList = z.object({ id: text, intent: z.enum(["up", "down", "show", "hide"]), accepted: text });

/** The schemas of the forms of table.ts. A door without an entry is tried with its page's fields. */
export const doorForms: Record<string, readonly DoorForm[]> = {
  "routes/website/contact.tsx": [{ schema: contactForm, fixed: messageFields, right: message }],
  "routes/website/complaints.tsx": [{ schema: complaintForm, fixed: messageFields, right: complaint }],
  "routes/book/book.tsx": [
    { schema: bookingForm, right: booking },
    { schema: z.object({ ...bookingForm.shape, near: text, key: text }), right: booking },
  ],
  "routes/book/reschedule.tsx": [{ schema: fields("start", "near", "therapist"), right: { start: "{start}" } }],
  "routes/book/cancel.tsx": [{ schema: fields("reason") }],
  "routes/account/login/login.tsx": [
    { schema: account.signInForm },
    { schema: account.signUpForm, at: "/login?mode=sign-up" },
    { schema: account.resetRequestForm, at: "/login?mode=forgot" },
    { schema: account.codeForm, at: "/login?mode=code" },
  ],
  "routes/account/notifications/notifications.tsx": [{ schema: fields("intent", "id") }],
  "routes/account/notifications/devices.ts": [
    { schema: newDeviceForm, as: "json" },
    { schema: renewedDeviceForm, as: "json" },
  ],
  "routes/admin/notifications.tsx": [{ schema: fields("intent", "id") }],
  "routes/admin/settings/push.tsx": [{ schema: fields("intent") }],
  "routes/admin/settings/payments.tsx": [{ schema: z.object({ intent: text, ...sellerForm.shape }) }],
  "routes/admin/money/pay.tsx": [
    { schema: fields("pay", "seen", "key", "extraText", "extra", "off", "reason", "tip", "splitMethod", "split") },
    { schema: fields("intent", "taking", "reason", "seen", "key", "payment", "back", "owes", "fee", "address") },
    { schema: fields("pay", "seen", "key", "product.x", "productsPence", "voucher", "voucherAmount", "coverPence") },
    { schema: fields("code"), fixed: { intent: "find" } },
    { schema: fields("amount", "reason", "key"), fixed: { intent: "charge-card" } },
  ],
  "routes/admin/money/sent-later.ts": [{ schema: fields("appointment", "key", "pay", "seen") }],
  "routes/admin/money/statements.tsx": [{ schema: fields("from", "to", "bill", "method", "key") }],
  "routes/website/pay.tsx": [{ schema: fields("none") }],
  "routes/website/voucher-balance.tsx": [{ schema: fields("code") }],
  "routes/website/voucher-shop.tsx": [
    { schema: fields("key", "seen", "intent", "course", "what", "amount", "recipientName", "fromName", "message") },
    { schema: fields("key", "delivery", "recipientEmail", "sendOn", "buyerName", "buyerEmail") },
  ],
  "routes/website/voucher-order.tsx": [{ schema: recipientForm }],
  "routes/website/voucher-gift.tsx": [{ schema: fields("none") }],
  "routes/admin/money/online/links.tsx": [{ schema: fields("intent", "link", "of") }],
  "routes/admin/money/online/dispute.tsx": [{ schema: fields("intent") }],
  "routes/admin/money/online/till.tsx": [
    { schema: fields("intent", "provider", "key", "merchant", "signingKey", "reader", "pairingCode") },
  ],
  "routes/admin/money/receipt.tsx": [{ schema: fields("for") }],
  "routes/account/my-appointment/courses.tsx": [{ schema: fields("intent", "course", "email") }],
  "routes/account/my-appointment/receipts.tsx": [{ schema: fields("from", "to", "appointment") }],
  "routes/admin/money/client-account.tsx": [
    { schema: fields("intent", "key", "seen", "method", "amount", "seller", "reason", "card") },
  ],
  "routes/admin/money/rules.tsx": [{ schema: moneyRulesForm }],
  "routes/admin/money/online/voucher-shop.tsx": [{ schema: voucherShopForm({ sellerIds: ["1"] }) }],
  "routes/admin/money/online/prepay.tsx": [{ schema: prepaymentForm }, { schema: fields("at") }],
  "routes/admin/money/online/prepay-rule.tsx": [{ schema: prepaymentRuleForm({ canKeepCards: true }) }],
  "routes/admin/money/product.tsx": [{ schema: productForm }],
  "routes/admin/money/sell.tsx": [
    { schema: fields("key", "seller", "seen", "voucher", "product.x", "pay", "vatKind", "vatNote") },
  ],
  "routes/admin/money/sale.tsx": [{ schema: fields("intent", "key", "reason", "address") }],
  "routes/admin/money/voucher.tsx": [
    { schema: fields("intent", "key", "seen", "reason", "recipientName", "recipientEmail", "email") },
  ],
  "routes/admin/money/seller.tsx": [{ schema: salesForm }],
  "routes/admin/money/day.tsx": [
    { schema: fields("day", "seller", "seen", "card", "cash", "voucher", "float", "sentence") },
  ],
  "routes/account/passkeys/sign-in.ts": [{ schema: passkeySignInForm, as: "json" }],
  "routes/account/passkeys/passkeys.ts": [{ schema: newPasskeyForm, as: "json" }],
  "routes/account/passkeys/challenges.ts": [{ schema: passkeyBeginForm, as: "json" }],
  "routes/account/reset-password.tsx": [{ schema: account.newPasswordForm }],
  "routes/account/not-me.tsx": [{ schema: z.object({ mail: text, token: text }) }],
  "routes/account/keep-details.tsx": [{ schema: account.keepDetailsForm }],
  "routes/account/join.tsx": [{ schema: z.object({ ...account.joinForm.shape, token: text }) }],
  "routes/account/my-appointment/my-appointment.tsx": [{ schema: account.resetRequestForm }],
  "routes/account/verify-email.tsx": [{ schema: fields("token", "answer") }],
  "routes/account/account/account.tsx": parts({
    name: account.nameForm,
    phone: account.phoneForm,
    email: account.emailForm,
    password: account.passwordForm,
    delete: account.proofForm,
    leave: account.proofForm,
    session: fields("id"),
    passkey: fields("id"),
  }),
  "routes/admin/users/change.ts": [
    { schema: fields("role", "password") },
    { schema: fields("access"), at: "/admin/users/{user}/access" },
    { schema: fields("none"), at: "/admin/users/{user}/sessions" },
  ],
  "routes/admin/appointments/new.ts": [
    { schema: practiceBookingForm, right: { ...booking, day: "{day}", time: "10:00", despite: "on" } },
  ],
  "routes/admin/appointments/add.tsx": [{ schema: practiceBookingForm }],
  "routes/admin/appointments/series.tsx": [{ schema: seriesForm }],
  "routes/admin/appointments/bulk.ts": [{ schema: z.object({ change: z.enum(["confirm", "cancel"]), ids: text }) }],
  "routes/admin/appointments/change.ts": [
    {
      schema: fields("start", "minutes", "pricePence", "therapist", "sequence", "despite"),
      at: `${change}/time`,
      right: moved,
    },
    {
      schema: fields("day", "time", "minutes", "pricePence", "therapist", "sequence", "despite"),
      at: `${change}/time`,
    },
    { schema: fields("attendance"), at: `${change}/attendance` },
    { schema: fields("other", "sequence", "otherSequence", "despite"), at: `${change}/swap` },
    { schema: fields("sequence", "despite"), at: `${change}/reinstatement` },
    { schema: fields("words", "version"), at: `${change}/note` },
    { schema: fields("none"), at: `${change}/nothing-such` },
  ],
  "routes/book/ask-to-move.tsx": [{ schema: moveRequestForm }],
  "routes/admin/move-requests.tsx": [
    { schema: z.object({ id: text, answer: z.enum(["declined", "settled"]), undo: text }) },
  ],
  "routes/book/offered-times.tsx": [{ schema: fields("start", "therapist") }],
  "routes/admin/stranded/stranded.tsx": ["move", "offer", "call", "cancel", "reinstate"].map((intent) => ({
    schema: fields("id", "sequence", "start", "therapist", "seen", "despite"),
    fixed: { intent },
  })),
  "routes/admin/dashboard/past-appointments.tsx": [
    { schema: z.object({ ids: text, mark: z.enum(["came", "missed", "late"]), undo: text }) },
  ],
  "routes/admin/appointments/cancel-appointment.tsx": [{ schema: fields("reasonCode", "reason", "sequence") }],
  "routes/admin/appointments/following-cancel.tsx": [{ schema: fields("reasonCode", "reason", "sequence") }],
  "routes/admin/appointments/following-move.tsx": [
    { schema: fields("day", "time", "therapist", "sequence", "shown", "intent", "at.0") },
  ],
  "routes/admin/appointments/following-undo.tsx": [{ schema: fields() }],
  "routes/admin/appointments/reinstate-appointment.tsx": [{ schema: fields("start", "therapist", "despite") }],
  "routes/admin/appointments/edit-contact.tsx": [{ schema: bookingContactForm }],
  "routes/admin/clients/edit-contact.tsx": [{ schema: clientContactForm }],
  "routes/admin/clients/change.ts": [
    { schema: fields("words"), at: "/admin/clients/{record}/notes" },
    { schema: fields("note"), at: "/admin/clients/{record}/note-removal" },
    { schema: fields("words"), at: "/admin/clients/{record}/alert" },
    { schema: fields("alert"), at: "/admin/clients/{record}/alert-removal" },
    { schema: fields("was"), at: "/admin/clients/{record}/flag-return" },
    { schema: fields("other"), at: "/admin/clients/{record}/merging" },
  ],
  "routes/admin/diary/blocks.ts": [{ schema: exceptionForm, right: block }, { schema: fields("remove", "accepted") }],
  "routes/admin/diary/change-subscription.ts": [{ schema: fields("make", "revoke") }],
  "routes/admin/services/list.tsx": [{ schema: inList }],
  "routes/admin/services/new.tsx": [
    { schema: serviceForm, right: service },
    { schema: serviceForm, right: service, fixed: { intent: "preview" } },
  ],
  "routes/admin/services/edit.tsx": [
    { schema: serviceForm },
    { schema: serviceForm, fixed: { intent: "preview" } },
    { schema: z.object({}), fixed: { intent: "delete" } },
  ],
  "routes/admin/reviews/list.tsx": [{ schema: inList }],
  "routes/admin/reviews/new.tsx": [{ schema: reviewForm, right: review }],
  "routes/admin/reviews/edit.tsx": [{ schema: reviewForm, right: review }],
  "routes/admin/therapists/list.tsx": [{ schema: inList }],
  "routes/admin/therapists/new.tsx": [{ schema: therapistForm }],
  "routes/admin/therapists/edit.tsx": [{ schema: therapistForm }],
  "routes/admin/therapists/mails.tsx": [{ schema: therapistMailsForm }],
  "routes/admin/hours/calendar.tsx": [
    { schema: exceptionForm, right: block },
    { schema: fields("id", "accepted"), fixed: { intent: "remove" } },
    { schema: fields("nation"), fixed: { intent: "bank-holidays" } },
    { schema: fields("id"), fixed: { intent: "withdraw" } },
  ],
  "routes/admin/time-off/time-off.tsx": [
    { schema: fields("id", "accepted") },
    { schema: fields("id", "answer"), fixed: { intent: "decline" } },
  ],
  "routes/admin/hours/week.tsx": [{ schema: workingWeekForm }],
  "routes/admin/messages/message.tsx": [{ schema: replyForm }, { schema: fields("intent") }],
  "routes/admin/messages/change.ts": [
    { schema: fields("to", "seen"), at: "/admin/messages/{enquiry}/state" },
    { schema: fields("to", "seen"), at: "/admin/messages/{enquiry}/assignee" },
  ],
  "routes/admin/go-live/go-live.tsx": [{ schema: fields("intent") }],
  "routes/admin/go-live/policies.tsx": [{ schema: fields("page", "version") }],
  "routes/admin/go-live/test-mail.tsx": [{ schema: fields("code") }],
  "routes/admin/settings/business.tsx": [{ schema: businessForm }],
  "routes/admin/settings/about.tsx": [{ schema: practiceFactsForm }],
  "routes/admin/settings/opening.tsx": [{ schema: openingForm }],
  "routes/admin/settings/legal.tsx": [{ schema: legalForm }],
  "routes/admin/settings/opening-hours.tsx": [{ schema: weekForm }],
  "routes/admin/settings/operation-hours.tsx": [{ schema: weekForm }],
  "routes/admin/settings/booking.tsx": [{ schema: rulesForm }],
  "routes/admin/settings/people/people.tsx": [
    { schema: fields("email", "therapist", "password", "roles.owner", "roles.therapist") },
    { schema: fields("id"), fixed: { intent: "again" } },
    { schema: fields("id"), fixed: { intent: "withdraw" } },
  ],
  "routes/admin/settings/people/person.tsx": [
    { schema: fields("therapist", "password", "version", "roles.owner") },
    { schema: fields("password"), fixed: { intent: "readmit" } },
    { schema: fields("none"), fixed: { intent: "suspend" } },
  ],
  "routes/admin/settings/people/rules.tsx": [{ schema: teamRulesForm }],
  "routes/admin/settings/backups/backups.tsx": [
    { schema: backupPlaceForm },
    { schema: fields("first", "second"), fixed: { intent: "prove" } },
  ],
  "routes/admin/settings/backups/earlier.tsx": [
    { schema: fields("key", "version"), fixed: { intent: "setting" } },
    { schema: fields("id"), fixed: { intent: "client" } },
  ],
  "routes/admin/settings/address.tsx": [{ schema: fields("domain") }],
  "routes/admin/settings/updates.tsx": [{ schema: fields("version") }],
  "routes/admin/settings/everything/archive.ts": [{ schema: fields("password") }],
  "routes/admin/settings/body/place.tsx": [{ schema: placeForm }],
  "routes/admin/settings/mails/to-you.tsx": [{ schema: practiceMailsForm }],
  "routes/admin/settings/messages.tsx": [{ schema: messagesForm }],
  "routes/admin/settings/links.tsx": [{ schema: linksForm }],
  "routes/admin/settings/videos/list.tsx": [{ schema: videosForm }],
  "routes/feeds/api/appointments.ts": [{ schema: bookingForm, as: "json", right: booking }],
};
