import type { ReactNode } from "react";
import { data, Form, href, redirect } from "react-router";
import { endDemoForm } from "#app/demo/demo-end.form.ts";
import { type DemoEnding, endDemo, getDemoEnding } from "#app/demo/end-demo.server.ts";
import { countedInWords } from "#app/platform/database/most-listed.ts";
import { type FieldErrors, fieldsFrom, readFields } from "#app/platform/form-fields.ts";
import { appContextOf, readFormBody } from "#app/platform/http/request.server.ts";
import { actorOf } from "#app/routes/account/identity.server.ts";
import { SettingHeading } from "#app/routes/admin/settings/setting-heading.tsx";
import { Button, ErrorSummary, Field, FieldError, TickBox } from "#app/ui/controls.tsx";
import { PasswordField } from "#app/ui/password/password-field.tsx";
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
        <p className="text-lg">No one here is invented: every client, appointment and message is your own.</p>
      )}
    </div>
  );
}

type Props = { ending: DemoEnding; errors: FieldErrors; email: string };

/** Says what goes and what stays, and asks once. */
function DemoEndingForm({ ending: { goes, stays, needsAdmin }, errors, email }: Props) {
  return (
    <Form method="post" noValidate>
      {Object.keys(errors).length > 0 && <ErrorSummary errors={errors} />}
      <div className="grid gap-8 sm:grid-cols-2">
        <Part title="What we remove">
          <li>The demo’s name, contact details, hours and words, where you have not changed them</li>
          <li>Services and therapists that you have not changed</li>
          <li>{counted(goes.clients, "invented client")}, with notes and history</li>
          <li>{counted(goes.appointments, "appointment")}, and every figure made of them</li>
          <li>Invented payments and closed days, unless a real payment was recorded among them</li>
          <li>{counted(goes.messages, "message")}, replies and complaints among them</li>
          <li>Every email about them, sent or waiting</li>
          <li>{counted(goes.closures, "closure")} and holidays of the demo</li>
          <li>The demo owner’s sign-in</li>
          <li>The whole site from visitors’ view: they read “opening soon” until you open it</li>
        </Part>
        <Part title="What we keep">
          <li>Every service, therapist, setting and page that you have changed, and your pictures</li>
          <li>Hidden: a demo service or therapist that a real client has booked</li>
          <li>Bank holidays</li>
          <li>
            What is real: {counted(stays.clients, "client")}, {counted(stays.appointments, "appointment")},{" "}
            {counted(stays.messages, "message")}
          </li>
          <li>Your own account, and one line in the audit</li>
        </Part>
      </div>
      {needsAdmin && <OwnAdmin errors={errors} email={email} />}
      <div className="mt-8">
        {errors.sure && <FieldError id="sure-error">{errors.sure}</FieldError>}
        <TickBox
          id="sure"
          name="sure"
          value="yes"
          aria-invalid={errors.sure ? true : undefined}
          aria-describedby={errors.sure ? "sure-error" : undefined}
        >
          Remove this data permanently
        </TickBox>
      </div>
      <Button className="mt-4">Start with my own practice</Button>
    </Form>
  );
}

function Part({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section>
      <h2 className="mb-2 text-xl">{title}</h2>
      <ul className="list-disc space-y-1.5 pl-5">{children}</ul>
    </section>
  );
}

function OwnAdmin({ errors, email }: Pick<Props, "errors" | "email">) {
  return (
    <fieldset className="mt-8 max-w-md space-y-4">
      <legend className="mb-1 text-xl font-[650]">Your own sign-in</legend>
      <p className="text-ink-soft">You are signed in as the demo’s owner. From then on you log in with this.</p>
      <Field
        label="Email"
        name="email"
        type="email"
        autoComplete="username"
        defaultValue={email}
        error={errors.email}
        required
      />
      <PasswordField
        label="Password"
        hint="At least 15 characters."
        name="password"
        autoComplete="new-password"
        error={errors.password}
        required
      />
    </fieldset>
  );
}

function counted(count: number, noun: string): string {
  return `${countedInWords(count)} ${noun}${count === 1 ? "" : "s"}`;
}
