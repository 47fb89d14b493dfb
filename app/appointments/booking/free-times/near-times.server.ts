import type { Appointment } from "#app/appointments/appointment.ts";
import { bookAgainPath } from "#app/appointments/booking/booking-view.ts";
import { askFreeTimes, freeDays, type Moving } from "#app/appointments/booking/free-times/free-times.server.ts";
import { queryFrom } from "#app/appointments/booking/scheduler/choices-query.ts";
import { type FreeSlot, nearestStarts } from "#app/availability/free-starts.ts";
import { getTherapist } from "#app/catalogue/catalogue.db.server.ts";
import { bookableIn, isBookable, type Offer, resolveOffer } from "#app/catalogue/service.ts";
import type { Giver } from "#app/catalogue/therapist.ts";
import type { AppContext } from "#app/platform/app-context.server.ts";
import { addDays, dayInWords, HOME, localDateOf, localeTime } from "#app/platform/date-time.ts";
import { readPractice } from "#app/practice/read-practice.server.ts";
import type { BookingRules } from "#app/settings/schemas/booking-rules.ts";

const NEAR_DAYS = 7;
const NEAR_TIMES = 3;

/** The free times nearest to one that is taken: three, within a week on either side. */
export async function nearTimes(
  app: AppContext,
  { start, offer, rules, moving }: { start: number; offer: Offer; rules: BookingRules; moving?: Moving | null },
): Promise<FreeSlot[]> {
  const date = localDateOf(start, rules.zone);
  const within = { from: addDays(date, -NEAR_DAYS), to: addDays(date, NEAR_DAYS) };
  return nearestStarts(await freeDays(app, { offer, rules, ...within, moving }), start, NEAR_TIMES);
}

/** Who else gives the same for the same time. */
export async function othersAt(
  app: AppContext,
  { start, offer, rules }: { start: number; offer: Offer; rules: BookingRules },
): Promise<Giver[]> {
  const { service, length, therapists, extra } = offer;
  const anyone = resolveOffer(bookableIn(await readPractice(app), { slug: service.slug }), {
    service: service.slug,
    minutes: length.minutes,
  });
  if (anyone.kind === "not-found") return [];
  const others = anyone.offer.therapists.filter(({ id }) => !therapists.some((therapist) => therapist.id === id));
  if (others.length === 0) return [];
  const date = localDateOf(start, rules.zone);
  const days = await freeDays(app, {
    offer: { ...anyone.offer, therapists: others, extra },
    rules,
    from: date,
    to: date,
  });
  const slot = days.flatMap((day) => day.slots).find((free) => free.start === start);
  return others.filter(({ id }) => slot?.therapists.includes(id));
}

const DAYS = 14;
const TIMES = 3;

/** The booking page with this appointment's choices, or without any when its service is no longer offered. */
export async function bookAgainUrl(app: AppContext, appointment: Appointment): Promise<string> {
  const [service] = bookableIn(await readPractice(app), { id: appointment.serviceId }).services;
  const therapist = (await getTherapist(app.db.kysely, appointment.therapistId))?.slug ?? null;
  const choices = { service: service && isBookable(service) ? service.slug : null, minutes: appointment.minutes };
  return app.config.publicUrl + bookAgainPath({ ...choices, therapist });
}

/** Offered with a cancellation by the practice: the next free times on three different days, each with its address. */
export async function alternativeTimes(
  app: AppContext,
  { appointment, zone }: { appointment: Appointment; zone: string },
): Promise<{ label: string; href: string }[]> {
  const [service] = bookableIn(await readPractice(app), { id: appointment.serviceId }).services;
  if (!service) return [];
  const from = localDateOf(app.clock.now(), zone);
  const { minutes } = appointment;
  const answer = await askFreeTimes(app, { service: service.slug, minutes, from, to: addDays(from, DAYS) });
  if (answer.kind !== "times") return [];
  return answer.days
    .flatMap((day) => day.slots.slice(0, 1).map((slot) => ({ date: day.date, start: slot.start })))
    .slice(0, TIMES)
    .map(({ date, start }) => {
      const choices = { service: service.slug, minutes, day: date, start: new Date(start).toISOString() };
      const label = `${dayInWords(date)} at ${localeTime(start, zone, HOME)}`;
      return { label, href: `${app.config.publicUrl}/book?${queryFrom(choices)}` };
    });
}
