import { href, Link } from "react-router";
import { AppointmentStatus } from "#app/appointments/appointment-status.tsx";
import type { ShownRow } from "#app/diary/shown-row.ts";
import { confirmQuestion, deleteQuestion } from "#app/routes/admin/appointments/questions.ts";
import { useMay } from "#app/ui/admin/abilities.tsx";
import { ChangeButton } from "#app/ui/admin/change-button.tsx";
import { type Column, DataTable } from "#app/ui/admin/data-table.tsx";
import { LinkButton } from "#app/ui/button.tsx";
import { useSendsMail } from "#app/ui/shell/sends-mail.tsx";
import { useHydrated } from "#app/ui/use-hydrated.ts";

type Props = {
  rows: ShownRow[];
  sorted: { sort: string; down: boolean };
  picked: readonly string[];
  onPick: (ids: readonly string[]) => void;
};

/** The specification's columns, the booked service under the date, and each row's actions. */
export function AppointmentTable({ rows, sorted, picked, onPick }: Props) {
  const mayDelete = useMay()("delete", "appointments");
  const actions = (row: ShownRow) =>
    mayDelete || row.status === "Pending" ? <Actions row={row} mayDelete={mayDelete} /> : null;
  return (
    <DataTable
      caption="Appointments"
      columns={[...COLUMNS, { title: "Actions", cell: actions, place: "actions" }]}
      rows={rows}
      keyOf={(row) => row.id}
      sorted={sorted}
      nameOf={(row) => `${row.name}, ${row.date} at ${row.time}`}
      pick={(row) => (
        <Pick
          row={row}
          checked={picked.includes(row.id)}
          onChange={() => onPick(picked.includes(row.id) ? picked.filter((id) => id !== row.id) : [...picked, row.id])}
        />
      )}
    />
  );
}

function Pick({ row, checked, onChange }: { row: ShownRow; checked: boolean; onChange: () => void }) {
  return (
    <input
      type="checkbox"
      className="size-6 accent-primary"
      aria-label={`Pick ${row.name}, ${row.date} at ${row.time}`}
      disabled={!useHydrated()}
      {...{ checked, onChange }}
    />
  );
}

const COLUMNS: Column<ShownRow>[] = [
  { title: "Name", sort: "name", cell: (row) => <NameCell row={row} />, place: "lead" },
  { title: "Email", sort: "email", cell: (row) => row.email, className: "wrap-anywhere" },
  { title: "Phone", cell: (row) => <PhoneCell row={row} />, className: "md:whitespace-nowrap" },
  { title: "Date", sort: "date", cell: (row) => <DateCell row={row} />, place: "line" },
  { title: "Time", cell: (row) => row.time, className: "md:whitespace-nowrap" },
  { title: "Status", sort: "status", cell: (row) => <StatusCell row={row} />, place: "aside" },
];

function NameCell({ row }: { row: ShownRow }) {
  return (
    <Link to={`/admin/appointments/${row.id}`} className="prose-link inline-flex min-h-6 items-center font-[650]">
      {row.name}
    </Link>
  );
}

function PhoneCell({ row }: { row: ShownRow }) {
  if (!row.phoneHref) return row.phone;
  return (
    <a href={row.phoneHref} className="prose-link inline-flex min-h-6 items-center">
      {row.phone}
    </a>
  );
}

function DateCell({ row }: { row: ShownRow }) {
  return (
    <div>
      <span data-wide className="whitespace-nowrap">
        {row.date}
      </span>
      <span data-narrow>{row.short} · </span>
      <span className="text-ink-soft @min-[50rem]:block @min-[50rem]:text-xs">
        {row.series && `${row.series}, `}
        {row.service}, {row.minutes} min, {row.therapist}
        {row.attendedTag && <span data-narrow>. {row.attendedTag}</span>}
      </span>
    </div>
  );
}

function StatusCell({ row }: { row: ShownRow }) {
  return (
    <div>
      <AppointmentStatus status={row.status} />
      {row.attendedTag && (
        <div data-wide className="text-xs">
          {row.attendedTag}
        </div>
      )}
      {row.isDouble && <div className="text-xs font-[650]">Possible double</div>}
      {row.hasNote && (
        <div data-wide className="text-xs text-ink-soft">
          Has a note
        </div>
      )}
    </div>
  );
}

/** Confirm and Cancel where they still apply, Delete everywhere (specification section 4). Each asks first. */
function Actions({ row, mayDelete }: { row: ShownRow; mayDelete: boolean }) {
  const sendsMail = useSendsMail();
  const path = (change: string) => ({
    action: `/admin/appointments/${row.id}/${change}`,
    fields: { sequence: String(row.sequence) },
  });
  const whose = `${row.name}, ${row.date} at ${row.time}`;
  return (
    <div className="flex flex-wrap gap-1">
      {row.status === "Pending" && (
        <>
          <ChangeButton
            change={path("confirmation")}
            ask={confirmQuestion(row, { sendsMail })}
            label={`Confirm ${whose}`}
          >
            Confirm
          </ChangeButton>
          <LinkButton
            to={href("/admin/appointments/:id/cancel", row)}
            look="outline"
            size="small"
            aria-label={`Cancel ${whose}`}
          >
            Cancel
          </LinkButton>
        </>
      )}
      {mayDelete && (
        <ChangeButton
          look="quiet"
          className="px-2"
          change={path("deletion")}
          ask={deleteQuestion(row)}
          label={`Delete ${whose}`}
        >
          Delete
        </ChangeButton>
      )}
    </div>
  );
}
