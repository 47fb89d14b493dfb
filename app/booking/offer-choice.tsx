import type { Scheduler } from "#app/booking/scheduler.ts";
import { TreatmentChoice } from "#app/booking/treatment-choice.tsx";
import { RadioCell } from "#app/ui/radio-cell.tsx";

// The form of all choices but the time, which is one of the booking's own.
export const CHOICES = "choices";

type Props = { scheduler: Scheduler; hrefOf: (service: string) => string };

/** The treatment, its length if there are several, and the therapist: one row on a desk, one line on a phone. */
export function OfferChoice({ scheduler, hrefOf }: Props) {
  const { chosen, lengths, therapists } = scheduler;
  const therapist = therapists.find(({ slug }) => slug === chosen.therapist);
  return (
    <details className="offer">
      <summary>
        <span className="offer-line">
          <span className="truncate">{chosen.serviceTitle}</span>
          <span className="shrink-0">
            &nbsp;· {chosen.minutes} min · <b>{chosen.shortPrice}</b> · {therapist ? therapist.short : "anyone"}
          </span>
        </span>
        <span className="prose-link shrink-0 font-[650]">
          Change<span className="sr-only"> treatment, length or therapist</span>
        </span>
      </summary>
      <div className="offer-row">
        <TreatmentChoice scheduler={scheduler} hrefOf={hrefOf} />
        {lengths.length > 1 ? (
          <fieldset>
            <legend className="mb-1 text-xs text-ink-soft">Length and whole price</legend>
            <div className="offer-cells">
              {lengths.map(({ minutes, label, price }) => (
                <RadioCell
                  key={minutes}
                  name="minutes"
                  form={CHOICES}
                  value={minutes}
                  defaultChecked={minutes === chosen.minutes}
                >
                  <span className="figures block leading-tight">
                    {minutes} min <b>{price}</b>
                  </span>
                  {label && <span className="block text-xs leading-tight">{label}</span>}
                </RadioCell>
              ))}
            </div>
          </fieldset>
        ) : (
          <p className="figures">
            <input type="hidden" name="minutes" form={CHOICES} value={chosen.minutes} />
            <span className="mb-1 block text-xs text-ink-soft">Length and whole price</span>
            <span className="flex min-h-12 items-center">
              {chosen.minutes} min&nbsp;<b>{chosen.shortPrice}</b>
            </span>
          </p>
        )}
        <TherapistChoice scheduler={scheduler} />
      </div>
    </details>
  );
}

export function TherapistChoice({ scheduler: { chosen, therapists } }: { scheduler: Scheduler }) {
  return (
    <fieldset className="therapists">
      <legend className="mb-1 text-xs text-ink-soft">Therapist</legend>
      <div className="offer-cells">
        <RadioCell name="therapist" form={CHOICES} value="anyone" defaultChecked={chosen.therapist === null}>
          Anyone
        </RadioCell>
        {therapists.map(({ slug, name, short }) => (
          <RadioCell
            key={slug}
            name="therapist"
            form={CHOICES}
            value={slug}
            aria-label={name}
            defaultChecked={slug === chosen.therapist}
          >
            {short}
          </RadioCell>
        ))}
      </div>
    </fieldset>
  );
}
