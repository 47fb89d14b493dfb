import { useEffect, useRef } from "react";
import { type SavedAppointment, withoutSaved, withSaved } from "#app/booking/saved.ts";
import { useSaved } from "#app/booking/use-saved.tsx";
import { Button } from "#app/ui/button.tsx";
import { forgetTypedAt } from "#app/ui/connection/unsent-text.ts";

/**
 * Saves a new booking in this browser, says so, and offers to remove it: on a shared computer the next person would see
 * it (decisions/0001, row 11).
 */
export function RememberHere({ just, booking }: { just: boolean; booking: SavedAppointment }) {
  const [saved, store] = useSaved();
  const isSaved = saved.some((entry) => entry.link === booking.link);
  const once = useRef(false);
  useEffect(() => {
    if (once.current || !(just || isSaved)) return;
    once.current = true;
    // Of a form that was sent before its page's script ran.
    if (just) forgetTypedAt(sessionStorage, "/book");
    store(withSaved(saved, booking));
  });
  if (!isSaved) return null;
  return (
    <p className="mt-8 flex flex-wrap items-center gap-3 text-sm text-ink-soft print:hidden">
      This booking is saved on this device.
      <Button type="button" look="outline" size="small" onClick={() => store(withoutSaved(saved, booking.link))}>
        Remove it from this device
      </Button>
    </p>
  );
}
