import { data, href, type RouterContextProvider, redirect } from "react-router";
import { calendlyForm, calendlyFormOf } from "#app/connections/calendly/calendly.form.ts";
import {
  saveCalendly,
  settleClash,
  type TriedCalendly,
  tryCalendly,
} from "#app/connections/calendly/change-calendly.server.ts";
import { type Fields, fieldsOf, readFields } from "#app/platform/form-fields.ts";
import { appContextOf } from "#app/platform/http/request.server.ts";
import { may } from "#app/platform/permissions.ts";
import { readPractice } from "#app/practice/read-practice.server.ts";
import { actorOf } from "#app/routes/account/identity.server.ts";
import { refusedAs, type Sent, saved, unconfirmed } from "#app/routes/admin/edit-reply.ts";
import { notifyBefore } from "#app/routes/admin/settings/setting-page.server.ts";
import type { EditReply } from "#app/ui/admin/edit-form.tsx";

type Context = Readonly<RouterContextProvider>;

/** `typed` never holds the token: it is in no answer. */
export type CalendlyReply = EditReply & { tried?: TriedCalendly };

/** Saves, tries, or settles a clash, by the button that was pressed. */
export async function changeCalendly({ request, context }: { request: Request; context: Context }, sent: Sent) {
  const app = appContextOf(context);
  const actor = actorOf(context);
  if (!may(actor, "change", "settings")) throw refusedAs("forbidden");
  if (sent.intent.startsWith("settle:")) {
    await settleClash(app, actor, { invitee: sent.intent.slice("settle:".length) });
    throw redirect(href("/admin/settings/calendly"), 303);
  }
  if (sent.intent === "try") {
    const tried = await tryCalendly(app, actor, (sent.fields.token ?? "").trim());
    return data<CalendlyReply>({ kind: "preview", typed: withoutToken(sent), tried });
  }
  const stored = (await readPractice(app)).settings.scheduler;
  const form = calendlyForm({ host: app.config.calendlyUrl, hasToken: stored.token !== "" });
  const read = readFields(form, sent.fields);
  if (read.kind === "invalid") {
    return data<CalendlyReply>({ kind: "invalid", typed: withoutToken(sent), errors: read.errors }, { status: 422 });
  }
  await notifyBefore({ app, actor }, { key: "scheduler", version: sent.version, next: (stored) => stored });
  const outcome = await saveCalendly(app, actor, { version: sent.version, typed: read.value });
  if (outcome.kind === "forbidden") throw refusedAs("forbidden");
  if (outcome.kind === "unconfirmed") throw unconfirmed(request);
  if (outcome.kind === "saved") throw saved(href("/admin/settings/calendly"));
  const theirs = fieldsOf(calendlyFormOf(outcome.current.scheduler));
  const reply = { kind: "conflict" as const, typed: withoutToken(sent), theirs, version: outcome.version };
  return data<CalendlyReply>(reply, { status: 409 });
}

function withoutToken({ fields: { token, ...fields }, version }: Sent): Fields {
  return { ...fields, version: String(version) };
}
