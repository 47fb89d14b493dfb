import { type ChangeEvent, useRef } from "react";
import { Form, useSubmit } from "react-router";
import type { Choices } from "#app/booking/choices.ts";
import { queryFrom } from "#app/booking/choices-query.ts";
import { DayStrip } from "#app/booking/day-strip.tsx";
import { OfferChoice, TherapistChoice } from "#app/booking/offer-choice.tsx";
import type { Scheduler } from "#app/booking/scheduler.ts";
import { TimeGrid } from "#app/booking/time-grid.tsx";
import { Button } from "#app/ui/button.tsx";
import { useBusy } from "#app/ui/connection/connection.ts";

type Props = {
  scheduler: Scheduler;
  bookingForm: string;
  action: string;
  fixedOffer?: boolean;
  error?: string;
  chosenStart: string | null;
  onChoose: (start: string) => void;
};

/**
 * Service, therapist, day and time. The choices are a GET form: they live in the address and work without a script.
 * With one, each change submits by itself, and the page keeps its scroll position.
 */
export function SchedulerView({ scheduler, bookingForm, action, fixedOffer = false, ...times }: Props) {
  const form = useRef<HTMLFormElement>(null);
  const submit = useSubmit();
  const busy = useBusy() === "loading";
  const { chosen } = scheduler;
  const hrefWith = (day: Partial<Choices>) => `${action}?${queryFrom({ ...choicesOf(chosen, fixedOffer), ...day })}`;

  function askAgain(event: ChangeEvent<HTMLFormElement>) {
    if (!form.current) return;
    const data = new FormData(form.current);
    // Another service has other lengths and another first free day.
    if ((event.target as HTMLElement).getAttribute("name") === "service")
      for (const name of ["minutes", "therapist", "day"]) data.delete(name);
    submit(data, { method: "get", action, replace: true, preventScrollReset: true });
  }

  return (
    // At least 320 by 630 px (decisions/0001, row 9); on the narrowest phones it spans the screen.
    <div
      data-scheduler
      className="min-h-[630px] min-w-[320px] space-y-8 max-[360px]:-mx-5 max-[360px]:px-2"
      aria-busy={busy}
    >
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

function choicesOf({ service, minutes, therapist }: Scheduler["chosen"], fixedOffer: boolean): Partial<Choices> {
  // A fixed offer defaults to its own therapist, so 'anyone' must be stated.
  return fixedOffer ? { therapist: therapist ?? "anyone" } : { service, minutes, therapist };
}
