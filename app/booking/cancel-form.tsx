import { Form } from "react-router";
import { Button, LinkButton } from "#app/ui/button.tsx";
import { useBusy } from "#app/ui/connection/connection.ts";
import { TextArea } from "#app/ui/field.tsx";

type Props = {
  action: string;
  keepHref: string;
  sequence: number;
  /** What was typed before the form was refused, and the error. */
  reason?: string;
  error?: string;
};

export function CancelForm({ action, keepHref, sequence, reason, error }: Props) {
  const busy = useBusy() === "submitting";
  return (
    <Form method="post" action={action} className="measure mt-6 space-y-6">
      <input type="hidden" name="sequence" value={sequence} />
      <TextArea
        name="reason"
        label="Why are you cancelling? (optional)"
        hint="It helps with planning. Please leave out medical details."
        rows={3}
        maxLength={500}
        defaultValue={reason}
        error={error}
      />
      <p className="flex flex-wrap gap-3">
        <LinkButton to={keepHref} look="outline">
          Keep it
        </LinkButton>
        <Button look="danger" aria-disabled={busy}>
          Cancel appointment
        </Button>
      </p>
    </Form>
  );
}
