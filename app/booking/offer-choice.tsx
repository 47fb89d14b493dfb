import type { Scheduler } from "#app/booking/scheduler.ts";
import { Select } from "#app/ui/field.tsx";
import { RadioCell } from "#app/ui/radio-cell.tsx";

/** The service, its length if there are several, and the therapist. */
export function OfferChoice({ scheduler }: { scheduler: Scheduler }) {
  const { chosen, services, lengths } = scheduler;
  return (
    <>
      <Select name="service" label="Treatment" defaultValue={chosen.service}>
        {services.map(({ slug, title }) => (
          <option key={slug} value={slug}>
            {title}
          </option>
        ))}
      </Select>
      <p className="-mt-6">
        <a href={`/services/${chosen.service}`} className="prose-link inline-flex min-h-6 items-center text-sm">
          About {chosen.serviceTitle}
        </a>
      </p>
      {lengths.length > 1 ? (
        <fieldset key={`lengths-${chosen.service}`}>
          <legend className="mb-1 font-[650]">Length</legend>
          <div className="grid grid-cols-2 gap-2 sm:grid-cols-3">
            {lengths.map(({ minutes, label, price }) => (
              <RadioCell key={minutes} name="minutes" value={minutes} defaultChecked={minutes === chosen.minutes}>
                <span className="figures block">
                  {minutes} min, {price}
                </span>
                {label && <span className="block text-sm">{label}</span>}
              </RadioCell>
            ))}
          </div>
        </fieldset>
      ) : (
        <input type="hidden" name="minutes" value={chosen.minutes} />
      )}
      <TherapistChoice scheduler={scheduler} />
    </>
  );
}

export function TherapistChoice({ scheduler: { chosen, therapists } }: { scheduler: Scheduler }) {
  return (
    <fieldset key={`therapists-${chosen.service}`}>
      <legend className="mb-1 font-[650]">Therapist</legend>
      <div className="grid grid-cols-2 gap-2 sm:grid-cols-4">
        <RadioCell name="therapist" value="anyone" defaultChecked={chosen.therapist === null}>
          No preference
        </RadioCell>
        {therapists.map(({ slug, name }) => (
          <RadioCell key={slug} name="therapist" value={slug} defaultChecked={slug === chosen.therapist}>
            {name}
          </RadioCell>
        ))}
      </div>
    </fieldset>
  );
}
