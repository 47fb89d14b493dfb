import { data, Form, href, redirect } from "react-router";
import { openInEmergency, viewEmergency } from "#app/health/emergency.server.ts";
import { CodeFirst, ShutRecord } from "#app/health/form/form-tag.tsx";
import { LONGEST_REASON } from "#app/health/note.ts";
import { localTimeOf } from "#app/platform/date-time.ts";
import { appContextOf, readFormBody } from "#app/platform/http/request.server.ts";
import { readPractice } from "#app/practice/read-practice.server.ts";
import { getRecord } from "#app/privacy/get-client-record.server.ts";
import { actorOf } from "#app/routes/account/identity.server.ts";
import { refusedAs, unconfirmed } from "#app/routes/admin/edit-reply.ts";
import { BackLink, PageHeading } from "#app/ui/admin/page-heading.tsx";
import { Button, LinkButton, Notice, TextArea } from "#app/ui/controls.tsx";
import { privateMeta } from "#app/ui/shell/page-meta.ts";
import type { Route } from "./+types/emergency.ts";

export async function loader({ params, context }: Route.LoaderArgs) {
  const app = appContextOf(context);
  const view = await viewEmergency(app, actorOf(context), params.id);
  if (view.kind === "not-found") throw refusedAs("not-found");
  if (view.kind === "shut") return null;
  const { zone } = (await readPractice(app)).settings.bookingRules;
  const until = view.emergency && localTimeOf(view.emergency.until, zone);
  // A therapist who treats others has no page of this client.
  const hasPage = (await getRecord(app, actorOf(context), params.id)) !== null;
  return { id: params.id, name: view.name ?? "Unknown", until, hasPage, isProtected: view.isProtected };
}

export async function action({ request, params, context }: Route.ActionArgs) {
  const reason = String((await readFormBody(request)).get("reason") ?? "");
  const outcome = await openInEmergency(appContextOf(context), actorOf(context), { clientId: params.id, reason });
  if (outcome.kind === "unconfirmed") throw unconfirmed(request);
  if (outcome.kind === "not-found") throw refusedAs("not-found");
  if (outcome.kind === "invalid") return data({ reason, error: outcome.message }, { status: 422 });
  throw redirect(href("/admin/clients/:id/emergency", params), 303);
}

export const meta: Route.MetaFunction = (at) => privateMeta(at, "Emergency access");

export default function EmergencyAccess({ loaderData, actionData }: Route.ComponentProps) {
  if (!loaderData) return <ShutRecord title="Emergency access" />;
  const { id, name, until, hasPage, isProtected } = loaderData;
  return (
    <div className="max-w-prose">
      {hasPage ? (
        <BackLink to={href("/admin/clients/:id", { id })}>{name}</BackLink>
      ) : (
        <BackLink to={href("/admin/clients")}>Clients</BackLink>
      )}
      <PageHeading title="Emergency access" intro={name} />
      {until ? (
        <>
          <p className="mb-4">You can read this record until {until}. You change nothing in it.</p>
          <div className="flex flex-wrap gap-3">
            <LinkButton to={href("/admin/clients/:id/form", { id })} look="outline">
              Health form
            </LinkButton>
            <LinkButton to={href("/admin/clients/:id/treatment-notes", { id })} look="outline">
              Treatment notes
            </LinkButton>
          </div>
        </>
      ) : (
        <>
          <p>You don’t treat this client. If something has happened, you can read their record for one hour.</p>
          <Notice tone="warning" className="my-4">
            {name} reads in their account that you opened it, and your reason. The person who wrote it gets an email
            now.
          </Notice>
          {isProtected ? (
            <Form method="post" className="space-y-4" noValidate>
              <TextArea
                name="reason"
                label="Reason"
                hint="What has happened, in a sentence. It is sealed, like the record."
                rows={2}
                maxLength={LONGEST_REASON}
                defaultValue={actionData?.reason}
                error={actionData?.error}
              />
              <Button data-confirm>Open the record for one hour</Button>
            </Form>
          ) : (
            <CodeFirst />
          )}
        </>
      )}
    </div>
  );
}
