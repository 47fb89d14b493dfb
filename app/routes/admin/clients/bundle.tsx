import { data, href, redirect } from "react-router";
import { reasonFault } from "#app/health/access.server.ts";
import { CodeFirst, ShutRecord } from "#app/health/form/form-tag.tsx";
import { viewBundle } from "#app/health/keeping/bundle.server.ts";
import { LONGEST_REASON } from "#app/health/note.ts";
import { appContextOf, readFormBody } from "#app/platform/http/request.server.ts";
import { actorOf } from "#app/routes/account/identity.server.ts";
import { refusedAs } from "#app/routes/admin/edit-reply.ts";
import { BackLink, PageHeading } from "#app/ui/admin/page-heading.tsx";
import { Button, Notice, TextArea } from "#app/ui/controls.tsx";
import { privateMeta } from "#app/ui/shell/page-meta.ts";
import type { Route } from "./+types/bundle.ts";

export async function loader({ params, context }: Route.LoaderArgs) {
  const view = await viewBundle(appContextOf(context), actorOf(context), params.id);
  if (view.kind === "not-found") throw refusedAs("not-found");
  if (view.kind === "shut") return { id: params.id, name: null, isProtected: true };
  return { id: params.id, name: view.name, isProtected: view.isProtected };
}

/** Here and not at the file, which has no page to show what was typed on: what is right is sent on to it as it is. */
export async function action({ request, params, context }: Route.ActionArgs) {
  const view = await viewBundle(appContextOf(context), actorOf(context), params.id);
  if (view.kind === "not-found") throw refusedAs("not-found");
  const reason = String((await readFormBody(request)).get("reason") ?? "");
  const error = reasonFault(reason.replaceAll("\r\n", "\n").trim());
  if (error) return data({ reason, error }, { status: 422 });
  throw redirect(href("/admin/clients/:id/bundle.zip", params), 307);
}

export const meta: Route.MetaFunction = (at) => privateMeta(at, "File for an insurer");

export default function InsurersFile({ loaderData: { id, name, isProtected }, actionData }: Route.ComponentProps) {
  if (name === null) return <ShutRecord title="File for an insurer" />;
  return (
    <div className="max-w-prose">
      <BackLink to={href("/admin/clients/:id", { id })}>{name}</BackLink>
      <PageHeading title="File for an insurer" intro={name} />
      <p>One ZIP file with everything that is kept of this client’s health record:</p>
      <ul className="mt-2 mb-4 list-disc pl-5">
        <li>notes with their amendments, and forms with the questions as they read then</li>
        <li>pictures and papers, as they are stored</li>
        <li>consents, also withdrawn ones, and who opened the record</li>
        <li>appointments, and when emails were sent</li>
        <li>a PDF to read, and a page that proves offline that nothing was changed</li>
      </ul>
      <Notice className="mb-6">
        The file is not sealed: anyone who has it can read it. The client sees that you made it, and your reason.
      </Notice>
      {isProtected ? (
        <form method="post" className="space-y-4" noValidate>
          <TextArea
            name="reason"
            label="Reason"
            hint="For instance the insurer and the number of the claim. Sealed, like the record."
            rows={2}
            maxLength={LONGEST_REASON}
            defaultValue={actionData?.reason}
            error={actionData?.error}
          />
          <Button data-confirm>Download file</Button>
        </form>
      ) : (
        <CodeFirst />
      )}
    </div>
  );
}
