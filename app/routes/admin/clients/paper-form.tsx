import { data, Form, href, redirect } from "react-router";
import { AllQuestions } from "#app/health/form/form-fields.tsx";
import { ShutRecord } from "#app/health/form/form-tag.tsx";
import { savePaperForm, viewPaperForm } from "#app/health/form/paper.server.ts";
import { fieldsFrom } from "#app/platform/form-fields.ts";
import { appContextOf, readFormBody } from "#app/platform/http/request.server.ts";
import { actorOf } from "#app/routes/account/identity.server.ts";
import { refusedAs } from "#app/routes/admin/edit-reply.ts";
import { BackLink, PageHeading } from "#app/ui/admin/page-heading.tsx";
import { Button, ErrorSummary, Field, FieldError, Notice, TickBox } from "#app/ui/controls.tsx";
import { privateMeta } from "#app/ui/shell/page-meta.ts";
import type { Route } from "./+types/paper-form.ts";

type Fields = Record<string, string>;

export async function loader({ params, context }: Route.LoaderArgs) {
  const view = await viewPaperForm(appContextOf(context), actorOf(context), params.id);
  if (view.kind === "not-found") throw refusedAs("not-found");
  return view.kind === "opened" ? { client: view.client, form: view.form } : null;
}

type Reply = { kind: "invalid"; errors: Fields; typed: Fields } | { kind: "conflict"; typed: Fields };

export async function action({ request, params, context }: Route.ActionArgs) {
  const typed = fieldsFrom(await readFormBody(request));
  const outcome = await savePaperForm(appContextOf(context), actorOf(context), params.id, typed);
  switch (outcome.kind) {
    case "invalid":
      return data<Reply>({ kind: "invalid", errors: outcome.errors, typed }, 422);
    case "conflict":
      return data<Reply>({ kind: "conflict", typed }, 409);
    case "shut":
      return data<null>(null, 503);
    case "not-found":
      throw refusedAs("not-found");
    default:
      throw redirect(`${href("/admin/clients/:id/form", params)}?saved`, 303);
  }
}

export const meta: Route.MetaFunction = (at) => privateMeta(at, "Form on paper");

export default function PaperForm({ loaderData, actionData }: Route.ComponentProps) {
  if (!loaderData) return <ShutRecord title="Type in a form on paper" />;
  const { client, form } = loaderData;
  const reply = actionData ?? null;
  const errors = reply?.kind === "invalid" ? reply.errors : {};
  const typed = reply?.typed ?? {};
  return (
    <div className="max-w-3xl">
      <BackLink to={href("/admin/clients/:id/form", client)}>Health form</BackLink>
      <PageHeading title="Type in a form on paper" intro={client.name} />
      <p className="mb-6">
        Type what is on the paper, and keep the paper itself as your own rules say. {client.name} reads in their account
        that you typed it.
      </p>
      {reply?.kind === "conflict" && (
        <Notice tone="warning" live className="mb-6">
          The questions have changed since you opened this page. What you typed is kept below: check it against the
          paper.
        </Notice>
      )}
      {reply?.kind === "invalid" && <ErrorSummary errors={errors} />}
      {/* Health text stays out of the browser's storage. */}
      <Form method="post" className="space-y-6" noValidate data-unsent="never">
        <input type="hidden" name="version" value={form.version} />
        <Field
          className="max-w-xs"
          name="paperOn"
          label="Date on the paper"
          hint="When they signed it."
          type="date"
          defaultValue={typed.paperOn}
          error={errors.paperOn}
        />
        <AllQuestions form={form} typed={typed} errors={errors} />
        <div>
          {errors.consent && <FieldError id="consent-error">{errors.consent}</FieldError>}
          <TickBox name="consent" id="consent" aria-describedby={errors.consent ? "consent-error" : undefined}>
            They signed the consent on the paper
          </TickBox>
        </div>
        <Button>Save</Button>
      </Form>
    </div>
  );
}
