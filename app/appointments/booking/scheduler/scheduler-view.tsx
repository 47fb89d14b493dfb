import { type ChangeEvent, type ReactNode, useEffect, useRef } from "react";
import { Form, useSubmit } from "react-router";
import type { Choices } from "#app/appointments/booking/scheduler/choices.ts";
import {
  choicesElsewhere,
  choicesWith,
  currentChoices,
  keptStart,
  queryFrom,
} from "#app/appointments/booking/scheduler/choices-query.ts";
import { DayStrip } from "#app/appointments/booking/scheduler/day-strip.tsx";
import { GoToDate } from "#app/appointments/booking/scheduler/go-to-date.tsx";
import {
  CHOICES,
  LengthChoice,
  OfferChoice,
  TherapistChoice,
} from "#app/appointments/booking/scheduler/offer-choice.tsx";
import { Preferences } from "#app/appointments/booking/scheduler/preference-choice.tsx";
import type { Scheduler, TimeCell } from "#app/appointments/booking/scheduler/scheduler.ts";
import { TimeGrid } from "#app/appointments/booking/scheduler/time-grid.tsx";
import { type ChosenTime, FOLD } from "#app/appointments/booking/scheduler/use-chosen-time.tsx";
import { useAsked } from "#app/appointments/booking/scheduler/use-pending.tsx";
import { momentOf } from "#app/appointments/time-words.ts";
import { Button } from "#app/ui/button.tsx";
import { RadioCell } from "#app/ui/radio-cell.tsx";
import { useHydrated } from "#app/ui/use-hydrated.ts";

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
  // Without a script the answer goes with the booking, so that nothing typed is lost.
  const hydrated = useHydrated();
  const start = keptStart(scheduler.times, chosenTime.start);
  const choices = { ...currentChoices(scheduler, fixedOffer), start };
  const hrefWith = (others: Partial<Choices>) => `${action}?${queryFrom({ ...choices, ...others })}`;

  const { chosen } = scheduler;
  const { service, day } = chosen;

  // A browser keeps what was selected before a link led to another day, or before the script ran; and another day may
  // be shown than was asked for, even the one that was shown before.
  const isFirst = useRef(true);
  useEffect(() => {
    const { minutes, therapist, day, before } = scheduler.chosen;
    const offer = { minutes: `${minutes}`, therapist: therapist ?? "anyone" };
    const chosen: Record<string, string> = { ...offer, day: day ?? "", before: before ?? "" };
    const radios = [...(form.current?.elements ?? [])].filter((each) => each.matches("[type=radio]"));
    const stale = (radios as HTMLInputElement[]).filter((each) => each.checked !== (chosen[each.name] === each.value));
    const isEarlier = isFirst.current && stale.length > 0;
    isFirst.current = false;
    if (isEarlier) form.current?.requestSubmit();
    else for (const radio of stale) radio.checked = !radio.checked;
  }, [scheduler]);

  // The address names what is shown, for reloading and sharing.
  useEffect(() => {
    const query = new URLSearchParams(window.location.search);
    if (isAsking || (query.get("start") === start && (query.get("day") ?? day) === day)) return;
    for (const [name, value] of Object.entries({ day, start })) value ? query.set(name, value) : query.delete(name);
    query.delete("date");
    window.history.replaceState(window.history.state, "", `?${query}`);
  }, [isAsking, day, start]);

  function askAgain({ target }: ChangeEvent<HTMLDivElement>) {
    if (!form.current || (target as EventTarget as HTMLInputElement).form !== form.current) return;
    submit(new FormData(form.current), { method: "get", action, replace: true, preventScrollReset: true });
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
        {start && <input type="hidden" name="start" value={start} />}
        {chosen.preference && <input type="hidden" name="preference" value={chosen.preference} />}
      </Form>
      {fixedOffer ? (
        <div className="offer-row offer-alone">
          {scheduler.lengths.length > 1 && <LengthChoice scheduler={scheduler} />}
          <TherapistChoice scheduler={scheduler} />
        </div>
      ) : (
        <OfferChoice
          scheduler={scheduler}
          hrefOf={(other) => `${action}?${queryFrom({ ...choicesWith(scheduler, other), start })}`}
        />
      )}
      {chosen.asks && (
        <BeforeChoice
          form={before?.error && !hydrated ? bookingForm : CHOICES}
          scheduler={scheduler}
          typed={before?.typed}
        />
      )}
      <Preferences scheduler={scheduler} hrefOf={hrefWith} />
      <p role="status" className="sr-only">
        {scheduler.spoken}
      </p>
      <div className="days">
        <p role="status" className="mb-2 font-[650] empty:hidden">
          {scheduler.movedNote}
          {scheduler.isFull && scheduler.phone.label && (
            <>
              {" "}
              Or call{" "}
              <a href={scheduler.phone.href} className="prose-link">
                {scheduler.phone.label}
              </a>
              .
            </>
          )}
        </p>
        {/* What is placed at the head of the days on a phone stays clear of the sentence. */}
        <div className="relative">
          <DayStrip scheduler={scheduler} hrefOf={(leaf) => hrefWith(choicesElsewhere({}, leaf))} />
          <noscript>
            <Button form={CHOICES} look="outline">
              Show times
            </Button>
          </noscript>
          <GoToDate
            key={scheduler.goTo?.typed ?? scheduler.chosen.day}
            action={action}
            choices={[...new URLSearchParams(queryFrom(choices))]}
            goTo={scheduler.goTo}
          />
        </div>
      </div>
      {chosenTime.time && chosenTime.folded && (
        <ChosenFold
          scheduler={scheduler}
          time={chosenTime.time}
          changeHref={hrefWith({ start: null })}
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

type BeforeProps = { form: string; scheduler: Scheduler; typed?: string };

/** Asked, and never looked up: or a stranger could find out who is a client. */
function BeforeChoice({ form, scheduler: { chosen }, typed = chosen.before ?? "" }: BeforeProps) {
  return (
    <fieldset id="before" tabIndex={-1} className="before">
      <legend className="mb-1 text-xs text-ink-soft">{chosen.asks}</legend>
      <div className="offer-cells">
        {["Yes", "No"].map((words) => {
          const value = words.toLowerCase();
          return (
            <RadioCell key={value} name="before" form={form} value={value} defaultChecked={value === typed}>
              {words}
            </RadioCell>
          );
        })}
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
