import { href, Link, useSearchParams } from "react-router";
import { isMessageState, writerOf } from "#app/messages/contact-message.ts";
import { ENQUIRIES_A_PAGE, listMessagePage } from "#app/messages/list-messages.server.ts";
import { dateInWords, shortMoment } from "#app/platform/date-words.ts";
import { appContextOf } from "#app/platform/http/context.server.ts";
import { readPractice } from "#app/practice/read-practice.server.ts";
import { actorOf } from "#app/routes/account/identity.server.ts";
import { refusedAs } from "#app/routes/admin/edit-reply.ts";
import { MessageState } from "#app/routes/admin/messages/message-state.tsx";
import { DataTable } from "#app/ui/admin/data-table.tsx";
import { FilterLinks } from "#app/ui/admin/filter-links.tsx";
import { listPlaceFrom } from "#app/ui/admin/list-address.ts";
import { PageHeading } from "#app/ui/admin/page-heading.tsx";
import { Pagination } from "#app/ui/admin/pagination.tsx";
import { SavedNotice } from "#app/ui/admin/saved-notice.tsx";
import { privateMeta } from "#app/ui/shell/page-meta.ts";
import type { Route } from "./+types/list.ts";

export async function loader({ url, context }: Route.LoaderArgs) {
  const app = appContextOf(context);
  const typed = url.searchParams.get("state");
  const { page } = listPlaceFrom(url.searchParams, { sorts: [], fallback: { sort: "", down: false } });
  const state = isMessageState(typed) ? typed : null;
  const shown = await listMessagePage(app, actorOf(context), { state, page });
  if (!shown) throw refusedAs("forbidden");
  const { zone } = (await readPractice(app)).settings.bookingRules;
  const lines = shown.enquiries.map((enquiry) => ({
    ...enquiry,
    sent: shortMoment(enquiry.createdAt, zone, app.clock.now()),
  }));
  return { lines, page, total: shown.total, unread: shown.unread, pageSize: ENQUIRIES_A_PAGE };
}

export const meta: Route.MetaFunction = (at) => privateMeta(at, "Messages");

const CHOICES: [string | null, string][] = [
  [null, "All"],
  ["unread", "Unread"],
  ["done", "Done"],
  ["spam", "Spam"],
];

export default function Messages({ loaderData }: Route.ComponentProps) {
  const { lines, page, total, unread, pageSize } = loaderData;
  const [query] = useSearchParams();
  return (
    <>
      <PageHeading title="Messages" intro={unread === 0 ? "Nothing unread." : `${unread} unread.`} />
      <SavedNotice>Done.</SavedNotice>
      <FilterLinks label="Which messages" name="state" chosen={query.get("state")} choices={CHOICES} />
      {lines.length === 0 ? (
        <p>
          {query.has("state")
            ? "No messages here."
            : "No messages yet. They appear here when someone uses the contact form."}
        </p>
      ) : (
        <DataTable
          caption="Messages"
          rows={lines}
          keyOf={({ id }) => id}
          columns={[
            {
              title: "Subject",
              place: "lead",
              cell: ({ id, subject, state }) => (
                <Link
                  to={href("/admin/messages/:id", { id })}
                  className={`prose-link ${state === "unread" ? "font-[650]" : ""}`}
                >
                  {subject}
                </Link>
              ),
            },
            { title: "From", cell: (line) => [writerOf(line), line.email].filter(Boolean).join(", "), place: "under" },
            { title: "Due", cell: ({ complaint }) => (complaint ? dateInWords(complaint.dueDay) : "") },
            {
              title: "Sent",
              place: "aside",
              cell: ({ sent }) => sent,
            },
            { title: "State", cell: ({ state }) => <MessageState state={state} />, place: "tag" },
          ]}
        />
      )}
      <Pagination page={page} pageSize={pageSize} total={total} noun="messages" />
    </>
  );
}
