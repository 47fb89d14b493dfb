import { href, Link } from "react-router";
import { attendanceWords } from "#app/appointments/clients/client-history.ts";
import { viewName } from "#app/clients/client.ts";
import { CLIENT_LISTS, CLIENT_SORTS, CLIENTS_PER_PAGE, clientListFrom } from "#app/clients/client-list.ts";
import { getClient } from "#app/clients/clients.db.server.ts";
import { countedInWords } from "#app/platform/database/most-listed.ts";
import { may } from "#app/platform/permissions.ts";
import { readPractice } from "#app/practice/read-practice.server.ts";
import { readClients } from "#app/privacy/get-client-record.server.ts";
import { openRequest } from "#app/routes/account/identity.server.ts";
import { type ClientView, viewClient } from "#app/routes/admin/clients/client-view.ts";
import { MergeButton } from "#app/routes/admin/clients/merge-button.tsx";
import { useMay, useOwnOnly } from "#app/ui/admin/abilities.tsx";
import { type Column, DataTable } from "#app/ui/admin/data-table.tsx";
import { FilterForm } from "#app/ui/admin/filter-form.tsx";
import { listPlaceFrom } from "#app/ui/admin/list-address.ts";
import { PageHeading } from "#app/ui/admin/page-heading.tsx";
import { Pagination } from "#app/ui/admin/pagination.tsx";
import { Field, LinkButton, Notice, Select } from "#app/ui/controls.tsx";
import { privateMeta } from "#app/ui/shell/page-meta.ts";
import type { Route } from "./+types/list.ts";

export async function loader({ request, context }: Route.LoaderArgs) {
  const { app, actor, locale } = openRequest(context);
  const query = new URL(request.url).searchParams;
  const text = query.get("q")?.trim() ?? "";
  const place = listPlaceFrom(query, { sorts: CLIENT_SORTS, fallback: { sort: "name", down: false } });
  const list = clientListFrom(query.get("only"));
  const only = list && { list, now: app.clock.now() };
  const { clients, total } = await readClients(app, actor, { text, only, ...place });
  const { bookingRules } = (await readPractice(app)).settings;
  const where = { zone: bookingRules.zone, locale };
  // The record that another one is to be merged into.
  const mayMerge = may(actor, "delete", "clients");
  const into = mayMerge ? await getClient(app.db.kysely, query.get("into") ?? "") : null;
  return {
    text,
    list,
    place,
    total,
    clients: clients.filter(({ id }) => id !== into?.id).map((client) => viewClient(client, where)),
    into: into && into.erasedAt === null ? { id: into.id, name: viewName(into) } : null,
  };
}

export const meta: Route.MetaFunction = (at) => privateMeta(at, "Clients");

export default function Clients({ loaderData }: Route.ComponentProps) {
  const { clients, text, list, place, total, into } = loaderData;
  const can = useMay();
  const isOwn = useOwnOnly()("see", "clients");
  return (
    <>
      <PageHeading
        title="Clients"
        intro={`${inTotal(total)}${list ? `: ${CLIENT_LISTS[list].toLowerCase()}` : ""}${isOwn ? ", with an appointment with you" : ""}`}
      >
        {can("change", "new clients") && !into && (
          <LinkButton to={href("/admin/clients/new")} size="small">
            New client
          </LinkButton>
        )}
        {can("change", "imports") && (
          <LinkButton to="/admin/import" look="outline" size="small">
            Import from a file
          </LinkButton>
        )}
      </PageHeading>
      {into && (
        <Notice className="mb-6">
          <p>
            Which record is the same person as <b>{into.name}</b>? Search, then select Merge.
          </p>
          <Link to={`/admin/clients/${into.id}`} className="prose-link inline-flex min-h-6 items-center">
            Back to {into.name}
          </Link>
        </Notice>
      )}
      <FilterForm label="Search clients" className="mb-6 grid gap-4 sm:grid-cols-[minmax(0,28rem)_14rem_14rem]">
        <Field name="q" type="search" label="Search" hint="Name, email address or phone" defaultValue={text} />
        <Select name="sort" label="Order" defaultValue={orderOf(place)} className="self-end">
          <option value="">Name</option>
          <option value="-booked">Booked last</option>
          <option value="-since">Newest clients</option>
        </Select>
        <Select name="only" label="Show" defaultValue={list ?? ""} className="self-end">
          <option value="">All clients</option>
          {Object.entries(CLIENT_LISTS).map(([value, words]) => (
            <option key={value} value={value}>
              {words}
            </option>
          ))}
        </Select>
        {into && <input type="hidden" name="into" value={into.id} />}
      </FilterForm>
      {clients.length === 0 ? (
        <Empty words={text !== "" ? NO_MATCHES : list ? NO_ONE_LISTED : whenEmpty(isOwn)} />
      ) : (
        <ClientTable clients={clients} sorted={place} into={into} />
      )}
      <Pagination page={place.page} pageSize={CLIENTS_PER_PAGE} total={total} noun="clients" />
    </>
  );
}

function inTotal(total: number): string {
  return total === 1 ? "1 client" : `${countedInWords(total)} clients`;
}

function orderOf({ sort, down }: { sort: string; down: boolean }): string {
  return sort === "name" ? "" : `${down ? "-" : ""}${sort}`;
}

const NO_MATCHES = "No matches. Try fewer letters, or show all clients.";
const NO_ONE_LISTED = "No one is on this list.";

function whenEmpty(isOwn: boolean): string {
  return `When someone books${isOwn ? " with you" : ""}, they appear here.`;
}

function Empty({ words }: { words: string }) {
  return (
    <div className="border-y border-line py-10">
      <p className="font-[650]">No clients found.</p>
      <p className="mt-1 text-ink-soft">{words}</p>
    </div>
  );
}

type Props = {
  clients: ClientView[];
  sorted: { sort: string; down: boolean };
  /** The record to merge one of these into; null for the plain list. */
  into: { id: string; name: string } | null;
};

function ClientTable({ clients, sorted, into }: Props) {
  const merging: Column<ClientView>[] = into
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

const COLUMNS: Column<ClientView>[] = [
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

function NameCell({ client }: { client: ClientView }) {
  return (
    <Link
      to={`/admin/clients/${client.id}`}
      className="prose-link inline-flex min-h-6 items-center font-[650] wrap-anywhere"
    >
      {client.name}
    </Link>
  );
}

function PhoneCell({ client }: { client: ClientView }) {
  const attendance = <span data-narrow> · {attendanceWords(client)}</span>;
  if (!client.phoneHref) {
    return (
      <>
        {client.phone}
        {attendance}
      </>
    );
  }
  return (
    <>
      <a href={client.phoneHref} className="prose-link inline-flex min-h-6 items-center">
        {client.phone}
      </a>
      {attendance}
    </>
  );
}
