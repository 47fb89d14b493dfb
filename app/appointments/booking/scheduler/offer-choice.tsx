import { type ToggleEvent, useRef, useState } from "react";
import { Link } from "react-router";
import type { Scheduler, ServiceChoice } from "#app/appointments/booking/scheduler/scheduler.ts";
import { ServicePicture } from "#app/catalogue/service-picture.tsx";
import { RadioCell } from "#app/ui/controls.tsx";
import { useHydrated } from "#app/ui/use-hydrated.ts";
import { useWide } from "#app/ui/use-wide.ts";

// The form of all choices but the time, which is one of the booking's own.
export const CHOICES = "choices";

type Props = { scheduler: Scheduler; hrefOf: (service: ServiceChoice) => string };

/** The treatment, its length if there are several, and the therapist: one row on a wide screen, one line on a phone. */
export function OfferChoice({ scheduler, hrefOf }: Props) {
  const { chosen, therapists } = scheduler;
  const therapist = therapists.find(({ slug }) => slug === chosen.therapist);
  return (
    <details className="offer">
      <summary>
        <span className="offer-line">
          <span className="truncate">{chosen.serviceTitle}</span>
          <span className="shrink-0">
            &nbsp;· {chosen.minutes} min{chosen.forTwo} · <b>{chosen.also ? chosen.price : chosen.shortPrice}</b> ·{" "}
            {therapist ? therapist.short : "anyone"}
          </span>
        </span>
        <span className="prose-link shrink-0 font-[650]">
          Change<span className="sr-only"> treatment, length or therapist</span>
        </span>
      </summary>
      <div className="offer-row">
        <TreatmentChoice scheduler={scheduler} hrefOf={hrefOf} />
        <LengthChoice scheduler={scheduler} />
        <TherapistChoice scheduler={scheduler} />
      </div>
    </details>
  );
}

export function LengthChoice({ scheduler: { chosen, lengths } }: { scheduler: Scheduler }) {
  return lengths.length > 1 ? (
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

type TreatmentProps = { scheduler: Scheduler; hrefOf: (service: ServiceChoice) => string };

/** The treatment as a button, and all of them as rows with drawing, lengths and price: each row is a link. */
export function TreatmentChoice({ scheduler: { chosen, services }, hrefOf }: TreatmentProps) {
  const list = useRef<HTMLDivElement>(null);
  // Their drawings are fetched when somebody looks at them.
  const [isOpen, setIsOpen] = useState(false);
  const isWide = [useHydrated(), useWide()].every(Boolean);
  const service = services.find(({ slug }) => slug === chosen.service);
  return (
    <div className="treatment">
      <p className="mb-1 flex flex-wrap justify-between text-xs text-ink-soft">
        <span id="treatment-label">Treatment</span>
        <a href={`/services/${chosen.service}`} className="prose-link">
          About {chosen.serviceTitle}
        </a>
      </p>
      <button
        type="button"
        popoverTarget="treatments"
        aria-labelledby="treatment-label treatment-chosen"
        className="treatment-button"
      >
        <span className="treatment-thumb">
          {isWide && service && <ServicePicture service={service} size="thumb" sizes="2.5rem" />}
        </span>
        <span id="treatment-chosen" className="flex-1 truncate font-[650]">
          {chosen.serviceTitle}
        </span>
        <svg viewBox="0 0 24 24" aria-hidden="true" className="size-5 shrink-0">
          <path d="m6 9.5 6 6 6-6" fill="none" stroke="currentColor" strokeWidth="2" strokeLinecap="round" />
        </svg>
      </button>
      <div
        ref={list}
        id="treatments"
        popover="auto"
        role="dialog"
        aria-label="What would you like?"
        onToggle={(event: ToggleEvent) => setIsOpen(event.newState === "open")}
        className="treatments"
      >
        <div className="flex items-center justify-between">
          <h2 className="text-lg">What would you like?</h2>
          <button
            type="button"
            popoverTarget="treatments"
            popoverTargetAction="hide"
            className="prose-link min-h-11 px-3 font-[650]"
          >
            Close
          </button>
        </div>
        <ul>
          {services.map((service) => (
            <li key={service.slug}>
              <Link
                to={hrefOf(service)}
                replace
                preventScrollReset
                aria-current={service.slug === chosen.service ? "true" : undefined}
                onClick={() => list.current?.hidePopover()}
                className="treatment-row"
              >
                <span className="treatment-plate">
                  {isOpen && <ServicePicture service={service} size="thumb" sizes="3rem" />}
                </span>
                <span className="min-w-0">
                  <span className="block font-[650]">{service.title}</span>
                  <span className="block text-sm text-ink-soft">{service.lengths}</span>
                </span>
                <span className="figures shrink-0">{service.price}</span>
              </Link>
            </li>
          ))}
        </ul>
      </div>
    </div>
  );
}
