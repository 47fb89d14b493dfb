import { setImmediate as turn } from "node:timers/promises";
import { type RawBuilder, type SqlBool, sql } from "kysely";
import { shownStatus } from "#app/appointments/appointment.ts";
import { attendanceOf } from "#app/appointments/attendance.ts";
import { bookingSourceOf } from "#app/appointments/booking-source.ts";
import { isOfClient, isResult, type ResultTerms } from "#app/appointments/result.db.server.ts";
import { REBOOKING_DAYS } from "#app/appointments/result-filter.ts";
import { isStanding } from "#app/appointments/status.db.server.ts";
import type { Interval } from "#app/availability/interval.ts";
import type { Queries } from "#app/platform/database/database.server.ts";
import { isWithin } from "#app/platform/database/within-reach.server.ts";
import { covers, type Reach } from "#app/platform/permissions.ts";
import { addDays, localDateOf, startOfDay } from "#app/platform/zoned-time.ts";
import { resultOfFact } from "#app/reports/figure-fact.ts";
import type { ReportFact, ReportRow } from "#app/reports/report-fact.ts";
import { type ClientVisit, followedAmong, returningAmong } from "#app/reports/visits-of-clients.ts";

type FactTerms = ResultTerms & { reach: Reach };

const DAY_MS = 86_400_000;

/**
 * Every appointment that starts within, as a report counts it, without a name, in order of time. What other
 * appointments say of each is reckoned in one pass: asked row by row it was most of a year's report.
 */
export async function listReportFacts(db: Queries, terms: FactTerms): Promise<ReportFact[]> {
  const { within, zone, reach } = terms;
  // Also of other therapists, whose appointments say who came before and again.
  const rows = await selectFacts(db, { ...terms, reach: "all" })
    .orderBy("starts_at")
    .orderBy("appointments.id")
    .execute();
  const visits = rows.map(visitFrom);
  const returning = returningAmong(visits, await clientsFromBefore(db, within));
  const followed = followedAmong(visits, { after: await standingAfter(db, within.end), zone });
  const judgedUntil = startOfDay(addDays(localDateOf(terms.now, zone), -REBOOKING_DAYS), zone);
  const facts = rows.map((row, index) => {
    const fact = factFrom(row, { returning: returning[index] === true, again: followed[index] === true });
    if (fact.again) fact.again = fact.start < judgedUntil && resultOfFact(fact, terms.now) === "came";
    return fact;
  });
  return facts.filter(({ therapistId }) => covers(reach, therapistId));
}

/** Those of the clients who are seen within that had an appointment before. */
async function clientsFromBefore(db: Queries, { start, end }: Interval): Promise<string[]> {
  const seen = db
    .selectFrom("appointments")
    .select("client_id")
    .distinct()
    .where("starts_at", ">=", start)
    .where("starts_at", "<", end)
    .where("client_id", "is not", null);
  const rows = await db
    .selectFrom(seen.as("seen"))
    .select("seen.client_id")
    .where((eb) =>
      eb.exists(
        eb
          .selectFrom("appointments")
          .select("appointments.id")
          .whereRef("appointments.client_id", "=", "seen.client_id")
          .where("starts_at", "<", start)
          .where(isStanding),
      ),
    )
    .execute();
  return rows.flatMap(({ client_id }) => client_id ?? []);
}

/** What stands in the six weeks after an instant, in order of time. */
async function standingAfter(db: Queries, end: number): Promise<ClientVisit[]> {
  const rows = await db
    .selectFrom("appointments")
    .select(["starts_at", "client_id", "status"])
    .where("starts_at", ">=", end)
    .where("starts_at", "<", end + (REBOOKING_DAYS + 2) * DAY_MS)
    .where("client_id", "is not", null)
    .where(isStanding)
    .orderBy("starts_at")
    .execute();
  return rows.map(visitFrom);
}

function visitFrom(row: { starts_at: number; client_id: string | null; status: string }): ClientVisit {
  return { start: row.starts_at, clientId: row.client_id, stands: shownStatus(row.status) !== "Cancelled" };
}

/** The same in order of time with names, piece by piece: a file of any length in little memory. */
export async function* streamReportRows(db: Queries, terms: FactTerms, pieceSize = 1000): AsyncGenerator<ReportRow[]> {
  let after: { start: number; id: string } | null = null;
  for (;;) {
    const piece: StreamedRow[] = await selectFacts(db, terms)
      .select([flag(isOfClient("returning")).as("returning"), flag(isResult("again", terms)).as("again")])
      .innerJoin("therapists", "therapists.id", "appointments.therapist_id")
      .select(["appointments.id", "reference", "reference_prefix as referencePrefix", "therapists.name as therapist"])
      .select(["appointments.name", "appointments.email", "appointments.phone", "service_title", "created_at"])
      .$if(after !== null, (query) =>
        query.where((eb) =>
          eb(eb.refTuple("starts_at", "appointments.id"), ">", eb.tuple(after?.start ?? 0, after?.id ?? "")),
        ),
      )
      .orderBy("starts_at")
      .orderBy("appointments.id")
      .limit(pieceSize)
      .execute();
    if (piece.length === 0) return;
    yield piece.map(({ id, reference, referencePrefix, therapist, name, email, phone, ...row }) => ({
      ...factFrom(row, { returning: row.returning === 1, again: row.again === 1 }),
      id,
      service: row.service_title,
      createdAt: row.created_at,
      reference,
      referencePrefix,
      therapist,
      name,
      email,
      phone,
    }));
    // SQLite is synchronous: without this, other requests would wait for the whole file.
    await turn();
    const last = piece.at(-1);
    if (!last || piece.length < pieceSize) return;
    after = { start: last.starts_at, id: last.id };
  }
}

function selectFacts(db: Queries, terms: FactTerms) {
  return db
    .selectFrom("appointments")
    .leftJoin("attendances", "attendances.appointment_id", "appointments.id")
    .select(["starts_at", "ends_at", "minutes", "price_pence", "status"])
    .select(["therapist_id", "service_id", "source", "client_id", "attendances.state"])
    .select(flag(isResult("late", terms)).as("late"))
    .where("starts_at", ">=", terms.within.start)
    .where("starts_at", "<", terms.within.end)
    .where(isWithin(terms.reach));
}

// One engine has booleans, the other none.
function flag(condition: RawBuilder<SqlBool>): RawBuilder<number> {
  return sql<number>`case when ${condition} then 1 else 0 end`;
}

type FactRow = Awaited<ReturnType<ReturnType<typeof selectFacts>["execute"]>>[number];

type StreamedRow = FactRow &
  Omit<ReportRow, keyof ReportFact | "service" | "createdAt"> & {
    service_title: string;
    created_at: number;
    returning: number;
    again: number;
  };

/** What its client's other appointments say of it. */
type Others = { returning: boolean; again: boolean };

function factFrom(row: FactRow, { returning, again }: Others): ReportFact {
  return {
    start: row.starts_at,
    end: row.ends_at,
    minutes: row.minutes,
    pricePence: row.price_pence,
    status: shownStatus(row.status),
    attendance: attendanceOf(row.state),
    therapistId: row.therapist_id,
    serviceId: row.service_id,
    source: bookingSourceOf(row.source),
    client: row.client_id === null ? null : returning ? "returning" : "new",
    late: row.late === 1,
    again,
  };
}
