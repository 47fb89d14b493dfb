import { href, Link } from "react-router";
import { listUnpaid } from "#app/payments/bills.db.server.ts";
import { listFeeProposals } from "#app/payments/fees.server.ts";
import { localeMoment } from "#app/platform/date-time.ts";
import { appContextOf, requestInfoOf } from "#app/platform/http/request.server.ts";
import { priceInFull } from "#app/platform/money-words.ts";
import { scopeFor } from "#app/platform/permissions.ts";
import { readPractice } from "#app/practice/read-practice.server.ts";
import { actorOf } from "#app/routes/account/identity.server.ts";
import { refusedAs } from "#app/routes/admin/edit-reply.ts";
import { useMay, useOwnOnly } from "#app/ui/admin/abilities.tsx";
import { type Column, DataTable } from "#app/ui/admin/data-table.tsx";
import { BackLink, PageHeading } from "#app/ui/admin/page-heading.tsx";
import { privateMeta } from "#app/ui/shell/page-meta.ts";
import type { Route } from "./+types/unpaid.ts";

export async function loader({ context }: Route.LoaderArgs) {
  const app = appContextOf(context);
  const { settings } = await readPractice(app);
  const { payments, bookingRules } = settings;
  const scope = scopeFor(actorOf(context), "see", "payments");
  if (!payments.on || scope === null) throw refusedAs("not-found");
  const { locale } = requestInfoOf(context);
  const which = { scope, now: app.clock.now(), since: payments.since ?? 0, withBrought: true };
  const { rows, more } = await listUnpaid(app.db.kysely, which);
  const proposals = await listFeeProposals(app.db.kysely, settings, { scope, now: app.clock.now() });
  const fees = proposals
    .filter(({ why }) => why === null)
    .map(({ appointmentId: id, name, occasion, start, mostPence }) => ({
      ...{ id, name, mostPence, when: localeMoment(start, bookingRules.zone, locale) },
      what: occasion === "late" ? "Cancelled late" : "Did not attend",
    }));
  const lines = rows.map(({ start, ...row }) => ({ ...row, when: localeMoment(start, bookingRules.zone, locale) }));
  return { rows: lines, fees, more, total: rows.reduce((all, { owedPence }) => all + owedPence, 0) };
}

export const meta: Route.MetaFunction = (at) => privateMeta(at, "Unpaid");

type Row = Route.ComponentProps["loaderData"]["rows"][number];

const COLUMNS: Column<Row>[] = [
  {
    title: "Client",
    place: "lead",
    cell: ({ id, name, therapist, clientId }) => (
      <Link
        to={
          therapist === "" && clientId
            ? `${href("/admin/money/statements")}?client=${clientId}`
            : href("/admin/appointments/:id/pay", { id })
        }
        className="prose-link inline-flex min-h-11 items-center"
      >
        {name}
      </Link>
    ),
  },
  { title: "Owed", place: "aside", cell: ({ owedPence }) => <span className="figures">{priceInFull(owedPence)}</span> },
  { title: "Appointment", place: "under", cell: ({ when, service }) => `${when}, ${service}` },
  { title: "Therapist", cell: ({ therapist }) => therapist },
];

export default function Unpaid({ loaderData: { rows, fees, more, total } }: Route.ComponentProps) {
  const can = useMay();
  const isOwn = useOwnOnly();
  return (
    <>
      {can("see", "closings") && !isOwn("see", "closings") && <BackLink to={href("/admin/money")}>Money</BackLink>}
      <PageHeading
        title="Unpaid"
        intro={rows.length === 0 ? undefined : `${more ? "The first" : "In total"} ${priceInFull(total)}, oldest first`}
      />
      {rows.length === 0 ? (
        <p>Everyone has paid. Attended appointments appear here until they are paid.</p>
      ) : (
        <DataTable caption="Unpaid appointments" columns={COLUMNS} rows={rows} keyOf={({ id }) => id} />
      )}
      {fees.length > 0 && (
        <section aria-labelledby="fees" className="mt-8">
          <h2 id="fees" className="text-xl">
            Fees to decide
          </h2>
          <ul>
            {fees.map(({ id, name, what, when, mostPence }) => (
              <li key={id} className="border-b border-line py-2">
                <Link
                  to={href("/admin/appointments/:id/pay", { id })}
                  className="prose-link inline-flex min-h-11 items-center"
                >
                  {name}
                </Link>
                <span className="block text-sm text-ink-soft">
                  {what}, {when}. Up to {priceInFull(mostPence)}.
                </span>
              </li>
            ))}
          </ul>
        </section>
      )}
    </>
  );
}
