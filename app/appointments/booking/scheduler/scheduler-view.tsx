import { type ChangeEvent, type ReactNode, useEffect, useRef } from "react";
import { Form, useSubmit } from "react-router";
import type { Choices } from "#app/appointments/booking/scheduler/choices.ts";
import { queryFrom } from "#app/appointments/booking/scheduler/choices-query.ts";
import { DayStrip } from "#app/appointments/booking/scheduler/day-strip.tsx";
import { GoToDate } from "#app/appointments/booking/scheduler/go-to-date.tsx";
import { CHOICES, OfferChoice, TherapistChoice } from "#app/appointments/booking/scheduler/offer-choice.tsx";
import type { Scheduler, TimeCell } from "#app/appointments/booking/scheduler/scheduler.ts";
import { TimeGrid } from "#app/appointments/booking/scheduler/time-grid.tsx";
import { type ChosenTime, FOLD } from "#app/appointments/booking/scheduler/use-chosen-time.tsx";
import { useAsked } from "#app/appointments/booking/scheduler/use-pending.tsx";
import { momentOf } from "#app/appointments/time-words.ts";
import { Button } from "#app/ui/button.tsx";
import { FieldError } from "#app/ui/field.tsx";
import { RadioCell } from "#app/ui/radio-cell.tsx";

type Props = {
  scheduler: Scheduler;
  bookingForm: string;
  action: string;
  fixedOffer?: boolean;
  error?: string;
  /** Their answer to whether they have been here before, as it was sent, and what is wrong with it. */
  before?: { typed?: string; error?: string };
  chosenTime: ChosenTime;
  /** What is done with the time: beside the times on a desk, below them on a phone. */
  children: ReactNode;
};

/**
 * Service, therapist, day and time. The choices are a GET form: they live in the address and work without a script.
 * With one, each change submits by itself, and the page keeps its scroll position.
 */
export function SchedulerView({ scheduler, bookingForm, action, fixedOffer = false, error, ...props }: Props) {
  const { chosenTime, children, before } = props;
  const form = useRef<HTMLFormElement>(null);
  const submit = useSubmit();
  const isAsking = useAsked() !== null;
  const choices = choicesOf(scheduler.chosen, fixedOffer);
  const hrefWith = (others: Partial<Choices>) => `${action}?${queryFrom({ ...choices, ...others })}`;

  const { chosen } = scheduler;
  const { service, minutes, therapist, day } = chosen;

  // A browser keeps what was selected before a link led to another day, or before the script ran.
  const isFirst = useRef(true);
  useEffect(() => {
    const chosen: Record<string, string> = { minutes: `${minutes}`, therapist: therapist ?? "anyone", day: day ?? "" };
    const radios = [...(form.current?.elements ?? [])].filter((each) => each.matches("[type=radio]"));
    const stale = (radios as HTMLInputElement[]).filter((each) => each.checked !== (chosen[each.name] === each.value));
    const isEarlier = isFirst.current && stale.length > 0;
    isFirst.current = false;
    if (isEarlier) form.current?.requestSubmit();
    else for (const radio of stale) radio.checked = !radio.checked;
  }, [minutes, therapist, day]);

  function askAgain({ target }: ChangeEvent<HTMLDivElement>) {
    const { form: own, name, value } = target as EventTarget as HTMLInputElement;
    if (!form.current || (own !== form.current && name !== "before")) return;
    const query = new FormData(form.current);
    if (name === "before") query.set(name, value);
    submit(query, { method: "get", action, replace: true, preventScrollReset: true });
  }

  return (
    // At least 320 by 630 px (decisions/0001, row 9); on the narrowest phones it spans the screen.
    <div
      data-scheduler
      data-folded={chosenTime.folded || undefined}
      className="scheduler"
      aria-busy={isAsking}
      onChange={askAgain}
    >
      <Form ref={form} id={CHOICES} method="get" action={action} preventScrollReset replace>
        {!fixedOffer && <input type="hidden" name="service" value={service} />}
        <input type="hidden" name="from" value={scheduler.from} />
        {chosen.before && <input type="hidden" name="before" value={chosen.before} />}
      </Form>
      {fixedOffer ? (
        <div className="offer-row offer-alone">
          <TherapistChoice scheduler={scheduler} />
        </div>
      ) : (
        <OfferChoice
          scheduler={scheduler}
          hrefOf={(other) =>
            `${action}?${queryFrom({ service: other, before: chosen.before, day, from: scheduler.from })}`
          }
        />
      )}
      {chosen.firstExtra > 0 && <BeforeChoice form={bookingForm} chosen={chosen} {...before} />}
      <div className="days">
        <p role="status" className="mb-2 font-[650] empty:hidden">
          {scheduler.movedNote}
        </p>
        {/* What is placed at the head of the days on a phone stays clear of the sentence. */}
        <div className="relative">
          <DayStrip scheduler={scheduler} hrefOf={hrefWith} />
          <noscript>
            <Button form={CHOICES} look="outline">
              Show times
            </Button>
          </noscript>
          <GoToDate
            key={scheduler.goTo?.typed ?? scheduler.chosen.day}
            action={action}
            choices={Object.entries(choices).map(([name, value]) => [name, String(value)])}
            goTo={scheduler.goTo}
          />
        </div>
      </div>
      {chosenTime.time && chosenTime.folded && (
        <ChosenFold
          scheduler={scheduler}
          time={chosenTime.time}
          changeHref={hrefWith({ day: scheduler.chosen.day, from: scheduler.from })}
          onChange={chosenTime.unfold}
        />
      )}
      <TimeGrid
        scheduler={scheduler}
        bookingForm={bookingForm}
        nextHref={scheduler.nextFree && hrefWith({ day: scheduler.nextFree.day })}
        hrefOf={hrefWith}
        error={error}
        chosenTime={chosenTime}
      />
      {children}
    </div>
  );
}

function choicesOf(
  { service, minutes, before, therapist }: Scheduler["chosen"],
  fixedOffer: boolean,
): Partial<Choices> {
  // A fixed offer defaults to its own therapist, so 'anyone' must be stated.
  return fixedOffer
    ? { therapist: therapist ?? "anyone" }
    : { service, minutes, before, therapist: therapist ?? "anyone" };
}

type BeforeProps = { form: string; chosen: Scheduler["chosen"]; typed?: string; error?: string };

/** Asked, and never looked up: or a stranger could find out who is a client. Without a script it goes with the booking. */
function BeforeChoice({ form, chosen: { before, firstExtra }, typed = before ?? "", error }: BeforeProps) {
  const cell = { name: "before", form, required: true } as const;
  return (
    <fieldset
      className="mt-3 mb-3 lg:mt-0 lg:[grid-area:before]"
      aria-describedby={error ? "before-error" : "before-hint"}
    >
      <legend className="mb-1 font-[650]">Have you been to us before?</legend>
      {error && <FieldError id="before-error">{error}</FieldError>}
      <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
        <div className="flex gap-2">
          <RadioCell {...cell} id="before" value="yes" defaultChecked={typed === "yes"} cellClassName="min-w-20">
            Yes
          </RadioCell>
          <RadioCell {...cell} value="no" defaultChecked={typed === "no"} cellClassName="min-w-20">
            No
          </RadioCell>
        </div>
        <p id="before-hint" className="text-sm text-ink-soft">
          A first appointment takes {firstExtra} minutes longer, at the same price.
        </p>
      </div>
    </fieldset>
  );
}

type CollapsedProps = { scheduler: Scheduler; time: TimeCell; changeHref: string; onChange: () => void };

/** The chosen day and time as one line, in place of all of them on a phone. */
function ChosenFold({ scheduler: { dayShort, chosen, therapists }, time, changeHref, onChange }: CollapsedProps) {
  const therapist = therapists.find(({ slug }) => slug === chosen.therapist);
  return (
    <section id={FOLD} tabIndex={-1} aria-label="Chosen time" className="chosen-fold lg:hidden">
      <span className="chosen-tick">
        <svg viewBox="0 0 24 24" aria-hidden="true" className="size-4">
          <path d="m5 12.5 4.5 4.5L19 7.5" fill="none" stroke="currentColor" strokeWidth="2.5" strokeLinecap="round" />
        </svg>
      </span>
      <p className="figures min-w-0 leading-snug">
        <span className="block font-[650]">{momentOf(dayShort, time.label)}</span>
        <span className="block text-sm text-ink-soft">
          until {time.until}, {therapist ? `with ${therapist.name}` : "with whoever is free"}
        </span>
      </p>
      <a
        href={changeHref}
        onClick={(event) => {
          event.preventDefault();
          onChange();
        }}
        className="prose-link inline-flex min-h-11 items-center text-sm font-[650]"
      >
        Change<span className="sr-only"> the day or time</span>
      </a>
    </section>
  );
}
