import { type Interval, merge, subtract } from "#app/availability/interval.ts";
import type { Hours } from "#app/availability/opening-hours.ts";
import { stretchesOf } from "#app/availability/stretch.ts";

/** Instants are epoch ms. */
export type Gap = Interval & { therapistId: string };

type Therapist = Hours & { id: string; busy: readonly Interval[] };

/**
 * The free time left on a local date, from `now`, for each therapist who works then: gaps of at least `least` minutes.
 */
export function gapsOf(
  therapists: readonly Therapist[],
  { date, zone, now, least }: { date: string; zone: string; now: number; least: number },
): Gap[] {
  const gaps = therapists.flatMap((therapist) => {
    const busy = merge(therapist.busy);
    return stretchesOf(therapist, date, zone)
      .map(({ start, end }) => ({ start: Math.max(start, now), end }))
      .flatMap((stretch) => subtract(stretch, busy))
      .map((piece) => ({ ...piece, therapistId: therapist.id }));
  });
  return gaps.filter(({ start, end }) => end - start >= least * 60_000).sort((a, b) => a.start - b.start);
}
