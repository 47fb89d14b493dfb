const MOST = 8;

/**
 * Which of a day's times are shown at first, by their place: at most eight, shared among the parts of the day and even
 * in each. Few enough times are all shown.
 */
export function spreadTimes(times: readonly { part: string }[]): Set<number> {
  if (times.length <= MOST) return new Set(times.keys());
  const places = [...Map.groupBy(times.keys(), (place) => times[place]?.part).values()];
  const quotas = quotasOf(places.map((part) => part.length));
  return new Set(
    places.flatMap((part, nth) => {
      const quota = quotas[nth] ?? 0;
      return Array.from({ length: quota }, (_, step) => part[Math.floor((step * part.length) / quota)] ?? 0);
    }),
  );
}

/** One after the other in turn, until all eight are given. */
function quotasOf(sizes: readonly number[]): number[] {
  const quotas = sizes.map(() => 0);
  for (let given = 0; given < MOST; ) {
    for (const [nth, size] of sizes.entries()) {
      const quota = quotas[nth] ?? 0;
      if (given === MOST || quota === size) continue;
      quotas[nth] = quota + 1;
      given += 1;
    }
  }
  return quotas;
}
