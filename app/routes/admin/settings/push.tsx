import { data, Form, href, Link, redirect } from "react-router";
import { getAdapter } from "#app/adapters/adapters.db.server.ts";
import { appContextOf } from "#app/platform/http/request.server.ts";
import { may } from "#app/platform/permissions.ts";
import { readPractice } from "#app/practice/read-practice.server.ts";
import { pushInUse, subjectOf, switchPush } from "#app/push/push-in-use.server.ts";
import { actorOf } from "#app/routes/account/identity.server.ts";
import { refusedAs, sentTo } from "#app/routes/admin/edit-reply.ts";
import { SettingHeading } from "#app/routes/admin/settings/setting-heading.tsx";
import { Button, Notice } from "#app/ui/controls.tsx";
import { privateMeta } from "#app/ui/shell/page-meta.ts";
import type { Route } from "./+types/push.ts";

export async function loader({ context }: Route.LoaderArgs) {
  const app = appContextOf(context);
  if (!may(actorOf(context), "see", "settings")) throw refusedAs("forbidden");
  const { kind } = await pushInUse(app);
  const adapter = kind === "off" ? null : await getAdapter(app.db.kysely, "push");
  return {
    state: kind,
    contact: subjectOf(app, (await readPractice(app)).settings),
    fault: adapter && adapter.state !== "ok" ? adapter.fault : null,
  };
}

export async function action({ request, context }: Route.ActionArgs) {
  const { intent } = await sentTo(request);
  if (intent !== "on" && intent !== "off") return data({ kind: "invalid" }, { status: 422 });
  const outcome = await switchPush(appContextOf(context), actorOf(context), intent === "on");
  if (outcome.kind === "forbidden") throw refusedAs("forbidden");
  if (outcome.kind === "no-contact") return data(outcome, { status: 422 });
  return redirect(href("/admin/settings/push"), 303);
}

export const meta: Route.MetaFunction = (at) => privateMeta(at, "Notifications");

export default function PushSetting({ loaderData: { state, contact, fault } }: Route.ComponentProps) {
  const isOn = state !== "off";
  return (
    <div className="max-w-3xl">
      <SettingHeading
        title="Notifications"
        intro="Send notifications to phones and computers, even when the site is closed. No app needed."
      />
      <State state={state} fault={fault} />
      <div className="space-y-4">
        <p>
          Each of you decides on their own devices: new bookings, and what is cancelled or moved today. A therapist
          hears of their own appointments only. Clients with an account can get their reminder there, as well as by
          email.
        </p>
        <p>
          A notification shows the time, and never a name or a treatment: others may see a lock screen. It reaches the
          phone by the service of whoever made its browser (Google, Apple, Mozilla or Microsoft), which can’t read it.
        </p>
        <p>
          Your{" "}
          <Link to={href("/admin/settings/words/:page", { page: "privacy" })} className="prose-link">
            privacy page
          </Link>{" "}
          says so. If you have written it yourselves, add it there: who asks for reminders gets them by the service of
          their browser’s maker, which learns that your site sent something and when.
        </p>
        <Form method="post" className="space-y-4 border-t border-line pt-5">
          {contact === null && <NoContact />}
          <Button name="intent" value={isOn ? "off" : "on"} look={isOn ? "outline" : "primary"}>
            {isOn ? "Switch off" : "Switch on"}
          </Button>
          {isOn && <p className="text-ink-soft">Switching off forgets every device. Who wants it again, asks again.</p>}
        </Form>
      </div>
    </div>
  );
}

type StateProps = { state: "on" | "off" | "shut" | "no-contact"; fault: string | null };

function State({ state, fault }: StateProps) {
  if (state === "off") return <Notice className="mb-6">Switched off: no one is asked, and nothing is sent.</Notice>;
  if (state === "no-contact") {
    return (
      <Notice tone="warning" className="mb-6">
        Switched on, but nothing is sent: what is named below is missing.
      </Notice>
    );
  }
  if (state === "shut") {
    return (
      <Notice tone="warning" className="mb-6">
        The key for notifications can’t be opened on this machine, so nothing is sent. Bring the file “sealing-key” of
        the old data folder along; or switch off and on again, and everyone turns on notifications again.
      </Notice>
    );
  }
  return (
    <Notice tone={fault ? "warning" : "info"} className="mb-6">
      <p>
        Switched on.{" "}
        <Link to={href("/admin/notifications")} className="prose-link">
          Tell me on this device
        </Link>
      </p>
      {fault && <p className="mt-1 wrap-anywhere">The last one was not accepted: {fault}</p>}
    </Notice>
  );
}

function NoContact() {
  return (
    <p className="font-[650]">
      Push services need an address to write to. Give the practice an email address under{" "}
      <Link to={href("/admin/settings/business")} className="prose-link">
        Business details
      </Link>{" "}
      first.
    </p>
  );
}
