import type { Scheduler, TimeCell } from "#app/booking/scheduler.ts";
import { Button } from "#app/ui/button.tsx";
import { useBusy } from "#app/ui/connection/connection.ts";
import { FootBar } from "#app/ui/foot-bar.tsx";

type Props = { form: string; chosen: Scheduler["chosen"]; time: TimeCell | null; dayTitle: string | null };

export function ConfirmBar({ form, chosen, time, dayTitle }: Props) {
  const busy = useBusy() === "submitting";
  return (
    <FootBar label="Your booking">
      <div className="flex items-baseline justify-between gap-4">
        <p>
          <span className="font-[650]">{chosen.serviceTitle}</span>, {chosen.minutes} minutes
          <span className="block text-sm text-ink-soft" aria-live="polite">
            {time ? `${dayTitle} at ${time.label}` : "Choose a time"}
          </span>
        </p>
        <p className="figures text-lg font-[650]">{chosen.price}</p>
      </div>
      <Button form={form} className="mt-3 w-full" aria-disabled={busy}>
        {busy ? "Booking…" : `Confirm booking, pay ${chosen.price} at the clinic`}
      </Button>
      <p className="mt-2 text-sm text-ink-soft max-lg:hidden">
        That is the whole price. No booking fee, no card fee, nothing added on the day.
      </p>
    </FootBar>
  );
}
