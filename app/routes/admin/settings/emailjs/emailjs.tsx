import { data } from "react-router";
import { getAdapter } from "#app/adapters/adapters.db.server.ts";
import { timeInWords } from "#app/appointments/time-words.ts";
import { emailjsFormOf } from "#app/connections/emailjs/emailjs.form.ts";
import { keysIn } from "#app/connections/emailjs/emailjs-in-use.server.ts";
import { takesForms } from "#app/connections/emailjs/sent-form.ts";
import { fieldsOf } from "#app/platform/form-fields.ts";
import { appContextOf } from "#app/platform/http/context.server.ts";
import { may } from "#app/platform/permissions.ts";
import { readPractice } from "#app/practice/read-practice.server.ts";
import { actorOf } from "#app/routes/account/identity.server.ts";
import { refusedAs, sentTo } from "#app/routes/admin/edit-reply.ts";
import { changeEmailjs } from "#app/routes/admin/settings/emailjs/change-emailjs.server.ts";
import { EmailjsFields } from "#app/routes/admin/settings/emailjs/emailjs-fields.tsx";
import { EmailjsState, TriedEmailjs } from "#app/routes/admin/settings/emailjs/emailjs-state.tsx";
import { SettingHeading } from "#app/routes/admin/settings/setting-heading.tsx";
import { privateMeta } from "#app/ui/shell/page-meta.ts";
import type { Route } from "./+types/emailjs.ts";

export async function loader({ context }: Route.LoaderArgs) {
  const app = appContextOf(context);
  if (!may(actorOf(context), "see", "settings")) throw refusedAs("forbidden");
  const version = (await readPractice(app)).saved.emailjs?.version ?? 0;
  const stored = (await readPractice(app)).settings.emailjs;
  const { zone } = (await readPractice(app)).settings.bookingRules;
  const adapter = stored.sends ? await getAdapter(app.db.kysely, "emailjs") : null;
  return {
    stored: fieldsOf(emailjsFormOf(stored)),
    version,
    hasKey: stored.privateKey !== "",
    sends: stored.sends,
    isShut: keysIn(app, stored).kind === "shut",
    adapter: adapter && { state: adapter.state, since: timeInWords(adapter.since, zone), fault: adapter.fault },
    takes: takesForms(stored),
    origin: app.config.publicUrl,
  };
}

export async function action({ request, context }: Route.ActionArgs) {
  const reply = await changeEmailjs({ request, context }, await sentTo(request));
  return data(reply, { status: STATUS[reply.kind] });
}

const STATUS = { invalid: 422, conflict: 409, preview: 200 };

export const meta: Route.MetaFunction = (at) => privateMeta(at, "EmailJS");

export default function EmailjsPage({ loaderData, actionData }: Route.ComponentProps) {
  const { stored, version, hasKey, takes, origin, ...state } = loaderData;
  const tried = actionData?.tried;
  return (
    <div className="max-w-3xl">
      <SettingHeading
        title="EmailJS"
        intro="EmailJS is a company that mails what people type in a contact form. If your old site used it, your messages can go on through your account there. Without one leave this alone: they go by your mail server."
      />
      {tried && <TriedEmailjs key={JSON.stringify(actionData)} tried={tried} />}
      <EmailjsState {...state} />
      <EmailjsFields {...{ stored, version, hasKey, takes, origin }} reply={actionData ?? null} />
    </div>
  );
}
