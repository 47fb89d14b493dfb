import { href, Link } from "react-router";
import type { ImportKind } from "#app/moving/csv/columns.ts";
import type { LookView } from "#app/routes/admin/import/import-view.server.ts";
import { type Column, DataTable } from "#app/ui/admin/data-table.tsx";

type Row = LookView["rows"][number];

const DETAILS: Record<ImportKind, string> = {
  clients: "Client since, note",
  appointments: "Appointment",
  balances: "Balance",
  prices: "Past appointment",
  vouchers: "Voucher or course",
};

/** The first rows as they would be stored. */
export function PreviewTable({ rows, kind }: { rows: Row[]; kind: ImportKind }) {
  const columns: Column<Row>[] = [
    { title: "Name", place: "lead", cell: ({ name }) => name },
    {
      title: "Email",
      place: "line",
      cell: ({ email, phone, details }) => (
        <>
          {email}
          <span data-narrow>{restOf({ email, phone, details })}</span>
        </>
      ),
    },
    { title: "Phone", cell: ({ phone }) => phone },
    { title: DETAILS[kind], cell: ({ details }) => details },
    { title: "What happens", place: "aside", cell: (row) => <Happens row={row} kind={kind} /> },
  ];
  return (
    <DataTable caption="What would be stored" rows={rows} columns={columns} keyOf={({ number }) => String(number)} />
  );
}

// A phone's second line holds all three.
function restOf({ email, phone, details }: Pick<Row, "email" | "phone" | "details">): string {
  const rest = [phone, details].filter(Boolean).join(", ");
  return email && rest ? `, ${rest}` : rest;
}

function Happens({ row: { twin, isUnmatched }, kind }: { row: Row; kind: ImportKind }) {
  if (isUnmatched) return "New, choose the client";
  if (!twin) return "New";
  if (twin.id === "") return "Twice in this file";
  if (twin.id === null) return "Already here";
  const to = href(kind === "appointments" ? "/admin/appointments/:id" : "/admin/clients/:id", { id: twin.id });
  return (
    <>
      Already here
      {": "}
      <Link to={to} className="prose-link">
        {twin.name ?? "Unknown"}
      </Link>
    </>
  );
}
