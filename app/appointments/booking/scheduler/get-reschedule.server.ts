import { type Appointment, extraMinutesOf } from "#app/appointments/appointment.ts";
import { freeDays } from "#app/appointments/booking/free-times/free-times.server.ts";
import { movedOffer } from "#app/appointments/booking/free-times/moved-offer.ts";
import { isExchangeable } from "#app/appointments/booking/reschedule.server.ts";
import type { Choices } from "#app/appointments/booking/scheduler/choices.ts";
import { listDays } from "#app/appointments/booking/scheduler/list-days.ts";
import type { Scheduler } from "#app/appointments/booking/scheduler/scheduler.ts";
import { keptBy, serviceChoice } from "#app/appointments/booking/scheduler/scheduler-state.ts";
import { getTherapist } from "#app/catalogue/catalogue.db.server.ts";
import { type Priced, pricesOn, rangeInFull, rangeInProse } from "#app/catalogue/quote.ts";
import { type BookableService, bookableIn, isBookable } from "#app/catalogue/service.ts";
import type { AppContext, Queries } from "#app/platform/app-context.server.ts";
import { addDays, localDateOf } from "#app/platform/date-time.ts";
import { readPractice } from "#app/practice/read-practice.server.ts";
import { getContactLinks } from "#app/settings/contact-links.ts";

/**
 * The scheduler for changing this appointment: the price stays with the booked service and length. `therapist`: undefined means the booked
 * one, null any. It opens on the appointment's own day; its present time is not offered. Null when nobody gives the service
 * any more.
 */
export async function getReschedule(
  app: AppContext,
  { appointment, choices, therapist, locale }: RescheduleInput,
): Promise<Scheduler | null> {
  const db = app.db.kysely;
  const practice = await readPractice(app);
  const services = practice.services.filter((each) => isBookable(each) && isExchangeable(each, appointment));
  const other = services.find(({ id, slug }) => slug === choices.service && id !== appointment.serviceId);
  const catalogue = bookableIn(practice, { id: other?.id ?? appointment.serviceId });
  const rules = practice.settings.bookingRules;
  const { service } = movedOffer(catalogue, { appointment, therapist: null }) ?? {};
  const listed = service?.lengths.some(({ minutes }) => minutes === choices.minutes) ? choices.minutes : null;
  const all = movedOffer(catalogue, { appointment, therapist: null, minutes: listed });
  if (!all) return null;
  const exactOffer = movedOffer(catalogue, { appointment, therapist, minutes: listed });
  const offer = exactOffer ?? all;
  const today = localDateOf(app.clock.now(), rules.zone);
  const search = {
    ask: (from: string, to: string) => freeDays(app, { offer, rules, from, to, moving: appointment }),
    today,
    lastDay: addDays(today, rules.horizonDays),
    zone: rules.zone,
    locale,
    minutes: offer.length.minutes + extraMinutesOf(appointment),
    ...((other || offer.length.minutes !== appointment.minutes) && { length: offer.length }),
    names: new Map(offer.therapists.map(({ id, short }) => [id, short])),
    withWhom: exactOffer && therapist !== null ? (exactOffer.therapists[0] ?? null) : null,
  };
  const isLeafing = choices.from !== null || choices.day !== null || choices.date !== null;
  const ownDay = localDateOf(appointment.start, rules.zone);
  const { day, start, ...days } = await listDays(search, isLeafing ? choices : { ...choices, day: ownDay });
  const therapistIds = offer.therapists.map(({ id }) => id);
  const priceOf = (length: Priced) => pricesOn(length, { therapistIds, date: day ?? today });
  const missing = exactOffer
    ? null
    : therapist === undefined
      ? await nameOf(db, appointment.therapistId)
      : "That therapist";
  const missingNote = missing && `${missing} is not available for this appointment. These are the times with anyone.`;
  const chosenTherapist = exactOffer && therapist !== null ? (exactOffer.therapists[0]?.slug ?? null) : null;
  return {
    zone: rules.zone,
    locale,
    chosen: {
      ...choices,
      service: offer.service.slug,
      serviceTitle: other?.title ?? appointment.serviceTitle,
      venue: appointment.venue.kind,
      venueName: appointment.venue.name ?? "",
      therapist: chosenTherapist,
      day,
      start,
      minutes: offer.length.minutes,
      before: null,
      asks: null,
      more: null,
      price: rangeInFull(priceOf(offer.length)),
      shortPrice: rangeInProse(priceOf(offer.length)),
      coming: null,
      withWhom: `with ${search.withWhom?.name ?? "whoever is free"}`,
      people: null,
      also: null,
      canBeTwo: false,
      forTwo: "",
    },
    services: services.map((each) => ({
      ...serviceChoice(each),
      keeps: keptBy(each, { minutes: offer.length.minutes, therapist: chosenTherapist, givers: all.therapists }),
    })),
    lengths: (other ? all.service.lengths : lengthsOf(all.service, appointment)).map((each) => ({
      minutes: each.minutes,
      label: !other && each.minutes === appointment.minutes ? "as booked" : each.label,
      price: rangeInProse(priceOf(each)),
    })),
    therapists: all.therapists.map(({ slug, name, short }) => ({ slug, name, short })),
    phone: getContactLinks(practice.settings.business).phone,
    ...days,
    movedNote: [missingNote, days.movedNote].filter(Boolean).join(" ") || null,
  };
}

/** Those of the service, the booked one at its own price. */
function lengthsOf({ lengths }: BookableService, { minutes, pricePence }: Appointment): Length[] {
  const others = lengths.filter((length) => length.minutes !== minutes);
  return [...others, { minutes, pricePence, label: "" }].toSorted((one, other) => one.minutes - other.minutes);
}

type Length = BookableService["lengths"][number];

async function nameOf(db: Queries, therapistId: string): Promise<string> {
  return (await getTherapist(db, therapistId))?.name ?? "That therapist";
}

type RescheduleInput = { appointment: Appointment; choices: Choices; therapist?: string | null; locale: string };
