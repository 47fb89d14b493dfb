import { useState } from "react";
import { useSearchParams } from "react-router";
import type { Adding } from "#app/diary/add-appointment.tsx";
import { APPOINTMENT_LIST_SORTS, appointmentListFilterFrom, PAGE_SIZE } from "#app/diary/appointment-list.ts";
import { fillGap } from "#app/diary/fill-gap.server.ts";
import { listAppointments } from "#app/diary/list-appointments.server.ts";
import { PracticeBookingWithoutScript } from "#app/diary/practice-booking-without-script.tsx";
import { choicesWithin } from "#app/diary/practice-choices.ts";
import { shownRow } from "#app/diary/shown-row.ts";
import { dayInWords } from "#app/platform/day-in-words.ts";
import { appContextOf, requestInfoOf } from "#app/platform/http/context.server.ts";
import { localDateOf } from "#app/platform/zoned-time.ts";
import { readPractice } from "#app/practice/read-practice.server.ts";
import { actorOf } from "#app/routes/account/identity.server.ts";
import { AppointmentTable } from "#app/routes/admin/appointments/appointment-table.tsx";
import { BulkBar, CancelUnconfirmed } from "#app/routes/admin/appointments/bulk-bar.tsx";
import { Filters } from "#app/routes/admin/appointments/filters.tsx";
import { useMay } from "#app/ui/admin/abilities.tsx";
import { listPlaceFrom, withQuery } from "#app/ui/admin/list-address.ts";
import { PageHeading } from "#app/ui/admin/page-heading.tsx";
import { Pagination } from "#app/ui/admin/pagination.tsx";
import { LinkButton } from "#app/ui/button.tsx";
import { privateMeta } from "#app/ui/shell/page-meta.ts";
import type { Route } from "./+types/list.ts";

export async function loader({ request, context }: Route.LoaderArgs) {
  const app = appContextOf(context);
  const { locale } = requestInfoOf(context);
  const query = new URL(request.url).searchParams;
  const filter = appointmentListFilterFrom(query);
  const place = listPlaceFrom(query, { sorts: APPOINTMENT_LIST_SORTS, fallback: { sort: "date", down: true } });
  const { rows, total, most, since, zone } = await listAppointments(app, actorOf(context), { filter, ...place });
  const choices = choicesWithin(actorOf(context), await readPractice(app));
  const gap = query.has("add") ? await fillGap(app, actorOf(context), query) : null;
  const today = localDateOf(app.clock.now(), zone);
  return {
    rows: rows.map((row) => shownRow(row, { zone, locale, now: app.clock.now() })),
    total,
    most,
    since: since === null ? null : dayInWords(localDateOf(since, zone), { year: true }),
    filter,
    place,
    adding: { choices, day: today, therapist: "", gap } satisfies Adding,
    today,
  };
}

export const meta: Route.MetaFunction = (at) => privateMeta(at, "Appointments");

export default function Appointments({ loaderData }: Route.ComponentProps) {
  const { rows, total, most, since, filter, place, adding, today } = loaderData;
  const can = useMay();
  const [query] = useSearchParams();
  const [picked, setPicked] = useState<readonly string[]>([]);
  const onPage = picked.filter((id) => rows.some((row) => row.id === id));
  return (
    <>
      <PageHeading title="Appointments">
        {can("export", "appointments") && (
          <LinkButton
            to={`/admin/appointments/export.csv${withQuery(query, { page: null, sort: null, add: null })}`}
            reloadDocument
            look="outline"
            size="small"
            data-confirm
          >
            Export CSV
          </LinkButton>
        )}
        <LinkButton to={withQuery(query, { add: "1" })} preventScrollReset size="small">
          Add Appointment
        </LinkButton>
      </PageHeading>
      {query.has("add") && <PracticeBookingWithoutScript />}
      <Filters
        filter={filter}
        place={place}
        therapists={adding.choices.therapists}
        services={adding.choices.services}
        today={today}
      />
      {since && <p className="mb-4 text-sm text-ink-soft">Since {since}. Choose dates to look further back.</p>}
      {filter.proof && total > 0 && <CancelUnconfirmed total={total} />}
      <BulkBar picked={rows.filter(({ id }) => picked.includes(id))} onDone={() => setPicked([])} />
      {rows.length === 0 ? (
        <Empty filtered={Object.values(filter).some((value) => value !== null)} />
      ) : (
        <AppointmentTable rows={rows} sorted={place} picked={onPage} onPick={setPicked} />
      )}
      <Pagination page={place.page} pageSize={PAGE_SIZE} total={total} most={most} noun="appointments" />
    </>
  );
}

function Empty({ filtered }: { filtered: boolean }) {
  return (
    <div className="border-y border-line py-10">
      <p className="font-[650]">No appointments found.</p>
      <p className="mt-1 text-ink-soft">
        {filtered
          ? "Nothing matches. Take a filter away, or search for less."
          : "When someone books, they appear here."}
      </p>
    </div>
  );
}
