import type { TherapistTime } from "#app/availability/free-starts.ts";
import type { Interval } from "#app/availability/interval.ts";
import { practiceStarts } from "#app/availability/practice-starts.ts";
import { isBookable, type Service, type ServiceLength } from "#app/catalogue/service.ts";
import type { BookingRules } from "#app/settings/booking-rules.ts";

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
