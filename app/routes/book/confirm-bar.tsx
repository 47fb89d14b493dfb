import type { Scheduler, TimeCell } from "#app/appointments/booking/scheduler/scheduler.ts";
import type { ChosenTime } from "#app/appointments/booking/scheduler/use-chosen-time.tsx";
import { payWhere } from "#app/appointments/venue.ts";
import { ComingPriceNote } from "#app/catalogue/coming-price-note.tsx";
import { momentOf } from "#app/platform/date-time.ts";
import { useBusy } from "#app/ui/connection/connection.ts";
import { Button } from "#app/ui/controls.tsx";
import { FootBar } from "#app/ui/foot-bar.tsx";

type Props = { form: string; scheduler: Scheduler; chosenTime: ChosenTime };

/** Books; before a time is chosen, it leads to the times, and says what one costs. */
export function ConfirmBar({ form, scheduler: { chosen, times }, chosenTime: { time, unfold } }: Props) {
  const busy = useBusy() === "submitting";
  const price = time?.price?.full ?? chosen.price;
  const where = payWhere({ kind: chosen.venue, name: chosen.venueName });
  const words = busy
    ? "Booking…"
    : ((time ?? times[0])?.pay?.button ?? `Confirm booking${chosen.forTwo}, pay ${price} ${where}`);
  return (
    <FootBar label="Your booking">
      {time ? (
        <Button form={form} aria-disabled={busy} className="bar-whole">
          {words}
        </Button>
      ) : (
        <>
          <p className="figures min-w-0 leading-tight scripted lg:hidden">
            <b className="font-[650]">{price}</b>
            <span className="block text-xs text-ink-soft">
              {chosen.minutes} min, {where}
            </span>
          </p>
          {/* Submits on Enter in a field, too. */}
          <Button
            form={form}
            look="outline"
            className="scripted lg:w-full"
            onClick={(event) => {
              event.preventDefault();
              unfold();
            }}
          >
            Choose a time
          </Button>
          <noscript>
            <Button form={form} className="w-full">
              {words}
            </Button>
          </noscript>
        </>
      )}
    </FootBar>
  );
}

type BookingSummaryProps = { scheduler: Scheduler; time: TimeCell | null };

/** What is about to be booked, at the head of a desk's column. */
export function BookingSummary({ scheduler: { chosen, dayShort }, time }: BookingSummaryProps) {
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
            {chosen.withWhom}
          </span>
        </p>
      </div>
      <p role="status" className="sr-only">
        {moment}
      </p>
    </>
  );
}
