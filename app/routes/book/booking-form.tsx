import { Form } from "react-router";
import { PersonFields, type TypedPerson } from "#app/booking/person-fields.tsx";
import type { Scheduler } from "#app/booking/scheduler.ts";
import { useHydrated } from "#app/ui/use-hydrated.ts";

type Props = {
  id: string;
  typed: TypedPerson;
  errors: TypedPerson;
  chosen: Scheduler["chosen"];
  draftKey: string;
};

export function BookingForm({ id, typed, errors, chosen, draftKey }: Props) {
  // Our own messages replace the browser's, once the script runs.
  const hydrated = useHydrated();
  return (
    <Form
      id={id}
      method="post"
      noValidate={hydrated}
      preventScrollReset
      aria-labelledby="your-details"
      className="space-y-5"
    >
      <h2 id="your-details" className="text-xl">
        Your details
      </h2>
      <input type="hidden" name="service" value={chosen.service} />
      <input type="hidden" name="minutes" value={chosen.minutes} />
      <input type="hidden" name="therapist" value={chosen.therapist ?? "anyone"} />
      <input type="hidden" name="key" value={draftKey} />
      <PersonFields typed={typed} errors={errors} />
    </Form>
  );
}
