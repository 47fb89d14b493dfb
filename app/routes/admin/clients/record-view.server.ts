import { placeInWords, type StatusView } from "#app/appointments/appointment.ts";
import { attendedTag, resultOf } from "#app/appointments/attendance.ts";
import { attendanceWords, type HistoryEntry } from "#app/appointments/clients/client-history.ts";
import { dateAndTime } from "#app/diary/lists/row-view.ts";
import { localeMoment, shortDay as shortDayIn } from "#app/platform/date-time.ts";
import { priceInProse } from "#app/platform/money-words.ts";
import { readablePhone } from "#app/platform/phone-number.ts";
import type { ClientRecord } from "#app/privacy/client-record.ts";
import { inOneLine, viewClient } from "#app/routes/admin/clients/client-view.ts";

export type HistoryEntryView = {
  id: string;
  date: string;
  time: string;
  service: string;
  minutes: number;
  therapist: string;
  status: StatusView;
  attendance: string;
  price: string;
  series: string | null;
};

const MINUTE_MS = 60_000;

type Where = { zone: string; locale: string; now: number };

export function viewRecord(
  { client, keys, accounts, history, summary, notes, alike, differences }: ClientRecord,
  where: Where,
) {
  const of = (kind: string) => keys.filter((key) => key.kind === kind).map(({ value }) => value);
  const erased = client.erasedAt === null ? null : dateAndTime(client.erasedAt, where).date;
  return {
    client: viewClient({ ...client, summary }, where),
    contact: {
      name: client.name ?? "",
      email: client.email ?? "",
      phone: client.phone ? readablePhone(client.phone) : "",
    },
    erased,
    practicalNote: client.practicalNote ?? "",
    blocked:
      client.blockedAt === null
        ? null
        : { since: shortDay(client.blockedAt, where), reason: client.blockedReason ?? "" },
    attendance: attendanceWords(summary),
    cancelled: summary.cancelled,
    since: dateAndTime(client.createdAt, where).date,
    otherEmails: of("email").filter((email) => email !== client.email?.toLowerCase()),
    otherPhones: of("phone")
      .filter((phone) => phone !== client.phone)
      .map(readablePhone),
    account: accounts[0]?.email ?? null,
    /** An account with the client's address that may be another person's; null when there is none. */
    otherAccount: otherAccountOf(accounts),
    ...viewTotals(history, where),
    history: history.map((entry) => viewHistoryEntry(entry, where)),
    /** Defaults for the next booking: the latest one's service, length and therapist. */
    again: againOf(history),
    notes: notes?.map(({ id, words, at, author, canRemove }) => ({
      ...{ id, words, author, canRemove },
      when: inOneLine(at, where),
    })),
    differences: differences.map((difference) => ({ ...difference, when: inOneLine(difference.start, where) })),
    alike: alike.map((line) => viewClient(line, where)),
  };
}

function otherAccountOf(accounts: ClientRecord["accounts"]) {
  const other = accounts.find(({ differs }) => differs);
  return other ? { ...other, phone: other.phone ? readablePhone(other.phone) : "" } : null;
}

export type RecordView = ReturnType<typeof viewRecord>;

/** What stands in the head of the page: the next appointment, what the attended ones came to, and those that failed. */
function viewTotals(history: readonly HistoryEntry[], where: Where) {
  const results = history.map((entry) => ({ ...entry, result: resultOf({ ...entry, end: endOf(entry) }, where.now) }));
  const next = results.findLast(({ result, start }) => result === "ahead" && start > where.now);
  const attended = results.filter(({ result }) => result === "came");
  const pence = attended.reduce((sum, { pricePence }) => sum + pricePence, 0);
  const days = (entries: readonly HistoryEntry[]) =>
    entries.map(({ id, start }) => ({ id, day: shortDay(start, where) }));
  return {
    next: next
      ? {
          id: next.id,
          when: localeMoment(next.start, where.zone, where.locale),
          what: `${next.serviceTitle}, ${next.minutes} min, ${next.therapistName}`,
        }
      : null,
    total: attended.length > 0 ? `${priceInProse(pence)} in ${counted(attended.length)}` : null,
    missed: days(results.filter(({ result }) => result === "missed")),
    late: days(results.filter(({ isLate }) => isLate)),
  };
}

function counted(appointments: number): string {
  return appointments === 1 ? "1 appointment" : `${appointments} appointments`;
}

const shortDay = (instant: number, { zone, locale, now }: Where) => shortDayIn(instant, zone, now, locale);

function endOf({ start, minutes }: HistoryEntry): number {
  return start + minutes * MINUTE_MS;
}

function viewHistoryEntry(entry: HistoryEntry, where: Where): HistoryEntryView {
  return {
    id: entry.id,
    ...dateAndTime(entry.start, where),
    service: entry.serviceTitle,
    minutes: entry.minutes,
    therapist: entry.therapistName,
    series: placeInWords(entry.series),
    price: priceInProse(entry.pricePence),
    status: entry.status,
    attendance: attendedTag({ ...entry, end: endOf(entry) }, where.now) ?? "",
  };
}

function againOf(history: readonly HistoryEntry[]) {
  const latest = history.find(({ status }) => status !== "Cancelled") ?? history[0];
  if (!latest) return null;
  return { service: latest.serviceSlug, minutes: String(latest.minutes), therapist: latest.therapistSlug };
}
