import { Link } from "react-router";
import { AppointmentStatus } from "#app/appointments/appointment-status.tsx";
import type { HistoryEntryView } from "#app/routes/admin/clients/record-view.server.ts";
import { type Column, DataTable } from "#app/ui/admin/data-table.tsx";
import { StatusTag } from "#app/ui/status-tag.tsx";

export function HistoryTable({ history }: { history: HistoryEntryView[] }) {
  return (
    <section aria-labelledby="history">
      <h2 id="history" className="mb-2 text-xl">
        History
      </h2>
      {history.length === 0 ? (
        <p>No appointments yet.</p>
      ) : (
        <DataTable caption="History" columns={COLUMNS} rows={history} keyOf={(entry) => entry.id} />
      )}
    </section>
  );
}

const COLUMNS: Column<HistoryEntryView>[] = [
  {
    title: "Date",
    cell: (entry) => (
      <Link to={`/admin/appointments/${entry.id}`} className="prose-link inline-flex min-h-6 items-center">
        {entry.date}
      </Link>
    ),
    className: "md:whitespace-nowrap",
    place: "lead",
  },
  { title: "Time", cell: (entry) => entry.time, className: "md:whitespace-nowrap", place: "aside" },
  {
    title: "Service",
    cell: (entry) => `${entry.service}, ${entry.minutes} min${entry.series ? `, ${entry.series}` : ""}`,
    place: "under",
  },
  { title: "Price", cell: (entry) => <span className="figures">{entry.price}</span> },
  { title: "Therapist", cell: (entry) => entry.therapist },
  {
    title: "Status",
    place: "tag",
    cell: (entry) => (
      <span className="inline-flex flex-wrap gap-2">
        <AppointmentStatus status={entry.status} />
        {entry.attendance && <StatusTag look="plain">{entry.attendance}</StatusTag>}
      </span>
    ),
  },
];
