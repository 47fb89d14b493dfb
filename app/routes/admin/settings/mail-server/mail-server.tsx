import { data, Form, href, Link, useSearchParams } from "react-router";
import { isPrivateHost } from "#app/mail-server/find-host.server.ts";
import { mailServerFormOf } from "#app/mail-server/mail-server.form.ts";
import { mailServerInUse, serverIn } from "#app/mail-server/mail-server-in-use.server.ts";
import { fieldsOf } from "#app/platform/form-fields.ts";
import { appContextOf } from "#app/platform/http/context.server.ts";
import { may } from "#app/platform/permissions.ts";
import { keyIdOf, readSealingKey } from "#app/platform/sealed.server.ts";
import { readPractice } from "#app/practice/read-practice.server.ts";
import { actorOf } from "#app/routes/account/identity.server.ts";
import { refusedAs, sentTo } from "#app/routes/admin/edit-reply.ts";
import { changeMailServer } from "#app/routes/admin/settings/mail-server/change-mail-server.server.ts";
import { MailServerFields } from "#app/routes/admin/settings/mail-server/mail-server-fields.tsx";
import { ServerState } from "#app/routes/admin/settings/mail-server/server-state.tsx";
import { TriedNotice } from "#app/routes/admin/settings/mail-server/tried-notice.tsx";
import { SettingHeading } from "#app/routes/admin/settings/setting-heading.tsx";
import { Button } from "#app/ui/button.tsx";
import { Notice } from "#app/ui/notice.tsx";
import { privateMeta } from "#app/ui/shell/page-meta.ts";
import type { Route } from "./+types/mail-server.ts";

export async function loader({ context }: Route.LoaderArgs) {
  const app = appContextOf(context);
  if (!may(actorOf(context), "see", "settings")) throw refusedAs("forbidden");
  const version = (await readPractice(app)).saved.mailServer?.version ?? 0;
  const stored = (await readPractice(app)).settings.mailServer;
  const inUse = await mailServerInUse(app);
  return {
    stored: fieldsOf(mailServerFormOf(stored)),
    version,
    isStored: stored !== null,
    hasPassword: Boolean(stored?.password),
    inUse: inUse.kind,
    where: inUse.kind === "environment" ? inUse.where : stored && `${stored.host}:${stored.port}`,
    isShut: serverIn(app, stored).kind === "shut",
    keys: { sealedBy: stored ? keyIdOf(stored.password) : "", here: readSealingKey(app.config)?.id ?? null },
    inside: stored !== null && isPrivateHost(stored.host),
    ports: app.config.smtpPorts.join(", "),
  };
}

export async function action({ request, context }: Route.ActionArgs) {
  const reply = await changeMailServer({ request, context }, await sentTo(request));
  return data(reply, { status: STATUS[reply.kind] });
}

const STATUS = { invalid: 422, stale: 409, preview: 200, tried: 200 };

export const meta: Route.MetaFunction = (at) => privateMeta(at, "Mail server");

export default function MailServerPage({ loaderData, actionData }: Route.ComponentProps) {
  const { stored, version, hasPassword, isStored, ports, ...state } = loaderData;
  const [query] = useSearchParams();
  const reply = actionData && actionData.kind !== "tried" ? actionData : null;
  return (
    <div className="max-w-3xl">
      <SettingHeading
        title="Mail server"
        intro="Your mail provider’s help names these: look for “SMTP” or “outgoing mail”."
      />
      {query.has("untold") && (
        <Notice tone="warning" className="mb-6">
          The mail server before this one did not answer, so we could not email every owner through it. We email them
          through the one that you have now.
        </Notice>
      )}
      {actionData && "tried" in actionData && <TriedNotice key={JSON.stringify(actionData)} tried={actionData.tried} />}
      <ServerState {...state} />
      {(state.inUse === "environment" || state.inUse === "settings") && (
        <Form method="post" className="mb-8 flex flex-wrap items-center gap-4">
          <Button name="intent" value="test-used" look="strong">
            Send a test mail
          </Button>
          <Link to={href("/admin/settings/sender")} className="prose-link">
            Sender
          </Link>
        </Form>
      )}
      <MailServerFields {...{ stored, version, hasPassword, isStored, ports, reply }} />
    </div>
  );
}
