import { href, Link, useSearchParams } from "react-router";
import { listMailPage, MAILS_A_PAGE } from "#app/mail/mail-list.server.ts";
import { mailServerInUse } from "#app/mail/server/mail-server-in-use.server.ts";
import { isMailState, MAIL_STATES, type MailLine } from "#app/mail/stored-mail.ts";
import { shortMoment } from "#app/platform/date-time.ts";
import { appContextOf } from "#app/platform/http/request.server.ts";
import { readPractice } from "#app/practice/read-practice.server.ts";
import { actorOf } from "#app/routes/account/identity.server.ts";
import { refusedAs } from "#app/routes/admin/edit-reply.ts";
import { MailStateTag } from "#app/routes/admin/mail/mail-state.tsx";
import { mailTitle } from "#app/routes/admin/mail/mail-title.ts";
import { useMay } from "#app/ui/admin/abilities.tsx";
import { DataTable } from "#app/ui/admin/data-table.tsx";
import { FilterLinks } from "#app/ui/admin/filter-links.tsx";
import { listPlaceFrom, withQuery } from "#app/ui/admin/list-address.ts";
import { PageHeading } from "#app/ui/admin/page-heading.tsx";
import { Pagination } from "#app/ui/admin/pagination.tsx";
import { Notice } from "#app/ui/controls.tsx";
import { privateMeta } from "#app/ui/shell/page-meta.ts";
import type { Route } from "./+types/list.ts";

export async function loader({ url, context }: Route.LoaderArgs) {
  const app = appContextOf(context);
  const typed = url.searchParams.get("state");
  const { page } = listPlaceFrom(url.searchParams, { sorts: [], fallback: { sort: "", down: false } });
  const clientId = url.searchParams.get("client");
  const state = isMailState(typed) ? typed : null;
  const mailPage = await listMailPage(app, actorOf(context), { state, clientId, page });
  if (!mailPage) throw refusedAs("forbidden");
  const { zone } = (await readPractice(app)).settings.bookingRules;
  const lines = mailPage.mails.map((mail) => ({
    ...mail,
    title: mailTitle(mail.kind),
    due: shortMoment(mail.sentAt ?? mail.runAt, zone, app.clock.now()),
  }));
  const server = (await mailServerInUse(app)).kind;
  const client = clientId && { id: clientId, name: lines.find((line) => line.client)?.client ?? "this client" };
  return { lines, client, page, total: mailPage.total, pageSize: MAILS_A_PAGE, server };
}

export const meta: Route.MetaFunction = (at) => privateMeta(at, "Mail");

export default function Mails({ loaderData }: Route.ComponentProps) {
  const { lines, client, page, total, pageSize, server } = loaderData;
  const [query] = useSearchParams();
  const may = useMay();
  return (
    <>
      <PageHeading title="Mail" intro="Emails to clients and to you." />
      {(server === "none" || server === "shut") && (
        <Notice tone={server === "shut" ? "warning" : "info"} className="mb-6">
          {server === "shut"
            ? "We can’t read the saved password of the mail server. Enter it again: new emails wait here until then."
            : "Email is not set up, so new emails wait here."}{" "}
          {may("change", "settings") ? (
            <Link to={href("/admin/settings/mail-server")} className="prose-link">
              Mail server
            </Link>
          ) : (
            "Ask an owner to set it up."
          )}
        </Notice>
      )}
      <FilterLinks
        label="Which emails"
        name="state"
        chosen={query.get("state")}
        choices={[[null, "All"], ...MAIL_STATES.map((state): [string, string] => [state, WORDS[state]])]}
      />
      {client && (
        <p className="mb-6 flex flex-wrap items-center gap-x-4 gap-y-1">
          <span className="wrap-anywhere">
            {"Emails about "}
            <Link to={href("/admin/clients/:id", client)} className="prose-link">
              {client.name}
            </Link>
          </span>
          <Link to={withQuery(query, { client: null, page: null })} className="prose-link">
            Everyone’s
          </Link>
        </p>
      )}
      {lines.length === 0 ? (
        <p>
          {query.has("state") || client
            ? "No emails here."
            : "No emails yet. They appear here when the site writes one."}
        </p>
      ) : (
        <DataTable
          caption="Emails"
          rows={lines}
          keyOf={({ id }) => id}
          columns={[
            {
              title: "Email",
              place: "lead",
              cell: ({ id, subject, title }) => (
                <Link to={href("/admin/mail/:id", { id })} className="prose-link font-[650]">
                  {subject ?? title}
                </Link>
              ),
            },
            { title: "To", cell: toWhom, place: "under" },
            { title: "State", cell: ({ state }) => <MailStateTag state={state} />, place: "tag" },
            {
              title: "When",
              place: "aside",
              cell: ({ due, state }) => (state === "waiting" ? `Due ${due}` : due),
            },
          ]}
        />
      )}
      <Pagination page={page} pageSize={pageSize} total={total} noun="mails" />
    </>
  );
}

/** The client by name, also before the email is written; else its address, once there is one. */
function toWhom({ kind, client, recipient }: Pick<MailLine, "kind" | "client" | "recipient">) {
  return [kind.endsWith("-client") && client, recipient].filter(Boolean).join(", ");
}

const WORDS = { waiting: "Waiting", sent: "Sent", failed: "Failed", returned: "Came back" };
