import { type Appointment, extraMinutesOf } from "#app/appointments/appointment.ts";
import { type BookableService, isBookable, lengthOf, type Offer } from "#app/catalogue/service.ts";
import type { Giver } from "#app/catalogue/therapist.ts";

/**
 * The offer for a move: the booked length at the booked price, whatever the catalogue says now, or another length or
 * service of the catalogue at its own. `therapist`: a slug; null means any who gives the service, undefined the booked one.
 * Null when the service, that length, or that therapist for it, is no longer offered.
 */
export function movedOffer(
  /** Of one service (`bookableIn`). */
  catalogue: { services: readonly BookableService[]; therapists: readonly Giver[] },
  { appointment, therapist, minutes: other }: MovedInput,
): Offer | null {
  const [service] = catalogue.services;
  if (!service || !isBookable(service)) return null;
  const givers = service.therapistIds.flatMap((id) => catalogue.therapists.filter((candidate) => candidate.id === id));
  const chosen = givers.filter((giver) => {
    if (therapist === undefined) return giver.id === appointment.therapistId;
    return therapist === null || giver.slug === therapist;
  });
  if (chosen.length === 0) return null;
  const { minutes, pricePence } = appointment;
  const booked = { minutes, pricePence, label: `${minutes} minutes` };
  const isBooked = service.id === appointment.serviceId && (!other || other === minutes);
  const length = isBooked ? booked : lengthOf(service, other ?? null);
  return length ? { service, length, therapists: chosen, extra: extraMinutesOf(appointment) } : null;
}

type MovedInput = { appointment: Appointment; therapist: string | null | undefined; minutes?: number | null };
