import { data, href } from "react-router";
import { getAdapter } from "#app/adapters/adapters.db.server.ts";
import { MAILBOX_FAULTS, mailboxForm, mailboxFormOf, type TypedMailbox } from "#app/mail/server/mail-server.form.ts";
import { keepsPassword, openMailbox, removeMailbox, saveMailbox, tryMailbox } from "#app/mail/server/mailbox.server.ts";
import { beginReading, endReading, getMailboxReadAt } from "#app/messages/mailbox.jobs.server.ts";
import { shortMoment } from "#app/platform/date-time.ts";
import { type Fields, fieldsOf, readFields } from "#app/platform/form-fields.ts";
import { readPractice } from "#app/practice/read-practice.server.ts";
import { openRequest } from "#app/routes/account/identity.server.ts";
import { refusedAs, type Sent, saved, sentTo, unconfirmed } from "#app/routes/admin/edit-reply.ts";
import {
  LABELS,
  MoreActions,
  Password,
  PLAIN,
  Server,
} from "#app/routes/admin/settings/mail-server/mail-server-fields.tsx";
import { SettingHeading } from "#app/routes/admin/settings/setting-heading.tsx";
import { notifyBefore } from "#app/routes/admin/settings/setting-page.server.ts";
import { mailboxesOf } from "#app/settings/schemas/sender.ts";
import { EditForm, type EditReply } from "#app/ui/admin/edit-form.tsx";
import { SavedNotice } from "#app/ui/admin/page-heading.tsx";
import { Field, Notice } from "#app/ui/controls.tsx";
import { privateMeta } from "#app/ui/shell/page-meta.ts";
import type { Route } from "./+types/mailbox.ts";

export async function loader({ context }: Route.LoaderArgs) {
  const { app } = openRequest(context, "see", "settings");
  const practice = await readPractice(app);
  const { settings } = practice;
  const stored = settings.mailbox;
  const { from, replyTo, inbox } = mailboxesOf(settings, app.config);
  // Before the practice has an address of its own, nobody reads the one that stands in for it.
  const own = [replyTo, from].filter(({ address }) => settings.business.email || address !== inbox.address);
  const when = (at: number) => shortMoment(at, settings.bookingRules.zone, app.clock.now());
  const adapter = stored && (await getAdapter(app.db.kysely, "mailbox"));
  const readAt = stored && (await getMailboxReadAt(app.db.kysely));
  return {
    stored: fieldsOf(mailboxFormOf(stored)),
    version: practice.saved.mailbox?.version ?? 0,
    hasPassword: Boolean(stored?.password) && openMailbox(app, stored) !== "shut",
    where: stored && `${stored.user}, ${stored.host}`,
    lastRead: readAt && when(readAt),
    fault: adapter && adapter.state !== "ok" ? { words: adapter.fault ?? "", since: when(adapter.since) } : null,
    ports: app.config.imapPorts.join(", "),
    addresses: [...new Set(own.map(({ address }) => address))],
  };
}

/** What a test found; `words` say what failed. */
type Tried = { mails: number } | { words: string };
type Reply = EditReply & { tried?: Tried };

const STATUS = { invalid: 422, conflict: 409, preview: 200 };

export async function action({ request, context }: Route.ActionArgs) {
  const { app, actor } = openRequest(context, "change", "settings");
  const sent = await sentTo(request);
  const answer = (reply: Reply) => data(reply, { status: STATUS[reply.kind] });
  const change = { key: "mailbox", version: sent.version } as const;
  if (sent.intent === "remove") {
    await notifyBefore({ app, actor }, { ...change, next: () => null });
    return settled(request, sent, await removeMailbox(app, actor, { version: sent.version, also: endReading }));
  }
  const read = readFields(mailboxForm(app.config.imapPorts), sent.fields);
  if (read.kind === "invalid") return answer({ kind: "invalid", typed: withoutPassword(sent), errors: read.errors });
  const typed: TypedMailbox = read.value;
  const { mailbox: stored } = (await readPractice(app)).settings;
  if (typed.password === "" && !keepsPassword(stored, typed)) {
    return answer({ kind: "invalid", typed: withoutPassword(sent), errors: { password: "Enter the password" } });
  }
  if (sent.intent === "test") {
    const outcome = await tryMailbox(app, actor, { stored, typed });
    if (outcome.kind === "forbidden") throw refusedAs("forbidden");
    const words = outcome.kind === "fault" ? MAILBOX_FAULTS[outcome.fault] : "Too many tests. Try again in an hour.";
    const tried = outcome.kind === "works" ? { mails: outcome.mails } : { words };
    return answer({ kind: "preview", typed: withoutPassword(sent), tried });
  }
  await notifyBefore({ app, actor }, { ...change, next: () => ({ ...typed, password: "" }) });
  return settled(request, sent, await saveMailbox(app, actor, { version: sent.version, typed, also: beginReading }));
}

function settled(request: Request, sent: Sent, outcome: Awaited<ReturnType<typeof saveMailbox>>) {
  if (outcome.kind === "forbidden") throw refusedAs("forbidden");
  if (outcome.kind === "unconfirmed") throw unconfirmed(request);
  if (outcome.kind === "saved") throw saved(href("/admin/settings/mailbox"));
  const theirs = fieldsOf(mailboxFormOf(outcome.current.mailbox));
  const reply: Reply = { kind: "conflict", typed: withoutPassword(sent), theirs, version: outcome.version };
  return data(reply, { status: 409 });
}

/** The password is in no answer. */
function withoutPassword({ fields: { password, ...fields }, version }: Sent): Fields {
  return { ...fields, version: String(version) };
}

export const meta: Route.MetaFunction = (at) => privateMeta(at, "Mailbox");

const SECURITY_WORDS = {
  tls: "TLS from the start, mostly port 993",
  starttls: "STARTTLS, mostly port 143",
  none: "None: for a server on this machine",
};

export default function Mailbox({ loaderData, actionData }: Route.ComponentProps) {
  const { stored, version, hasPassword, where, ports, addresses } = loaderData;
  const tried = actionData && "tried" in actionData ? actionData.tried : null;
  return (
    <div className="max-w-3xl">
      <SettingHeading
        title="Mailbox"
        intro="Replies to your answers appear under Messages, and emails that came back are marked."
      />
      <SavedNotice>Saved. We read the mailbox within a minute.</SavedNotice>
      {tried && <TriedNotice tried={tried} />}
      <MailboxState {...loaderData} />
      <p className="mb-6 max-w-prose text-ink-soft">
        Enter the mailbox{addresses.length > 0 && ` of ${addresses.join(" and ")}`}, where replies and failed deliveries
        arrive. We look every two minutes, only read, and leave every email there as it is, unread ones too. We keep
        what belongs to your own emails, as text without attachments.
      </p>
      <EditForm
        stored={stored}
        version={version}
        reply={actionData ?? null}
        labels={{ ...LABELS, folder: "Folder" }}
        confirms
        after={() => (
          <MoreActions
            isStored={where !== null}
            about="A test signs in, opens the folder and saves nothing."
            end="Stop reading the mailbox"
          />
        )}
      >
        {(edited) => (
          <div className="space-y-4">
            <Server edited={edited} like="imap.example.com" ports={ports} words={SECURITY_WORDS} />
            <Field label={LABELS.user} hint="Usually your full email address" {...PLAIN} {...edited.field("user")} />
            <Password hasPassword={hasPassword} error={edited.errors.password} />
            <Field label="Folder" hint="INBOX is where emails arrive." {...PLAIN} {...edited.field("folder")} />
          </div>
        )}
      </EditForm>
    </div>
  );
}

type State = Pick<Route.ComponentProps["loaderData"], "where" | "lastRead" | "fault">;

function MailboxState({ where, lastRead, fault }: State) {
  if (where === null)
    return (
      <Notice className="mb-6">We don’t read a mailbox yet. You see replies in your own email program only.</Notice>
    );
  if (fault) {
    return (
      <Notice tone="danger" className="mb-6">
        <p>
          Not read since {fault.since}. {fault.words}
        </p>
        {lastRead && <p className="mt-1">Last read on {lastRead}.</p>}
      </Notice>
    );
  }
  return (
    <Notice className="mb-6">
      {where}: {lastRead ? `last read on ${lastRead}.` : "not read yet."}
    </Notice>
  );
}

function TriedNotice({ tried }: { tried: Tried }) {
  if ("mails" in tried) {
    return (
      <Notice live tone="success" className="mb-6">
        We signed in and opened the folder: {tried.mails === 1 ? "1 email" : `${tried.mails} emails`} in the last two
        weeks. Save what you have typed.
      </Notice>
    );
  }
  return (
    <Notice live tone="danger" className="mb-6">
      {tried.words}
    </Notice>
  );
}
