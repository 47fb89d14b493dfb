import type { ReactNode } from "react";
import { Form } from "react-router";
import { type ChangeTerms, changeRule, changeRuleOfAny } from "#app/appointments/booking/change-rule.ts";
import { NoteField, PersonFields, type TypedDetails, VisitFields } from "#app/appointments/booking/person-fields.tsx";
import { useSaved } from "#app/appointments/booking/saved-here.tsx";
import type { PayAtBooking, Scheduler } from "#app/appointments/booking/scheduler/scheduler.ts";
import { usePending } from "#app/appointments/booking/scheduler/use-pending.tsx";
import { useBusy } from "#app/ui/connection/connection.ts";
import { useSendsMail } from "#app/ui/shell/sends-mail.tsx";
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
  pay?: PayAtBooking;
  isForOthers: boolean;
  draftKey: string;
  /** Beside the heading. */
  beside: ReactNode;
};

export function BookingForm({
  id,
  typed,
  errors,
  chosen,
  start,
  price,
  terms,
  pay,
  isForOthers,
  draftKey,
  beside,
}: Props) {
  // Our own messages replace the browser's, once the script runs.
  const hydrated = useHydrated();
  const own = useSaved()[0]
    .map(({ link }) => link.split("/").at(-1))
    .join(" ");
  const waiting = usePending(useBusy() === "submitting");
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
      <div className="flex items-center justify-between">
        <h2 id="your-details" className="text-xl">
          Your details
        </h2>
        <div className="-my-2">{beside}</div>
      </div>
      <input type="hidden" name="service" value={chosen.service} />
      <input type="hidden" name="minutes" value={chosen.minutes} />
      <input type="hidden" name="therapist" value={chosen.therapist ?? "anyone"} />
      {chosen.people && <input type="hidden" name="people" value={2} />}
      {chosen.also && <input type="hidden" name="also" value={chosen.also.join()} />}
      {chosen.course && !pay && <input type="hidden" name="course" value={chosen.course} />}
      <input type="hidden" name="key" value={draftKey} />
      <input type="hidden" name="own" value={own} />
      <input type="hidden" name="price" value={price ?? ""} />
      {!errors.before && <input type="hidden" name="before" value={typed.before ?? chosen.before ?? ""} />}
      <PersonFields typed={typed} errors={errors} />
      {chosen.venue === "client" && <VisitFields typed={typed} errors={errors} />}
      {chosen.venue === "elsewhere" && <p>At {chosen.venueName}.</p>}
      <NoteField typed={typed} errors={errors} />
      <BeforeConfirming start={start} terms={terms} pay={pay} />
      <p role="status" className="text-sm font-[650] empty:hidden">
        {waiting === "long" &&
          "This is taking longer than it should. Wait a little: sending it again can’t book twice."}
      </p>
    </Form>
  );
}

type BeforeConfirmingProps = Pick<Props, "start" | "terms" | "pay">;

/** What somebody should know before they book: until when it can be changed, and what their details are for. */
function BeforeConfirming({ start, terms, pay }: BeforeConfirmingProps) {
  const { lead, rest } = pay ?? (start ? changeRule(Date.parse(start), terms) : changeRuleOfAny(terms));
  return (
    <div className="before-confirming">
      {pay?.rows.map((row) => (
        <p key={row[0]} className="flex justify-between">
          {row[0]} <b>{row[1]}</b>
        </p>
      ))}
      {pay && <input type="hidden" name="pays" value={pay.seen} />}
      <p>
        <strong className="font-[650]">{lead}</strong> {rest}{" "}
        {terms.rules.chargesLate && (
          <a href="/policies/cancellations" className="prose-link">
            What it may cost
          </a>
        )}
      </p>
      <p className="text-ink-soft">
        Your details are used for this appointment only{useSendsMail() && ", and you get email only about it"}.{" "}
        <a href="/policies/privacy" className="prose-link whitespace-nowrap">
          Privacy notice
        </a>
      </p>
    </div>
  );
}
