import { type ArchiveSheet, dateAndTime, moment, pounds, yesOrNo } from "#app/moving/archive/archive-sheet.ts";
import type { Queries } from "#app/platform/database/database.server.ts";

export const DIARY_SHEETS: readonly ArchiveSheet<Queries>[] = [
  {
    name: "appointments.csv",
    about: "Every appointment, with who came, notes and cancellations",
    head: [
      ...["Reference", "Date", "Time", "Starts at (UTC)", "Minutes", "Treatment", "Therapist", "Status", "Attendance"],
      ...["Name", "Email", "Phone", "Price (GBP)", "Booked at", "Booked through", "In a series", "Said when booking"],
      ...["Visit at", "Postcode", "How to get in"],
      ...["Your note", "Cancelled at", "Cancelled for", "Reason", "Late", "Client", "Id"],
    ],
    async *rows(db, shown) {
      const query = db
        .selectFrom("appointments as a")
        .innerJoin("therapists as t", "t.id", "a.therapist_id")
        .leftJoin("attendances as came", "came.appointment_id", "a.id")
        .leftJoin("appointment_notes as note", "note.appointment_id", "a.id")
        .leftJoin("cancellations as c", "c.appointment_id", "a.id")
        .selectAll("a")
        .select(["t.name as therapist", "came.state as attendance", "note.words as note", "c.at as cancelled_at"])
        .select(["c.asked_by", "c.reason", "c.reason_code", "c.late"])
        .orderBy("a.id");
      for await (const row of query.stream()) {
        yield [
          `${row.reference_prefix}-${row.reference.slice(0, 4)}-${row.reference.slice(4)}`,
          ...dateAndTime(row.starts_at, shown),
          new Date(row.starts_at).toISOString(),
          row.minutes,
          row.service_title,
          row.therapist,
          row.status,
          row.attendance,
          row.name,
          row.email,
          row.phone,
          pounds(row.price_pence),
          moment(row.created_at, shown),
          row.source,
          row.series_position === null ? null : `${row.series_position} of ${row.series_total}`,
          row.practical_note,
          row.visit_address,
          row.visit_postcode,
          row.visit_access,
          row.note,
          moment(row.cancelled_at, shown),
          row.asked_by,
          row.reason ?? row.reason_code,
          row.late === null ? null : yesOrNo(row.late),
          row.client_id,
          row.id,
        ];
      }
    },
  },
];
