import { useState } from "react";
import { href, Link } from "react-router";
import { AppointmentStatus } from "#app/appointments/appointment-status.tsx";
import type { ManyChange } from "#app/diary/lists/appointment-list.ts";
import type { RowView } from "#app/diary/lists/row-view.ts";
import { confirmQuestion, deleteQuestion, WHO_CANCELS } from "#app/routes/admin/appointments/confirm-dialogs.ts";
import { useMay } from "#app/ui/admin/abilities.tsx";
import { AskDialog, type Question } from "#app/ui/admin/ask-dialog.tsx";
import { ChangeButton } from "#app/ui/admin/change-button.tsx";
import { useChange } from "#app/ui/admin/changes.tsx";
import { type Column, DataTable } from "#app/ui/admin/data-table.tsx";
import { Button, LinkButton } from "#app/ui/controls.tsx";
import { useSendsMail } from "#app/ui/shell/sends-mail.tsx";
import { useHydrated } from "#app/ui/use-hydrated.ts";

type Props = {
  rows: RowView[];
  sorted: { sort: string; down: boolean };
  picked: readonly string[];
  onPick: (ids: readonly string[]) => void;
};

/** When and with whom, the specification's columns with the booked service under the name, and each row's actions. */
export function AppointmentTable({ rows, sorted, picked, onPick }: Props) {
  const mayDelete = useMay()("delete", "appointments");
  const actions = (row: RowView) =>
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

function Pick({ row, checked, onChange }: { row: RowView; checked: boolean; onChange: () => void }) {
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

const COLUMNS: Column<RowView>[] = [
  { title: "Date", sort: "date", cell: (row) => <DateCell row={row} />, place: "lead" },
  { title: "Time", cell: (row) => row.time, className: "md:whitespace-nowrap" },
  { title: "Therapist", cell: (row) => row.therapist },
  { title: "Name", sort: "name", cell: (row) => <NameCell row={row} />, place: "line" },
  { title: "Email", sort: "email", cell: (row) => row.email, className: "wrap-anywhere" },
  { title: "Phone", cell: (row) => <PhoneCell row={row} />, className: "md:whitespace-nowrap" },
  { title: "Status", sort: "status", cell: (row) => <StatusCell row={row} />, place: "aside" },
];

function NameCell({ row }: { row: RowView }) {
  return (
    <div>
      <Link to={`/admin/appointments/${row.id}`} className="prose-link inline-flex min-h-6 items-center font-[650]">
        {row.name}
      </Link>
      <span className="text-ink-soft @min-[50rem]:block @min-[50rem]:text-xs">
        <span data-narrow>, </span>
        {row.series && `${row.series}, `}
        {row.service}, {row.minutes} min
        {row.attendedTag && <span data-narrow>. {row.attendedTag}</span>}
      </span>
    </div>
  );
}

/** When and with whom: what one looks for first. Where it is wider than its place, the name is cut. */
function DateCell({ row }: { row: RowView }) {
  return (
    <div className="truncate">
      <span data-wide>{row.date}</span>
      <span data-narrow className="font-[650]">
        {row.short}
        {row.therapist && ` · ${row.therapist}`}
      </span>
    </div>
  );
}

function PhoneCell({ row }: { row: RowView }) {
  if (!row.phoneHref) return row.phone;
  return (
    <a href={row.phoneHref} className="prose-link inline-flex min-h-6 items-center">
      {row.phone}
    </a>
  );
}

function StatusCell({ row }: { row: RowView }) {
  return (
    <div>
      {row.status === "Confirmed" ? (
        <span data-wide className="font-[650] text-success">
          {row.status}
        </span>
      ) : (
        <AppointmentStatus status={row.status} />
      )}
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
function Actions({ row, mayDelete }: { row: RowView; mayDelete: boolean }) {
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

/** Actions on all selected rows. Asks first. */
export function BulkBar({
  picked,
  onDone,
}: {
  picked: readonly { id: string; sequence: number }[];
  onDone: () => void;
}) {
  const sendsMail = useSendsMail();
  const can = useMay();
  const send = useChange();
  const [query, setPending] = useState<ManyChange | null>(null);
  if (picked.length === 0) return null;
  const count = picked.length === 1 ? "1 appointment" : `${picked.length} appointments`;
  async function doIt(typed: Record<string, string>) {
    const ids = picked.map(({ id }) => id).join(",");
    const sequences = picked.map(({ sequence }) => sequence).join(",");
    const fields = { ...typed, change: query ?? "", ids, sequences };
    if (query) await send({ action: "/admin/appointments/bulk", fields });
    onDone();
  }
  return (
    <div className="sticky top-0 z-5 mb-3 flex flex-wrap items-center gap-2 border-y border-edge bg-wash px-3 py-2">
      <p role="status" className="mr-auto font-[650]">
        {count} picked
      </p>
      {CHOICES.filter(({ change }) => change !== "delete" || can("delete", "appointments")).map(({ change, label }) => (
        <Button key={change} type="button" look="outline" size="small" onClick={() => setPending(change)}>
          {label}
        </Button>
      ))}
      <Button type="button" look="quiet" size="small" onClick={onDone}>
        Pick none
      </Button>
      {query && (
        <AskDialog
          open
          question={questionFor(query, { count, sendsMail })}
          onOpenChange={(open) => !open && setPending(null)}
          onDo={doIt}
        />
      )}
    </div>
  );
}

export function CancelUnconfirmed({ total }: { total: number }) {
  const send = useChange();
  const [isOpen, setOpen] = useState(false);
  const count = total === 1 ? "1 unconfirmed booking" : `${total} unconfirmed bookings`;
  return (
    <div className="mb-3 flex flex-wrap items-center gap-3 border-y border-edge bg-wash px-3 py-2">
      <p className="measure mr-auto">
        Booked online by people who have never attended and have not opened a link in their email.
      </p>
      <Button type="button" look="outline" size="small" onClick={() => setOpen(true)}>
        Cancel {count}
      </Button>
      <AskDialog
        open={isOpen}
        question={{
          title: `Cancel ${count}?`,
          body: "Their times are free straight away. We email each address, within its limit for strangers.",
          keep: "Keep them",
          doIt: `Cancel ${count}`,
        }}
        onOpenChange={setOpen}
        onDo={() => send({ action: "/admin/appointments/bulk", fields: { change: "cancel-unconfirmed" } })}
      />
    </div>
  );
}

const CHOICES: { change: ManyChange; label: string }[] = [
  { change: "confirm", label: "Confirm all" },
  { change: "cancel", label: "Cancel all" },
  { change: "delete", label: "Delete all" },
];

function questionFor(change: ManyChange, { count, sendsMail }: { count: string; sendsMail: boolean }): Question {
  const notice = sendsMail ? "We email the clients." : "Email is not set up yet, so call the clients.";
  const words = {
    confirm: { verb: "Confirm", body: `Cancelled ones stay cancelled. ${notice}` },
    cancel: { verb: "Cancel", body: `Their times are free straight away. ${notice}` },
    delete: {
      verb: "Delete",
      body: "This deletes them permanently, including from reports. We don’t email the clients.",
    },
  }[change];
  const choice = change === "cancel" ? WHO_CANCELS : undefined;
  return {
    title: `${words.verb} ${count}?`,
    body: words.body,
    keep: "Keep them",
    doIt: `${words.verb} ${count}`,
    choice,
  };
}
