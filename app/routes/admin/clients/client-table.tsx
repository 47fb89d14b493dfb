import { Link } from "react-router";
import { attendanceWords } from "#app/appointments/client-history.ts";
import { MergeButton } from "#app/routes/admin/clients/merge-button.tsx";
import type { ShownClient } from "#app/routes/admin/clients/shown-client.ts";
import { type Column, DataTable } from "#app/ui/admin/data-table.tsx";

type Props = {
  clients: ShownClient[];
  sorted: { sort: string; down: boolean };
  /** The record to merge one of these into; null for the plain list. */
  into: { id: string; name: string } | null;
};

export function ClientTable({ clients, sorted, into }: Props) {
  const merging: Column<ShownClient>[] = into
    ? [{ title: "Same person?", cell: (client) => <MergeButton into={into} other={client} />, place: "aside" }]
    : [];
  // The button takes the place of the next visit in a phone's row.
  const columns = into ? COLUMNS.map(({ place, ...rest }) => (place === "aside" ? rest : { place, ...rest })) : COLUMNS;
  return (
    <DataTable
      caption="Clients"
      columns={[...columns, ...merging]}
      rows={clients}
      keyOf={(client) => client.id}
      sorted={sorted}
    />
  );
}

const COLUMNS: Column<ShownClient>[] = [
  { title: "Name", sort: "name", cell: (client) => <NameCell client={client} />, place: "lead" },
  { title: "Email", cell: (client) => client.email, className: "wrap-anywhere" },
  {
    title: "Phone",
    cell: (client) => <PhoneCell client={client} />,
    className: "md:whitespace-nowrap",
    place: "line",
  },
  { title: "Visits", cell: attendanceWords },
  { title: "Last visit", cell: (client) => client.last },
  { title: "Next visit", cell: (client) => client.next, place: "aside" },
];

function NameCell({ client }: { client: ShownClient }) {
  return (
    <Link
      to={`/admin/clients/${client.id}`}
      className="prose-link inline-flex min-h-6 items-center font-[650] wrap-anywhere"
    >
      {client.name}
    </Link>
  );
}

function PhoneCell({ client }: { client: ShownClient }) {
  const visits = <span data-narrow> · {attendanceWords(client)}</span>;
  if (!client.phoneHref) {
    return (
      <>
        {client.phone}
        {visits}
      </>
    );
  }
  return (
    <>
      <a href={client.phoneHref} className="prose-link inline-flex min-h-6 items-center">
        {client.phone}
      </a>
      {visits}
    </>
  );
}
