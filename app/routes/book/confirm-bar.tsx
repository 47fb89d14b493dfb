import type { Scheduler, TimeCell } from "#app/appointments/booking/scheduler/scheduler.ts";
import type { ChosenTime } from "#app/appointments/booking/scheduler/use-chosen-time.tsx";
import { momentOf } from "#app/appointments/time-words.ts";
import { payWhere } from "#app/appointments/venue.ts";
import { ComingPriceNote } from "#app/catalogue/coming-price-note.tsx";
import { Button } from "#app/ui/button.tsx";
import { useBusy } from "#app/ui/connection/connection.ts";
import { FootBar } from "#app/ui/foot-bar.tsx";

type Props = { form: string; scheduler: Scheduler; chosenTime: ChosenTime };

/** Leads on to the details, and books from there. Without a time there is nothing to press. */
export function ConfirmBar({ form, scheduler: { chosen, dayShort }, chosenTime }: Props) {
  const { time, atDetails, toDetails } = chosenTime;
  const busy = useBusy() === "submitting";
  const words = busy
    ? "Booking…"
    : `Confirm booking, pay ${time?.price?.full ?? chosen.price} ${payWhere({ kind: chosen.venue, name: chosen.venueName })}`;
  if (!time) {
    return (
      <noscript>
        <Button form={form} className="w-full">
          {words}
        </Button>
      </noscript>
    );
  }
  return (
    <FootBar label="Your booking">
      {!atDetails && (
        <>
          <p className="figures min-w-0 truncate font-[650] lg:hidden">
            {momentOf(dayShort, time.label)} · {time.price?.short ?? chosen.shortPrice}
          </p>
          <Button type="button" onClick={toDetails} className="lg:hidden">
            Continue
          </Button>
        </>
      )}
      <Button form={form} aria-disabled={busy} className={atDetails ? "bar-whole" : "bar-whole max-lg:hidden"}>
        {words}
      </Button>
    </FootBar>
  );
}

type BookingSummaryProps = { scheduler: Scheduler; time: TimeCell | null };

/** What is about to be booked, at the head of a desk's column. */
export function BookingSummary({ scheduler: { chosen, dayShort, therapists }, time }: BookingSummaryProps) {
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
          {chosen.more}
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
