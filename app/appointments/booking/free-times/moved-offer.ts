import { type Appointment, extraMinutesOf } from "#app/appointments/appointment.ts";
import type { Offer } from "#app/catalogue/offer.ts";
import { type BookableService, isBookable } from "#app/catalogue/service.ts";
import type { Giver } from "#app/catalogue/therapist.ts";

/**
 * The offer for a move: the booked length at the booked price, whatever the catalogue says now. `therapist`: a slug;
 * null means any who gives the service, undefined the booked one. Null when the service, or that therapist for it, is
 * no longer offered.
 */
export function movedOffer(
  catalogue: { services: readonly BookableService[]; therapists: readonly Giver[] },
  { appointment, therapist }: { appointment: Appointment; therapist: string | null | undefined },
): Offer | null {
  const service = catalogue.services.find((candidate) => candidate.id === appointment.serviceId);
  if (!service || !isBookable(service)) return null;
  const givers = service.therapistIds.flatMap((id) => catalogue.therapists.filter((candidate) => candidate.id === id));
  const chosen = givers.filter((giver) => {
    if (therapist === undefined) return giver.id === appointment.therapistId;
    return therapist === null || giver.slug === therapist;
  });
  if (chosen.length === 0) return null;
  const { minutes, pricePence } = appointment;
  const extra = extraMinutesOf(appointment);
  return { service, length: { minutes, pricePence, label: `${minutes} minutes` }, therapists: chosen, extra };
}
