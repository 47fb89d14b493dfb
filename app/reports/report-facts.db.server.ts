import { setImmediate as turn } from "node:timers/promises";
import { type RawBuilder, type SqlBool, sql } from "kysely";
import { shownStatus } from "#app/appointments/appointment.ts";
import { attendanceOf } from "#app/appointments/attendance.ts";
import { bookingSourceOf } from "#app/appointments/booking-source.ts";
import { isOfClient, isResult, type ResultTerms } from "#app/appointments/result.db.server.ts";
import type { Queries } from "#app/platform/database/database.server.ts";
import { isWithin } from "#app/platform/database/within-reach.server.ts";
import type { Reach } from "#app/platform/permissions.ts";
import type { ReportFact, ReportRow } from "#app/reports/report-fact.ts";

type FactTerms = ResultTerms & { reach: Reach };

/** Every appointment that starts within, as a report counts it, without a name. */
export async function listReportFacts(db: Queries, terms: FactTerms): Promise<ReportFact[]> {
  const rows = await selectFacts(db, terms).execute();
  return rows.map(factFrom);
}

/** The same in order of time with names, piece by piece: a file of any length in little memory. */
export async function* streamReportRows(db: Queries, terms: FactTerms, pieceSize = 1000): AsyncGenerator<ReportRow[]> {
  let after: { start: number; id: string } | null = null;
  for (;;) {
    const piece: (FactRow & Omit<ReportRow, keyof ReportFact>)[] = await selectFacts(db, terms)
      .innerJoin("therapists", "therapists.id", "appointments.therapist_id")
      .select(["appointments.id", "reference", "reference_prefix as referencePrefix", "therapists.name as therapist"])
      .select(["appointments.name", "appointments.email", "appointments.phone"])
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
      ...factFrom(row),
      id,
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
    .select(["starts_at", "ends_at", "minutes", "price_pence", "service_title", "status", "created_at"])
    .select(["therapist_id", "service_id", "source", "client_id", "attendances.state"])
    .select([
      flag(isOfClient("returning")).as("returning"),
      flag(isResult("late", terms)).as("late"),
      flag(isResult("again", terms)).as("again"),
    ])
    .where("starts_at", ">=", terms.within.start)
    .where("starts_at", "<", terms.within.end)
    .where(isWithin(terms.reach));
}

// One engine has booleans, the other none.
function flag(condition: RawBuilder<SqlBool>): RawBuilder<number> {
  return sql<number>`case when ${condition} then 1 else 0 end`;
}

type FactRow = Awaited<ReturnType<ReturnType<typeof selectFacts>["execute"]>>[number];

function factFrom(row: FactRow): ReportFact {
  return {
    start: row.starts_at,
    end: row.ends_at,
    minutes: row.minutes,
    pricePence: row.price_pence,
    service: row.service_title,
    status: shownStatus(row.status),
    attendance: attendanceOf(row.state),
    createdAt: row.created_at,
    therapistId: row.therapist_id,
    serviceId: row.service_id,
    source: bookingSourceOf(row.source),
    client: row.client_id === null ? null : row.returning === 1 ? "returning" : "new",
    late: row.late === 1,
    again: row.again === 1,
  };
}
