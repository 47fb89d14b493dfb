import type { Appointment } from "#app/appointments/appointment.ts";
import { practiceRules } from "#app/appointments/booking/free-times/assign-therapist.ts";
import { freeDays } from "#app/appointments/booking/free-times/free-times.server.ts";
import { movedOffer } from "#app/appointments/booking/free-times/moved-offer.ts";
import { isOfferedElsewhere, type OfferedTime } from "#app/appointments/requests/time-offer.ts";
import { type FreeSlot, nearestStarts } from "#app/availability/free-starts.ts";
import { bookableIn } from "#app/catalogue/service.ts";
import type { Giver } from "#app/catalogue/therapist.ts";
import type { AppContext } from "#app/platform/app-context.server.ts";
import { addDays, localDateOf } from "#app/platform/date-time.ts";
import { type Actor, covers, scopeFor } from "#app/platform/permissions.ts";
import { readPractice } from "#app/practice/read-practice.server.ts";

const DAYS = 14;
const EACH = 3;

/** A therapist who gives the service, and the free starts nearest to the booked one, in order of time. */
export type NearestPlace = { therapist: Giver; starts: number[] };

/** Their starts as times that can be offered. */
export function timesIn(places: readonly NearestPlace[]): OfferedTime[] {
  return places.flatMap(({ therapist, starts }) => starts.map((start) => ({ start, therapistId: therapist.id })));
}

type Offered = OfferedTime & { lasts: number };

/**
 * Where this actor could put an appointment: each therapist's nearest free times, within two weeks and never in the past. Empty
 * when its service is no longer offered. Its own therapist comes first. What others are `offered` is left out.
 */
export async function nearestPlaces(
  app: AppContext,
  actor: Actor,
  { appointment, each = EACH, offered = [] }: { appointment: Appointment; each?: number; offered?: Offered[] },
): Promise<NearestPlace[]> {
  const practice = await readPractice(app);
  const rules = practiceRules(practice.settings.bookingRules);
  const catalogue = bookableIn(practice, { id: appointment.serviceId });
  const offer = movedOffer(catalogue, { appointment, therapist: null });
  if (!offer) return [];
  const today = localDateOf(app.clock.now(), rules.zone);
  const booked = localDateOf(appointment.start, rules.zone);
  const [from = today] = [today, addDays(booked, -DAYS)].sort().slice(-1);
  const [to = today] = [addDays(today, DAYS), addDays(booked, DAYS)].sort().slice(-1);
  // Without its therapist, so that its own start is offered with the others: the best there is.
  const moving = { ...appointment, therapistId: "" };
  const days = await freeDays(app, { offer, rules, from, to, moving });
  const lasts = appointment.blockEnd - appointment.blockStart;
  const isOthers = ({ start }: FreeSlot, therapistId: string) =>
    isOfferedElsewhere({ start, therapistId, lasts }, offered);
  const isHere = (slot: FreeSlot, id: string) => slot.start === appointment.start && id === appointment.therapistId;
  const scope = scopeFor(actor, "change", "appointments");
  const therapists = offer.therapists.filter(({ id }) => covers(scope, id));
  const places = therapists.map((therapist) => {
    const own = days.map((day) => ({
      ...day,
      slots: day.slots.filter(
        (slot) =>
          slot.therapists.includes(therapist.id) && !isHere(slot, therapist.id) && !isOthers(slot, therapist.id),
      ),
    }));
    return { therapist, starts: nearestStarts(own, appointment.start, each).map(({ start }) => start) };
  });
  const isOwn = ({ therapist }: NearestPlace) => Number(therapist.id === appointment.therapistId);
  return places.filter(({ starts }) => starts.length > 0).sort((one, other) => isOwn(other) - isOwn(one));
}
