import type { Prepay } from "#app/appointments/booking/book.server.ts";
import type { PayAtBooking } from "#app/appointments/booking/scheduler/scheduler.ts";
import type { NewBooking } from "#app/appointments/booking/scheduler/scheduler-state.ts";
import { sellerOf } from "#app/payments/bills.db.server.ts";
import { openLedger } from "#app/payments/ledger.server.ts";
import { notePrepaid } from "#app/payments/online/prepaid.server.ts";
import { COURSE, courseInWords, expressRequest, type Prepaying } from "#app/payments/online/prepay-rule.ts";
import { findCover, listVouchers } from "#app/payments/shop/vouchers.db.server.ts";
import { refusalOfVoucher, type Voucher, voucherName } from "#app/payments/shop/vouchers.ts";
import { addService, addSpent, makeBill, openDayOf } from "#app/payments/take-payment.server.ts";
import type { AppContext, Queries } from "#app/platform/app-context.server.ts";
import { localDateOf } from "#app/platform/date-time.ts";
import { newId } from "#app/platform/ids.server.ts";
import { type Actor, actorName } from "#app/platform/permissions.ts";

/** Their courses, and those that others share with them, that pay for this service of this seller; the first to end first. */
export async function listBookable(
  db: Queries,
  { userId, ...at }: { userId: string; today: string; sellerId: string; serviceId: string },
): Promise<Voucher[]> {
  const usable = await listVouchers(db, { usableBy: { userId } });
  const courses = usable.filter((one) => one.kind === "course" && refusalOfVoucher(one, at) === null);
  return courses.sort((one, other) => one.expiresOn.localeCompare(other.expiresOn) || one.id.localeCompare(other.id));
}

/** `your course (3 left)`. */
export function courseInProse({ owner, leftSessions }: Voucher): string {
  return `${owner ? `${owner}’s` : "your"} course (${leftSessions} left)`;
}

/** What stands before the button. */
export function coursePay(course: Voucher, paying: Prepaying, locale: string): PayAtBooking {
  const { lead, rest } = courseInWords(paying, { at: paying.now, locale });
  const left = course.leftSessions - 1;
  return {
    button: "Book with your course",
    rows: [
      [voucherName(course), "1 session"],
      ["Left after it", `${left} of ${course.sessions}`],
    ],
    lead,
    rest: [rest, expressRequest(paying)].filter(Boolean).join(" "),
    seen: `${COURSE}${course.id}`,
  };
}

const GONE = "Your course can’t pay for this time now, so nothing is booked. Check how it is paid, and try again";
const UNREAD = "A session of your course is used when you book. Read what is above the button, then select it again";

type Using = Parameters<Prepay>[1] & { pays: string; paying: Prepaying; locale: string; secret: AppContext["secret"] };

/**
 * A session is spent on the bill of the booking in its own transaction, as a voucher would be: two bookings never share
 * the last one, and what no longer costs anything gives it back.
 */
export async function payByCourse(tx: Parameters<Prepay>[0], using: Using): ReturnType<Prepay> {
  const { appointment, practice, actor, now, pays, paying, locale } = using;
  const { id: appointmentId, serviceId, therapistId, pricePence: pence, start } = appointment;
  if (actor.kind !== "client") return { unread: GONE };
  if (pays === COURSE) return { unread: UNREAD };
  const { zone } = practice.settings.bookingRules;
  const sellerId = await sellerOf(tx, therapistId);
  const ledger = await openLedger(tx, sellerId);
  const at = { today: localDateOf(start, zone), sellerId, serviceId };
  const course = (await listBookable(tx, { ...at, userId: actor.userId })).find(({ id }) => pays === `${COURSE}${id}`);
  if (!course) return { unread: GONE };
  const taking = { spend: { voucherId: course.id, pence: null, seenLeft: null }, lines: [], tipPence: 0 };
  const service = { id: serviceId, pence, billId: null };
  const cover = await findCover(tx, taking, { ...at, toPay: pence, clientId: course.clientId, service });
  if (cover?.kind !== "covers") return { unread: GONE };
  return {
    ...{ pence, until: null },
    note: async (clientId) => {
      const by = { at: now, actor: actorName(actor) };
      const writing = {
        ...{ ledger, by, takingId: newId() },
        day: await openDayOf(tx, { sellerId, day: localDateOf(now, zone) }),
      };
      const billId = await makeBill(writing, { appointmentId, clientId });
      await addService(writing, { billId, appointment });
      await addSpent(writing, { billId, cover: { ...cover, voucher: course } });
      const { lead, rest } = courseInWords(paying, { at: now, locale });
      await notePrepaid(tx, using, {
        ...{ appointmentId, clientId, sellerId, actor, kind: "course", state: "paid", pence, at: now },
        ...{ words: `${lead} ${rest}`, request: expressRequest(paying), notice: paying.notice },
      });
    },
  };
}

type Offered = {
  scheduler: NewBooking;
  actor: Actor;
  serviceId: string;
  /** Of all who may give it. */
  sellerIds: readonly string[];
};

/** The course that a signed-in client may use for what is shown; null: there is none. One is used for one appointment. */
export async function courseFor(db: Queries, { scheduler, actor, serviceId, sellerIds }: Offered) {
  const { chosen, zone, terms } = scheduler;
  const [sellerId = ""] = sellerIds;
  if (actor.kind !== "client" || chosen.people || chosen.also || new Set(sellerIds).size !== 1) return null;
  const today = localDateOf(terms.now, zone);
  const [course = null] = await listBookable(db, { userId: actor.userId, today, sellerId, serviceId });
  return course;
}
