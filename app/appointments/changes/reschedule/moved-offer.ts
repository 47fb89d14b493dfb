import type { Appointment } from "#app/appointments/appointment.ts";
import type { Offer } from "#app/catalogue/offer.ts";
import { isBookable, type Service } from "#app/catalogue/service.ts";
import type { Therapist } from "#app/catalogue/therapist.ts";

/**
 * What an appointment is moved as: the booked length at the booked price, whatever the catalogue says by now.
 * `therapist`: a slug; null is anyone who gives the service; undefined is who it is booked with.
 * Null when the service, or that therapist for it, is no longer offered.
 */
export function movedOffer(
  catalogue: { services: readonly Service[]; therapists: readonly Therapist[] },
  { appointment, therapist }: { appointment: Appointment; therapist: string | null | undefined },
): Offer | null {
  const service = catalogue.services.find((candidate) => candidate.id === appointment.serviceId);
  if (!service || !isBookable(service)) return null;
  const givers = service.therapistIds.flatMap((id) => catalogue.therapists.filter((candidate) => candidate.id === id));
  const asked = givers.filter((giver) => {
    if (therapist === undefined) return giver.id === appointment.therapistId;
    return therapist === null || giver.slug === therapist;
  });
  if (asked.length === 0) return null;
  const { minutes, pricePence } = appointment;
  return { service, length: { minutes, pricePence, label: `${minutes} minutes` }, therapists: asked };
}
