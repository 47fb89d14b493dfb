import { momentOf } from "#app/appointments/time-words.ts";
import type { Scheduler, TimeCell } from "#app/booking/scheduler.ts";
import { ComingPriceNote } from "#app/catalogue/coming-price-note.tsx";

type Props = { scheduler: Scheduler; time: TimeCell | null };

/** What is about to be booked, at the head of a desk's column. */
export function BookingSummary({ scheduler: { chosen, dayShort, therapists }, time }: Props) {
  const therapist = therapists.find(({ slug }) => slug === chosen.therapist);
  const moment = time && momentOf(dayShort, time.label);
  return (
    <>
      <div className="booking-summary max-lg:hidden">
        <p className="figures font-display text-xl font-[700]">{moment ?? "Choose a time"}</p>
        <p className="figures text-lg font-[650]">
          {time?.price?.full ?? chosen.price}
          <ComingPriceNote coming={chosen.coming} />
        </p>
        <p className="col-span-2 text-sm">
          {chosen.serviceTitle}, {chosen.minutes} min
          <span className="block">
            {time && `until ${time.until}, `}
            {therapist ? `with ${therapist.name}` : "with whoever is free"}
          </span>
        </p>
      </div>
      <p role="status" className="sr-only">
        {moment}
      </p>
    </>
  );
}
