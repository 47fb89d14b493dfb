import { Form } from "react-router";
import type { FieldErrors, Fields } from "#app/platform/form-fields.ts";
import { PartsFields } from "#app/routes/admin/settings/people/parts-fields.tsx";
import type { TherapistChoice } from "#app/routes/admin/settings/people/people-shown.server.ts";
import { Button } from "#app/ui/button.tsx";
import { ErrorSummary } from "#app/ui/error-summary.tsx";
import { Field } from "#app/ui/field.tsx";
import { useSendsMail } from "#app/ui/shell/sends-mail.tsx";

type Props = { therapists: readonly TherapistChoice[]; typed: Fields; errors: FieldErrors };

export function InviteForm({ therapists, typed, errors }: Props) {
  return (
    <section aria-labelledby="invite">
      <h2 id="invite" className="mb-4 text-lg">
        Invite somebody
      </h2>
      <Form method="post" noValidate className="max-w-xl space-y-5">
        {Object.keys(errors).length > 0 && <ErrorSummary key={JSON.stringify(errors)} errors={errors} />}
        <Field
          name="email"
          type="email"
          label="Their e-mail address"
          hint="They get a link that works once, for seven days, and for this address alone."
          autoComplete="off"
          required
          defaultValue={typed.email ?? ""}
          error={errors.email}
        />
        <PartsFields legend="What they are there for" values={typed} errors={errors} therapists={therapists} />
        <Button name="intent" value="invite" data-confirm>
          {useSendsMail() ? "Send the invitation" : "Make an invitation link"}
        </Button>
      </Form>
    </section>
  );
}
