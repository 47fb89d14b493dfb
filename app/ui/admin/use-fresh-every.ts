import { useEffect } from "react";
import { useRevalidator } from "react-router";

/** Has the page read its data again now and then, while somebody can see it: 'in 7 minutes' must not stand still. */
export function useFreshEvery(ms: number): void {
  const { revalidate } = useRevalidator();
  useEffect(() => {
    const timer = window.setInterval(() => {
      if (document.visibilityState === "visible") void revalidate();
    }, ms);
    return () => window.clearInterval(timer);
  }, [revalidate, ms]);
}
