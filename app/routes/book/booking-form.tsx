import { Form } from "react-router";
import { BeforeConfirming } from "#app/booking/before-confirming.tsx";
import type { ChangeTerms } from "#app/booking/change-rule.ts";
import { NoteField, PersonFields, type TypedDetails, VisitFields } from "#app/booking/person-fields.tsx";
import type { Scheduler } from "#app/booking/scheduler.ts";
import { useSaved } from "#app/booking/use-saved.tsx";
import { useWaiting } from "#app/booking/use-waiting.tsx";
import { useBusy } from "#app/ui/connection/connection.ts";
import { useHydrated } from "#app/ui/use-hydrated.ts";

type Props = {
  id: string;
  typed: TypedDetails;
  errors: TypedDetails;
  chosen: Scheduler["chosen"];
  start: string | null;
  /** `58.00`: what whoever books has seen. Null before a time was chosen. */
  price: string | null;
  terms: ChangeTerms;
  isForOthers: boolean;
  draftKey: string;
};

export function BookingForm({ id, typed, errors, chosen, start, price, terms, isForOthers, draftKey }: Props) {
  // Our own messages replace the browser's, once the script runs.
  const hydrated = useHydrated();
  const own = useSaved()[0]
    .map(({ link }) => link.split("/").at(-1))
    .join(" ");
  const waiting = useWaiting(useBusy() === "submitting");
  return (
    <Form
      id={id}
      method="post"
      noValidate={hydrated}
      data-unsent={isForOthers ? "never" : "kept"}
      preventScrollReset
      aria-labelledby="your-details"
      className="space-y-3"
    >
      <h2 id="your-details" className="text-xl">
        Your details
      </h2>
      <input type="hidden" name="service" value={chosen.service} />
      <input type="hidden" name="minutes" value={chosen.minutes} />
      <input type="hidden" name="therapist" value={chosen.therapist ?? "anyone"} />
      <input type="hidden" name="key" value={draftKey} />
      <input type="hidden" name="own" value={own} />
      <input type="hidden" name="price" value={price ?? ""} />
      <PersonFields typed={typed} errors={errors} />
      {chosen.venue === "client" && <VisitFields typed={typed} errors={errors} />}
      {chosen.venue === "elsewhere" && <p>At {chosen.venueName}.</p>}
      <NoteField typed={typed} errors={errors} />
      <BeforeConfirming start={start} terms={terms} />
      <p role="status" className="text-sm font-[650] empty:hidden">
        {waiting === "long" && "This is taking longer than it should. Please wait: pressing again can’t book twice."}
      </p>
    </Form>
  );
}
