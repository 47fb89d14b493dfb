import { useEffect, useRef } from "react";
import { Form, href, Link, useFetcher } from "react-router";
import { bookingAfterMessage } from "#app/diary/booking/add-appointment.tsx";
import { deleteMessage, markMessage, replyTo } from "#app/messages/change-message.server.ts";
import { answerDay, type Complaint, referenceOf } from "#app/messages/complaint.ts";
import { replyForm } from "#app/messages/contact.form.ts";
import {
  type ContactMessage,
  type ContactMessageState,
  isMessageState,
  writerOf,
} from "#app/messages/contact-message.ts";
import { getMessageView } from "#app/messages/list-messages.server.ts";
import { withoutQuotes } from "#app/messages/reply-text.ts";
import { dateInWords, localDateOf, shortMoment } from "#app/platform/date-time.ts";
import { readFields } from "#app/platform/form-fields.ts";
import { readPractice } from "#app/practice/read-practice.server.ts";
import { openRequest } from "#app/routes/account/identity.server.ts";
import { invalid, refusedAs, saved, sentTo } from "#app/routes/admin/edit-reply.ts";
import type { Beside } from "#app/routes/admin/messages/change.ts";
import { MessageState } from "#app/routes/admin/messages/message-state.tsx";
import { useMay } from "#app/ui/admin/abilities.tsx";
import { ChangeButton } from "#app/ui/admin/change-button.tsx";
import { useChange } from "#app/ui/admin/changes.tsx";
import { EditForm, type EditReply } from "#app/ui/admin/edit-form.tsx";
import { BackLink, PageHeading, SavedNotice } from "#app/ui/admin/page-heading.tsx";
import { Button, LinkButton, ScriptButton, Select, TextArea } from "#app/ui/controls.tsx";
import { privateMeta } from "#app/ui/shell/page-meta.ts";
import { useSendsMail } from "#app/ui/shell/sends-mail.tsx";
import type { Route } from "./+types/message.ts";

export async function loader({ params, context }: Route.LoaderArgs) {
  const { app, actor } = openRequest(context);
  const view = await getMessageView(app, actor, params.id);
  if (!view) throw refusedAs("not-found");
  const { zone } = (await readPractice(app)).settings.bookingRules;
  const when = (at: number) => shortMoment(at, zone, app.clock.now());
  const replies = view.replies.map(({ id, text, at, returned }) => ({ id, text, at, returned, when: when(at) }));
  const received = view.received.map(({ text, ...reply }) => ({
    ...{ ...reply, when: when(reply.at), full: text, text: withoutQuotes(text) },
    isOther: reply.address.toLowerCase() !== view.enquiry.email.toLowerCase(),
  }));
  const { enquiry } = view;
  const complaint = enquiry.complaint && complaintFacts(enquiry.complaint, localDateOf(enquiry.createdAt, zone));
  const { replies: saved } = (await readPractice(app)).settings.messages;
  return { enquiry, replies, received, sent: when(enquiry.createdAt), complaint, saved };
}

export async function action({ params: { id }, request, context }: Route.ActionArgs) {
  const { app, actor } = openRequest(context);
  const sent = await sentTo(request);
  if (sent.intent === "delete") {
    const removed = await deleteMessage(app, actor, id);
    throw removed.kind === "changed" ? saved(href("/admin/messages")) : refusedAs(removed.kind);
  }
  const form = readFields(replyForm, sent.fields);
  const toState = isMessageState(sent.intent) ? sent.intent : null;
  if (!toState && form.kind === "invalid") return invalid(sent, form.errors);
  const outcome = toState
    ? await markMessage(app, actor, { id, state: toState })
    : await replyTo(app, actor, {
        id,
        text: form.kind === "valid" ? form.value.text : "",
        waits: form.kind === "valid" && form.value.waits === "on",
      });
  if (outcome.kind !== "changed") throw refusedAs(outcome.kind);
  if (toState === "read") return null;
  throw saved(toState ? href("/admin/messages") : href("/admin/messages/:id", { id }));
}

export const meta: Route.MetaFunction = (at) => privateMeta(at, "Message");

type Loaded = Route.ComponentProps["loaderData"];

export default function Message({ loaderData, actionData }: Route.ComponentProps) {
  const { enquiry, replies, received, sent, complaint, saved } = loaderData;
  const sendsMail = useSendsMail();
  useMarkedAsRead(enquiry);
  return (
    <div className="grid items-start gap-x-10 gap-y-6 xl:grid-cols-[minmax(0,48rem)_20rem]">
      <div className="min-w-0">
        <BackLink to={href("/admin/messages")}>All messages</BackLink>
        <PageHeading title={enquiry.subject} intro={<MessageState state={enquiry.state} />} />
        <SavedNotice>{sendsMail ? "Reply sent." : "Reply saved. We send it once email is set up."}</SavedNotice>
        <p>
          <strong>{writerOf(enquiry)}</strong>
          {enquiry.email && (
            <>
              ,{" "}
              <a href={`mailto:${encodeURIComponent(enquiry.email)}`} className="prose-link">
                {enquiry.email}
              </a>
            </>
          )}
        </p>
        <p className="text-ink-soft">{sent}</p>
        <blockquote className="my-5 rounded-md border border-line bg-surface p-4 break-words whitespace-pre-wrap">
          {enquiry.message}
        </blockquote>
        {complaint && <ComplaintFacts {...complaint} />}
        {[...replies, ...received]
          .toSorted((one, other) => one.at - other.at)
          .map((reply) =>
            "address" in reply ? (
              <Received key={reply.id} writer={writerOf(enquiry)} {...reply} />
            ) : (
              <section
                key={reply.id}
                aria-label={`Reply of ${reply.when}`}
                className="my-4 border-l-4 border-primary pl-4"
              >
                <p className="text-sm text-ink-soft">You replied, {reply.when}</p>
                {reply.returned && <p className="text-danger">This email came back. {reply.returned}</p>}
                <p className="break-words whitespace-pre-wrap">{reply.text}</p>
              </section>
            ),
          )}
        <MessageActions {...enquiry} />
        {enquiry.email && !sendsMail && (
          <p className="mt-8">Email is not set up yet: reply from your own email program.</p>
        )}
        {enquiry.email && sendsMail && (
          <ReplyForm key={replies.length} to={enquiry.email} saved={saved} reply={actionData ?? null} />
        )}
      </div>
      <BesideMessage key={enquiry.id} enquiry={enquiry} />
    </div>
  );
}

type ReceivedProps = Loaded["received"][number] & { writer: string };

/** What came back by email, without what it quotes. */
function Received({ writer, when, text, full, name, address, isOther, isAutomatic, attachments }: ReceivedProps) {
  const who = isOther ? [name, address].filter(Boolean).join(", ") || "Someone" : writer;
  return (
    <section aria-label={`${who}, ${when}`} className="my-4 border-l-4 border-line pl-4">
      <p className="text-sm wrap-anywhere text-ink-soft">
        {who} {isAutomatic ? "sent an automatic reply" : "wrote back"}, {when}
      </p>
      {isOther && <p className="text-sm">From another address than the message.</p>}
      <p className="break-words whitespace-pre-wrap">{text || "No text."}</p>
      {attachments.length > 0 && (
        <p className="mt-1 text-sm wrap-anywhere">Attachments, which stay in your mailbox: {attachments.join(", ")}</p>
      )}
      {full !== text && (
        <details>
          <summary className="flex min-h-11 cursor-pointer items-center text-sm underline underline-offset-4">
            Whole email
          </summary>
          <p className="break-words whitespace-pre-wrap text-ink-soft">{full}</p>
        </details>
      )}
    </section>
  );
}

/** Who wrote, as a client with their next appointment; the way to book them; and who answers. */
function BesideMessage({ enquiry }: { enquiry: ContactMessage }) {
  const { load, data } = useFetcher<Beside>();
  const send = useChange();
  const may = useMay();
  const { id, assignedTo } = enquiry;
  useEffect(() => {
    load(`/admin/messages/${id}/beside`);
  }, [load, id]);
  if (!data) return null;
  const { sender, people } = data;
  const assign = (to: string) =>
    void send({ action: `/admin/messages/${id}/assignee`, fields: { to, seen: assignedTo ?? "" } });
  return (
    <aside aria-label="Who wrote" className="space-y-4">
      {may("see", "clients") && (
        <div>
          <h2 className="text-lg">Who wrote</h2>
          {sender.client ? (
            <>
              <Link
                to={href("/admin/clients/:id", sender.client)}
                className="prose-link inline-flex min-h-6 items-center font-[650]"
              >
                {sender.client.name}
              </Link>
              <p>Next appointment: {sender.client.next}</p>
              <p className="text-ink-soft">Last: {sender.client.last}</p>
            </>
          ) : (
            <p>Not a client yet.</p>
          )}
        </div>
      )}
      {may("change", "appointments") && (
        <LinkButton to={bookingAfterMessage(id)} look="outline" size="small">
          Book for {sender.client?.name ?? sender.contact.name}
        </LinkButton>
      )}
      <Select
        name="assignee"
        label="Who answers"
        value={assignedTo ?? ""}
        onChange={({ target }) => assign(target.value)}
      >
        <option value="">No one in particular</option>
        {people.map((person) => (
          <option key={person.id} value={person.id}>
            {person.name}
          </option>
        ))}
      </Select>
    </aside>
  );
}

const EMPTY = {};

type ReplyProps = { to: string; saved: readonly string[]; reply: EditReply | null };

function ReplyForm({ to, saved, reply }: ReplyProps) {
  const area = useRef<HTMLTextAreaElement>(null);
  function begin(text: string) {
    const field = area.current;
    if (!field) return;
    field.value = field.value.trim() ? `${field.value.trimEnd()}\n\n${text}` : text;
    // As if it were typed: the page warns before it is lost.
    field.dispatchEvent(new Event("input", { bubbles: true }));
    field.focus();
  }
  return (
    <>
      <h2 className="mt-8 mb-3 text-lg">Reply by email</h2>
      {saved.length > 0 && (
        <div className="mb-3 flex flex-wrap gap-2">
          {saved.map((text) => (
            <ScriptButton key={text} type="button" look="outline" size="small" onClick={() => begin(text)}>
              <span className="sr-only">Insert: </span>
              {shortened(text)}
            </ScriptButton>
          ))}
        </div>
      )}
      <EditForm stored={EMPTY} version={0} reply={reply} labels={{ text: "Your reply" }} saveLabel="Send reply">
        {({ field }) => (
          <>
            <TextArea
              ref={area}
              label="Your reply"
              hint={`We send this to ${to} with their message below.`}
              {...field("text")}
            />
            <label className="mt-2 flex min-h-11 items-center gap-3">
              <input type="checkbox" name="waits" className="size-6 accent-primary" />
              Then wait for their answer
            </label>
          </>
        )}
      </EditForm>
    </>
  );
}

const SHORT = 40;

/** The beginning of a saved reply, to choose it by. */
function shortened(text: string): string {
  const [line = ""] = text.split("\n");
  return line.length > SHORT ? `${line.slice(0, SHORT).trimEnd()}…` : line;
}

/** Marks a message as read when it is opened. A GET does not write, so the page posts. */
function useMarkedAsRead({ state }: { state: string }): void {
  const { submit } = useFetcher();
  useEffect(() => {
    if (state === "unread") void submit({ intent: "read" }, { method: "post" });
  }, [state, submit]);
}

type Facts = { reference: string; replyTo: string; remedy: string; due: string };

function complaintFacts(complaint: Complaint, cameOn: string): Facts {
  const { about, replyTo, remedy } = complaint;
  const by = dateInWords(complaint.dueDay);
  const due =
    about === "treatment"
      ? `Write to them by ${by}`
      : `Acknowledge it by ${by}, answer by ${dateInWords(answerDay(cameOn))}, and say that they can go to the Information Commissioner`;
  return { reference: referenceOf(complaint), replyTo, remedy, due };
}

function ComplaintFacts({ reference, replyTo, remedy, due }: Facts) {
  const facts: [string, string][] = [
    ["What would put it right", remedy || "Not said"],
    ["How to reply", replyTo],
    ["Reference", reference],
    ["Due", due],
  ];
  return (
    <dl className="my-5 space-y-3">
      {facts.map(([title, text]) => (
        <div key={title}>
          <dt className="text-sm text-ink-soft">{title}</dt>
          <dd className="break-words whitespace-pre-wrap">{text}</dd>
        </div>
      ))}
    </dl>
  );
}

const CHANGES: [ContactMessageState, string][] = [
  ["done", "Done"],
  ["waiting", "Waiting"],
  ["unread", "Mark as unread"],
  ["spam", "Spam"],
];

function MessageActions({ id, state }: Pick<ContactMessage, "id" | "state">) {
  const may = useMay();
  return (
    <div className="flex flex-wrap items-start gap-2">
      {CHANGES.filter(([to]) => to !== state).map(([to, words]) => (
        <ChangeButton key={to} change={{ action: `/admin/messages/${id}/state`, fields: { to, seen: state } }}>
          {words}
        </ChangeButton>
      ))}
      {may("delete", "messages") && (
        <details>
          <summary className="flex min-h-11 cursor-pointer items-center px-4 text-sm font-[650] underline underline-offset-4">
            Delete
          </summary>
          <Form method="post" className="mt-2 rounded-md border border-line p-4">
            <p className="mb-3">This deletes the message and your replies permanently.</p>
            <Button name="intent" value="delete" look="danger" size="small">
              Delete message
            </Button>
          </Form>
        </details>
      )}
    </div>
  );
}
