import type { Scheduler } from "#app/booking/scheduler.ts";
import { Button } from "#app/ui/button.tsx";
import { useBusy } from "#app/ui/connection/connection.ts";
import { FootBar } from "#app/ui/foot-bar.tsx";

type Props = { form: string; chosen: Scheduler["chosen"]; was: string; to: string | null };

export function MoveBar({ form, chosen, was, to }: Props) {
  const busy = useBusy() === "submitting";
  return (
    <FootBar label="Your appointment">
      <p className="font-[650]">
        {chosen.serviceTitle}, {chosen.minutes} minutes
      </p>
      <dl className="mt-1 grid grid-cols-[4rem_1fr] gap-x-2 text-sm">
        <dt className="text-ink-soft">Now</dt>
        <dd>{was}</dd>
        <dt className="text-ink-soft">New</dt>
        <dd aria-live="polite">{to ?? "Choose a time"}</dd>
      </dl>
      <Button form={form} className="mt-3 w-full" aria-disabled={busy}>
        {busy ? "Moving…" : "Move my appointment"}
      </Button>
      <p className="mt-2 text-sm text-ink-soft max-lg:hidden">
        The price stays {chosen.price}. Until you press this, nothing changes.
      </p>
    </FootBar>
  );
}
