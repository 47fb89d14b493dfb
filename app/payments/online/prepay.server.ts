import { sql } from "kysely";
import type { Appointment } from "#app/appointments/appointment.ts";
import { getCancellation } from "#app/appointments/appointments.db.server.ts";
import type { Prepay } from "#app/appointments/booking/book.server.ts";
import type { ChangeRule, LateCost } from "#app/appointments/booking/change-rule.ts";
import type { PayAtBooking } from "#app/appointments/booking/scheduler/scheduler.ts";
import type { NewBooking } from "#app/appointments/booking/scheduler/scheduler-state.ts";
import { isByPractice } from "#app/appointments/cancellation.ts";
import { getAttendance } from "#app/appointments/mark-attendance.server.ts";
import { payWhere } from "#app/appointments/venue.ts";
import { getBillOf, listBills } from "#app/payments/bills.db.server.ts";
import { getLastFee } from "#app/payments/fees.server.ts";
import { PRACTICE_SELLER } from "#app/payments/ledger.server.ts";
import { estimatePast } from "#app/payments/online/estimate-prepay.server.ts";
import type { Estimate } from "#app/payments/online/estimate-prepay.ts";
import { getFlag } from "#app/payments/online/flags.server.ts";
import { flagRuleInWords } from "#app/payments/online/flags.ts";
import { secretOf } from "#app/payments/online/pay-links.db.server.ts";
import { mailLinkWithin } from "#app/payments/online/pay-links.server.ts";
import { notePrepaid, type Prepaid, pagesOf } from "#app/payments/online/prepaid.server.ts";
import {
  COURSE,
  cardCapPence,
  cardInWords,
  courseInWords,
  expressRequest,
  isForService,
  keepingInWords,
  keepingOf,
  noticeOf,
  type PayingClient,
  type Prepaying,
  payWords,
  prepaidPence,
  prepayInPublic,
  type RuleInWords,
  ruleFor,
  ruleInPublic,
} from "#app/payments/online/prepay-rule.ts";
import { CARD_KEEPERS, PROVIDERS, type ProviderName } from "#app/payments/online/provider.ts";
import { noteWaived } from "#app/payments/online/stopped-tills.server.ts";
import { courseFor, courseInProse, coursePay, payByCourse } from "#app/payments/shop/course-at-booking.server.ts";
import type { Voucher } from "#app/payments/shop/vouchers.ts";
import type { AppContext, Queries, Tx } from "#app/platform/app-context.server.ts";
import { addDays, instantOf, localDateOf, localeMoment } from "#app/platform/date-time.ts";
import { parsePrice, priceInFull } from "#app/platform/money-words.ts";
import { type Actor, actorName, worksHere } from "#app/platform/permissions.ts";
import type { PracticeFacts } from "#app/practice/practice.ts";
import { readPractice } from "#app/practice/read-practice.server.ts";
import { canMailLeaveBy } from "#app/settings/can-mail-leave.server.ts";
import { lateFeePercent } from "#app/settings/schemas/money-rules.ts";
import type { PrepaymentRule } from "#app/settings/schemas/payments.ts";
import type { Settings } from "#app/settings/settings.ts";

/** How long a time is kept while its client pays. */
export const PAY_HOLD_MS = 20 * 60_000;

/** Who books, as far as it is certain. */
type Known = { userId: string } | { clientId: string };

const knownFrom = (actor: Actor): Known | null => (actor.kind === "client" ? { userId: actor.userId } : null);

/** `stopped`: of the open ones, those where nobody can pay at the moment. */
type Sellers = {
  rule: PrepaymentRule;
  /** Why a client who has been here pays first; null: the rule asks everyone, or they are new. */
  because: string | null;
  of: (therapistId: string) => string;
  /** The name of whose page a therapist's clients pay on. */
  at: (therapistId: string) => string;
  open: ReadonlySet<string>;
  stopped: ReadonlySet<string>;
};

type Asking = { serviceId: string; who: Known | null; now: number };

/** Null: nobody pays anything when booking, and nothing was read to know it. */
async function sellersFor(db: Queries, settings: Settings, asking: Asking): Promise<Sellers | null> {
  const { payments } = settings;
  if (!payments.on || !payments.online) return null;
  const found = await findRule(db, settings, asking);
  return found && openSellers(db, found);
}

type Found = Pick<Sellers, "rule" | "because">;

/** The rule by which they pay for this service, and why they do; of who books, no more is read than it turns on. Null: they pay nothing. */
async function findRule(db: Queries, settings: Settings, { serviceId, who, now }: Asking): Promise<Found | null> {
  const { prepayment } = settings;
  const of = (client: PayingClient) => ruleFor(prepayment, serviceId, client);
  const turnsOnPast = [false, true].some(
    (isFlagged) => of({ isKnown: true, isFlagged }) !== of({ isKnown: false, isFlagged }),
  );
  const isKnown = turnsOnPast && who !== null && (await hasBeenHere(db, who, now));
  const [plain, flagged] = [of({ isKnown, isFlagged: false }), of({ isKnown, isFlagged: true })];
  // Nobody is looked up by a typed address, so a guest is flagged by nothing.
  const isFlagged = plain !== flagged && who !== null && (await getFlag(db, settings, { who, now })) !== null;
  const rule = isFlagged ? flagged : plain;
  if (rule === null || rule.what === "none") return null;
  if (!isFlagged) return { rule, because: null };
  const words = flagRuleInWords({ count: prepayment.flagCount, months: prepayment.flagMonths });
  return { rule, because: `This is for clients with ${words}: your appointments page lists yours.` };
}

function listLiveTills(db: Queries) {
  return (
    db
      .selectFrom("tills")
      .select(["seller_id", "stopped_at", "provider"])
      .where("is_on", "=", 1)
      // With a test key nobody's money moves, so nobody's booking waits for it.
      .where("mode", "<>", "test")
      .execute()
  );
}

const keepsCards = ({ provider }: { provider: ProviderName }) => CARD_KEEPERS.includes(provider);

async function openSellers(db: Queries, found: Found): Promise<Sellers | null> {
  const live = await listLiveTills(db);
  return live.length === 0 ? null : sellersOf({ live, own: await listOwnSellers(db) }, found);
}

type Read = Record<"live", Awaited<ReturnType<typeof listLiveTills>>> &
  Record<"own", Awaited<ReturnType<typeof listOwnSellers>>>;

function sellersOf({ live, own }: Read, { rule, because }: Found): Sellers | null {
  const tills = rule.what === "card" ? live.filter(keepsCards) : live;
  if (tills.length === 0) return null;
  const byTherapist = new Map(own.map(({ id, therapist_id }) => [therapist_id, id]));
  const of = (therapistId: string) => byTherapist.get(therapistId) ?? PRACTICE_SELLER;
  const at = (therapistId: string) =>
    PROVIDERS[tills.find(({ seller_id }) => seller_id === of(therapistId))?.provider ?? "stripe"];
  return {
    ...{ rule, because, of, at },
    open: new Set(tills.map(({ seller_id }) => seller_id)),
    stopped: new Set(tills.flatMap(({ seller_id, stopped_at }) => (stopped_at === null ? [] : seller_id))),
  };
}

function listOwnSellers(db: Queries) {
  return db
    .selectFrom("sellers")
    .leftJoin("therapist_sales", "therapist_sales.therapist_id", "sellers.therapist_id")
    .select(["sellers.id", "sellers.therapist_id"])
    .where("sellers.therapist_id", "is not", null)
    .where(sql<boolean>`coalesce(therapist_sales.sale, '') <> 'practice'`)
    .execute();
}

async function hasBeenHere(db: Queries, who: Known, now: number): Promise<boolean> {
  const [column, id] = "userId" in who ? (["user_id", who.userId] as const) : (["client_id", who.clientId] as const);
  const been = await db
    .selectFrom("appointments")
    .leftJoin("attendances", "attendances.appointment_id", "appointments.id")
    .select("appointments.id")
    .where(`appointments.${column}`, "=", id)
    .where("appointments.ends_at", "<=", now)
    .where(sql<boolean>`lower(appointments.status) = 'confirmed' and coalesce(attendances.state, '') <> 'missed'`)
    .limit(1)
    .executeTakeFirst();
  return been !== undefined;
}

/** Of all who may give it, as for the rule itself: the page and the booking say the same. */
function isStoppedFor({ of, stopped }: Sellers, givers: readonly string[]): boolean {
  return givers.some((id) => stopped.has(of(id)));
}

type Terms = { serviceId: string; price: number; start: number; now: number };

/** `rule`: null where nothing is asked by one. */
function payingOf(settings: Settings, rule: PrepaymentRule | null, { serviceId, ...terms }: Terms): Prepaying {
  const { bookingRules, moneyRules } = settings;
  const keepPercent = lateFeePercent(settings);
  const rules = {
    ...{ keepPercent, notice: noticeOf(rule, bookingRules.changeNotice), zone: bookingRules.zone },
    isLeisure: moneyRules.leisure.includes(serviceId),
  };
  if (rule?.what !== "card") return { ...terms, ...rules, pence: rule ? prepaidPence(rule, terms.price) : 0 };
  const keeping = { ...terms, ...rules, keeps: "card" as const, pence: cardCapPence(rule, { ...terms, keepPercent }) };
  // No card is kept to which nothing could ever be charged.
  return keepingOf(keeping).mostPence === 0 ? { ...keeping, pence: 0 } : keeping;
}

/** What an online booking pays before it stands: `book` asks it in its own transaction. */
export function prepayOf(app: Pick<AppContext, "secret">, locale: string): Prepay {
  return async (tx, booking) => {
    const { appointment, offer, practice, actor, now, pays } = booking;
    if (pays?.startsWith(COURSE) && practice.settings.payments.on && !worksHere(actor)) {
      const { serviceId, pricePence: price, start } = appointment;
      const paying = payingOf(practice.settings, null, { serviceId, price, start, now });
      return payByCourse(tx, { ...booking, pays, paying, locale, secret: app.secret });
    }
    const { serviceId } = appointment;
    const asking = { serviceId, who: knownFrom(actor), now };
    const sellers = worksHere(actor) ? null : await sellersFor(tx, practice.settings, asking);
    // Of all who may give it: whoever chose no one in particular read the same.
    if (!sellers || !offer.therapists.every(({ id }) => sellers.open.has(sellers.of(id)))) return null;
    const { id, pricePence: price, start, therapistId } = appointment;
    const paying = payingOf(practice.settings, sellers.rule, { serviceId, price, start, now });
    if (paying.pence === 0) return null;
    const sellerId = sellers.of(therapistId);
    if (
      isStoppedFor(
        sellers,
        offer.therapists.map(({ id }) => id),
      )
    ) {
      if (practice.settings.prepayment.whenStopped === "phone") return "by-phone";
      const waived = { appointmentId: id, pence: paying.keeps ? 0 : paying.pence, now };
      return { pence: paying.pence, until: null, note: () => noteWaived(tx, waived) };
    }
    return {
      ...{ pence: paying.pence, ...(paying.keeps && { keeps: paying.keeps }) },
      until: Math.min(now + PAY_HOLD_MS, start),
      note: async (clientId) => {
        await noteWaiting(tx, app, { appointmentId: id, clientId, sellerId, paying, locale, actor });
      },
    };
  };
}

type Waiting = {
  appointmentId: string;
  clientId: string | null;
  sellerId: string;
  paying: Prepaying;
  locale: string;
  actor: Actor;
};

/** Writes down what a booking waits for, with its link. */
async function noteWaiting(tx: Tx, app: Pick<AppContext, "secret">, waiting: Waiting): Promise<string> {
  const { appointmentId, clientId, sellerId, paying, locale, actor } = waiting;
  const { now, pence, keeps } = paying;
  const inWords = keeps ? cardInWords : keepingInWords;
  const { lead, rest } = inWords(paying, { at: now, locale });
  return notePrepaid(tx, app, {
    ...{ appointmentId, clientId, sellerId, actor, kind: keeps ?? "payment", state: "waiting", pence, at: now },
    ...{ words: `${lead} ${rest}`, request: expressRequest(paying), notice: paying.notice },
  });
}

// Whoever gets a link by email or on the phone may read it in the evening.
const LINK_HOLD_MS = 86_400_000;

type ForPractice = Pick<Appointment, "serviceId" | "therapistId" | "pricePence" | "start"> & {
  clientId: string | null;
  now: number;
};
type Placed = { appointment: Appointment; clientId: string | null; actor: Actor };

/** What a client pays first whom the practice itself books. `bookForPractice` asks it in its own transaction. */
export function prepayForPractice(app: AppContext, locale: string) {
  return async (tx: Tx, { serviceId, therapistId, pricePence: price, start, clientId, now }: ForPractice) => {
    const { settings } = await readPractice(app, tx);
    const sellers = await sellersFor(tx, settings, { serviceId, who: clientId === null ? null : { clientId }, now });
    const sellerId = sellers?.of(therapistId);
    if (!sellers || !sellerId || !sellers.open.has(sellerId)) return null;
    const paying = payingOf(settings, sellers.rule, { serviceId, price, start, now });
    const { pence, keeps } = paying;
    if (pence === 0) return null;
    return {
      pence,
      ...(keeps && { keeps }),
      linkUntil:
        start - now < PAY_HOLD_MS || sellers.stopped.has(sellerId) ? null : Math.min(now + LINK_HOLD_MS, start),
      link: async ({ appointment, isMailed, ...placed }: Placed & { isMailed: boolean }) => {
        const linkId = await noteWaiting(tx, app, {
          ...{ ...placed, appointmentId: appointment.id, sellerId, paying, locale },
        });
        if (isMailed && appointment.email && canMailLeaveBy(app, settings.mailServer))
          await mailLinkWithin(tx, linkId, now);
        return linkId;
      },
      waive: async ({ appointment, actor, reason }: Placed & { reason: string }) => {
        const by = { at: now, actor: actorName(actor) };
        await tx
          .insertInto("waived_prepayments")
          .values({ appointment_id: appointment.id, pence: keeps ? 0 : pence, reason, ...by })
          .execute();
      },
    };
  };
}

/** Why the practice made a booking without its payment; null: it did not. */
export async function waivedOf(
  app: AppContext,
  appointmentId: string,
): Promise<{ pence: number; reason: string | null } | null> {
  if (!(await readPractice(app)).settings.payments.online) return null;
  const row = app.db.kysely
    .selectFrom("waived_prepayments")
    .select(["pence", "reason"])
    .where("appointment_id", "=", appointmentId);
  return (await row.executeTakeFirst()) ?? null;
}

/** The address at which a booking is paid; null: it pays nothing, or is over. */
export async function payPathOf(app: AppContext, appointmentId: string): Promise<string | null> {
  const row = await app.db.kysely
    .selectFrom("prepayments")
    .select("link_id")
    .where("appointment_id", "=", appointmentId)
    .executeTakeFirst();
  return row ? `/pay/${secretOf(app, row.link_id)}` : null;
}

/** The booking page with what each time costs now, and what happens to it; as it was while nobody pays when booking. */
export async function withPayWords(app: AppContext, actor: Actor, scheduler: NewBooking): Promise<NewBooking> {
  const practice = await readPractice(app);
  const { chosen, times } = scheduler;
  const course = await courseOffered(app, actor, { practice, scheduler });
  const paying = await withPayments(app, actor, scheduler);
  const asks = paying.times !== times;
  if (course && (chosen.course === "use" || (asks && chosen.course !== "keep")))
    // Where nobody can pay at the moment, a course does.
    return withCourse(practice, { scheduler: paying.times.length > 0 ? paying : scheduler, course });
  return course ? { ...paying, course: { name: courseInProse(course), isUsed: false } } : paying;
}

type Seen = { practice: PracticeFacts; scheduler: NewBooking };

/** Null, and not a statement, for guests and while no payments are taken. */
async function courseOffered(app: AppContext, actor: Actor, { practice, scheduler }: Seen): Promise<Voucher | null> {
  const { chosen } = scheduler;
  const service = practice.services.find(({ slug }) => slug === chosen.service);
  if (!practice.settings.payments.on || actor.kind !== "client" || !service) return null;
  const db = app.db.kysely;
  const givers = givenBy(practice, { serviceIds: service.therapistIds, slug: chosen.therapist });
  const own = new Map((await listOwnSellers(db)).map(({ id, therapist_id }) => [therapist_id, id]));
  const sellerIds = givers.map((id) => own.get(id) ?? PRACTICE_SELLER);
  return courseFor(db, { scheduler, actor, serviceId: service.id, sellerIds });
}

/** The same with a session of a course in place of money, at all times that it still pays for. */
function withCourse({ settings, services }: PracticeFacts, { scheduler, course }: Using): NewBooking {
  const { chosen, times, locale, terms, zone } = scheduler;
  const serviceId = services.find(({ slug }) => slug === chosen.service)?.id ?? "";
  return {
    ...scheduler,
    chosen: { ...chosen, course: "use", canBeTwo: false, canBeMore: false },
    course: { name: courseInProse(course), isUsed: true },
    times: times.map((time) => {
      const start = Date.parse(time.start);
      if (localDateOf(start, zone) > course.expiresOn) return time;
      const price = parsePrice(time.price?.pounds ?? "") ?? 0;
      const paying = payingOf(settings, null, { serviceId, price, start, now: terms.now });
      return { ...time, pay: coursePay(course, paying, locale) };
    }),
  };
}

type Using = { scheduler: NewBooking; course: Voucher };

async function withPayments(app: AppContext, actor: Actor, scheduler: NewBooking): Promise<NewBooking> {
  const practice = await readPractice(app);
  const { chosen, locale, times, terms } = scheduler;
  const service = practice.services.find(({ slug }) => slug === chosen.service);
  if (!service || worksHere(actor)) return scheduler;
  const asking = { serviceId: service.id, who: knownFrom(actor), now: terms.now };
  const sellers = await sellersFor(app.db.kysely, practice.settings, asking);
  if (!sellers) return scheduler;
  const givers = givenBy(practice, { serviceIds: service.therapistIds, slug: chosen.therapist });
  if (!givers.every((id) => sellers.open.has(sellers.of(id)))) return scheduler;
  const isStopped = isStoppedFor(sellers, givers);
  if (isStopped && practice.settings.prepayment.whenStopped === "unpaid") return scheduler;
  const where = payWhere({ kind: chosen.venue, name: chosen.venueName });
  const what = `${chosen.serviceTitle}, ${chosen.minutes} min`;
  const at = [...new Set(givers.map((id) => sellers.at(id)))].join(" or ");
  const payFor = (price: number, start: number) => {
    const paying = payingOf(practice.settings, sellers.rule, { serviceId: service.id, price, start, now: terms.now });
    return paying.pence === 0 ? null : payWords(paying, { what, where, locale, at, because: sellers.because });
  };
  const priced = times.map((time) => payFor(parsePrice(time.price?.pounds ?? "") ?? 0, Date.parse(time.start)));
  if (!priced.some(Boolean)) return scheduler;
  if (isStopped)
    return { ...scheduler, ...BY_PHONE, chosen: { ...chosen, start: null, canBeTwo: false, canBeMore: false } };
  return {
    ...scheduler,
    times: times.map((time, nth) => {
      const pay = priced[nth];
      return pay ? { ...time, pay } : time;
    }),
  };
}

type Offered = {
  userId: string | null;
  serviceId: string;
  therapistId: string;
  price: number;
  start: number;
  /** The service with its length, in words. */
  what: string;
};

/** What stands before the button of a time that is offered to someone who waits; null: it is not paid first. */
export async function payWordsOfOffer(
  app: AppContext,
  { userId, therapistId, what, ...booking }: Offered,
  locale: string,
): Promise<PayAtBooking | null> {
  const { settings } = await readPractice(app);
  const now = app.clock.now();
  const who = userId === null ? null : { userId };
  const sellers = await sellersFor(app.db.kysely, settings, { serviceId: booking.serviceId, who, now });
  const sellerId = sellers?.of(therapistId) ?? "";
  if (!sellers?.open.has(sellerId) || sellers.stopped.has(sellerId)) return null;
  const paying = payingOf(settings, sellers.rule, { ...booking, now });
  const about = { what, where: payWhere({ kind: "practice", name: null }), locale, at: sellers.at(therapistId) };
  return paying.pence === 0 ? null : payWords(paying, { ...about, because: sellers.because });
}

/** The rules as public pages have them. Empty: nobody pays anything when booking. */
export async function publicPrepay(app: AppContext): Promise<string[]> {
  return (await prepayOfServices(app, null)).all;
}

/** Who pays what first, on the page of one service; null: nobody does. */
export async function prepayOfService(app: AppContext, serviceId: string): Promise<string | null> {
  return (await prepayOfServices(app, serviceId)).whom.join(" ") || null;
}

async function prepayOfServices(app: AppContext, serviceId: string | null): Promise<ReturnType<typeof prepayInPublic>> {
  const { settings, services } = await readPractice(app);
  const { payments, prepayment } = settings;
  if (!payments.on || !payments.online || prepayment.rules.length === 0) return { whom: [], all: [] };
  const live = await listLiveTills(app.db.kysely);
  if (live.length === 0) return { whom: [], all: [] };
  return prepayInPublic(prepayment, {
    ...publicTerms(settings, { canKeepCards: live.some(keepsCards) }),
    services: services.filter(({ id }) => serviceId === null || id === serviceId),
    isOnItsPage: serviceId !== null,
  });
}

function publicTerms(settings: Settings, { canKeepCards }: { canKeepCards: boolean }) {
  const { bookingRules, moneyRules } = settings;
  const terms = { keepPercent: lateFeePercent(settings), notice: bookingRules.changeNotice };
  return { ...terms, leisure: moneyRules.leisure, canKeepCards };
}

/** Times that can be had by a call alone, while nobody can pay. */
const BY_PHONE = {
  ...{ times: [], further: [], nextFree: null, nothing: null, wait: null, isFull: true },
  movedNote: "Card payments do not work at the moment, so this can’t be booked online. Try again later.",
  emptyNote: "These times can be had by phone.",
};

function givenBy(
  { therapists }: Pick<PracticeFacts, "therapists">,
  { serviceIds, slug }: { serviceIds: readonly string[]; slug: string | null },
): string[] {
  const givers = therapists.filter(({ id }) => serviceIds.includes(id));
  return givers.filter((one) => slug === null || one.slug === slug).map(({ id }) => id);
}

/**
 * What happens to what was paid at booking if its client cancels now. `beside`: the same beside a short button. `cost`: as
 * the page of a late cancellation shows it. `moves`: what happens to it if they move.
 */
export type PaidMoney = ChangeRule & {
  button: string;
  beside: string;
  moves: string;
  cost: LateCost;
  /** A session of a course has paid all of it. */
  isByCourse: boolean;
};

/** Null: nothing was paid, or it is decided what happens to it. */
export async function paidMoneyOf(
  app: AppContext,
  appointment: Appointment,
  locale: string,
): Promise<PaidMoney | null> {
  return (await listPaidMoney(app, [appointment], locale)).get(appointment.id) ?? null;
}

/** By appointment, as `paidMoneyOf`: of those for which something was paid. */
export async function listPaidMoney(
  app: AppContext,
  appointments: readonly Appointment[],
  locale: string,
): Promise<Map<string, PaidMoney>> {
  const { settings } = await readPractice(app);
  if (!settings.payments.on || appointments.length === 0) return new Map();
  const ids = appointments.map(({ id }) => id);
  const rows = await app.db.kysely
    .selectFrom("prepayments")
    .select(["appointment_id", "kind", "pence", "at", "notice"])
    .where("appointment_id", "in", ids)
    .where("kind", "in", ["payment", "course"])
    .where("state", "=", "paid")
    .execute();
  const byId = new Map(appointments.map((appointment) => [appointment.id, appointment]));
  const now = app.clock.now();
  const byVoucher = rows.length === 0 ? new Map() : await listPaidByVoucher(app.db.kysely, ids);
  return new Map(
    rows.flatMap(({ appointment_id: id, ...prepaid }) => {
      const appointment = byId.get(id);
      return appointment
        ? [
            [
              id,
              paidMoneyFor(settings, {
                appointment,
                prepaid: { ...prepaid, voucherPence: byVoucher.get(id) ?? 0 },
                now,
                locale,
              }),
            ],
          ]
        : [];
    }),
  );
}

/** What vouchers have paid of these appointments, in pence; those without one are left out. */
async function listPaidByVoucher(db: Queries, ids: readonly string[]): Promise<Map<string, number>> {
  const bills = await listBills(db, { appointmentIds: ids });
  return new Map(
    bills.flatMap(({ appointmentId, spentPence }) =>
      appointmentId && spentPence > 0 ? [[appointmentId, spentPence]] : [],
    ),
  );
}

type PaidFor = {
  appointment: Appointment;
  /** `notice`: in minutes, as it was read; null: it was the practice's. */
  prepaid: Pick<Prepaid, "kind" | "pence" | "at" | "notice"> & { voucherPence: number };
  now: number;
  locale: string;
  /** It was missed: nobody books its time any more. */
  isOver?: boolean;
};

const sentences = (...all: readonly string[]) => all.filter(Boolean).join(" ");

/** What a time that someone else books gives back; of one that has passed: nothing to say. */
const ifBooked = (isOver: boolean, goesBack: string) => (isOver ? "" : `If someone else books the time, ${goesBack}`);

function paidMoneyFor(settings: Settings, { appointment, prepaid, now, locale, isOver = false }: PaidFor): PaidMoney {
  const { serviceId, pricePence: price, start } = appointment;
  const rule = { notice: prepaid.notice };
  const terms = payingOf(settings, null, { serviceId, price, start, now: prepaid.at });
  const paying = { ...terms, notice: noticeOf(rule, terms.notice), pence: prepaid.pence };
  const { freeUntil, mostPence } = keepingOf(paying);
  if (prepaid.kind === "course") return courseMoney(paying, { now, locale, isOver });
  const kept = now < freeUntil ? 0 : mostPence;
  const whole = priceInFull(prepaid.pence);
  const back = priceInFull(prepaid.pence - kept);
  const most = priceInFull(kept);
  const isAll = kept === prepaid.pence;
  const what = prepaid.pence < price ? "deposit" : "payment";
  const way = prepaid.voucherPence === 0 ? "card" : prepaid.voucherPence < prepaid.pence ? "both" : "voucher";
  const isByPress = way === "card" && !settings.moneyRules.sendsRefunds;
  const goes = isByPress ? "The practice sends it back to your card." : `It goes back ${WAYS_BACK[way]}.`;
  return {
    ...keepingInWords(paying, { at: now, locale }),
    isByCourse: false,
    button:
      kept === 0
        ? `Cancel and get ${whole} back`
        : `Cancel: ${isAll ? `the ${whole} ${what} is` : `up to ${most} of the ${whole} ${what} is`} kept`,
    beside: kept === 0 ? `${whole} back` : isAll ? `${most} kept` : `up to ${most} kept`,
    moves: `The ${whole} ${what} moves along. You pay nothing now.`,
    cost:
      kept === 0
        ? { title: `You get ${whole} back`, why: goes, upTo: null }
        : {
            title: `${most} of what you paid is kept`,
            why: sentences(isAll ? "" : `${back} goes back ${WAYS_BACK[way]}.`, ifBooked(isOver, "nothing is kept.")),
            upTo: most,
          },
  };
}

/** Where what is not kept goes, by what has paid. */
const WAYS_BACK = {
  card: "to your card",
  voucher: "on your voucher",
  both: "the way you paid, to your card first and then on your voucher",
};

type At = Pick<PaidFor, "now" | "locale"> & { isOver: boolean };

/** `paying`: with the whole price, which the session has paid. */
function courseMoney(paying: Prepaying, { now, locale, isOver }: At): PaidMoney {
  const { freeUntil, mostPence } = keepingOf(paying);
  const isLate = now >= freeUntil && mostPence > 0;
  const isUsed = isLate && mostPence === paying.price;
  const most = priceInFull(mostPence);
  const unless = isOver ? "" : ", and nothing if someone else books the time";
  const charged = { why: `Up to ${most} may be charged${unless}.`, upTo: most };
  return {
    ...courseInWords(paying, { at: now, locale }),
    isByCourse: true,
    button: isUsed ? "Cancel: the session is used" : "Cancel and get the session back",
    beside: isUsed ? "session used" : "session back",
    moves: "The session of the course moves along. You pay nothing now.",
    cost: isUsed
      ? { title: "The session is used", why: ifBooked(isOver, "it goes back."), upTo: "1 session" }
      : {
          title: "The session goes back to the course",
          ...(isLate ? charged : { why: "You pay nothing.", upTo: null }),
        },
  };
}

/** What has become of what was paid for an appointment that is cancelled or was missed, in words; null: nothing was. */
export async function afterCancelling(
  app: AppContext,
  appointment: Appointment,
  locale: string,
): Promise<string | null> {
  const { settings } = await readPractice(app);
  if (!settings.payments.on) return null;
  const db = app.db.kysely;
  const cancellation = await getCancellation(db, appointment.id);
  const isOver = !cancellation && (await getAttendance(db, appointment.id)) === "missed";
  if (!cancellation && !isOver) return null;
  const prepaid = await db
    .selectFrom("prepayments")
    .select(["kind", "pence", "at", "state", "notice"])
    .where("appointment_id", "=", appointment.id)
    .where("state", "in", ["paid", "kept", "settled", "due"])
    .executeTakeFirst();
  if (!prepaid) return null;
  const isSoldAgain = (await getLastFee(db, appointment.id))?.state === "returned";
  if (prepaid.kind === "card")
    return afterCharging(db, { id: appointment.id, isDue: prepaid.state === "due", isSoldAgain, isOver });
  if (prepaid.state === "paid" && !isSoldAgain) {
    const voucherPence = (await listPaidByVoucher(db, [appointment.id])).get(appointment.id) ?? 0;
    const paid = { ...prepaid, voucherPence };
    // What the practice cancels goes back whole, however late.
    const now = cancellation && isByPractice(cancellation) ? 0 : app.clock.now();
    const { title, why } = paidMoneyFor(settings, { appointment, prepaid: paid, now, locale, isOver }).cost;
    return sentences(`${title}.`, why);
  }
  const bill = await getBillOf(db, appointment.id);
  const kept = bill?.feePence ?? 0;
  if (prepaid.kind === "course")
    return bill && bill.spentPence > 0
      ? sentences("The session of the course is used.", ifBooked(isOver, "it goes back."))
      : "The session is on the course again.";
  const { sent, free } = await onPages(db, appointment.id);
  const why = isSoldAgain ? ", as someone else has booked the time" : "";
  const rest = backInWords({ sent, free, isDue: prepaid.state === "due", why });
  const stays = sentences(`${priceInFull(kept)} of what you paid is kept.`, ifBooked(isOver, "it goes back, too."));
  const voucher = await returnedToVoucher(db, appointment.id);
  const again = voucher > 0 ? `${priceInFull(voucher)} is on your voucher again.` : "";
  return sentences(rest, again, kept > 0 ? stays : "");
}

async function returnedToVoucher(db: Queries, appointmentId: string): Promise<number> {
  const { pence } = await db
    .selectFrom("voucher_moves")
    .innerJoin("bills", "bills.id", "voucher_moves.bill_id")
    .select((all) => all.fn.sum<number>("voucher_moves.pence").as("pence"))
    .where("bills.appointment_id", "=", appointmentId)
    .where("voucher_moves.pence", "<", 0)
    .executeTakeFirstOrThrow();
  return -Number(pence ?? 0);
}

type Charged = { id: string; isDue: boolean; isSoldAgain: boolean; isOver: boolean };

/** What was charged to the card that is kept for it, and has become of that; null: nothing was. */
async function afterCharging(db: Queries, { id, isDue, isSoldAgain, isOver }: Charged): Promise<string | null> {
  const { received, sent, free } = await onPages(db, id);
  if (received === 0) return null;
  if (sent === 0 && !isSoldAgain)
    return sentences(`${priceInFull(received)} was charged to your card.`, ifBooked(isOver, "it goes back."));
  return backInWords({ sent, free, isDue, why: isSoldAgain ? ", as someone else has booked the time" : "" });
}

type Back = { sent: number; free: number; isDue: boolean; why: string };

/** `sent` has left for the card, `free` has not; empty where nothing of it goes there. */
function backInWords({ sent, free, isDue, why }: Back): string {
  if (sent + free === 0) return "";
  if (isDue) return `The practice sends ${priceInFull(free)} back to your card${why}.`;
  return `${priceInFull(sent + free)} ${free > 0 ? "goes" : "went"} back to your card${why}.`;
}

/** What arrived on the pages of a booking, what of it went back, and what no bill has of the rest, in pence. */
async function onPages(db: Queries, appointmentId: string): Promise<Record<"received" | "sent" | "free", number>> {
  const paid = await db
    .selectFrom("pay_pages")
    .innerJoin("payments", (on) =>
      on.on((eb) =>
        eb.or([
          eb("payments.id", "=", eb.ref("pay_pages.payment_id")),
          eb("payments.counters", "=", eb.ref("pay_pages.payment_id")),
        ]),
      ),
    )
    .select(["payments.id", "payments.pence"])
    .where("pay_pages.id", "in", pagesOf(db, appointmentId))
    .execute();
  const ids = paid.map(({ id }) => id);
  const { pence: billed } = await db
    .selectFrom("allocations")
    .select((all) => all.fn.sum<number>("pence").as("pence"))
    .where("payment_id", "in", ["", ...ids])
    .executeTakeFirstOrThrow();
  const sumOf = (some: (pence: number) => boolean) =>
    paid.filter(({ pence }) => some(pence)).reduce((all, { pence }) => all + Math.abs(pence), 0);
  const [received, sent] = [sumOf((pence) => pence > 0), sumOf((pence) => pence < 0)];
  return { received, sent, free: Math.max(0, received - sent - Number(billed ?? 0)) };
}

/** One of them: as public pages have it (empty: it is for no one), and before the button, for who books days and who books weeks ahead. */
export type RuleView = { words: RuleInWords[]; examples: { when: string; pay: PayAtBooking | null }[] };

/** The saved rules as clients read them. */
export type PrepayView = {
  /** Why nothing is asked for; null: it is. */
  why: "none" | "no-till" | null;
  keepPercent: number;
  /** What they would have done lately; null while nothing is paid. */
  past: Estimate | null;
  rules: RuleView[];
};

export async function viewPrepay(app: AppContext, locale: string): Promise<PrepayView> {
  const { settings, services } = await readPractice(app);
  const { payments, prepayment } = settings;
  const keepPercent = lateFeePercent(settings);
  if (prepayment.rules.length === 0) return { why: "none", keepPercent, past: null, rules: [] };
  const db = app.db.kysely;
  const [live, own] = payments.online ? [await listLiveTills(db), await listOwnSellers(db)] : [[], []];
  const terms = { ...publicTerms(settings, { canKeepCards: await hasCardKeeper(app) }), services };
  return {
    ...{ why: payments.on && live.length > 0 ? null : "no-till", keepPercent },
    past: await estimatePast(app),
    rules: prepayment.rules.map((rule, nth) => {
      const at = sellersOf({ live, own }, { rule, because: null })?.at;
      const words = ruleInPublic(prepayment, nth, terms);
      return {
        words,
        examples: words.length === 0 ? [] : examplesOf(rule, { settings, services, at, now: app.clock.now(), locale }),
      };
    }),
  };
}

type ExampleTerms = Pick<PracticeFacts, "settings" | "services"> & {
  at: Sellers["at"] | undefined;
  now: number;
  locale: string;
};

function examplesOf(rule: PrepaymentRule, { settings, services, at, now, locale }: ExampleTerms): RuleView["examples"] {
  const { zone } = settings.bookingRules;
  const service = services.find(({ id, lengths }) => lengths.length > 0 && isForService(rule, id));
  const [length] = service?.lengths ?? [];
  if (rule.what === "none" || !service || !length) return [];
  const tomorrow = addDays(localDateOf(now, zone), 1);
  const [giver = ""] = service.therapistIds;
  return EXAMPLE_DAYS.map((days) => {
    const start = instantOf(addDays(tomorrow, days), EXAMPLE_MINUTE, zone);
    const paying = payingOf(settings, rule, { serviceId: service.id, price: length.pricePence, start, now });
    const about = {
      what: `${service.title}, ${length.minutes} min`,
      where: payWhere({ kind: "practice", name: null }),
      ...{ locale, at: at?.(giver) ?? PROVIDERS.stripe },
    };
    const pay = paying.pence === 0 ? null : payWords(paying, about);
    return { when: `For ${localeMoment(start, zone, locale)}`, pay };
  });
}

/** Whether a seller that is paid online can keep cards; live or not, as a rule may be written before the key is live. */
export async function hasCardKeeper(app: AppContext): Promise<boolean> {
  if (!(await readPractice(app)).settings.payments.online) return false;
  const till = app.db.kysely.selectFrom("tills").select("seller_id").where("is_on", "=", 1);
  return (await till.where("provider", "in", CARD_KEEPERS).executeTakeFirst()) !== undefined;
}

const EXAMPLE_DAYS = [3, 27];
const EXAMPLE_MINUTE = 10 * 60 + 30;
