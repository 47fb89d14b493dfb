import { type ChangeEvent, useRef } from "react";
import { Form, useNavigation, useSubmit } from "react-router";
import type { Choices } from "#app/appointments/scheduler/choices.ts";
import { queryFrom } from "#app/appointments/scheduler/choices-query.ts";
import { DayStrip } from "#app/appointments/scheduler/components/day-strip.tsx";
import { OfferChoice, TherapistChoice } from "#app/appointments/scheduler/components/offer-choice.tsx";
import { TimeGrid } from "#app/appointments/scheduler/components/time-grid.tsx";
import type { Scheduler } from "#app/appointments/scheduler/scheduler.ts";
import { Button } from "#app/ui/button.tsx";

type Props = {
  scheduler: Scheduler;
  /** The form that the chosen time belongs to. */
  bookingForm: string;
  /** The page that the choices lead back to. */
  action: string;
  /** A moved appointment keeps its service and length. */
  fixedOffer?: boolean;
  error?: string;
  chosenStart: string | null;
  onChoose: (start: string) => void;
};

/**
 * Choosing what, with whom, which day and what time. The choices are a GET form: they live in the address and
 * work without a script. With one, each change asks again by itself and the page stays where it is.
 */
export function SchedulerView({ scheduler, bookingForm, action, fixedOffer = false, ...times }: Props) {
  const form = useRef<HTMLFormElement>(null);
  const submit = useSubmit();
  const busy = useNavigation().state === "loading";
  const { chosen } = scheduler;
  const hrefWith = (day: Partial<Choices>) => `${action}?${queryFrom({ ...asked(chosen, fixedOffer), ...day })}`;

  function askAgain(event: ChangeEvent<HTMLFormElement>) {
    if (!form.current) return;
    const data = new FormData(form.current);
    // Another service has its own lengths and its own first free day.
    if ((event.target as HTMLElement).getAttribute("name") === "service")
      for (const name of ["minutes", "therapist", "day"]) data.delete(name);
    submit(data, { method: "get", action, replace: true, preventScrollReset: true });
  }

  return (
    <div className="min-h-[630px] min-w-[280px] space-y-8" aria-busy={busy}>
      <Form
        ref={form}
        method="get"
        action={action}
        onChange={askAgain}
        preventScrollReset
        replace
        className="space-y-8"
      >
        {fixedOffer ? <TherapistChoice scheduler={scheduler} /> : <OfferChoice scheduler={scheduler} />}
        <DayStrip scheduler={scheduler} hrefOf={(from) => hrefWith({ from })} />
        <noscript>
          <Button look="outline">Show times</Button>
        </noscript>
      </Form>
      <TimeGrid
        scheduler={scheduler}
        bookingForm={bookingForm}
        busy={busy}
        nextHref={scheduler.nextFree && hrefWith({ day: scheduler.nextFree.day })}
        {...times}
      />
    </div>
  );
}

function asked({ service, minutes, therapist }: Scheduler["chosen"], fixedOffer: boolean): Partial<Choices> {
  // A fixed offer has a therapist of its own, unless told: 'anyone' must be said.
  return fixedOffer ? { therapist: therapist ?? "anyone" } : { service, minutes, therapist };
}
