import { useEffect } from "react";
import type { Tells } from "#app/push/push-device.form.ts";
import { seeHere } from "#app/routes/account/notifications/push-here.ts";

/** On the page where somebody lands after a sign-in: what this browser is told goes on, or ends if it was another's. */
export function SeenHere({ tells }: { tells: Tells }): null {
  useEffect(() => {
    // Nobody waits for it: the next look tries again.
    seeHere(tells).catch(() => {});
  }, [tells]);
  return null;
}
