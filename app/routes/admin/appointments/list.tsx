import { useState } from "react";
import { useSearchParams } from "react-router";
import { BOOKING_SOURCES, sourceInWords } from "#app/appointments/appointment.ts";
import { RESULT_FILTERS, resultFilterInWords } from "#app/appointments/attendance.ts";
import { type Adding, PracticeBookingWithoutScript } from "#app/diary/booking/add-appointment.tsx";
import { fillGap, suggestForGap } from "#app/diary/booking/fill-gap.server.ts";
import { choicesWithin } from "#app/diary/booking/practice-choices.ts";
import {
  APPOINTMENT_LIST_SORTS,
  type AppointmentListFilter,
  type AppointmentListSort,
  appointmentListFilterFrom,
  PAGE_SIZE,
} from "#app/diary/lists/appointment-list.ts";
import { listAppointments } from "#app/diary/lists/list-appointments.server.ts";
import { viewRow } from "#app/diary/lists/row-view.ts";
import { addDays, dayInWords, localDateOf, weekdayOf } from "#app/platform/date-time.ts";
import { readPractice } from "#app/practice/read-practice.server.ts";
import { openRequest } from "#app/routes/account/identity.server.ts";
import { AppointmentTable, BulkBar, CancelUnconfirmed } from "#app/routes/admin/appointments/appointment-table.tsx";
import { useMay } from "#app/ui/admin/abilities.tsx";
import { FilterForm } from "#app/ui/admin/filter-form.tsx";
import { ChipLink } from "#app/ui/admin/filter-links.tsx";
import { listPlaceFrom, withQuery } from "#app/ui/admin/list-address.ts";
import { PageHeading } from "#app/ui/admin/page-heading.tsx";
import { Pagination } from "#app/ui/admin/pagination.tsx";
import { Field, LinkButton, Select } from "#app/ui/controls.tsx";
import { privateMeta } from "#app/ui/shell/page-meta.ts";
import type { Route } from "./+types/list.ts";

export async function loader({ request, context }: Route.LoaderArgs) {
  const { app, actor, locale } = openRequest(context);
  const query = new URL(request.url).searchParams;
  const filter = appointmentListFilterFrom(query);
  const { zone } = (await readPractice(app)).settings.bookingRules;
  const today = localDateOf(app.clock.now(), zone);
  // Nothing asked: what is to come. Everything, past appointments too, by `when=all` or any filter.
  const isUpcoming = query.get("when") !== "all" && Object.values(filter).every((value) => value === null);
  const fallback = { sort: "date", down: !isUpcoming } as const;
  const place = listPlaceFrom(query, { sorts: APPOINTMENT_LIST_SORTS, fallback });
  const listed = isUpcoming ? { ...filter, from: today } : filter;
  const { rows, total, most, since } = await listAppointments(app, actor, { filter: listed, ...place });
  const choices = choicesWithin(actor, await readPractice(app));
  const gap = query.has("add") ? await fillGap(app, actor, query) : null;
  const suggested = gap && { ...gap, therapist: query.get("with") ?? "", locale };
  const suggestions = suggested && gap.time ? await suggestForGap(app, actor, suggested) : [];
  return {
    rows: rows.map((row) => viewRow(row, { zone, locale, now: app.clock.now() })),
    total,
    most,
    since: since === null ? null : dayInWords(localDateOf(since, zone), { year: true }),
    filter,
    isUpcoming,
    place,
    adding: { choices, day: today, therapist: "", gap: gap && { ...gap, suggestions } } satisfies Adding,
    today,
  };
}

export const meta: Route.MetaFunction = (at) => privateMeta(at, "Appointments");

export default function Appointments({ loaderData }: Route.ComponentProps) {
  const { rows, total, most, since, filter, isUpcoming, place, adding, today } = loaderData;
  const can = useMay();
  const [query] = useSearchParams();
  const [picked, setPicked] = useState<readonly string[]>([]);
  const onPage = picked.filter((id) => rows.some((row) => row.id === id));
  return (
    <>
      <PageHeading title="Appointments" add={withQuery(query, { add: "1" })}>
        {can("export", "appointments") && (
          <LinkButton
            to={`/admin/appointments/export.csv${withQuery(query, { page: null, sort: null, add: null, when: null, ...(isUpcoming && { from: today }) })}`}
            reloadDocument
            look="outline"
            size="small"
            data-confirm
          >
            Export CSV
          </LinkButton>
        )}
        <LinkButton to={withQuery(query, { add: "1" })} preventScrollReset size="small" className="max-lg:hidden">
          Add Appointment
        </LinkButton>
      </PageHeading>
      {query.has("add") && <PracticeBookingWithoutScript />}
      <Filters
        filter={filter}
        isUpcoming={isUpcoming}
        place={place}
        therapists={adding.choices.therapists}
        services={adding.choices.services}
        today={today}
      />
      {since && <p className="mb-4 text-sm text-ink-soft">Since {since}. Choose dates to look further back.</p>}
      {filter.proof && total > 0 && <CancelUnconfirmed total={total} />}
      <BulkBar picked={rows.filter(({ id }) => picked.includes(id))} onDone={() => setPicked([])} />
      {rows.length === 0 ? (
        <Empty isFiltered={Object.values(filter).some((value) => value !== null)} isUpcoming={isUpcoming} />
      ) : (
        <AppointmentTable rows={rows} sorted={place} picked={onPage} onPick={setPicked} />
      )}
      <Pagination page={place.page} pageSize={PAGE_SIZE} total={total} most={most} noun="appointments" />
    </>
  );
}

function Empty({ isFiltered, isUpcoming }: { isFiltered: boolean; isUpcoming: boolean }) {
  return (
    <div className="border-y border-line py-10">
      <p className="font-[650]">No appointments found.</p>
      <p className="mt-1 text-ink-soft">
        {isFiltered
          ? "No matches. Remove a filter or try fewer letters."
          : isUpcoming
            ? "Nothing is booked from today on. When someone books, they appear here."
            : "When someone books, they appear here."}
      </p>
    </div>
  );
}

type Props = {
  filter: AppointmentListFilter;
  isUpcoming: boolean;
  place: { sort: AppointmentListSort; down: boolean };
  therapists: { slug: string; name: string }[];
  services: { slug: string; title: string }[];
  today: string;
};

/** Search and filters, shortcuts first: on a phone they are what is needed most. */
function Filters({ filter, isUpcoming, place, therapists, services, today }: Props) {
  const { text, ...others } = filter;
  const used = Object.values(others).filter((part) => part !== null).length;
  // The initial state only: afterwards the panel opens and closes by its button.
  const [isOpen, setOpen] = useState(used > 0);
  // What is searched from here on is found in the past, too: the latest first.
  const order = isUpcoming && place.sort === "date" ? "-date" : `${place.down ? "-" : ""}${place.sort}`;
  return (
    <div className="mb-4">
      <Shortcuts filter={filter} isUpcoming={isUpcoming} today={today} />
      <FilterForm label="Find appointments" values={{ ...valuesOf(filter), sort: order }} className="mt-3">
        <Field
          type="search"
          name="q"
          label="Search"
          placeholder="Name, email, phone or reference"
          defaultValue={text ?? ""}
        />
        <details className="mt-2" open={isOpen} onToggle={({ currentTarget }) => setOpen(currentTarget.open)}>
          <summary className="inline-flex min-h-11 cursor-pointer items-center underline underline-offset-4">
            More filters{used > 0 && `, ${used} in use`}
          </summary>
          <div className="grid grid-cols-2 gap-3 pb-2 md:grid-cols-3 xl:grid-cols-5">
            <Field type="date" name="from" label="From" defaultValue={filter.from ?? ""} />
            <Field type="date" name="to" label="To" defaultValue={filter.to ?? ""} />
            <Select name="status" label="Status" defaultValue={filter.status?.toLowerCase() ?? ""}>
              <option value="">Any</option>
              <option value="pending">Pending</option>
              <option value="confirmed">Confirmed</option>
              <option value="cancelled">Cancelled</option>
            </Select>
            {(therapists.length > 1 || filter.therapist !== null) && (
              <Select id="filter-therapist" name="therapist" label="Therapist" defaultValue={filter.therapist ?? ""}>
                <option value="">Any</option>
                <Hidden slug={filter.therapist} among={therapists} />
                {therapists.map(({ slug, name }) => (
                  <option key={slug} value={slug}>
                    {name}
                  </option>
                ))}
              </Select>
            )}
            <Select id="filter-service" name="service" label="Service" defaultValue={filter.service ?? ""}>
              <option value="">Any</option>
              <Hidden slug={filter.service} among={services} />
              {services.map(({ slug, title }) => (
                <option key={slug} value={slug}>
                  {title}
                </option>
              ))}
            </Select>
            <Select name="result" label="What became of it" defaultValue={filter.result ?? ""}>
              <option value="">Any</option>
              {RESULT_FILTERS.map((result) => (
                <option key={result} value={result}>
                  {resultFilterInWords(result)}
                </option>
              ))}
            </Select>
            <Select name="client" label="Client" defaultValue={filter.client ?? ""}>
              <option value="">Any</option>
              <option value="new">New</option>
              <option value="returning">Returning</option>
              <option value="none">No client record</option>
            </Select>
            <Select name="source" label="Booked through" defaultValue={filter.source ?? ""}>
              <option value="">Any</option>
              {BOOKING_SOURCES.map((source) => (
                <option key={source} value={source}>
                  {sourceInWords(source)}
                </option>
              ))}
              <option value="none">{sourceInWords(null)}</option>
            </Select>
            <Select name="proof" label="Confirmed by the client" defaultValue={filter.proof ?? ""}>
              <option value="">Any</option>
              <option value="none">Not confirmed, never attended</option>
            </Select>
            <Select name="sort" label="Sort by" defaultValue={order}>
              {ORDERS.map(([value, label]) => (
                <option key={value} value={value}>
                  {label}
                </option>
              ))}
            </Select>
          </div>
        </details>
      </FilterForm>
    </div>
  );
}

/** A choice that a link made and the list leaves out: whoever has left, what is hidden. */
function Hidden({ slug, among }: { slug: string | null; among: readonly { slug: string }[] }) {
  if (slug === null || among.some((choice) => choice.slug === slug)) return null;
  return <option value={slug}>{slug}</option>;
}

const ORDERS = [
  ["-date", "Latest date"],
  ["date", "Earliest date"],
  ["name", "Name, A to Z"],
  ["-name", "Name, Z to A"],
  ["email", "Email, A to Z"],
  ["-email", "Email, Z to A"],
  ["status", "Status, A to Z"],
  ["-status", "Status, Z to A"],
];

function valuesOf(filter: AppointmentListFilter): Record<string, string> {
  const { text, from, to, status, therapist, service, result, client, source, proof } = filter;
  return {
    q: text ?? "",
    from: from ?? "",
    to: to ?? "",
    status: status?.toLowerCase() ?? "",
    therapist: therapist ?? "",
    service: service ?? "",
    result: result ?? "",
    client: client ?? "",
    source: source ?? "",
    proof: proof ?? "",
  };
}

function Shortcuts({ filter, isUpcoming, today }: Pick<Props, "filter" | "isUpcoming" | "today">) {
  const monday = addDays(today, 1 - weekdayOf(today));
  const links = [
    { label: "Upcoming", query: "" },
    { label: "Today", query: `from=${today}&to=${today}&sort=date` },
    { label: "This week", query: `from=${monday}&to=${addDays(monday, 6)}&sort=date` },
    { label: "Needs confirming", query: "status=pending&sort=date" },
    { label: "Unconfirmed online", query: "sort=date&proof=none" },
    { label: "Cancelled", query: "status=cancelled" },
    { label: "All", query: "when=all" },
  ];
  return (
    <ul className="flex flex-wrap gap-2">
      {links.map(({ label, query }) => (
        <li key={label}>
          <ChipLink
            to={`/appointments${query && `?${query}`}`}
            chosen={query === "" ? isUpcoming : isActive(query, filter) && !isUpcoming}
          >
            {label}
          </ChipLink>
        </li>
      ))}
    </ul>
  );
}

function isActive(query: string, filter: AppointmentListFilter): boolean {
  const named = new URLSearchParams(query);
  const names = ["q", "from", "to", "status", "therapist", "service", "result", "client", "source", "proof"];
  return names.every((name) => (valuesOf(filter)[name] || null) === named.get(name));
}
