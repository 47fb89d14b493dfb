import { Form } from "react-router";
import type { Scheduler, TimeCell } from "#app/appointments/booking/scheduler/scheduler.ts";
import { SchedulerView } from "#app/appointments/booking/scheduler/scheduler-view.tsx";
import { type Alternatives, getAlternatives, TakenNotice } from "#app/appointments/booking/scheduler/taken-notice.tsx";
import { priceSeen, useChosenTime } from "#app/appointments/booking/scheduler/use-chosen-time.tsx";
import { momentOf } from "#app/platform/date-time.ts";
import { useBusy } from "#app/ui/connection/connection.ts";
import { Button, ErrorSummary, Notice, TickBox } from "#app/ui/controls.tsx";
import { FootBar } from "#app/ui/foot-bar.tsx";

type Props = {
  scheduler: Scheduler;
  /** The address of the page itself, for its links and its form. */
  action: string;
  was: string;
  /** What it costs as it is: `£58.00`. */
  price: string;
  service: string;
  minutes: number;
  sequence: number;
  /** One for a second person is at the same time. */
  isForTwo: boolean;
  reply: RescheduleReply | null;
  attempt: string;
};

const FORM = "reschedule";

export function RescheduleView({ scheduler, action, sequence, isForTwo, reply, attempt, ...booked }: Props) {
  const { chosen } = scheduler;
  const { was, price, service, minutes } = booked;
  const chosenTime = useChosenTime(scheduler, FORM);
  return (
    <>
      {reply?.error && <ErrorSummary key={attempt} errors={{ start: reply.error }} />}
      {reply?.alert && (
        <Notice tone="danger" live className="mb-6">
          {reply.alert}
        </Notice>
      )}
      {reply?.alternatives && (
        <TakenNotice
          key={attempt}
          alternatives={reply.alternatives}
          scheduler={scheduler}
          form={FORM}
          safe={`Your appointment stays as it is, on ${was}.`}
        />
      )}
      <Form id={FORM} method="post" action={action} preventScrollReset>
        <input type="hidden" name="therapist" value={chosen.therapist ?? "anyone"} />
        <input type="hidden" name="sequence" value={sequence} />
        <input type="hidden" name="service" value={chosen.service} />
        <input type="hidden" name="minutes" value={chosen.minutes} />
        <input type="hidden" name="price" value={priceSeen(scheduler, chosenTime.time) ?? ""} />
      </Form>
      <SchedulerView
        scheduler={scheduler}
        bookingForm={FORM}
        action={action}
        isBooked
        error={reply?.error ?? undefined}
        chosenTime={chosenTime}
      >
        <MoveBar
          form={FORM}
          isForTwo={isForTwo}
          scheduler={scheduler}
          was={{ when: was, price, service, minutes }}
          time={chosenTime.time}
        />
      </SchedulerView>
    </>
  );
}

/** The page's message when an appointment could not be moved. */
type RescheduleReply = { alert: string | null; alternatives: Alternatives | null; error: string | null };

type Refusal =
  | { kind: "invalid" | "too-late"; message: string }
  | {
      kind: "taken";
      start: number;
      near: readonly { start: number }[];
      others: readonly { slug: string; name: string }[];
    };

const nothing: RescheduleReply = { alert: null, alternatives: null, error: null };

export function rescheduleReply(refusal: Refusal): { reply: RescheduleReply; status: number } {
  if (refusal.kind === "taken") {
    return { reply: { ...nothing, alternatives: getAlternatives(refusal) }, status: 409 };
  }
  if (refusal.kind === "invalid") return { reply: { ...nothing, error: refusal.message }, status: 422 };
  return { reply: { ...nothing, alert: refusal.message }, status: 409 };
}

type Was = { when: string; price: string; service: string; minutes: number };
type MoveBarProps = { form: string; isForTwo: boolean; scheduler: Scheduler; was: Was; time: TimeCell | null };

/** Moves the appointment to the chosen time. Without one there is nothing to press. */
function MoveBar({ form, isForTwo, scheduler: { chosen, dayShort }, was, time }: MoveBarProps) {
  const busy = useBusy() === "submitting";
  const isOtherService = chosen.serviceTitle !== was.service;
  const isOther = isOtherService || chosen.minutes !== was.minutes;
  const named = (service: string) => (isOtherService ? `${service}, ` : "");
  const price = time?.price?.full ?? chosen.price;
  const words = busy ? "Moving…" : isOther ? `Save the change, ${price}` : "Move my appointment";
  return (
    <section aria-label="Your appointment" className="booking-card">
      <div className="max-lg:hidden">
        <p className="font-[650]">
          {chosen.serviceTitle}, {chosen.minutes} minutes
        </p>
        <dl className="mt-1 mb-4 grid grid-cols-[4rem_1fr] gap-x-2">
          <dt className="text-ink-soft">Now</dt>
          <dd>{was.when}</dd>
          <dt className="text-ink-soft">New</dt>
          <dd aria-live="polite">{time ? momentOf(dayShort, time.label) : "Choose a time"}</dd>
        </dl>
      </div>
      {isForTwo && !isOther && (
        <TickBox form={form} name="both">
          Move both appointments
        </TickBox>
      )}
      {time ? (
        <FootBar label="New time">
          <Button form={form} className="bar-whole" aria-disabled={busy}>
            {words}
          </Button>
        </FootBar>
      ) : (
        <noscript>
          <Button form={form} className="w-full">
            {words}
          </Button>
        </noscript>
      )}
      <p className="figures mt-3 text-sm text-ink-soft">
        {isOther
          ? `Now ${named(was.service)}${was.minutes} min, ${was.price}. New: ${named(chosen.serviceTitle)}${chosen.minutes} min, ${price}. Your booking won’t change until you save.`
          : `The price stays ${chosen.price}. Your booking won’t change until you move it.`}
      </p>
    </section>
  );
}
