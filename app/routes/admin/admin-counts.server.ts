import { createContext, type RouterContextProvider } from "react-router";
import { ADAPTER_NAMES, ADAPTER_PAGES, type AdapterName } from "#app/adapters/adapter.ts";
import { listAdapters, selectFailing } from "#app/adapters/adapters.db.server.ts";
import { isBurst } from "#app/appointments/booking/booking-limits.ts";
import { selectRecent } from "#app/appointments/booking/limit-booking.server.ts";
import { selectOpenRequests } from "#app/appointments/requests/move-requests.db.server.ts";
import { selectProposals } from "#app/calendars/proposals.server.ts";
import { selectDifferenceCounts } from "#app/connections/calendly/differences.db.server.ts";
import { selectPending } from "#app/diary/get-today.server.ts";
import { MOST_UNRECORDED, selectUnrecorded } from "#app/diary/lists/unrecorded-appointments.server.ts";
import type { Upcoming } from "#app/diary/stranded/stranded.ts";
import { listStranded } from "#app/diary/stranded/stranded-list.server.ts";
import { selectReturned } from "#app/mail/came-back.server.ts";
import { selectFailed } from "#app/mail/outbox.db.server.ts";
import { selectComplaintsDue } from "#app/messages/complaints.db.server.ts";
import { selectUnread } from "#app/messages/list-messages.server.ts";
import { selectUndecided } from "#app/moving/csv/imports.db.server.ts";
import { openDaysBefore } from "#app/payments/close-day.server.ts";
import { selectDisputes } from "#app/payments/disputes/disputes.server.ts";
import { selectOpenRequestsOfMoney } from "#app/payments/money-requests.server.ts";
import { selectDueRefunds } from "#app/payments/online/settle-prepaid.server.ts";
import { selectLedgerFault } from "#app/payments/payments.jobs.server.ts";
import type { AppContext, Queries } from "#app/platform/app-context.server.ts";
import { readTogether } from "#app/platform/database/count-listed.server.ts";
import { dayInWords, localDateOf } from "#app/platform/date-time.ts";
import { type Actor, may, scopeFor } from "#app/platform/permissions.ts";
import type { PracticeSnapshot } from "#app/practice/practice.ts";
import { readPractice } from "#app/practice/read-practice.server.ts";
import { openRequest } from "#app/routes/account/identity.server.ts";
import { SETTINGS_PAGES } from "#app/routes/admin/settings/settings-pages.ts";
import { dueInWords, type Todo } from "#app/routes/admin/todo.ts";
import { canMailLeaveBy } from "#app/settings/can-mail-leave.server.ts";
import type { SettingKey } from "#app/settings/settings.ts";
import { selectOpenTimeOff } from "#app/team/time-off.db.server.ts";
import type { AdminCounts } from "#app/ui/admin/admin-nav.tsx";
import { selectCalls } from "#app/waiting-list/practice-list.server.ts";

type AdminFacts = {
  practice: PracticeSnapshot;
  today: string;
  stranded: Upcoming[];
  appointments: AppointmentCounts | null;
  owners: Owners | null;
  correspondence: Correspondence | null;
  waits: Waits | null;
  calendars: Calendars | null;
  /** A day that took money and was not closed. */
  openDays: readonly { sellerId: string; day: string }[];
};

/** None while the waiting list is off. */
type Waits = { calls?: number };
/** None for who has no calendars here. */
type Calendars = { proposals?: number };
type AppointmentCounts = { pending: number; requests: number; unrecorded: number };
/** None for who answers no messages. */
type Correspondence = {
  complaints: number;
  complaintDue: string | null;
  complaintId: string | null;
  unread: number;
  failed: number;
  returned: number;
  returnedClient: string | null;
};
type Owners = {
  lastHour: number;
  lastDay: number;
  timeOff: number;
  undecided: number;
  undecidedImport: string | null;
  clashes: number;
  odd: number;
  differences: number;
  failing: number;
  /** 1: the last nightly check of the ledger found a fault. None while no payments are taken. */
  ledgerFault?: number;
  /** What somebody asks to give back or write off. None while no payments are taken. */
  moneyRequests?: number;
  /** Refunds that wait for a press. None while nobody pays online. */
  refundsDue?: number;
  /** Payments that banks take back: to be answered, until when the first, and lost with a bill to decide. */
  disputesOpen?: number;
  disputeDue?: number | null;
  disputesLost?: number;
};

/** Where each setting is saved. Until a damaged one is, `/readyz` says "not ready". */
export const SAVED_AT: Record<SettingKey, string> = {
  business: "/admin/settings/business",
  bookingRules: "/admin/settings/booking",
  openingHours: "/admin/settings/opening-hours",
  operationHours: "/admin/settings/operation-hours",
  messages: "/admin/settings/messages",
  mailWords: "/admin/settings/mails",
  mailServer: "/admin/settings/mail-server",
  mailbox: "/admin/settings/mailbox",
  practiceMails: "/admin/settings/mails/to-you",
  practiceFacts: "/admin/settings/about",
  sender: "/admin/settings/sender",
  pictures: "/admin/settings/pictures",
  videos: "/admin/settings/videos",
  demo: "/admin/settings/demo",
  goLive: "/admin/go-live",
  opening: "/admin/settings/opening",
  bodyPlaces: "/admin/settings/body",
  look: "/admin/settings/look",
  homeCards: "/admin/services",
  scheduler: "/admin/settings/calendly",
  emailjs: "/admin/settings/emailjs",
  calendarApps: "/admin/settings/calendar-apps",
  teamRules: "/admin/settings/people",
  push: "/admin/settings/push",
  payments: "/admin/settings/payments",
  moneyRules: "/admin/settings/payments",
  voucherShop: "/admin/settings/payments/vouchers",
  prepayment: "/admin/settings/payments",
  backups: "/admin/settings/backups",
  waitingList: "/admin/settings/waiting-list",
  health: "/admin/settings/health",
};

/** The page of a setting, by its title. */
export function settingTitle(key: SettingKey): string {
  return titleOf(SAVED_AT[key]);
}

function titleOf(page: string): string {
  return SETTINGS_PAGES.find(({ to }) => to === page)?.title ?? "Go live";
}

const reading = createContext<Promise<AdminFacts> | null>(null);

/** What waits, counted once for all loaders of a request. */
function factsFor(context: Readonly<RouterContextProvider>): Promise<AdminFacts> {
  const { app, actor } = openRequest(context);
  const begun = context.get(reading) ?? readAdminFacts(app, actor);
  context.set(reading, begun);
  return begun;
}

export async function countsFor(context: Readonly<RouterContextProvider>): Promise<AdminCounts> {
  return countsOf(await factsFor(context));
}

/** Most urgent first: each line can reach zero, and then it is not there. */
export async function todosFor(
  context: Readonly<RouterContextProvider>,
): Promise<{ needs: Todo[]; stranded: Upcoming[] }> {
  const { app } = openRequest(context);
  const waiting = await factsFor(context);
  return { needs: await todosOf(app, waiting), stranded: waiting.stranded };
}

export async function getAdminCounts(app: AppContext, actor: Actor): Promise<{ needs: Todo[]; counts: AdminCounts }> {
  const waiting = await readAdminFacts(app, actor);
  return { needs: await todosOf(app, waiting), counts: countsOf(waiting) };
}

async function readAdminFacts(app: AppContext, actor: Actor): Promise<AdminFacts> {
  const db = app.db.kysely;
  const now = app.clock.now();
  const practice = await readPractice(app);
  const today = localDateOf(now, practice.settings.bookingRules.zone);
  const scope = scopeFor(actor, "see", "appointments");
  const isOwner = may(actor, "see", "settings");
  const ofAppointments = scope && [
    selectPending(db, now, scope),
    selectOpenRequests(db, now, scope),
    selectUnrecorded(db, now, scope),
  ];
  const ofOwners = isOwner && [
    ...[selectRecent(db, now), selectOpenTimeOff(db, today), selectDifferenceCounts(db, now), selectFailing(db)],
    selectUndecided(db),
  ];
  const answers = may(actor, "see", "messages") && may(actor, "see", "mails");
  const ofCorrespondence = answers && [selectComplaintsDue(db), selectUnread(db), selectFailed(db), selectReturned(db)];
  const ofLedger = isOwner &&
    practice.settings.payments.on && [...[selectLedgerFault(db), selectOpenRequestsOfMoney(db), selectDisputes(db)]];
  const ofRefunds = ofLedger && practice.settings.payments.online && [selectDueRefunds(db)];
  const ofWaits = practice.settings.waitingList.on &&
    may(actor, "see", "waiting list") && [
      selectCalls(db, { canMail: canMailLeaveBy(app, practice.settings.mailServer) }),
    ];
  const ofCalendars = scopeFor(actor, "see", "calendars");
  const selects = [
    ...[...(ofAppointments || []), ...(ofOwners || []), ...(ofLedger || []), ...(ofRefunds || [])],
    ...(ofWaits || []),
    ...(ofCorrespondence || []),
    ...(ofCalendars ? [selectProposals(db, now, ofCalendars)] : []),
  ];
  const counted =
    selects.length > 0
      ? await readTogether<AppointmentCounts & Owners & Correspondence & Waits & Calendars>(db, selects)
      : null;
  return {
    ...{ practice, today },
    stranded: scope ? await listStranded(app, actor) : [],
    appointments: scope && counted,
    owners: isOwner ? counted : null,
    correspondence: answers ? counted : null,
    waits: counted,
    calendars: counted,
    openDays: practice.settings.payments.on ? await openDaysBefore(db, actor, today) : [],
  };
}

function countsOf(waiting: AdminFacts): AdminCounts {
  const { appointments, owners, correspondence } = waiting;
  const lines = linesOf(waiting, []).filter(({ count }) => count > 0).length;
  return {
    "/admin": { count: lines + (owners?.failing ?? 0), words: "need you" },
    "/appointments": { count: appointments?.pending ?? 0, words: "to confirm" },
    "/admin/messages": { count: correspondence?.unread ?? 0, words: "unread" },
    "/admin/mail": { count: correspondence?.failed ?? 0, words: "failed" },
  };
}

async function todosOf(app: AppContext, waiting: AdminFacts): Promise<Todo[]> {
  const { zone } = waiting.practice.settings.bookingRules;
  const adapters = waiting.owners?.failing ? await adapterTodos(app.db.kysely, zone) : [];
  return linesOf(waiting, adapters).filter(({ count }) => count > 0);
}

function linesOf(
  { practice, today, stranded, appointments, owners, correspondence, waits, calendars, openDays }: AdminFacts,
  adapters: readonly Todo[],
): Todo[] {
  const { damaged, settings } = practice;
  const urgent = owners && [
    ...damaged.map((key) => ({
      label: `Save again, as we can’t read it: ${titleOf(SAVED_AT[key])}`,
      count: 1,
      to: SAVED_AT[key],
    })),
    { label: "Double bookings with Calendly", count: owners.clashes, to: ADAPTER_PAGES.calendly },
    { label: "Booked on Calendly, not in your diary", count: owners.odd, to: ADAPTER_PAGES.calendly },
    { label: "Changed here, not on Calendly", count: owners.differences, to: ADAPTER_PAGES.calendly },
    ...adapters,
    {
      label: "The ledger differs from what was written: call who looks after your site",
      count: owners.ledgerFault ?? 0,
      to: "/admin/money",
    },
  ];
  const due = owners?.disputeDue ? localDateOf(Number(owners.disputeDue), settings.bookingRules.zone) : null;
  const disputes = owners && [
    {
      label: "Disputed payments to answer",
      count: owners.disputesOpen ?? 0,
      note: due && dueInWords(due, today),
      to: "/admin/money/disputes",
    },
    { label: "Disputes lost: decide about the bill", count: owners.disputesLost ?? 0, to: "/admin/money/disputes" },
  ];
  const complaints = correspondence && {
    label: "Complaints to answer",
    count: correspondence.complaints,
    note: correspondence.complaintDue && dueInWords(correspondence.complaintDue, today),
    to:
      correspondence.complaints === 1 && correspondence.complaintId
        ? `/admin/messages/${correspondence.complaintId}`
        : "/admin/messages",
  };
  const messages = correspondence && [
    { label: "Unread messages", count: correspondence.unread, to: "/admin/messages" },
    { label: "Emails that failed", count: correspondence.failed, to: "/admin/mail?state=failed" },
    {
      label: "Clients whose email came back",
      count: correspondence.returned,
      to:
        correspondence.returned === 1 && correspondence.returnedClient
          ? `/admin/clients/${correspondence.returnedClient}`
          : "/admin/mail?state=returned",
    },
  ];
  const others = owners && [
    { label: "Refunds and write-offs to decide", count: owners.moneyRequests ?? 0, to: "/admin/money/requests" },
    { label: "Refunds to send", count: owners.refundsDue ?? 0, to: "/admin/money/requests" },
    { label: "Time off to answer", count: owners.timeOff, to: "/admin/time-off" },
    {
      label: "Imported appointments without a client",
      count: owners.undecided,
      to: `/admin/import/${owners.undecidedImport}`,
    },
    {
      label: "Online bookings in a day: guests now confirm by email",
      count: isBurst(owners, settings.bookingRules) ? owners.lastDay : 0,
      to: "/appointments?sort=date&proof=none",
    },
  ];
  const ofAppointments = appointments && [
    { label: "Appointments to confirm", count: appointments.pending, to: "/appointments?status=pending&sort=date" },
    { label: "Requests to move", count: appointments.requests, to: "/admin/requests" },
    { label: "Attendance to record", count: appointments.unrecorded, most: MOST_UNRECORDED, to: "/admin/past-visits" },
  ];
  return [
    { label: "Appointments outside working hours", count: stranded.length, to: "/admin/stranded" },
    { label: "People to call: a time is free for them", count: waits?.calls ?? 0, to: "/admin/waiting-list" },
    { label: "Appointments changed in a calendar", count: calendars?.proposals ?? 0, to: "/admin/diary/proposals" },
    ...(urgent ?? []),
    ...(disputes ?? []),
    ...(complaints ? [complaints] : []),
    ...(ofAppointments ?? []),
    {
      label: openDays.length > 1 ? "Days to close" : `Day to close: ${dayInWords(openDays[0]?.day ?? today)}`,
      count: openDays.length,
      to: `/admin/money?day=${openDays[0]?.day}&seller=${openDays[0]?.sellerId}`,
    },
    ...(messages ?? []),
    ...(others ?? []),
  ];
}

/** The systems of other companies that don't work. */
export async function adapterTodos(db: Queries, zone: string): Promise<Todo[]> {
  const failing = (await listAdapters(db)).filter(({ state }) => state !== "ok");
  return failing.map(({ name, state, since }) => ({
    label: name === "films" ? "A film without its picture" : labelOf(name, state),
    count: 1,
    note: `since ${dayInWords(localDateOf(since, zone))}`,
    to: ADAPTER_PAGES[name],
  }));
}

const SECRETS: Partial<Record<AdapterName, string>> = {
  calendars: "its password or sign-in",
  mailbox: "its password",
};

function labelOf(name: AdapterName, state: string): string {
  const secret = SECRETS[name] ?? "your key";
  return state === "revoked" ? `${ADAPTER_NAMES[name]} refuses ${secret}` : `${ADAPTER_NAMES[name]} fails`;
}
