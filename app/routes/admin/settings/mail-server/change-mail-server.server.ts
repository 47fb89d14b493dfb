import { href, type RouterContextProvider } from "react-router";
import { type CheckedDomain, checkSenderDomain } from "#app/mail/server/find-provider.server.ts";
import { mailServerForm, mailServerFormOf, type TypedMailServer } from "#app/mail/server/mail-server.form.ts";
import { mailServerInUse } from "#app/mail/server/mail-server-in-use.server.ts";
import { finishMailSignIn } from "#app/mail/server/microsoft-mail.server.ts";
import { loginFor, removeMailServer, saveMailServer } from "#app/mail/server/save-mail-server.server.ts";
import { type Fields, fieldsOf, readFields } from "#app/platform/form-fields.ts";
import { appContextOf } from "#app/platform/http/request.server.ts";
import { may, mayInPerson } from "#app/platform/permissions.ts";
import { readPractice } from "#app/practice/read-practice.server.ts";
import { actorOf } from "#app/routes/account/identity.server.ts";
import { refusedAs, type Sent, saved, unconfirmed } from "#app/routes/admin/edit-reply.ts";
import { notifyBefore } from "#app/routes/admin/settings/setting-page.server.ts";
import { mailboxesOf } from "#app/settings/schemas/sender.ts";
import { type Tried, tryMailServer } from "#app/site/go-live/try-mail-server.server.ts";
import type { EditReply } from "#app/ui/admin/edit-form.tsx";

type Context = Readonly<RouterContextProvider>;

type TryView = Exclude<Tried, { kind: "forbidden" }> | { kind: "shut" };

/** `typed` never holds the password: it is in no answer. */
export type MailServerReply =
  | (EditReply & { tried?: TryView })
  | { kind: "tried"; tried?: TryView; checked?: CheckedDomain };

/** Saves, removes or tries what the mail server's form was sent with. */
export async function changeMailServer(
  { request, context }: { request: Request; context: Context },
  sent: Sent,
): Promise<MailServerReply> {
  const app = appContextOf(context);
  const actor = actorOf(context);
  if (!may(actor, "change", "settings")) throw refusedAs("forbidden");
  if (sent.intent === "test-used") return { kind: "tried", tried: await tryUsed(context) };
  if (sent.intent === "check-domain") {
    return { kind: "tried", checked: await checkDomain(context, sent.fields.headers ?? "") };
  }
  const change = { key: "mailServer", version: sent.version } as const;
  if (sent.intent === "microsoft") return signIn({ request, context }, sent);
  if (sent.intent === "remove") {
    const isNotified = await notifyBefore({ app, actor }, { ...change, next: () => null });
    return settled(request, { sent, isNotified }, await removeMailServer(app, actor, sent.version));
  }
  const read = readFields(mailServerForm(app.config.smtpPorts), sent.fields);
  if (read.kind === "invalid") return { kind: "invalid", typed: withoutPassword(sent), errors: read.errors };
  if (sent.intent === "test") {
    const tried = await tryTyped(context, read.value);
    const other = tried.kind === "sent" ? tried.answered : null;
    const typed: Fields = other ? { port: String(other.port), security: other.security } : {};
    return { kind: "preview", typed: { ...withoutPassword(sent), ...typed }, tried };
  }
  const isNotified = await notifyBefore({ app, actor }, { ...change, next: () => ({ ...read.value, password: "" }) });
  const outcome = await saveMailServer(app, actor, { version: sent.version, typed: read.value });
  return settled(request, { sent, isNotified }, outcome);
}

async function signIn(
  { request, context }: { request: Request; context: Context },
  sent: Sent,
): Promise<MailServerReply> {
  const [app, actor] = [appContextOf(context), actorOf(context)];
  if (!mayInPerson(actor, "change", "settings")) throw refusedAs("forbidden");
  const { state = "", code = "" } = sent.fields;
  const change = { key: "mailServer", version: sent.version } as const;
  const isNotified = await notifyBefore({ app, actor }, { ...change, next: (stored) => stored });
  const outcome = await finishMailSignIn(app, actor, { version: sent.version, state, code });
  if (outcome.kind === "failed") {
    return { kind: "tried", tried: { kind: "failed", words: outcome.words, answer: null, inside: null } };
  }
  return settled(request, { sent: { ...sent, fields: {} }, isNotified }, outcome);
}

// A mail's headers have a few kilobytes; what is longer is no header.
const LONGEST_HEADERS = 50_000;

async function checkDomain(context: Context, headers: string): Promise<CheckedDomain> {
  const app = appContextOf(context);
  const { settings } = await readPractice(app);
  const host = app.config.smtpUrl ? new URL(app.config.smtpUrl).hostname : (settings.mailServer?.host ?? null);
  const { from } = mailboxesOf(settings, app.config);
  return checkSenderDomain(app, { address: from.address, host, headers: headers.slice(0, LONGEST_HEADERS) });
}

async function tryUsed(context: Context): Promise<TryView> {
  const found = await mailServerInUse(appContextOf(context));
  return "server" in found
    ? answered(await tryMailServer(appContextOf(context), actorOf(context), found.server))
    : SHUT;
}

async function tryTyped(context: Context, typed: TypedMailServer): Promise<TryView> {
  const app = appContextOf(context);
  const login = loginFor(app, (await readPractice(app)).settings.mailServer, typed);
  if (login === null) return SHUT;
  const { host, port, security, user } = typed;
  return answered(await tryMailServer(app, actorOf(context), { host, port, security, user, ...login }));
}

const SHUT = { kind: "shut" } as const;

function answered(tried: Tried): TryView {
  if (tried.kind === "forbidden") throw refusedAs("forbidden");
  return tried;
}

function settled(
  request: Request,
  { sent, isNotified }: { sent: Sent; isNotified: boolean },
  outcome: Awaited<ReturnType<typeof saveMailServer>>,
): MailServerReply {
  if (outcome.kind === "forbidden") throw refusedAs("forbidden");
  if (outcome.kind === "unconfirmed") throw unconfirmed(request);
  if (outcome.kind === "saved") throw saved(href("/admin/settings/mail-server") + (isNotified ? "" : "?untold"));
  const theirs = fieldsOf(mailServerFormOf(outcome.current.mailServer));
  return { kind: "conflict", typed: withoutPassword(sent), theirs, version: outcome.version };
}

function withoutPassword({ fields: { password, ...fields }, version }: Sent): Fields {
  return { ...fields, version: String(version) };
}
