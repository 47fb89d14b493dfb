import { href, type RouterContextProvider } from "react-router";
import { emailjsForm, emailjsFormOf } from "#app/connections/emailjs/emailjs.form.ts";
import type { Posted } from "#app/connections/emailjs/post-to-emailjs.server.ts";
import { saveEmailjs, tryEmailjs } from "#app/connections/emailjs/save-emailjs.server.ts";
import { type Fields, fieldsOf, readFields } from "#app/platform/form-fields.ts";
import { appContextOf } from "#app/platform/http/request.server.ts";
import { may } from "#app/platform/permissions.ts";
import { actorOf } from "#app/routes/account/identity.server.ts";
import { refusedAs, type Sent, saved, unconfirmed } from "#app/routes/admin/edit-reply.ts";
import { notifyBefore } from "#app/routes/admin/settings/setting-page.server.ts";
import type { EditReply } from "#app/ui/admin/edit-form.tsx";

export type TryView = Pick<Posted, "kind" | "status" | "words" | "answer"> | { kind: "shut" | "limited" };

/** `typed` never holds the private key: it is in no answer. */
export type EmailjsReply = EditReply & { tried?: TryView };

/** Saves or tries what EmailJS's form was sent with. */
export async function changeEmailjs(
  { request, context }: { request: Request; context: Readonly<RouterContextProvider> },
  sent: Sent,
): Promise<EmailjsReply> {
  const app = appContextOf(context);
  const actor = actorOf(context);
  if (!may(actor, "change", "settings")) throw refusedAs("forbidden");
  const isTest = sent.intent === "test";
  // A test needs the keys even if nothing is switched on yet.
  const fields = isTest ? { ...sent.fields, sends: "on" } : sent.fields;
  const read = readFields(emailjsForm, fields);
  const typed = withoutKey(sent);
  if (read.kind === "invalid") return { kind: "invalid", typed, errors: read.errors };
  if (isTest) {
    const tried = await tryEmailjs(app, actor, read.value);
    if (tried.kind === "forbidden") throw refusedAs("forbidden");
    return { kind: "preview", typed, tried: tried.kind === "answered" ? tried.posted : { kind: tried.kind } };
  }
  await notifyBefore({ app, actor }, { key: "emailjs", version: sent.version, next: (stored) => stored });
  const outcome = await saveEmailjs(app, actor, { version: sent.version, typed: read.value });
  if (outcome.kind === "forbidden") throw refusedAs("forbidden");
  if (outcome.kind === "unconfirmed") throw unconfirmed(request);
  if (outcome.kind === "saved") throw saved(href("/admin/settings/emailjs"));
  const theirs = fieldsOf(emailjsFormOf(outcome.current.emailjs));
  return { kind: "conflict", typed, theirs, version: outcome.version };
}

function withoutKey({ fields: { privateKey, ...fields }, version }: Sent): Fields {
  return { ...fields, version: String(version) };
}
