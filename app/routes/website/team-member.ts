import { queryFrom } from "#app/appointments/booking/scheduler/choices-query.ts";
import type { WeeklyRange } from "#app/availability/opening-hours.ts";
import { weekdaysInWords } from "#app/availability/week-cycle.ts";
import { isBookable, type Service } from "#app/catalogue/service.ts";
import type { Therapist } from "#app/catalogue/therapist.ts";

export type Member = {
  therapist: Therapist;
  firstName: string;
  /** `Monday to Thursday and Saturday`; empty without weekly hours. */
  days: string;
  gives: { slug: string; title: string }[];
  /** The booking page with this therapist chosen; null when they give nothing that can be booked online. */
  bookAt: string | null;
};

export function memberOf(
  therapist: Therapist,
  { services, weekly }: { services: readonly Service[]; weekly: readonly WeeklyRange[] },
): Member {
  const gives = services.filter(({ therapistIds }) => therapistIds.includes(therapist.id));
  const first = gives.find(isBookable);
  return {
    therapist,
    firstName: therapist.short,
    days: weekdaysInWords(weekly.map(({ weekday }) => weekday)),
    gives: gives.map(({ slug, title }) => ({ slug, title })),
    bookAt: first ? `/book?${queryFrom({ service: first.slug, therapist: therapist.slug })}` : null,
  };
}
