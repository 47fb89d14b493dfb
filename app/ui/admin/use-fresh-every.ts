import { useEffect } from "react";
import { useRevalidator } from "react-router";

/** Reloads the page's data at this interval while it is visible, so that 'in 7 minutes' stays true. */
export function useFreshEvery(ms: number): void {
  const { revalidate } = useRevalidator();
  useEffect(() => {
    const timer = window.setInterval(() => {
      if (document.visibilityState === "visible") void revalidate();
    }, ms);
    return () => window.clearInterval(timer);
  }, [revalidate, ms]);
}
