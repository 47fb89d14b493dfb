import { useSyncExternalStore } from "react";

const WIDE = "(width >= 48rem)";

export function useWide(): boolean {
  return useSyncExternalStore(subscribe, inBrowser, onServer);
}

function subscribe(changed: () => void) {
  const query = window.matchMedia(WIDE);
  query.addEventListener("change", changed);
  return () => query.removeEventListener("change", changed);
}
const inBrowser = () => window.matchMedia(WIDE).matches;
const onServer = () => true;
