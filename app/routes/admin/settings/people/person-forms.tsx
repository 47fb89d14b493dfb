import { Form } from "react-router";
import type { FieldErrors, Fields } from "#app/platform/form-fields.ts";
import { PartsFields } from "#app/routes/admin/settings/people/parts-fields.tsx";
import type { TherapistChoice } from "#app/routes/admin/settings/people/people-shown.server.ts";
import { Button } from "#app/ui/button.tsx";
import { ErrorSummary } from "#app/ui/error-summary.tsx";

type PartsProps = {
  name: string;
  self: boolean;
  values: Fields;
  version: number;
  errors: FieldErrors;
  therapists: readonly TherapistChoice[];
};

export function PartsForm({ name, self, values, version, errors, therapists }: PartsProps) {
  return (
    <Form method="post" noValidate className="mb-8 max-w-xl space-y-5">
      {Object.keys(errors).length > 0 && <ErrorSummary key={JSON.stringify(errors)} errors={errors} />}
      <input type="hidden" name="version" value={version} />
      <PartsFields
        legend={`What ${self ? "you are" : `${name} is`} there for`}
        values={values}
        errors={errors}
        therapists={therapists}
      />
      <p className="text-ink-soft">
        {self ? "You are" : "They are"} signed out and log in again. Calendar addresses and mails that a part gave end
        with it. With no box ticked, {self ? "you no longer work" : "they no longer work"} here.
      </p>
      <Button name="intent" value="parts" data-confirm>
        Save
      </Button>
    </Form>
  );
}

export function SuspendForm({ name }: { name: string }) {
  return (
    <section aria-labelledby="suspend" className="border-t border-line pt-5">
      <h2 id="suspend" className="mb-2 text-lg">
        Suspend
      </h2>
      <p className="mb-4 max-w-xl">
        {name} is signed out at once and opens nothing of the practice’s side, until you readmit them. Their account and
        their appointments stay; mails and calendar addresses are chosen anew then.
      </p>
      <Form method="post">
        <Button name="intent" value="suspend" look="danger" data-confirm>
          Suspend {name}
        </Button>
      </Form>
    </section>
  );
}

export function ReadmitForm({ name, had }: { name: string; had: string }) {
  return (
    <Form method="post" noValidate className="max-w-xl space-y-5">
      <p>
        {name} is suspended. Readmitted, they have again: {had.toLowerCase()}.
      </p>
      <Button name="intent" value="readmit" data-confirm>
        Readmit {name}
      </Button>
    </Form>
  );
}
