import { momentOf } from "#app/appointments/time-words.ts";
import type { Scheduler, TimeCell } from "#app/booking/scheduler.ts";
import { FOLD } from "#app/booking/use-chosen-time.tsx";

type Props = { scheduler: Scheduler; time: TimeCell; changeHref: string; onChange: () => void };

/** The chosen day and time as one line, in place of all of them on a phone. */
export function ChosenFold({ scheduler: { dayShort, chosen, therapists }, time, changeHref, onChange }: Props) {
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
