import { Form } from "react-router";
import { MoveBar } from "#app/booking/reschedule-bar.tsx";
import type { RescheduleReply } from "#app/booking/reschedule-reply.ts";
import type { Scheduler } from "#app/booking/scheduler.ts";
import { SchedulerView } from "#app/booking/scheduler-view.tsx";
import { TakenNotice } from "#app/booking/taken-notice.tsx";
import { useChosenTime } from "#app/booking/use-chosen-time.tsx";
import { ErrorSummary } from "#app/ui/error-summary.tsx";
import { Notice } from "#app/ui/notice.tsx";

type Props = {
  scheduler: Scheduler;
  /** The address of the page itself, for its links and its form. */
  action: string;
  was: string;
  sequence: number;
  reply: RescheduleReply | null;
  attempt: string;
};

const FORM = "reschedule";

export function RescheduleView({ scheduler, action, was, sequence, reply, attempt }: Props) {
  const { chosen } = scheduler;
  const chosenTime = useChosenTime(scheduler, FORM);
  return (
    <>
      {reply?.error && <ErrorSummary key={attempt} errors={{ start: reply.error }} />}
      {reply?.alert && (
        <Notice tone="danger" live className="mb-6">
          {reply.alert}
        </Notice>
      )}
      {reply?.instead && (
        <TakenNotice
          key={attempt}
          instead={reply.instead}
          scheduler={scheduler}
          form={FORM}
          safe={`Your appointment stays as it is, on ${was}.`}
        />
      )}
      <Form id={FORM} method="post" action={action} preventScrollReset>
        <input type="hidden" name="therapist" value={chosen.therapist ?? "anyone"} />
        <input type="hidden" name="sequence" value={sequence} />
      </Form>
      <SchedulerView
        scheduler={scheduler}
        bookingForm={FORM}
        action={action}
        fixedOffer
        error={reply?.error ?? undefined}
        chosenTime={chosenTime}
      >
        <MoveBar form={FORM} scheduler={scheduler} was={was} time={chosenTime.time} />
      </SchedulerView>
    </>
  );
}
