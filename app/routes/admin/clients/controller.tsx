import { data, Form, href, redirect } from "react-router";
import { setController, viewController } from "#app/health/keeping/controller.server.ts";
import { appContextOf } from "#app/platform/http/request.server.ts";
import { readPractice } from "#app/practice/read-practice.server.ts";
import { actorOf } from "#app/routes/account/identity.server.ts";
import { refusedAs, sentTo, unconfirmed } from "#app/routes/admin/edit-reply.ts";
import { BackLink, PageHeading } from "#app/ui/admin/page-heading.tsx";
import { Button, Select } from "#app/ui/controls.tsx";
import { privateMeta } from "#app/ui/shell/page-meta.ts";
import type { Route } from "./+types/controller.ts";

const PRACTICE = "practice";

export async function loader({ params, context }: Route.LoaderArgs) {
  const app = appContextOf(context);
  const view = await viewController(app, actorOf(context), params.id);
  if (view.kind !== "found") throw refusedAs(view.kind);
  const { name, controller, therapists } = view;
  const practice = (await readPractice(app)).settings.business.name;
  return { id: params.id, name: name ?? "Unknown", chosen: controller?.therapistId ?? PRACTICE, therapists, practice };
}

export async function action({ request, params, context }: Route.ActionArgs) {
  const { fields } = await sentTo(request);
  const { controller = "" } = fields;
  const therapistId = controller === PRACTICE ? null : controller;
  const outcome = await setController(appContextOf(context), actorOf(context), { clientId: params.id, therapistId });
  if (outcome.kind === "unconfirmed") throw unconfirmed(request);
  if (outcome.kind === "invalid") return data({ error: outcome.message }, { status: 422 });
  if (outcome.kind !== "saved") throw refusedAs(outcome.kind);
  throw redirect(`${href("/admin/clients/:id", params)}?saved`, 303);
}

export const meta: Route.MetaFunction = (at) => privateMeta(at, "Whose record it is");

/** The practice, or a self-employed therapist of whom the client is. */
export default function RecordController({ loaderData, actionData }: Route.ComponentProps) {
  const { id, name, chosen, therapists, practice } = loaderData;
  return (
    <div className="max-w-prose">
      <BackLink to={href("/admin/clients/:id", { id })}>{name}</BackLink>
      <PageHeading title="Whose record it is" intro={name} />
      <p className="mb-6">
        A client of a self-employed therapist is theirs, and so is the health record: they answer for it, and it can go
        with them. Every other record is the practice’s. The client reads whose it is in their account.
      </p>
      <Form method="post" className="space-y-5" noValidate>
        <Select name="controller" label="Who answers for this record" defaultValue={chosen} error={actionData?.error}>
          <option value={PRACTICE}>{practice}</option>
          {therapists.map(({ therapistId, name: therapist }) => (
            <option key={therapistId} value={therapistId}>
              {therapist}, self-employed
            </option>
          ))}
        </Select>
        <Button data-confirm>Save</Button>
      </Form>
    </div>
  );
}
