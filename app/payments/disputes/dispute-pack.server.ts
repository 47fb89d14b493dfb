import { type Appointment, readableReference } from "#app/appointments/appointment.ts";
import { getAppointment, getCancellation } from "#app/appointments/appointments.db.server.ts";
import { attendanceInWords, attendanceOf } from "#app/appointments/attendance.ts";
import { getBillOf, listItems, listPaymentsOf } from "#app/payments/bills.db.server.ts";
import { moneyInWords, reasonInWords } from "#app/payments/disputes/dispute.ts";
import { listDisputes, type SeenDispute } from "#app/payments/disputes/disputes.server.ts";
import { paidInWords } from "#app/payments/money.ts";
import { getPrepaid } from "#app/payments/online/prepaid.server.ts";
import { getPaidOrder } from "#app/payments/shop/orders.db.server.ts";
import { moveInWords } from "#app/payments/shop/vouchers.ts";
import type { AppContext, Queries } from "#app/platform/app-context.server.ts";
import { dateFormat } from "#app/platform/date-time.ts";
import { priceInFull } from "#app/platform/money-words.ts";
import { type Actor, isOfPractice } from "#app/platform/permissions.ts";
import { readPractice } from "#app/practice/read-practice.server.ts";

type Line = { text: string; right?: string; size?: number; rule?: boolean };

/** `at`: when it was asked for, as what it says may grow. */
export type DisputePack = { title: string; at: number; lines: Line[] };

/**
 * What a bank is sent with an answer: the booking, what was read and accepted, emails and their times, attendance, changes
 * and the payment. Only what is named here is in it: no note, no reason that somebody typed, nothing of a health record.
 */
export async function makePack(app: AppContext, actor: Actor, id: string): Promise<DisputePack | null> {
  const found = await listDisputes(app, actor, id);
  const [dispute] = found?.disputes ?? [];
  if (!found || !dispute) return null;
  const db = app.db.kysely;
  const { settings } = await readPractice(app);
  const at = app.clock.now();
  const when = (instant: number) =>
    dateFormat("en-GB", { dateStyle: "medium", timeStyle: "short", timeZone: found.zone }).format(instant);
  const title = `Answer to dispute ${dispute.ref}`;
  const seller = await db.selectFrom("sellers").selectAll().where("id", "=", dispute.sellerId).executeTakeFirst();
  const lines: Line[] = [
    { text: title, size: 18 },
    { text: `From ${seller?.legal_name || settings.business.name}` },
    ...(seller?.address ? [{ text: seller.address.replaceAll("\n", ", ") }] : []),
    { text: `Written ${when(at)}. All times are of ${found.zone}.`, size: 9 },
    ...(await paymentLines(db, dispute, when)),
  ];
  for (const appointmentId of dispute.appointmentIds) {
    const appointment = await getAppointment(db, appointmentId);
    if (appointment) lines.push(...(await appointmentLines(db, appointment, when)));
  }
  if (dispute.appointmentIds.length === 0) lines.push(...(await voucherLines(db, dispute.pageId, when)));
  lines.push({
    text: "Notes about the treatment and health records are confidential and are not part of this file.",
    rule: true,
    size: 9,
  });
  return { title, at, lines };
}

type When = (instant: number) => string;

const heading = (text: string): Line => ({ text, size: 14, rule: true });
const row = (text: string, right: string | null | undefined): Line[] => (right ? [{ text, right }] : []);

async function paymentLines(db: Queries, dispute: SeenDispute, when: When): Promise<Line[]> {
  const page = await db
    .selectFrom("pay_pages")
    .leftJoin("payments", "payments.id", "pay_pages.payment_id")
    .select(["pay_pages.purpose", "pay_pages.provider_ref", "pay_pages.paid_amount", "pay_pages.mode"])
    .select(["payments.at as paid_at", "pay_pages.at"])
    .where("pay_pages.id", "=", dispute.pageId)
    .executeTakeFirst();
  const isPretend = page?.mode === "pretend";
  return [
    ...(isPretend ? [{ text: "This is pretend: no money moved." }] : []),
    heading("The payment"),
    ...row("Paid", priceInFull(page?.paid_amount ?? dispute.pence)),
    ...row("On", when(page?.paid_at ?? page?.at ?? dispute.beganAt)),
    ...row("How", page ? HOW[page.purpose](dispute.provider) : null),
    ...row(`Number at ${dispute.provider}`, page?.provider_ref),
    heading("The dispute"),
    ...row("Disputed", priceInFull(dispute.pence)),
    ...row("Begun", when(dispute.beganAt)),
    ...row("Answer by", dispute.dueAt === null ? null : when(dispute.dueAt)),
    { text: reasonInWords(dispute.reason, dispute.provider) },
    { text: moneyInWords(dispute, dispute.provider) },
  ];
}

const HOW = {
  payment: (provider: string) => `By card on ${provider}`,
  card: (provider: string) => `By card on ${provider}`,
  charge: (provider: string) => `Card kept at ${provider}, as agreed when booking`,
};

/** A gift voucher that was bought on the website: what its buyer read, when it was opened, and what was spent of it. */
async function voucherLines(db: Queries, pageId: string, when: When): Promise<Line[]> {
  const page = db.selectFrom("pay_pages").select("link_id").where("id", "=", pageId);
  const linkId = (await page.executeTakeFirst())?.link_id;
  const found = linkId ? await getPaidOrder(db, { linkId }) : null;
  if (!found) return [];
  const { order, voucher } = found;
  const moves = await db
    .selectFrom("voucher_moves")
    .select(["move", "pence", "sessions", "at"])
    .where("voucher_id", "=", voucher.id)
    .orderBy("at")
    .orderBy("id")
    .execute();
  return [
    heading("The gift voucher"),
    ...row("Bought", voucher.title),
    ...row("On", when(order.at)),
    ...row("By", [order.buyer_name, order.buyer_email].filter(Boolean).join(", ")),
    ...row("Sent to", order.recipient_email),
    ...row("Opened", order.opened_at === null ? "Not yet" : when(order.opened_at)),
    ...moves.map((move) => ({ text: moveInWords(move), right: when(move.at) })),
    ...row("Left", priceInFull(voucher.leftPence)),
    heading("Shown above the button, and accepted by selecting it"),
    ...order.words.split("\n").map((text) => ({ text })),
  ];
}

async function appointmentLines(db: Queries, appointment: Appointment, when: When): Promise<Line[]> {
  const { id, serviceTitle, minutes, start, name, email, status } = appointment;
  const stored = await db
    .selectFrom("appointments")
    .innerJoin("therapists", "therapists.id", "appointments.therapist_id")
    .select(["therapists.name as therapist", "appointments.created_at", "appointments.source"])
    .where("appointments.id", "=", id)
    .executeTakeFirst();
  const bookedAt = stored?.created_at ?? start;
  return [
    heading(`Appointment ${readableReference(appointment)}`),
    ...row("Treatment", `${serviceTitle}, ${minutes} min`),
    ...row("With", stored?.therapist),
    ...row("On", when(start)),
    ...row("Price", priceInFull(appointment.pricePence)),
    ...row("For", name),
    ...row("Email", email),
    ...row("Booked", `${when(bookedAt)}${stored?.source === "practice" ? ", by the practice" : ", by the client"}`),
    ...row("Stands as", status),
    ...(await acceptedLines(db, { id, bookedAt }, when)),
    ...(await changeLines(db, id, when)),
    ...(await attendanceLines(db, id, when)),
    ...(await mailLines(db, id, when)),
    ...(await billLines(db, id, when)),
  ];
}

/** What stood before the button, as it was stored with the booking, and the rule that the website stated then. */
async function acceptedLines(
  db: Queries,
  { id, bookedAt }: { id: string; bookedAt: number },
  when: When,
): Promise<Line[]> {
  const prepaid = await getPrepaid(db, { appointmentId: id });
  const agreement = await db
    .selectFrom("card_agreements")
    .selectAll()
    .where("appointment_id", "=", id)
    .executeTakeFirst();
  const rule = await db
    .selectFrom("fee_rules")
    .selectAll()
    .where("at", "<=", bookedAt)
    .orderBy("at", "desc")
    .limit(1)
    .executeTakeFirst();
  const lines: Line[] = [
    ...(prepaid
      ? [
          { text: `Shown above the button, and accepted by selecting it on ${when(prepaid.at)}:` },
          { text: prepaid.words },
        ]
      : []),
    ...(prepaid?.request ? [{ text: prepaid.request }] : []),
    ...(agreement
      ? [
          { text: `Agreed about the card on ${when(agreement.at)} (wording ${agreement.wording}):` },
          { text: agreement.words },
          { text: "Charged at most", right: priceInFull(agreement.cap_pence) },
        ]
      : []),
    ...(rule
      ? [
          { text: `On the website when this was booked (cancellation rule of ${when(rule.at)}, version ${rule.id}):` },
          { text: rule.words },
        ]
      : []),
  ];
  return lines.length > 0 ? [heading("What the client read and accepted"), ...lines] : [];
}

const EVENTS: Record<string, string> = {
  "appointment.book": "Booked",
  "appointment.confirm": "Confirmed",
  "appointment.keep": "Confirmed",
  "appointment.reschedule": "Moved",
  "appointment.rearrange": "Moved",
  "appointment.cancel": "Cancelled",
  "appointment.release": "Let go, as it was not paid or confirmed",
  "appointment.reinstate": "Booked again",
};

async function changeLines(db: Queries, id: string, when: When): Promise<Line[]> {
  const events = await db
    .selectFrom("audit")
    .select(["at", "actor", "action", "detail"])
    .where("subject_kind", "=", "appointment")
    .where("subject_id", "=", id)
    .where("action", "in", Object.keys(EVENTS))
    .orderBy("at")
    .orderBy("id")
    .execute();
  if (events.length === 0) return [];
  const cancelled = await getCancellation(db, id);
  return [
    heading("Booked and changed"),
    ...events.map(({ at, actor, action, detail }) => {
      const { start } = JSON.parse(detail) as { start?: unknown };
      const to = typeof start === "number" && EVENTS[action] !== "Cancelled" ? ` for ${when(start)}` : "";
      const who = isOfPractice(actor) ? "the practice" : actor === "system" ? "the site" : "the client";
      return { text: `${EVENTS[action]}${to}, by ${who}`, right: when(at) };
    }),
    ...(cancelled?.late ? [{ text: "The client cancelled after changes were free of charge." }] : []),
  ];
}

async function attendanceLines(db: Queries, id: string, when: When): Promise<Line[]> {
  const found = await db.selectFrom("attendances").selectAll().where("appointment_id", "=", id).executeTakeFirst();
  if (!found) return [];
  return [
    heading("Attendance"),
    { text: `${attendanceInWords(attendanceOf(found.state))}, recorded by the practice`, right: when(found.at) },
  ];
}

// No other kind is named: some are about health.
const MAILS: Record<string, string> = {
  "appointment-confirmed-client": "Booking confirmed",
  "appointment-pending-client": "Booking received",
  "appointment-accepted-client": "Booking accepted",
  "appointment-reinstated-client": "Booked again",
  "appointment-rescheduled-client": "Appointment moved",
  "appointment-reminder-client": "Reminder",
  "appointment-cancelled-client": "Appointment cancelled",
  "appointment-late-client": "Running late",
  "appointment-link-client": "Link to change or cancel",
  "series-booked-client": "Bookings confirmed",
  "series-moved-client": "Appointments moved",
  "series-cancelled-client": "Appointments cancelled",
  "pay-link-client": "Link to pay",
  "receipt-client": "Receipt",
  "refund-sent-client": "Money goes back to the card",
};

async function mailLines(db: Queries, id: string, when: When): Promise<Line[]> {
  const links = db
    .selectFrom("prepayments")
    .select("link_id as id")
    .where("appointment_id", "=", id)
    .union(db.selectFrom("pay_links").select("id").where("appointments", "like", `%"${id}"%`));
  const refunds = db
    .selectFrom("online_refunds")
    .innerJoin("pay_pages", "pay_pages.id", "online_refunds.page_id")
    .select("online_refunds.id")
    .where("pay_pages.link_id", "in", links);
  const sent = await db
    .selectFrom("outbox")
    .innerJoin("mails", "mails.outbox_id", "outbox.id")
    .select(["outbox.kind", "mails.recipient", "mails.sent_at", "mails.returned_at"])
    .where("outbox.kind", "in", Object.keys(MAILS))
    .where("mails.sent_at", "is not", null)
    .where((one) =>
      one.or([
        one.and([one("outbox.subject_kind", "=", "appointment"), one("outbox.subject_id", "=", id)]),
        one.and([
          one("outbox.subject_kind", "=", "money"),
          one.or([one("outbox.subject_id", "in", links), one("outbox.subject_id", "in", refunds)]),
        ]),
      ]),
    )
    .orderBy("mails.sent_at")
    .execute();
  if (sent.length === 0) return [];
  return [
    heading("Emails"),
    ...sent.map(({ kind, recipient, sent_at, returned_at }) => ({
      text: `${MAILS[kind]}, to ${recipient}${returned_at === null ? "" : ` (came back ${when(returned_at)})`}`,
      right: when(sent_at ?? 0),
    })),
  ];
}

async function billLines(db: Queries, id: string, when: When): Promise<Line[]> {
  const bill = await getBillOf(db, id);
  if (!bill) return [];
  const receipts = await db
    .selectFrom("receipts")
    .select(["facts", "at"])
    .where("bill_id", "=", bill.id)
    .orderBy("at")
    .execute();
  const fee = await db.selectFrom("fees").selectAll().where("appointment_id", "=", id).executeTakeFirst();
  return [
    heading("Bill and receipt"),
    // Words of the practice's own may say anything: only what kind of line it is stands here.
    ...(await listItems(db, bill.id)).map(({ item, pence }) => ({
      text: ITEMS[item] ?? "Other",
      right: priceInFull(pence),
    })),
    ...(await listPaymentsOf(db, bill.id)).map(({ method, pence, at }) => ({
      text: `${pence < 0 ? "Given back" : "Paid"} ${paidInWords({ method, pence: Math.abs(pence) })}`,
      right: when(at),
    })),
    ...(fee?.words
      ? [
          {
            text:
              fee.occasion === "late"
                ? "Fee for a late cancellation, by this rule:"
                : "Fee for a missed appointment, by this rule:",
          },
          { text: fee.words },
        ]
      : []),
    ...receipts.map(({ facts, at }) => ({
      text: `Receipt ${(JSON.parse(facts) as { number: string }).number}`,
      right: when(at),
    })),
  ];
}

const ITEMS: Record<string, string> = {
  ...{ service: "Treatment", extra: "Extra", discount: "Reduction", product: "Product", fee: "Fee" },
  ...{ spent: "Voucher or course", "write-off": "Written off" },
};
