import { momentOf } from "#app/appointments/time-words.ts";
import type { Scheduler, TimeCell } from "#app/booking/scheduler.ts";
import { Button } from "#app/ui/button.tsx";
import { useBusy } from "#app/ui/connection/connection.ts";
import { FootBar } from "#app/ui/foot-bar.tsx";

type Props = { form: string; scheduler: Scheduler; was: string; time: TimeCell | null };

/** Moves the appointment to the chosen time. Without one there is nothing to press. */
export function MoveBar({ form, scheduler: { chosen, dayShort }, was, time }: Props) {
  const busy = useBusy() === "submitting";
  const words = busy ? "Moving…" : "Move my appointment";
  return (
    <aside aria-label="Your appointment" className="booking-card">
      <div className="max-lg:hidden">
        <p className="font-[650]">
          {chosen.serviceTitle}, {chosen.minutes} minutes
        </p>
        <dl className="mt-1 mb-4 grid grid-cols-[4rem_1fr] gap-x-2">
          <dt className="text-ink-soft">Now</dt>
          <dd>{was}</dd>
          <dt className="text-ink-soft">New</dt>
          <dd aria-live="polite">{time ? momentOf(dayShort, time.label) : "Choose a time"}</dd>
        </dl>
      </div>
      {time ? (
        <FootBar label="New time">
          <Button form={form} className="bar-whole" aria-disabled={busy}>
            {words}
          </Button>
        </FootBar>
      ) : (
        <noscript>
          <Button form={form} className="w-full">
            {words}
          </Button>
        </noscript>
      )}
      <p className="mt-3 text-sm text-ink-soft">
        The price stays {chosen.price}. Until you press this, nothing changes.
      </p>
    </aside>
  );
}
