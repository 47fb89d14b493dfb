import { queryFrom } from "#app/appointments/scheduler/choices-query.ts";
import type { WeeklyRange } from "#app/availability/opening-hours.ts";
import { weekdaysInWords } from "#app/availability/weekdays.ts";
import { isBookable, type Service } from "#app/catalogue/service.ts";
import { firstNameOf, type Therapist } from "#app/catalogue/therapist.ts";

/** A therapist as the page shows them. */
export type Member = {
  therapist: Therapist;
  firstName: string;
  /** `Monday to Thursday and Saturday`; empty for who has no hours of their own. */
  days: string;
  gives: { slug: string; title: string }[];
  /** The booking page with them chosen; null for who gives nothing that is booked online. */
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
    firstName: firstNameOf(therapist),
    days: weekdaysInWords(weekly.map(({ weekday }) => weekday)),
    gives: gives.map(({ slug, title }) => ({ slug, title })),
    bookAt: first ? `/book?${queryFrom({ service: first.slug, therapist: therapist.slug })}` : null,
  };
}
