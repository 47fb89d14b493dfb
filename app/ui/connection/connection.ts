import { useSyncExternalStore } from "react";
import { useNavigation } from "react-router";
import { type HeldRequest, patientFetch } from "#app/ui/connection/patient-fetch.ts";

// One per page, like `window.fetch`. The server never holds a request.
let held: Omit<ReturnType<typeof patientFetch>, "fetch"> = {
  now: nothing,
  subscribe: () => () => {},
  takeChangeStatus: nothing,
};

/** `openCopy`: opens a page's offline copy, if it has one. */
export function holdLostRequests({ openCopy }: { openCopy: (pathname: string) => Promise<boolean> }): void {
  const patient = patientFetch(window.fetch.bind(window), {
    origin: window.location.origin,
    isOnline: () => navigator.onLine,
    openCopy,
  });
  window.fetch = patient.fetch;
  held = patient;
}

/** The failed request that waits to be retried, if any. */
export function useHeldRequest(): HeldRequest | null {
  return useSyncExternalStore(held.subscribe, held.now, nothing);
}

/** The status of the router's last change, once; null when it has been read. */
export function lastChangeStatus(): number | null {
  return held.takeChangeStatus();
}

/** The navigation state, `idle` while a failed request waits to be retried. */
export function useBusy(): ReturnType<typeof useNavigation>["state"] {
  const { state } = useNavigation();
  return useHeldRequest() ? "idle" : state;
}

function nothing(): null {
  return null;
}
