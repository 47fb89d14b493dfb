import { useEffect, useRef } from "react";
import { data } from "react-router";
import { getAdapter } from "#app/adapters/adapters.db.server.ts";
import { emailjsFormOf } from "#app/connections/emailjs/emailjs.form.ts";
import { keysIn } from "#app/connections/emailjs/emailjs-in-use.server.ts";
import { takesForms } from "#app/connections/emailjs/sent-form.ts";
import { timeInWords } from "#app/platform/date-time.ts";
import { fieldsOf } from "#app/platform/form-fields.ts";
import { readPractice } from "#app/practice/read-practice.server.ts";
import { openRequest } from "#app/routes/account/identity.server.ts";
import { sentTo } from "#app/routes/admin/edit-reply.ts";
import { changeEmailjs, type TryView } from "#app/routes/admin/settings/emailjs/change-emailjs.server.ts";
import { EmailjsFields } from "#app/routes/admin/settings/emailjs/emailjs-fields.tsx";
import { SettingHeading } from "#app/routes/admin/settings/setting-heading.tsx";
import { Notice } from "#app/ui/controls.tsx";
import { privateMeta } from "#app/ui/shell/page-meta.ts";
import type { Route } from "./+types/emailjs.ts";

export async function loader({ context }: Route.LoaderArgs) {
  const { app } = openRequest(context, "see", "settings");
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

type StateProps = {
  sends: boolean;
  isShut: boolean;
  adapter: { state: "ok" | "failing" | "revoked"; since: string; fault: string | null } | null;
};

/** Whether messages leave through EmailJS, and why they don't. */
function EmailjsState({ sends, isShut, adapter }: StateProps) {
  if (isShut) {
    return (
      <Notice tone="warning" className="mb-6">
        The stored private key can’t be opened on this machine, so nothing is sent: bring the file “sealing-key” of the
        old data folder along, or type the key again. Messages wait.
      </Notice>
    );
  }
  if (!sends) return <Notice className="mb-6">Messages of the contact form go by your own mail server.</Notice>;
  if (adapter === null || adapter.state === "ok") {
    return (
      <Notice tone="success" className="mb-6">
        Messages of the contact form go through EmailJS.
      </Notice>
    );
  }
  return (
    <Notice tone="danger" className="mb-6">
      <p className="font-[650]">
        {adapter.state === "revoked" ? "EmailJS has refused what we send since " : "EmailJS has failed since "}
        {adapter.since}
      </p>
      <p className="mt-1 wrap-anywhere">{adapter.fault}</p>
      <p className="mt-1">
        {adapter.state === "revoked" ? "Nothing is sent until you save here again." : "We go on trying."} No message is
        lost: each is under Messages, and what waits is sent when this works again.
      </p>
    </Notice>
  );
}

/** What EmailJS answered to a test. */
function TriedEmailjs({ tried }: { tried: TryView }) {
  const notice = useRef<HTMLDivElement>(null);
  useEffect(() => notice.current?.focus(), []);
  const isSent = tried.kind === "sent";
  return (
    <Notice ref={notice} tabIndex={-1} live tone={isSent ? "success" : "danger"} className="mb-6">
      <p>
        {"words" in tried ? tried.words : TRIED[tried.kind]}
        {tried.kind === "retry" && " Try again in a minute."}
      </p>
      {"answer" in tried && tried.answer && (
        <p className="mt-1 wrap-anywhere">
          EmailJS’s answer: {tried.status} <q>{tried.answer}</q>
        </p>
      )}
    </Notice>
  );
}

const TRIED = {
  shut: "There is no private key that could be opened. Type it again.",
  limited: "You have tried it often. Wait an hour.",
};
