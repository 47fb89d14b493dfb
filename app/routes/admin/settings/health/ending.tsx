import { href, Link } from "react-router";
import { viewName } from "#app/clients/client.ts";
import { endReason } from "#app/health/keeping/end-words.ts";
import { listEnding } from "#app/health/keeping/retention.server.ts";
import { dayInWords, localDateOf } from "#app/platform/date-time.ts";
import { appContextOf } from "#app/platform/http/request.server.ts";
import { may } from "#app/platform/permissions.ts";
import { readPractice } from "#app/practice/read-practice.server.ts";
import { actorOf } from "#app/routes/account/identity.server.ts";
import { refusedAs } from "#app/routes/admin/edit-reply.ts";
import { keptFor } from "#app/settings/health.ts";
import { type Column, DataTable } from "#app/ui/admin/data-table.tsx";
import { BackLink, PageHeading } from "#app/ui/admin/page-heading.tsx";
import { privateMeta } from "#app/ui/shell/page-meta.ts";
import type { Route } from "./+types/ending.ts";

export async function loader({ context }: Route.LoaderArgs) {
  if (!may(actorOf(context), "see", "settings")) throw refusedAs("forbidden");
  const app = appContextOf(context);
  const kept = keptFor((await readPractice(app)).settings.health);
  const { zone } = (await readPractice(app)).settings.bookingRules;
  const ending = await listEnding(app.db.kysely);
  return ending.map(({ clientId, name, erasedAt, reason, ends_on, onHoldSince }) => ({
    clientId,
    name: viewName({ name, erasedAt }),
    why: endReason(reason, kept),
    day: dayInWords(ends_on, { year: true }),
    onHold: onHoldSince === null ? null : dayInWords(localDateOf(Number(onHoldSince), zone), { year: true }),
  }));
}

export const meta: Route.MetaFunction = (at) => privateMeta(at, "Records that end");

type Row = Route.ComponentProps["loaderData"][number];

const COLUMNS: Column<Row>[] = [
  {
    title: "Client",
    place: "lead",
    cell: ({ clientId, name }) => (
      <Link to={href("/admin/clients/:id", { id: clientId })} className="prose-link inline-flex min-h-11 items-center">
        {name}
      </Link>
    ),
  },
  {
    title: "Destroyed on",
    place: "aside",
    cell: ({ day, onHold }) => (onHold ? `Not before the hold of ${onHold} is lifted` : day),
  },
  { title: "Why then", place: "line", cell: ({ why }) => why },
];

export default function RecordsThatEnd({ loaderData: rows }: Route.ComponentProps) {
  return (
    <div className="max-w-3xl">
      <BackLink to={href("/admin/settings/health")}>Health records</BackLink>
      <PageHeading
        title="Records that end"
        intro="These health records are destroyed within a month, with their keys. No one gets them back, not from a backup either."
      />
      {rows.length > 0 ? (
        <>
          <p className="mb-4 max-w-prose text-ink-soft">
            A record stays if its client books again. If you need more of them for longer, for instance for a claim,
            raise your years under Health records, or put one of them on hold (its client’s page, Legal hold). A day
            that a client was told stays as it is.
          </p>
          <DataTable
            caption="Records that end"
            columns={COLUMNS}
            rows={rows}
            keyOf={({ clientId, day }) => `${clientId} ${day}`}
          />
        </>
      ) : (
        <p>No record ends within the next month. Each is listed a month before it is destroyed.</p>
      )}
    </div>
  );
}
