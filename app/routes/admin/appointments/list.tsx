import { useState } from "react";
import { useSearchParams } from "react-router";
import { showRegister } from "#app/appointments/register/commands.server.ts";
import { PAGE_SIZE, REGISTER_SORTS, registerFilterFrom } from "#app/appointments/register/register.ts";
import { shownRow } from "#app/appointments/register/shown-row.ts";
import { practiceChoices } from "#app/appointments/walk-in/choices.ts";
import { WalkInForm } from "#app/appointments/walk-in/components/walk-in-form.tsx";
import { WalkInWithoutScript } from "#app/appointments/walk-in/components/without-script.tsx";
import { listServices, listTherapists } from "#app/catalogue/store.server.ts";
import { visitOf, worldOf } from "#app/platform/http/context.server.ts";
import { localDateOf } from "#app/platform/zoned-time.ts";
import { actorOf } from "#app/routes/account/identity.server.ts";
import { BulkBar } from "#app/routes/admin/appointments/bulk-bar.tsx";
import { Filters } from "#app/routes/admin/appointments/filters.tsx";
import { RegisterTable } from "#app/routes/admin/appointments/register-table.tsx";
import { Dialog } from "#app/ui/admin/dialog.tsx";
import { listPlaceFrom, withQuery } from "#app/ui/admin/list-address.ts";
import { PageHeading } from "#app/ui/admin/page-heading.tsx";
import { Pagination } from "#app/ui/admin/pagination.tsx";
import { LinkButton } from "#app/ui/button.tsx";
import { privateMeta } from "#app/ui/shell/page-meta.ts";
import type { Route } from "./+types/list.ts";

export async function loader({ request, context }: Route.LoaderArgs) {
  const world = worldOf(context);
  const { locale } = visitOf(context);
  const query = new URL(request.url).searchParams;
  const filter = registerFilterFrom(query);
  const place = listPlaceFrom(query, { sorts: REGISTER_SORTS, fallback: { sort: "date", down: true } });
  const { rows, total, zone } = await showRegister(world, actorOf(context), { filter, ...place });
  const db = world.db.kysely;
  const choices = practiceChoices(await listServices(db), await listTherapists(db));
  const today = localDateOf(world.clock.now(), zone);
  return { rows: rows.map((row) => shownRow(row, { zone, locale })), total, filter, place, choices, today };
}

export const meta: Route.MetaFunction = (at) => privateMeta(at, "Appointments");

export default function Appointments({ loaderData }: Route.ComponentProps) {
  const { rows, total, filter, place, choices, today } = loaderData;
  const [query, setQuery] = useSearchParams();
  const [picked, setPicked] = useState<readonly string[]>([]);
  const onPage = picked.filter((id) => rows.some((row) => row.id === id));
  const close = () => setQuery(withQuery(query, { add: null, day: null, time: null, with: null }), CLOSING);
  return (
    <>
      <PageHeading title="Appointments">
        <LinkButton
          to={`/admin/appointments/export.csv${withQuery(query, { page: null, sort: null, add: null })}`}
          reloadDocument
          look="outline"
          size="small"
        >
          Export CSV
        </LinkButton>
        <LinkButton to={withQuery(query, { add: "1" })} preventScrollReset size="small">
          Add Appointment
        </LinkButton>
      </PageHeading>
      {query.has("add") && <WalkInWithoutScript />}
      <Filters filter={filter} place={place} therapists={choices.therapists} today={today} />
      <BulkBar picked={onPage} onDone={() => setPicked([])} />
      {rows.length === 0 ? (
        <Empty filtered={Object.values(filter).some((value) => value !== null)} />
      ) : (
        <RegisterTable rows={rows} sorted={place} picked={onPage} onPick={setPicked} />
      )}
      <Pagination page={place.page} pageSize={PAGE_SIZE} total={total} noun="appointments" />
      <Dialog title="Add Appointment" wide open={query.has("add")} onOpenChange={(open) => !open && close()}>
        <WalkInForm
          choices={choices}
          start={{ day: query.get("day") ?? today, time: query.get("time") ?? "", therapist: query.get("with") ?? "" }}
          onBooked={close}
        />
      </Dialog>
    </>
  );
}

const CLOSING = { replace: true, preventScrollReset: true } as const;

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
