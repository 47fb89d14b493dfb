import type { ReactNode } from "react";
import { Form } from "react-router";
import type { DemoEnding } from "#app/demo/end-demo.server.ts";
import type { FieldErrors } from "#app/platform/form-fields.ts";
import { countedInWords } from "#app/platform/most-listed.ts";
import { TickBox } from "#app/ui/admin/tick-box.tsx";
import { Button } from "#app/ui/button.tsx";
import { ErrorSummary } from "#app/ui/error-summary.tsx";
import { Field, FieldError } from "#app/ui/field.tsx";
import { PasswordField } from "#app/ui/password/password-field.tsx";

type Props = { ending: DemoEnding; errors: FieldErrors; email: string };

/** Says what goes and what stays, and asks once. */
export function DemoEndingForm({ ending: { goes, stays, needsAdmin }, errors, email }: Props) {
  return (
    <Form method="post" noValidate>
      {Object.keys(errors).length > 0 && <ErrorSummary errors={errors} />}
      <div className="grid gap-8 sm:grid-cols-2">
        <Part title="What goes">
          <li>The demo’s name, contact details, hours and words, where you have not changed them</li>
          <li>Services and therapists that you have not changed</li>
          <li>{counted(goes.clients, "invented client")}, with notes and history</li>
          <li>{counted(goes.appointments, "appointment")}, and every figure made of them</li>
          <li>Invented payments and closed days, unless a real payment was recorded among them</li>
          <li>{counted(goes.messages, "message")}, replies and complaints among them</li>
          <li>Every mail about them, sent or waiting</li>
          <li>{counted(goes.closures, "closure")} and holidays of the demo</li>
          <li>The demo owner’s sign-in</li>
          <li>The whole site from visitors’ view: they read “opening soon” until you open it</li>
        </Part>
        <Part title="What stays">
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
          All of this may go. It can’t be brought back
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
