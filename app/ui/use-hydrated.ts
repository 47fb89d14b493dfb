import { useSyncExternalStore } from "react";

/** False on the server and on the first render, so that both agree. */
export function useHydrated(): boolean {
  return useSyncExternalStore(subscribe, inBrowser, onServer);
}

function subscribe() {
  return () => {};
}
const inBrowser = () => true;
const onServer = () => false;
