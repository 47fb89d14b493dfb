import { setImmediate as turn } from "node:timers/promises";
import { shownStatus } from "#app/appointments/appointment.ts";
import { attendanceOf } from "#app/appointments/attendance.ts";
import { bookingSourceOf } from "#app/appointments/booking-source.ts";
import { isOfClient, isResult, type ResultTerms } from "#app/appointments/result.db.server.ts";
import type { Queries } from "#app/platform/database/database.server.ts";
import { flag } from "#app/platform/database/flag.server.ts";
import { isWithin } from "#app/platform/database/within-reach.server.ts";
import type { Reach } from "#app/platform/permissions.ts";
import type { ReportRow } from "#app/reports/report-row.ts";

type RowTerms = ResultTerms & { reach: Reach };

/** A report's appointments in order of time, piece by piece: a file of any length in little memory. */
export async function* streamReportRows(db: Queries, terms: RowTerms, pieceSize = 1000): AsyncGenerator<ReportRow[]> {
  let after: { start: number; id: string } | null = null;
  for (;;) {
    const piece: StoredRow[] = await selectRows(db, terms)
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
    yield piece.map(rowFrom);
    // SQLite is synchronous: without this, other requests would wait for the whole file.
    await turn();
    const last = piece.at(-1);
    if (!last || piece.length < pieceSize) return;
    after = { start: last.starts_at, id: last.id };
  }
}

function selectRows(db: Queries, terms: RowTerms) {
  return db
    .selectFrom("appointments")
    .leftJoin("attendances", "attendances.appointment_id", "appointments.id")
    .innerJoin("therapists", "therapists.id", "appointments.therapist_id")
    .select(["appointments.id", "reference", "reference_prefix as referencePrefix", "therapist_id", "service_title"])
    .select(["appointments.name", "appointments.email", "appointments.phone", "therapists.name as therapist"])
    .select(["starts_at", "minutes", "price_pence", "status", "source", "client_id", "created_at", "attendances.state"])
    .select([flag(isResult("late", terms)).as("late"), flag(isOfClient("returning")).as("returning")])
    .where("starts_at", ">=", terms.within.start)
    .where("starts_at", "<", terms.within.end)
    .where(isWithin(terms.reach));
}

type StoredRow = Awaited<ReturnType<ReturnType<typeof selectRows>["execute"]>>[number];

function rowFrom({ id, reference, referencePrefix, therapist, name, email, phone, ...row }: StoredRow): ReportRow {
  return {
    id,
    start: row.starts_at,
    minutes: row.minutes,
    pricePence: row.price_pence,
    status: shownStatus(row.status),
    attendance: attendanceOf(row.state),
    service: row.service_title,
    therapistId: row.therapist_id,
    therapist,
    source: bookingSourceOf(row.source),
    client: row.client_id === null ? null : row.returning === 1 ? "returning" : "new",
    late: row.late === 1,
    createdAt: row.created_at,
    reference,
    referencePrefix,
    name,
    email,
    phone,
  };
}
