import { useEffect, useRef } from "react";
import { useSaved } from "#app/appointments/saved/components/use-saved.tsx";
import { type SavedAppointment, withoutSaved, withSaved } from "#app/appointments/saved/saved.ts";
import { Button } from "#app/ui/button.tsx";

/**
 * Keeps a booking in this browser as soon as it is made, says so, and lets it be forgotten: on a shared computer
 * the next person would see it (decision 11).
 */
export function RememberHere({ just, booking }: { just: boolean; booking: SavedAppointment }) {
  const [saved, store] = useSaved();
  const kept = saved.some((entry) => entry.link === booking.link);
  const once = useRef(false);
  useEffect(() => {
    if (once.current || !(just || kept)) return;
    once.current = true;
    store(withSaved(saved, booking));
  });
  if (!kept) return null;
  return (
    <p className="mt-8 flex flex-wrap items-center gap-3 text-sm text-ink-soft print:hidden">
      This booking is saved on this device.
      <Button type="button" look="outline" size="small" onClick={() => store(withoutSaved(saved, booking.link))}>
        Remove it from this device
      </Button>
    </p>
  );
}
