import { href, Link, useSearchParams } from "react-router";
import { isMessageState, writerOf } from "#app/messages/contact-message.ts";
import {
  type BoardMessage,
  ENQUIRIES_A_PAGE,
  getMessageBoard,
  listMessagePage,
} from "#app/messages/list-messages.server.ts";
import { dateInWords, shortMoment } from "#app/platform/date-time.ts";
import { appContextOf } from "#app/platform/http/request.server.ts";
import { readPractice } from "#app/practice/read-practice.server.ts";
import { actorOf } from "#app/routes/account/identity.server.ts";
import { refusedAs } from "#app/routes/admin/edit-reply.ts";
import { MessageState } from "#app/routes/admin/messages/message-state.tsx";
import { ChangeButton } from "#app/ui/admin/change-button.tsx";
import { DataTable } from "#app/ui/admin/data-table.tsx";
import { FilterLinks } from "#app/ui/admin/filter-links.tsx";
import { listPlaceFrom } from "#app/ui/admin/list-address.ts";
import { PageHeading, SavedNotice } from "#app/ui/admin/page-heading.tsx";
import { Pagination } from "#app/ui/admin/pagination.tsx";
import { privateMeta } from "#app/ui/shell/page-meta.ts";
import type { Route } from "./+types/list.ts";

export async function loader({ url, context }: Route.LoaderArgs) {
  const app = appContextOf(context);
  const typed = url.searchParams.get("state");
  const { page } = listPlaceFrom(url.searchParams, { sorts: [], fallback: { sort: "", down: false } });
  const state = isMessageState(typed) ? typed : null;
  const { zone } = (await readPractice(app)).settings.bookingRules;
  const sent = (at: number) => shortMoment(at, zone, app.clock.now());
  if (state === null) {
    const board = await getMessageBoard(app, actorOf(context));
    if (!board) throw refusedAs("forbidden");
    const cards = (messages: readonly BoardMessage[]) => messages.map((one) => cardOf(one, sent));
    return {
      columns: { open: cards(board.open), waiting: cards(board.waiting), done: cards(board.done) },
      unread: board.open.filter((message) => message.state === "unread").length,
    };
  }
  const messagePage = await listMessagePage(app, actorOf(context), { state, page });
  if (!messagePage) throw refusedAs("forbidden");
  const lines = messagePage.enquiries.map((enquiry) => ({ ...enquiry, sent: sent(enquiry.createdAt) }));
  const { total, unread } = messagePage;
  return { columns: null, lines, page, total, unread, pageSize: ENQUIRIES_A_PAGE };
}

export const meta: Route.MetaFunction = (at) => privateMeta(at, "Messages");

const CHOICES: [string | null, string][] = [
  [null, "Board"],
  ["unread", "Unread"],
  ["waiting", "Waiting"],
  ["done", "Done"],
  ["spam", "Spam"],
];

export default function Messages({ loaderData }: Route.ComponentProps) {
  const { unread } = loaderData;
  const [query] = useSearchParams();
  return (
    <>
      <PageHeading title="Messages" intro={unread === 0 ? "Nothing unread." : `${unread} unread.`} />
      <SavedNotice>Done.</SavedNotice>
      <FilterLinks label="Which messages" name="state" chosen={query.get("state")} choices={CHOICES} />
      {loaderData.columns ? <Board columns={loaderData.columns} /> : <List {...loaderData} />}
    </>
  );
}

function cardOf({ id, state, subject, assignee, complaint, ...writer }: BoardMessage, sent: (at: number) => string) {
  const { answeredAt } = writer;
  const answered = answeredAt === null ? null : `wrote back ${sent(answeredAt)}`;
  const due = complaint && `Due ${dateInWords(complaint.dueDay)}`;
  return { id, state, subject, assignee, from: writerOf(writer), sent: sent(writer.createdAt), answered, due };
}

type Card = ReturnType<typeof cardOf>;

const COLUMNS = [
  { name: "open", title: "Open", empty: "Nothing to answer." },
  { name: "waiting", title: "Waiting", empty: "Nothing to wait for." },
  { name: "done", title: "Done", empty: "Nothing done yet." },
] as const;

/** What is to answer, what waits for the other side, and what was done last. */
function Board({ columns }: { columns: Record<(typeof COLUMNS)[number]["name"], Card[]> }) {
  if (Object.values(columns).every((cards) => cards.length === 0)) {
    return <p>No messages yet. They appear here when someone uses the contact form.</p>;
  }
  return (
    <div className="grid items-start gap-6 lg:grid-cols-3">
      {COLUMNS.map(({ name, title, empty }) => (
        <section key={name} aria-labelledby={`column-${name}`}>
          <h2 id={`column-${name}`} className="mb-2 text-lg">
            {title} ({columns[name].length})
          </h2>
          {columns[name].length === 0 && <p className="text-ink-soft">{empty}</p>}
          <ul className="space-y-2">
            {columns[name].map((card) => (
              <MessageCard key={card.id} card={card} />
            ))}
          </ul>
        </section>
      ))}
    </div>
  );
}

const MOVES = { open: ["waiting", "done"], waiting: ["read", "done"], done: ["read"] } as const;
const MOVE_WORDS = { waiting: "Waiting", done: "Done", read: "Open again" };

function MessageCard({ card: { id, state, subject, from, sent, answered, due, assignee } }: { card: Card }) {
  const moves = MOVES[state === "waiting" || state === "done" ? state : "open"];
  return (
    <li className="rounded-md border border-line bg-surface p-3" aria-labelledby={`message-${id}`}>
      <Link
        id={`message-${id}`}
        to={href("/admin/messages/:id", { id })}
        className={`prose-link inline-flex min-h-6 items-center wrap-anywhere ${state === "unread" ? "font-[650]" : ""}`}
      >
        {subject}
      </Link>
      <p className="text-sm text-ink-soft wrap-anywhere">
        {[from, sent, answered, due, assignee && `${assignee} answers`].filter(Boolean).join(", ")}
      </p>
      {state === "unread" && <MessageState state={state} />}
      <div className="mt-1 flex flex-wrap gap-2">
        {moves.map((to) => (
          <ChangeButton
            key={to}
            look="quiet"
            className="px-2"
            label={`${MOVE_WORDS[to]}: ${subject}`}
            change={{ action: `/admin/messages/${id}/state`, fields: { to, seen: state } }}
          >
            {MOVE_WORDS[to]}
          </ChangeButton>
        ))}
      </div>
    </li>
  );
}

type ListProps = Extract<Route.ComponentProps["loaderData"], { lines: unknown }>;

function List({ lines, page, total, pageSize }: ListProps) {
  return (
    <>
      {lines.length === 0 ? (
        <p>No messages here.</p>
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
