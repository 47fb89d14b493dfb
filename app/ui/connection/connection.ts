import { useSyncExternalStore } from "react";
import { useNavigation } from "react-router";
import { patientFetch, type WaitingRequest } from "#app/ui/connection/patient-fetch.ts";

// One per page, like `window.fetch`. The server never holds a request.
let lostRequests: Omit<ReturnType<typeof patientFetch>, "fetch"> = {
  now: nothing,
  subscribe: () => () => {},
  takeChangeStatus: nothing,
  refuse: nothing,
};

/** `openCopy`: opens a page's offline copy, if it has one. */
export function holdLostRequests({ openCopy }: { openCopy: (pathname: string) => Promise<boolean> }): void {
  const patient = patientFetch(window.fetch.bind(window), {
    origin: window.location.origin,
    isOnline: () => navigator.onLine,
    openCopy,
  });
  window.fetch = patient.fetch;
  lostRequests = patient;
}

/**
 * For `submit`, before the router hears of it: without a network it would load the script of the page that the form
 * goes to, and, without that, this page anew and empty.
 */
export function refuseOffline(event: SubmitEvent): void {
  const form = event.target as HTMLFormElement;
  if (navigator.onLine || form.method !== "post") return;
  event.preventDefault();
  event.stopImmediatePropagation();
  const { submitter } = event;
  lostRequests.refuse(() => form.requestSubmit(submitter?.isConnected ? submitter : null));
}

/** A link that leads nowhere without a network: the page stays, and says so, until it is back. */
export function holdLink(follow: () => void): void {
  lostRequests.refuse(follow, false);
}

/** The failed request that waits to be retried, if any. */
export function useWaitingRequest(): WaitingRequest | null {
  return useSyncExternalStore(lostRequests.subscribe, lostRequests.now, nothing);
}

/** The status of the router's last change, once; null when it has been read. */
export function lastChangeStatus(): number | null {
  return lostRequests.takeChangeStatus();
}

/** The navigation state, `idle` while a failed request waits to be retried. */
export function useBusy(): ReturnType<typeof useNavigation>["state"] {
  const { state } = useNavigation();
  return useWaitingRequest() ? "idle" : state;
}

function nothing(): null {
  return null;
}
