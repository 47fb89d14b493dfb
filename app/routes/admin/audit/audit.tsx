import { Link, useSearchParams } from "react-router";
import { getUser } from "#app/accounts/users.db.server.ts";
import type { AppContext } from "#app/platform/app-context.server.ts";
import { countAuditLog, hasAuditLog, listAuditLog } from "#app/platform/audit.server.ts";
import { shortMoment } from "#app/platform/date-time.ts";
import { appContextOf, requestInfoOf } from "#app/platform/http/request.server.ts";
import { may } from "#app/platform/permissions.ts";
import { readPractice } from "#app/practice/read-practice.server.ts";
import { actorOf } from "#app/routes/account/identity.server.ts";
import {
  actionInWords,
  detailInWords,
  subjectAddress,
  subjectInWords,
} from "#app/routes/admin/audit/entry-in-words.ts";
import { recordNames } from "#app/routes/admin/audit/record-names.server.ts";
import { refusedAs } from "#app/routes/admin/edit-reply.ts";
import { DataTable } from "#app/ui/admin/data-table.tsx";
import { FilterLinks } from "#app/ui/admin/filter-links.tsx";
import { listPlaceFrom, withQuery } from "#app/ui/admin/list-address.ts";
import { PageHeading } from "#app/ui/admin/page-heading.tsx";
import { Pagination } from "#app/ui/admin/pagination.tsx";
import { privateMeta } from "#app/ui/shell/page-meta.ts";
import type { Route } from "./+types/audit.ts";

const PAGE_SIZE = 50;

export async function loader({ url, context }: Route.LoaderArgs) {
  const app = appContextOf(context);
  if (!may(actorOf(context), "see", "audit")) throw refusedAs("forbidden");
  const filter = filterFrom(url.searchParams);
  const { page } = listPlaceFrom(url.searchParams, { sorts: [], fallback: { sort: "", down: false } });
  const db = app.db.kysely;
  const total = await countAuditLog(db, filter);
  const entries = await listAuditLog(db, { filter, from: (page - 1) * PAGE_SIZE, limit: PAGE_SIZE });
  const names = await namesOf(app, [...new Set(entries.map(({ actor }) => actor))]);
  const { zone } = (await readPractice(app)).settings.bookingRules;
  const { locale } = requestInfoOf(context);
  const records = await recordNames(db, entries, { zone, locale });
  const lines = entries.map((entry) => ({
    id: entry.id,
    who: names.get(entry.actor) ?? entry.actor,
    when: shortMoment(entry.at, zone, app.clock.now()),
    what: actionInWords(entry),
    to: subjectAddress(entry.subject),
    name: records.get(entry.subject.id) || subjectInWords(entry.subject),
    detail: detailInWords(entry.detail, { zone, names: records }),
  }));
  // Nobody is told of people before anybody was invited.
  return { lines, page, total, hasPeople: await hasAuditLog(db, { ...ALL, ...PEOPLE }) };
}

const ALL = { kind: null, subject: null };
/** Who works here: some of these lines are of an invitation, some of an account. */
const PEOPLE = { kind: null, isOfPeople: true };

function filterFrom(query: URLSearchParams) {
  const filter = { ...ALL, kind: query.get("kind"), subject: query.get("subject") };
  return filter.kind === "people" ? { ...filter, ...PEOPLE } : filter;
}

/** The names behind actors such as `admin:<id>`. */
async function namesOf(app: AppContext, actors: readonly string[]): Promise<Map<string, string>> {
  const names = new Map<string, string>();
  for (const actor of actors) {
    const [kind, id] = actor.split(":");
    const user = id ? await getUser(app.db.kysely, id) : null;
    names.set(actor, user ? `${user.username} (${kind})` : (WORDS[kind ?? ""] ?? actor));
  }
  return names;
}

const WORDS: Record<string, string> = {
  visitor: "A visitor",
  system: "The site itself",
  holder: "Who has the booking’s link",
  admin: "An admin who has left",
  staff: "Someone who has left the team",
  client: "A client who has left",
};

export const meta: Route.MetaFunction = (at) => privateMeta(at, "Audit");

export default function Audit({ loaderData }: Route.ComponentProps) {
  const { lines, page, total, hasPeople } = loaderData;
  const [query] = useSearchParams();
  return (
    <>
      <PageHeading title="Audit" intro="Who changed what, and when." />
      <FilterLinks
        label="About what"
        name="kind"
        chosen={query.get("kind")}
        choices={KINDS.filter(([kind]) => kind !== "people" || hasPeople)}
      />
      {query.has("subject") && (
        <p className="mb-4">
          One record alone.{" "}
          <Link to={withQuery(query, { subject: null, page: null })} className="prose-link">
            Show all
          </Link>
        </p>
      )}
      {lines.length === 0 ? (
        <p>Nothing has been done yet.</p>
      ) : (
        <DataTable
          caption="Audit"
          rows={lines}
          keyOf={({ id }) => id}
          columns={[
            {
              title: "When",
              place: "aside",
              cell: ({ when }) => when,
            },
            {
              title: "Who",
              place: "line",
              cell: ({ who, detail }) => (
                <>
                  {who}
                  {detail && <span data-narrow>{`. ${detail}`}</span>}
                </>
              ),
            },
            { title: "What", place: "lead", cell: What },
            { title: "Details", cell: ({ detail }) => detail },
          ]}
        />
      )}
      <Pagination page={page} pageSize={PAGE_SIZE} total={total} noun="entries" />
    </>
  );
}

const KINDS: [string | null, string][] = [
  [null, "All"],
  ["appointment", "Appointments"],
  ["client", "Clients"],
  ["user", "Accounts"],
  ["people", "People"],
  ["service", "Services"],
  ["therapist", "Therapists"],
  ["setting", "Settings"],
  ["page", "Words"],
  ["mail-words", "Emails"],
  ["enquiry", "Messages"],
  ["import", "Imports"],
];

function What({ what, name, to }: Route.ComponentProps["loaderData"]["lines"][number]) {
  return (
    <>
      {what}{" "}
      {to ? (
        <Link to={to} className="prose-link">
          {name}
        </Link>
      ) : (
        name
      )}
    </>
  );
}
