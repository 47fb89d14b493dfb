import { useEffect, useState } from "react";

const MINUTE_MS = 60_000;

/** The loader's time, running on from there by the minute. */
export function useNow(loaded: number): number {
  const [now, setNow] = useState(loaded);
  useEffect(() => {
    const loadedAt = performance.now();
    const tick = () => setNow(loaded + performance.now() - loadedAt);
    setNow(loaded);
    const ticking = setInterval(tick, MINUTE_MS / 2);
    return () => clearInterval(ticking);
  }, [loaded]);
  return now;
}
