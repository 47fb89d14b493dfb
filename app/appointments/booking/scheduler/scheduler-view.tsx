import { type ChangeEvent, type ReactNode, useEffect, useRef } from "react";
import { Form, Link, useSubmit } from "react-router";
import type { Choices } from "#app/appointments/booking/scheduler/choices.ts";
import {
  choicesElsewhere,
  choicesWith,
  currentChoices,
  keptStart,
  queryFrom,
} from "#app/appointments/booking/scheduler/choices-query.ts";
import { DayStrip } from "#app/appointments/booking/scheduler/day-strip.tsx";
import {
  CHOICES,
  LengthChoice,
  OfferChoice,
  TherapistChoice,
  TreatmentChoice,
} from "#app/appointments/booking/scheduler/offer-choice.tsx";
import type { PreferenceChoice } from "#app/appointments/booking/scheduler/preference.ts";
import type { Scheduler, ServiceChoice, TimeCell } from "#app/appointments/booking/scheduler/scheduler.ts";
import { TimeGrid } from "#app/appointments/booking/scheduler/time-grid.tsx";
import { type ChosenTime, FOLD } from "#app/appointments/booking/scheduler/use-chosen-time.tsx";
import { usePendingQuery } from "#app/appointments/booking/scheduler/use-pending.tsx";
import { momentOf } from "#app/platform/date-time.ts";
import { Button, CONTROL, FieldError, RadioCell } from "#app/ui/controls.tsx";
import { useHydrated } from "#app/ui/use-hydrated.ts";

const MONTH = "month";

type Props = {
  scheduler: Scheduler;
  bookingForm: string;
  action: string;
  isBooked?: boolean;
  error?: string;
  /** Their answer to whether they have been here before, as it was sent, and what is wrong with it. */
  before?: { typed?: string; error?: string };
  chosenTime: ChosenTime;
  /** What is done with the time: beside the times on a wide screen, below them on a phone. */
  children: ReactNode;
};

/**
 * Service, therapist, day and time. The choices are a GET form: they live in the address and work without a script.
 * With one, each change submits by itself, and the page keeps its scroll position.
 */
export function SchedulerView({ scheduler, bookingForm, action, isBooked = false, error, ...props }: Props) {
  const { chosenTime, children, before } = props;
  const form = useRef<HTMLFormElement>(null);
  const submit = useSubmit();
  const isAsking = usePendingQuery() !== null;
  // Without a script the answer goes with the booking, so that nothing typed is lost.
  const hydrated = useHydrated();
  const start = keptStart(scheduler.times, chosenTime.start);
  const choices = { ...currentChoices(scheduler, isBooked), start };
  const hrefWith = (others: Partial<Choices>) => `${action}?${queryFrom({ ...choices, ...others })}`;

  const hrefOfOther = (other: ServiceChoice) => `${action}?${queryFrom({ ...choicesWith(scheduler, other), start })}`;

  const { chosen, goTo } = scheduler;
  const { service, day } = chosen;
  const month = useRef<HTMLDivElement>(null);

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
    if (query.has("date") && !isAsking && !goTo) month.current?.hidePopover();
    if (isAsking || (query.get("start") === start && (query.get("day") ?? day) === day)) return;
    for (const [name, value] of Object.entries({ day, start })) value ? query.set(name, value) : query.delete(name);
    query.delete("date");
    window.history.replaceState(window.history.state, "", `?${query}`);
  }, [isAsking, day, start, goTo]);

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
        <input type="hidden" name="service" value={service} />
        <input type="hidden" name="from" value={scheduler.from} />
        {start && <input type="hidden" name="start" value={start} />}
        {chosen.preference && <input type="hidden" name="preference" value={chosen.preference} />}
        {chosen.people && <input type="hidden" name="people" value={2} />}
        {chosen.also && <input type="hidden" name="also" value={chosen.also.join()} />}
      </Form>
      {isBooked ? (
        <div className="offer-row offer-alone">
          {scheduler.lengths.length > 1 && <LengthChoice scheduler={scheduler} />}
          <TherapistChoice scheduler={scheduler} />
          {scheduler.services.length > 1 && <TreatmentChoice scheduler={scheduler} hrefOf={hrefOfOther} />}
        </div>
      ) : (
        <OfferChoice scheduler={scheduler} hrefOf={hrefOfOther} />
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
        <p role="status" className="mb-2 text-sm font-[650] empty:hidden max-lg:mt-2">
          {scheduler.movedNote}
          {scheduler.isFull && scheduler.phone.label && (
            <>
              {" "}
              Or call{" "}
              <a href={scheduler.phone.href} className="prose-link whitespace-nowrap">
                {scheduler.phone.label}
              </a>
              .
            </>
          )}
        </p>
        {/* What is placed at the head of the days on a phone stays clear of the sentence. */}
        <div className="relative min-h-11">
          <button type="button" popoverTarget={MONTH} className="go-to">
            <svg viewBox="0 0 24 24" aria-hidden="true" className="size-4.5">
              <path
                d="M4 6.5A1.5 1.5 0 0 1 5.5 5h13A1.5 1.5 0 0 1 20 6.5V19a1 1 0 0 1-1 1H5a1 1 0 0 1-1-1ZM4 10h16M8.5 3v4M15.5 3v4"
                fill="none"
                stroke="currentColor"
                strokeWidth="2"
              />
            </svg>
            Go to a date
          </button>
          {/* Where it stands a strip or a month; opened on a phone, the month as a sheet. */}
          <div ref={month} id={MONTH} popover="auto" className="month">
            <p className="month-head">
              Go to a date
              <button type="button" popoverTarget={MONTH} className="prose-link min-h-11 px-3 text-base">
                Close
              </button>
            </p>
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
function ChosenFold({ scheduler: { dayShort, chosen }, time, changeHref, onChange }: CollapsedProps) {
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
          until {time.until}, {chosen.withWhom}
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

type GoToDateProps = { action: string; choices: [string, string][]; goTo: Scheduler["goTo"] };

/** A typed date, for days that are far. */
function GoToDate({ action, choices, goTo }: GoToDateProps) {
  return (
    <Form method="get" action={action} replace preventScrollReset data-error={!!goTo} className="go-to-form">
      {choices.map(([name, value]) => (
        <input key={name} type="hidden" name={name} value={value} />
      ))}
      <label htmlFor="date" className="font-[650] max-lg:sr-only">
        Go to a date
      </label>
      <div>
        {goTo && <FieldError id="date-error">{goTo.error}</FieldError>}
        <input
          id="date"
          name="date"
          required
          autoComplete="off"
          placeholder="for example 14 1 2027"
          defaultValue={goTo?.typed}
          aria-invalid={goTo ? true : undefined}
          aria-describedby={goTo ? "date-error" : undefined}
          className={CONTROL}
        />
      </div>
      <Button look="outline" size="small">
        Go
      </Button>
    </Form>
  );
}

type PreferenceProps = { scheduler: Scheduler; hrefOf: (choices: Partial<Choices>) => string };

/** What would suit, as links; and where nothing does, why, and what comes near it. */
function Preferences({ scheduler: { preferences, nothing, chosen }, hrefOf }: PreferenceProps) {
  const cell = ({ preference, label }: PreferenceChoice, isChosen: boolean) => (
    <Link
      key={label}
      to={hrefOf({ preference })}
      replace
      preventScrollReset
      aria-current={isChosen || undefined}
      className="preference"
    >
      {label}
    </Link>
  );
  return (
    <div className="preferences">
      <nav aria-label="When would suit you?" className="preference-row">
        {preferences.chips.map((each) => cell(each, each.preference === chosen.preference))}
      </nav>
      {preferences.hours.length > 0 && (
        <nav aria-label="After which hour?" className="preference-row">
          {preferences.hours.map((each) => cell(each, each.preference === chosen.preference))}
        </nav>
      )}
      {nothing && (
        <>
          <div role="status" className="preference-note">
            <h2 className="text-lg">{nothing.title}</h2>
            <p>{nothing.why}</p>
          </div>
          <h2 className="mt-3 mb-2 text-lg">The nearest times</h2>
          {nothing.nearest.map(({ day, start, label, who }) => (
            <Link
              key={start}
              to={hrefOf({ preference: null, day, start })}
              replace
              preventScrollReset
              className="taken-time preference-near"
            >
              <span className="figures">
                <b className="font-[650]">{label}</b>
                {who && ` with ${who}`}
              </span>
            </Link>
          ))}
          {nothing.shorter && (
            <p className="mt-2 text-sm">
              {nothing.shorter.words}{" "}
              <Link
                to={hrefOf({ minutes: nothing.shorter.minutes, start: null })}
                replace
                preventScrollReset
                className="prose-link inline-flex min-h-11 items-center font-[650]"
              >
                {nothing.shorter.link}
              </Link>
            </p>
          )}
        </>
      )}
    </div>
  );
}
