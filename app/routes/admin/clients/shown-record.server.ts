import type { ShownStatus } from "#app/appointments/appointment.ts";
import { type Attendance, attendanceInWords } from "#app/appointments/attendance/attendance.ts";
import { dateAndTime } from "#app/appointments/register/shown-row.ts";
import { attendanceWords, type Visit } from "#app/appointments/visits/visit.ts";
import type { ClientRecord } from "#app/client-records/client-record.ts";
import { readablePhone } from "#app/platform/phone-number.ts";
import { inOneLine, shownClient } from "#app/routes/admin/clients/shown-client.ts";

/** A visit in words. */
export type ShownVisit = {
  id: string;
  date: string;
  time: string;
  service: string;
  minutes: number;
  therapist: string;
  status: ShownStatus;
  /** Empty while nothing has been noted. */
  attendance: string;
};

type Where = { zone: string; locale: string };

/** A client's record in words. */
export function shownRecord({ client, keys, accounts, visits, summary, notes, alike }: ClientRecord, where: Where) {
  const of = (kind: string) => keys.filter((key) => key.kind === kind).map(({ value }) => value);
  const erased = client.erasedAt === null ? null : dateAndTime(client.erasedAt, where).date;
  return {
    client: shownClient({ ...client, summary }, where),
    contact: {
      name: client.name ?? "",
      email: client.email ?? "",
      phone: client.phone ? readablePhone(client.phone) : "",
    },
    erased,
    attendance: attendanceWords(summary),
    cancelled: summary.cancelled,
    since: dateAndTime(client.createdAt, where).date,
    otherEmails: of("email").filter((email) => email !== client.email?.toLowerCase()),
    otherPhones: of("phone")
      .filter((phone) => phone !== client.phone)
      .map(readablePhone),
    account: accounts[0] ?? null,
    visits: visits.map((visit) => shownVisit(visit, where)),
    /** What the next booking begins with: the latest one's service, length and therapist. */
    again: againOf(visits),
    notes: notes.map(({ id, words, at, author }) => ({ id, words, author, when: inOneLine(at, where) })),
    alike: alike.map((line) => shownClient(line, where)),
  };
}

export type ShownRecord = ReturnType<typeof shownRecord>;

function shownVisit(visit: Visit, where: Where): ShownVisit {
  return {
    ...{ id: visit.id, ...dateAndTime(visit.start, where) },
    ...{ service: visit.serviceTitle, minutes: visit.minutes, therapist: visit.therapistName, status: visit.status },
    attendance: wordsOf(visit.attendance),
  };
}

function wordsOf(attendance: Attendance): string {
  return attendance === "expected" ? "" : attendanceInWords(attendance);
}

function againOf(visits: readonly Visit[]) {
  const latest = visits.find(({ status }) => status !== "Cancelled") ?? visits[0];
  if (!latest) return null;
  return { service: latest.serviceSlug, minutes: String(latest.minutes), therapist: latest.therapistSlug };
}
