import { Link } from "react-router";
import { AppointmentStatus } from "#app/appointments/components/appointment-status.tsx";
import type { ShownVisit } from "#app/routes/admin/clients/shown-record.server.ts";
import { type Column, DataTable } from "#app/ui/admin/data-table.tsx";
import { StatusTag } from "#app/ui/status-tag.tsx";

/** All appointments of a client, the latest first. */
export function VisitsTable({ visits }: { visits: ShownVisit[] }) {
  return (
    <section aria-labelledby="history">
      <h2 id="history" className="mb-2 text-xl">
        History
      </h2>
      {visits.length === 0 ? (
        <p>No appointments yet.</p>
      ) : (
        <DataTable caption="History" columns={COLUMNS} rows={visits} keyOf={(visit) => visit.id} />
      )}
    </section>
  );
}

const COLUMNS: Column<ShownVisit>[] = [
  {
    title: "Date",
    cell: (visit) => (
      <Link to={`/admin/appointments/${visit.id}`} className="prose-link inline-flex min-h-6 items-center">
        {visit.date}
      </Link>
    ),
    className: "md:whitespace-nowrap",
  },
  { title: "Time", cell: (visit) => visit.time, className: "md:whitespace-nowrap" },
  { title: "Service", cell: (visit) => `${visit.service}, ${visit.minutes} min` },
  { title: "Therapist", cell: (visit) => visit.therapist },
  {
    title: "Status",
    cell: (visit) => (
      <span className="inline-flex flex-wrap gap-2">
        <AppointmentStatus status={visit.status} />
        {visit.attendance && <StatusTag look="plain">{visit.attendance}</StatusTag>}
      </span>
    ),
  },
];
