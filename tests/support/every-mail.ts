import { openLink } from "#app/accounts/account-links.db.server.ts";
import { addAdapter, writeState } from "#app/adapters/adapters.db.server.ts";
import { insertHold } from "#app/appointments/booking/booking-holds.db.server.ts";
import { insertRequest } from "#app/appointments/booking/booking-requests.db.server.ts";
import { cancel } from "#app/appointments/cancel.server.ts";
import { askToMove } from "#app/appointments/requests/ask-to-move.server.ts";
import { askToCreateAccount } from "#app/appointments/requests/create-account-from-booking.server.ts";
import { getTherapist } from "#app/catalogue/catalogue.db.server.ts";
import { chooseTherapistMails } from "#app/catalogue/therapist-mails.server.ts";
import { syncInvitee } from "#app/connections/calendly/sync-invitee.server.ts";
import { answerMoveRequest } from "#app/diary/lists/move-requests.server.ts";
import { offerTimes } from "#app/diary/stranded/offered-times.server.ts";
import type { Mail } from "#app/mail/mail.ts";
import { type MailData, type MailId, mails, renderers } from "#app/mails.server.ts";
import { replyTo } from "#app/messages/change-message.server.ts";
import { receiveMessage } from "#app/messages/receive-message.server.ts";
import { issueReceipt } from "#app/payments/issue-receipt.server.ts";
import { takePayment } from "#app/payments/take-payment.server.ts";
import type { AppContext } from "#app/platform/app-context.server.ts";
import { newId, newSecret } from "#app/platform/ids.server.ts";
import { type Actor, visitor } from "#app/platform/permissions.ts";
import { readSettings, writeSetting } from "#app/settings/settings.db.server.ts";
import { sendTestMail } from "#app/site/go-live/try-mail-server.server.ts";
import { insertInvite, inviteSecretOf } from "#app/team/invites.db.server.ts";
import { closeOrAsk, declineTimeOff, withdrawTimeOff } from "#app/team/time-off.server.ts";
import { join } from "#app/waiting-list/join.server.ts";
import { runRounds } from "#app/waiting-list/rounds.server.ts";
import { switchWaitingList } from "#app/waiting-list/switch.server.ts";
import { booked, FRIDAY_TEN } from "#tests/support/booked.ts";
import { externalFacts } from "#tests/support/calendly/external-facts.ts";
import { clientOf } from "#tests/support/clients.ts";
import { switchedOn } from "#tests/support/health.ts";
import { takesPayments } from "#tests/support/options.ts";
import { seriesBooked } from "#tests/support/series.ts";
import { personIn } from "#tests/support/signed-in.ts";
import { staffIn } from "#tests/support/staff.ts";

const HOUR = 3_600_000;
const owner = { kind: "admin", userId: "imogen" } as const;

const PREFERENCES = {
  ...{ service: "deep-tissue-massage", minutes: 60, therapists: [], weekdays: [], dayTimes: [] },
  until: "2027-05-20",
};
const PERSON = { name: "Rosa Whitfield", email: "rosa@example.com", phone: "+441632960030" };

/** A time that was cancelled and is offered to who waits for it. */
async function offered(app: AppContext): Promise<{ offerId: string }> {
  await switchWaitingList(app, owner, true);
  const { appointmentId } = await about(app);
  await join(app, owner, { input: { ...PREFERENCES, ...PERSON } });
  await cancel(app, owner, { appointmentId, reason: null });
  await runRounds(app);
  const { id } = await app.db.kysely.selectFrom("waiting_offers").select("id").executeTakeFirstOrThrow();
  return { offerId: id };
}

/** What really happened, and the message of it; a mail that is not here is looked at by its own example. */
const messages: { [Kind in MailId]?: (app: AppContext) => Promise<MailData<Kind>> } = {
  "appointment-confirmed-client": about,
  "appointment-confirmed-practice": about,
  "appointment-pending-client": async (app) => {
    const told = await about(app);
    await app.db.kysely.updateTable("appointments").set({ status: "Pending" }).execute();
    return told;
  },
  "appointment-accepted-client": about,
  "appointment-rescheduled-client": async (app) => ({ ...(await about(app)), was: FRIDAY_TEN - 2 * HOUR }),
  "appointment-rescheduled-practice": async (app) => ({ ...(await about(app)), was: FRIDAY_TEN - 2 * HOUR }),
  "appointment-late-client": async (app) => ({ ...(await about(app)), start: FRIDAY_TEN, minutes: 10 }),
  "appointment-cancelled-client": cancelledByPractice,
  "appointment-reinstated-client": about,
  "appointment-offered-client": async (app) => {
    const { appointmentId } = await about(app);
    await offerTimes(app, owner, { appointmentId, seen: 0 });
    return { appointmentId };
  },
  "appointment-asked-practice": asked,
  "appointment-declined-client": async (app) => {
    const told = await asked(app);
    await answerMoveRequest(app, owner, { ...told, answer: "declined" });
    return told;
  },
  "appointment-cancelled-practice": async (app) => {
    const { appointmentId } = await about(app);
    await cancel(app, { kind: "holder", appointmentId }, { appointmentId, reason: "A cold" });
    return { appointmentId };
  },
  "appointment-held-client": async (app) => {
    const told = await about(app);
    const until = app.clock.now() + HOUR;
    const secretHash = told.appointmentId;
    await app.db.kysely.transaction().execute((tx) => insertHold(tx, { ...told, secretHash, until }));
    return told;
  },
  "booking-request-client": async (app) => {
    const { appointment } = await booked(app);
    const until = app.clock.now() + HOUR;
    const request = { input: {}, pays: null, appointment, source: "website" as const, idempotency: null, until };
    const stored = { secretHash: appointment.id, now: app.clock.now() };
    await app.db.kysely.transaction().execute((tx) => insertRequest(tx, request, stored));
    return { requestId: appointment.id };
  },
  "therapist-leaves-client": async (app) => {
    const { appointment } = await booked(app);
    const clientId = await clientOf(app, appointment.id);
    const not = { closed_at: null, key_hash: null, taken_at: null, finished_at: null };
    const leaver = { id: "leaving", therapist_id: appointment.therapistId, begun_at: app.clock.now() };
    await app.db.kysely
      .insertInto("departures")
      .values({ ...leaver, notes_next: "chosen", ...not })
      .execute();
    const open = { answer: null, answered_at: null, answered_by: null, withdrawal_id: null, hash: null, gone_at: null };
    const row = { id: "choice", departure_id: "leaving", client_id: clientId, nth: 1, secret_hash: "x", ...open };
    await app.db.kysely.insertInto("departure_clients").values(row).execute();
    return { choiceId: "choice" };
  },
  "call-first-practice": about,
  "health-form-client": async (app) => {
    await switchedOn(app);
    return about(app);
  },
  "booking-brake-practice": async () => ({ day: "2027-05-04", lastHour: 34 }),
  "appointment-link-client": about,
  "appointment-account-client": async (app) => {
    const { appointment } = await booked(app);
    await askToCreateAccount(app, appointment);
    return { appointmentId: appointment.id };
  },
  "booking-links-client": about,
  "appointment-told-therapist": async (app) => {
    const { appointment } = await booked(app);
    const { id: appointmentId, therapistId, start, end } = appointment;
    await hearsOf(app, therapistId, "each");
    return { appointmentId, therapistId, knew: { start: start - HOUR, end: end - HOUR }, news: "moved", other: null };
  },
  "therapist-evening": async (app) => {
    const { therapistId } = (await booked(app)).appointment;
    await hearsOf(app, therapistId, "evening");
    return { therapistId, date: "2027-05-07" };
  },
  "practice-digest": async (app) => {
    await booked(app);
    await enquiry(app);
    const rows = await app.db.kysely.selectFrom("outbox").select("id").where("kind", "like", "%-practice").execute();
    return { lines: rows.map(({ id }) => id) };
  },
  "appointment-reminder-client": async (app) => ({ ...(await about(app)), start: FRIDAY_TEN }),
  "series-booked-client": inSeries,
  "series-booked-practice": inSeries,
  "series-moved-client": async (app) => {
    const told = await inSeries(app);
    return { ...told, moves: told.appointmentIds.map((appointmentId) => ({ appointmentId, was: FRIDAY_TEN - HOUR })) };
  },
  "series-cancelled-client": async (app) => {
    const told = await inSeries(app);
    for (const appointmentId of told.appointmentIds) await cancel(app, owner, { appointmentId, reason: "A cold" });
    return told;
  },
  "enquiry-practice": enquiry,
  "enquiry-emailjs": enquiry,
  "enquiry-acknowledgement": enquiry,
  "enquiry-reply": async (app) => {
    const { enquiryId } = await enquiry(app);
    await replyTo(app, owner, { id: enquiryId, text: "We do.\n\nCome in and choose one." });
    const { id } = await app.db.kysely.selectFrom("enquiry_replies").select("id").executeTakeFirstOrThrow();
    return { replyId: id };
  },
  "enquiry-answered-practice": async (app) => {
    const { enquiryId } = await enquiry(app);
    const written = { name: "Sam Carter", address: "sam@example.com", text: "Thank you.\n\nI’ll come in." };
    const rest = { at: app.clock.now(), attachments: "[]", message_id: null, automatic: 0 };
    await app.db.kysely
      .insertInto("received_replies")
      .values({ id: "one", enquiry_id: enquiryId, ...written, ...rest })
      .execute();
    return { replyId: "one" };
  },
  "account-verify": (app) => link(app, "verify"),
  "account-change": (app) => link(app, "change"),
  "account-reset": (app) => link(app, "reset"),
  "account-let-in": (app) => link(app, "let-in"),
  "account-exists": async (app) => ({ userId: (await personIn(app)).id }),
  "account-password-changed": async (app) => ({ userId: (await personIn(app)).id, at: app.clock.now() }),
  "account-key-changed": async (app) => ({
    userId: (await personIn(app)).id,
    at: app.clock.now(),
    change: "passkey.add" as const,
  }),
  "go-live-test": async (app) => {
    const { id: userId } = await personIn(app, { role: "admin", email: `${newId()}@example.com` });
    await sendTestMail(app, { kind: "admin", userId });
    const { goLive } = (await readSettings(app.db.kysely, app.log)).settings;
    return { code: goLive.testMail.code };
  },
  "site-status-practice": async (app) => {
    const row = { line: "disk", title: "Disk", state: "wrong", words: "38 of 40 GB used.", figure: null };
    const times = { since: app.clock.now(), checked_at: app.clock.now(), notified_at: null };
    await app.db.kysely
      .insertInto("site_status")
      .values({ ...row, ...times })
      .execute();
    return { state: "wrong" };
  },
  "adapter-failing-practice": async (app) => {
    const since = app.clock.now();
    await addAdapter(app.db.kysely, "calendly", since);
    const failing = {
      name: "calendly",
      state: "failing",
      since,
      fault: "It did not answer.",
      notifiedAt: null,
    } as const;
    await app.db.kysely.transaction().execute((tx) => writeState(tx, failing));
    return { adapter: "calendly" as const };
  },
  "calendly-clash-practice": async (app) => {
    await syncInvitee(app, externalFacts({ start: FRIDAY_TEN }));
    const second = externalFacts({ start: FRIDAY_TEN });
    await syncInvitee(app, second);
    return { invitee: second.invitee };
  },
  "staff-invite": async (app) => {
    const nonce = newSecret();
    const now = app.clock.now();
    const ends = { sentAt: now, expiresAt: now + HOUR, invitedBy: null, therapistId: "demo-tom-ellery" };
    const invite = { id: newId(), email: "robin@example.com", roles: ["therapist"] as const, ...ends };
    const secret = inviteSecretOf(app.secret, nonce);
    await app.db.kysely.transaction().execute((tx) => insertInvite(tx, invite, secret));
    return { nonce };
  },
  "staff-changed": async (app) => {
    const [to, user] = [await personIn(app, { role: "admin" }), await personIn(app, { name: "Robin Vale" })];
    const change = { deed: "parts" as const, before: ["reception" as const], after: [], at: app.clock.now() };
    return { to: to.id, by: to.id, user: user.id, invite: null, ...change };
  },
  "time-off-asked": async (app) => ({ ...(await timeOff(app)), to: (await personIn(app, { role: "admin" })).id }),
  "time-off-withdrawn": async (app) => {
    const { id, askedBy, asker } = await timeOff(app);
    await withdrawTimeOff(app, asker, { id });
    return { id, askedBy, to: (await personIn(app, { role: "admin" })).id };
  },
  "time-off-answered": async (app) => {
    const { id, askedBy } = await timeOff(app);
    await declineTimeOff(app, owner, { id, answer: "We are two short that week." });
    return { id, askedBy };
  },
  "waiting-confirm-client": async (app) => {
    await switchWaitingList(app, owner, true);
    const mailing = { ...app, config: { ...app.config, smtpUrl: "smtp://127.0.0.1:1" } };
    const joined = await join(mailing, visitor, { input: { ...PREFERENCES, ...PERSON } });
    if (joined.kind !== "joined") throw new Error(JSON.stringify(joined));
    return { entryId: joined.entryId };
  },
  "waiting-offer-client": offered,
  "waiting-call-practice": offered,
  "waiting-gone-client": async (app) => {
    const told = await offered(app);
    await app.db.kysely.updateTable("waiting_offers").set({ state: "lost" }).execute();
    return told;
  },
  "archive-taken": async (app) => {
    const owner = await personIn(app, { role: "admin" });
    return { to: owner.id, by: owner.id, at: app.clock.now() };
  },
  "receipt-client": async (app) => ({ id: await receiptOf(app), to: "sam@example.com", forPlan: false }),
  "accountant-month": async (app) => ({ to: (await staffIn(app, { roles: ["bookkeeper"] })).id, month: "2026-10" }),
  "sensitive-change": async (app) => {
    const { id: to } = await personIn(app, { role: "admin" });
    return { to, by: to, deed: "mail-server", whom: null, at: app.clock.now() };
  },
  "account-address-changed": async (app) => ({ to: "sam@example.com", at: app.clock.now() }),
};

export const MAIL_KINDS = mails.map(({ id }) => id);

export async function mailOf(app: AppContext, kind: MailId): Promise<Mail> {
  const mail = await (messages[kind] ? renderers[kind](app, await messages[kind](app)) : exampleOf(app, kind));
  if (!mail) throw new Error(`${kind} says nothing`);
  return mail;
}

/** The data of a sample message. */
export async function messageOf(app: AppContext, kind: MailId): Promise<MailData<MailId>> {
  const data = await messages[kind]?.(app);
  if (!data) throw new Error(`What ${kind} hides is not looked at: write its sample here`);
  return data;
}

const exampleOf = (app: AppContext, kind: MailId) => mails.find(({ id }) => id === kind)?.example(app);

async function about(app: AppContext) {
  return { appointmentId: (await booked(app)).appointment.id };
}

/** Somebody has paid for an appointment, and got a receipt. */
async function receiptOf(app: AppContext): Promise<string> {
  const { appointment } = await booked(app);
  await takesPayments(app);
  // A paper is frozen: it names its seller, and not the practice.
  await app.db.kysely.updateTable("sellers").set({ legal_name: "A Seller Ltd", address: "1 Mill Street" }).execute();
  const seenPence = appointment.pricePence;
  const taking = {
    lines: [{ method: "cash", pence: 1000 }],
    tipPence: 0,
    extras: [],
    discount: null,
    seenPence,
  } as const;
  await takePayment(app, owner, { appointmentId: appointment.id, key: "every mail", taking });
  const outcome = await issueReceipt(app, owner, { appointmentId: appointment.id });
  return outcome.kind === "saved" ? outcome.id : "none";
}

/** A client's request to move, inside a notice of a fortnight. */
async function asked(app: AppContext) {
  const told = await about(app);
  await app.db.kysely.transaction().execute(async (tx) => {
    const { bookingRules } = (await readSettings(tx, app.log)).settings;
    const value = { ...bookingRules, changeNotice: 14 * 24 * 60 };
    await writeSetting(tx, { key: "bookingRules", value, now: app.clock.now() });
  });
  const words = "Any day after four";
  const outcome = await askToMove(app, { kind: "holder", ...told }, { ...told, words });
  if (outcome.kind !== "asked") throw new Error(outcome.kind);
  return told;
}

async function inSeries(app: AppContext) {
  const therapist = await getTherapist(app.db.kysely, "demo-tom-ellery");
  const made = await seriesBooked(app, { times: "3", therapist: therapist?.slug ?? "" });
  return { seriesId: made[0]?.series?.id ?? "", appointmentIds: made.map(({ id }) => id) };
}

async function hearsOf(app: AppContext, id: string, choice: "each" | "evening") {
  const mails = { address: "therapist@example.com", choice, whenEmpty: false };
  const { version } = await app.db.kysely
    .selectFrom("therapists")
    .select("version")
    .where("id", "=", id)
    .executeTakeFirstOrThrow();
  const outcome = await chooseTherapistMails(app, owner, { id, version, mails });
  if (outcome.kind !== "saved") throw new Error(outcome.kind);
}

/** What Tom asks to be off. */
async function timeOff(app: AppContext) {
  const { id: askedBy } = await personIn(app, { email: `${newId()}@example.com` });
  const therapistId = "demo-tom-ellery";
  const choices = ["time off by request"] as const;
  const asker: Actor = { kind: "staff", userId: askedBy, roles: ["therapist"], therapistId, choices };
  const days = { firstDay: "2027-06-01", lastDay: "2027-06-04", fromMinute: null, toMinute: null };
  const draft = { ...days, kind: "closure" as const, therapistId, reason: null, publicNote: null };
  await closeOrAsk(app, asker, { draft, accepted: [] });
  const { id } = await app.db.kysely.selectFrom("time_off_requests").select("id").executeTakeFirstOrThrow();
  return { id, askedBy, asker };
}

async function cancelledByPractice(app: AppContext) {
  const { appointmentId } = await about(app);
  await cancel(app, owner, { appointmentId, reason: "Tom is ill." });
  return { appointmentId };
}

async function enquiry(app: AppContext) {
  const input = {
    firstName: "Sam",
    lastName: "Carter",
    email: "sam@example.com",
    subject: "Gift vouchers",
    message: "Do you sell them?\n\nThank you",
  };
  const outcome = await receiveMessage(app, input);
  if (outcome.kind !== "received") throw new Error(outcome.kind);
  return { enquiryId: outcome.id };
}

async function link(app: AppContext, purpose: "verify" | "change" | "reset" | "let-in") {
  const { id: userId, email } = await personIn(app, { email: `${newId()}@example.com` });
  const now = app.clock.now();
  const nonce = await app.db.kysely
    .transaction()
    .execute((tx) => openLink(tx, { key: app.secret, purpose, person: { userId, email }, now }));
  return { nonce };
}
