import { useEffect, useState } from "react";
import { useLocation, useNavigation } from "react-router";

const SOON_MS = 300;
const LONG_MS = 5_000;

/**
 * Other choices being loaded: the address that was asked for, or null. A lost request keeps waiting: the page's times
 * are still not those of the day that is marked.
 */
export function usePendingQuery(): URLSearchParams | null {
  const { pathname } = useLocation();
  const { state, location, formMethod } = useNavigation();
  if (state !== "loading" || formMethod === "POST" || location.pathname !== pathname) return null;
  return new URLSearchParams(location.search);
}

/** How long a wait already is: what takes no time is not shown at all. */
export function usePending(isWaiting: boolean): "short" | "shown" | "long" {
  const [length, setLength] = useState<"short" | "shown" | "long">("short");
  useEffect(() => {
    if (!isWaiting) return;
    const soon = setTimeout(setLength, SOON_MS, "shown");
    const long = setTimeout(setLength, LONG_MS, "long");
    return () => {
      clearTimeout(soon);
      clearTimeout(long);
      setLength("short");
    };
  }, [isWaiting]);
  return length;
}
