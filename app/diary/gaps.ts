import type { TherapistTime } from "#app/availability/free-starts.ts";
import { type Interval, merge, subtract } from "#app/availability/interval.ts";
import { type Hours, stretchesOf } from "#app/availability/opening-hours.ts";
import { practiceStarts } from "#app/availability/practice-starts.ts";
import { isBookable, type Service, type ServiceLength } from "#app/catalogue/service.ts";
import type { BookingRules } from "#app/settings/schemas/booking-rules.ts";

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

const MINUTE_MS = 60_000;

/** Free time of one therapist on a local date. `rules` are the practice's own. */
type Opening = { therapist: TherapistTime; gap: Interval; date: string; now: number; rules: BookingRules };

export function fittingServices(services: readonly Service[], opening: Opening): Service[] {
  const given = services.filter(
    (service) => isBookable(service) && service.therapistIds.includes(opening.therapist.id),
  );
  return given.flatMap((service) => {
    const lengths = service.lengths.filter((length) => startsInGap(service, length, opening).length > 0);
    return lengths.length > 0 ? [{ ...service, lengths }] : [];
  });
}

/** The starts at which this length, with its buffers, fits into the gap. */
export function startsInGap(service: Service, { minutes }: ServiceLength, opening: Opening): number[] {
  const { therapist, gap, date, now, rules } = opening;
  const { bufferBefore, bufferAfter } = service;
  const question = { ...rules, from: date, to: date, now, length: minutes, bufferBefore, bufferAfter };
  return practiceStarts({ ...question, therapists: [therapist] }).filter(
    (start) => gap.start <= start && start + minutes * MINUTE_MS <= gap.end,
  );
}
