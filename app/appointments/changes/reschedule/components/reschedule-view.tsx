import { useState } from "react";
import { Form } from "react-router";
import { MoveBar } from "#app/appointments/changes/reschedule/components/move-bar.tsx";
import type { RescheduleReply } from "#app/appointments/changes/reschedule/reschedule-reply.ts";
import { TakenNotice } from "#app/appointments/components/taken-notice.tsx";
import { SchedulerView } from "#app/appointments/scheduler/components/scheduler-view.tsx";
import type { Scheduler } from "#app/appointments/scheduler/scheduler.ts";
import { ErrorSummary } from "#app/ui/error-summary.tsx";
import { Notice } from "#app/ui/notice.tsx";

type Props = {
  scheduler: Scheduler;
  /** The page itself: choices lead back to it, and the chosen time is sent to it. */
  action: string;
  /** The time it is booked for, in words. */
  was: string;
  /** What came of the last attempt, and which attempt that was. */
  reply: RescheduleReply | null;
  attempt: string;
};

const FORM = "reschedule";

/** Choosing another time for an appointment, and moving it. Works without a script. */
export function RescheduleView({ scheduler, action, was, reply, attempt }: Props) {
  const { chosen, times, zone, dayTitle } = scheduler;
  const [picked, setPicked] = useState(chosen.start);
  const time = times.find((cell) => cell.start === picked) ?? null;
  return (
    <>
      {reply?.error && <ErrorSummary key={attempt} errors={{ start: reply.error }} />}
      {reply?.alert && (
        <Notice tone="danger" live className="mb-6">
          {reply.alert}
        </Notice>
      )}
      {reply?.near && (
        <TakenNotice
          key={attempt}
          near={reply.near}
          zone={zone}
          form={FORM}
          safe={`Your appointment stays as it is, on ${was}.`}
        />
      )}
      <Form id={FORM} method="post" action={action} preventScrollReset>
        <input type="hidden" name="therapist" value={chosen.therapist ?? "anyone"} />
      </Form>
      <div className="grid gap-x-14 gap-y-10 lg:grid-cols-[minmax(0,1.35fr)_minmax(0,1fr)]">
        <section aria-label="Therapist, day and time">
          <SchedulerView
            scheduler={scheduler}
            bookingForm={FORM}
            action={action}
            fixedOffer
            error={reply?.error ?? undefined}
            chosenStart={picked}
            onChoose={setPicked}
          />
        </section>
        <MoveBar form={FORM} chosen={chosen} was={was} to={time && `${dayTitle} at ${time.label}`} />
      </div>
    </>
  );
}
