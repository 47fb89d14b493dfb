import { data, href, redirect } from "react-router";
import { endDemoForm } from "#app/demo/demo-end.form.ts";
import { endDemo, getDemoEnding } from "#app/demo/end-demo.server.ts";
import { type FieldErrors, fieldsFrom, readFields } from "#app/platform/form-fields.ts";
import { appContextOf } from "#app/platform/http/context.server.ts";
import { readFormBody } from "#app/platform/http/read-form-body.server.ts";
import { actorOf } from "#app/routes/account/identity.server.ts";
import { DemoEndingForm } from "#app/routes/admin/settings/demo-ending.tsx";
import { SettingHeading } from "#app/routes/admin/settings/setting-heading.tsx";
import { privateMeta } from "#app/ui/shell/page-meta.ts";
import type { Route } from "./+types/demo.ts";

export async function loader({ context }: Route.LoaderArgs) {
  return { ending: await getDemoEnding(appContextOf(context), actorOf(context)) };
}

export async function action({ request, context }: Route.ActionArgs) {
  const app = appContextOf(context);
  const actor = actorOf(context);
  const ending = await getDemoEnding(app, actor);
  const fields = fieldsFrom(await readFormBody(request));
  const refused = (errors: FieldErrors) => data({ email: fields.email ?? "", errors }, { status: 422 });
  const read = readFields(endDemoForm({ needsAdmin: ending?.needsAdmin ?? false }), fields);
  if (read.kind === "invalid") return refused(read.errors);
  const outcome = await endDemo(app, actor, read.value);
  if (outcome.kind === "invalid") return refused({ [outcome.field]: outcome.message });
  throw redirect(read.value.admin ? href("/login") : `${href("/admin/settings/demo")}?saved`, 303);
}

export const meta: Route.MetaFunction = (at) => privateMeta(at, "Start with my own practice");

export default function Demo({ loaderData: { ending }, actionData }: Route.ComponentProps) {
  return (
    <div className="max-w-3xl">
      <SettingHeading title="Start with my own practice" />
      {ending ? (
        <DemoEndingForm ending={ending} errors={actionData?.errors ?? {}} email={actionData?.email ?? ""} />
      ) : (
        <p className="text-lg">Nobody here is invented: every client, appointment and message is your own.</p>
      )}
    </div>
  );
}
