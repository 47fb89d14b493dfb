import { momentOf } from "#app/appointments/time-words.ts";
import { payWhere } from "#app/appointments/venue-words.ts";
import type { Scheduler } from "#app/booking/scheduler.ts";
import type { ChosenTime } from "#app/booking/use-chosen-time.tsx";
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
