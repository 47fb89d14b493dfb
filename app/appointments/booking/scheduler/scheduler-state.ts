import type { ChangeTerms } from "#app/appointments/booking/change-rule.ts";
import { type Choices, MOST_OTHERS } from "#app/appointments/booking/scheduler/choices.ts";
import { queryFrom } from "#app/appointments/booking/scheduler/choices-query.ts";
import { listDays } from "#app/appointments/booking/scheduler/list-days.ts";
import type { ForTwo, Scheduler, ServiceChoice } from "#app/appointments/booking/scheduler/scheduler.ts";
import type { FreeDay, FreeSlot } from "#app/availability/free-starts.ts";
import { lengthsOnly, pricesFrom } from "#app/catalogue/lengths-line.ts";
import {
  comingPrice,
  NOW,
  type Priced,
  type PriceRange,
  priceForTwo,
  pricesOn,
  rangeInFull,
  rangeInProse,
} from "#app/catalogue/quote.ts";
import { isBookable, type Offer, resolveOffer, type Service } from "#app/catalogue/service.ts";
import { addDays, localDateOf, localeMoment } from "#app/platform/date-time.ts";
import type { PracticeFacts } from "#app/practice/practice.ts";
import { getContactLinks } from "#app/settings/contact-links.ts";
import type { BookingRules } from "#app/settings/schemas/booking-rules.ts";
import { lateFeePercent } from "#app/settings/schemas/money-rules.ts";

const MINUTE_MS = 60_000;

export type NewBooking = Scheduler & { terms: ChangeTerms };

/** A link asked for something that cannot be booked: what it was, and what can be chosen. */
export type OfferToChoose = {
  sentence: string;
  title: string;
  rows: { href: string; name: string; detail: string | null; price: string | null }[];
};

/** What the page knows besides the choices. `now` is epoch ms; `ask` returns the days between two inclusive dates. */
export type Known = {
  practice: Pick<PracticeFacts, "services" | "therapists" | "settings">;
  now: number;
  ask: (ask: { offer: Offer; rules: BookingRules; from: string; to: string }) => Promise<FreeDay[]>;
};

/**
 * The page is a function of the choices in its address. Without a choice, the first treatment and its usual length. Null
 * when nothing can be booked: no service has both a length and a therapist.
 */
export async function schedulerFor(
  { practice: catalogue, now, ask: askDays }: Known,
  { choices, locale }: { choices: Choices; locale: string },
): Promise<NewBooking | { unavailable: OfferToChoose } | null> {
  const { services, therapists, settings } = catalogue;
  const bookable = services.filter(isBookable);
  const { minutes: chosenMinutes, therapist, before } = choices;
  const ask = (slug: string) => resolveOffer(catalogue, { service: slug, minutes: chosenMinutes, therapist, before });
  const first = bookable.find(({ slug }) => ask(slug).kind === "offer") ?? bookable[0];
  if (!first) return null;
  const resolved = ask(choices.service ?? first.slug);
  if (resolved.kind === "not-found") return { unavailable: offerToChoose(resolved, { catalogue, choices, first }) };
  const { offer } = resolved;
  const service = bookable.find(({ id }) => id === offer.service.id) ?? first;
  const givers = therapists.filter(({ id }) => service.therapistIds.includes(id));
  const rules = settings.bookingRules;
  const { zone, horizonDays, changeNotice, chargesLate } = rules;
  const feePercent = lateFeePercent(settings);
  const today = localDateOf(now, zone);
  const minutes = offer.length.minutes;
  const withWhom = givers.find(({ slug }) => slug === therapist) ?? null;
  const lastDay = addDays(today, horizonDays);
  const anyone = resolveOffer(catalogue, { service: service.slug, minutes, before });
  const canBeTwo = givers.length > 1 && service.venue !== "client";
  const forTwo = canBeTwo && choices.people === 2 ? { firstId: withWhom?.id ?? null } : null;
  const priceOf = (each: Priced, date = today) => {
    const range = pricesOn(each, { therapistIds: offer.therapists.map(({ id }) => id), date });
    if (!forTwo) return range;
    const all = { therapistIds: givers.map(({ id }) => id), date };
    return { lowest: priceForTwo(each, { ...all, ...forTwo }), highest: 2 * pricesOn(each, all).highest };
  };
  const searchOf = (offer: Offer) => async (from: string, to: string) => {
    if (!forTwo || anyone.kind !== "offer") return askDays({ offer, rules, from, to });
    const { therapists } = anyone.offer;
    return daysForTwo(await askDays({ offer: { ...offer, therapists }, rules, from, to }), forTwo);
  };
  const others = await otherTimes(forTwo ? null : choices.also, { ask: searchOf(offer), rules, offer, locale });
  const isMore = others.times.length > 0;
  const shorter = () =>
    service.lengths
      .filter((length) => length.minutes < minutes)
      .toSorted((one, other) => other.minutes - one.minutes)
      .map((length) => ({
        minutes: length.minutes,
        price: rangeInProse(priceOf(length)),
        ask: others.around(searchOf({ ...offer, length })),
      }));
  const waits = settings.waitingList.on && service.venue !== "client" && !forTwo && !isMore;
  const search = {
    waits,
    ask: others.around(searchOf(offer)),
    shorter,
    names: new Map(forTwo ? [] : offer.therapists.map(({ id, short }) => [id, short])),
    forTwo,
    othersPence: others.pence,
    ...{ today, lastDay, zone, locale, minutes: minutes + (offer.extra ?? 0), length: offer.length, withWhom },
  };
  const { day, start, ...days } = await listDays(search, choices);
  return {
    zone,
    locale,
    terms: {
      now,
      rules: { zone, changeNotice, chargesLate, ...(feePercent > 0 && { feePercent }) },
      locale,
    },
    chosen: {
      ...choices,
      service: service.slug,
      serviceTitle: service.title,
      venue: service.venue,
      venueName: service.venueName,
      therapist,
      people: forTwo && 2,
      also: isMore ? others.times.map(({ start }) => start) : null,
      canBeTwo: canBeTwo && !isMore,
      canBeMore: !forTwo && others.times.length < MOST_OTHERS,
      forTwo: forTwo ? " for two" : isMore ? ` for ${others.times.length + 1} times` : "",
      withWhom: forTwo
        ? withWhom
          ? `with ${withWhom.name} and another therapist`
          : "with two therapists"
        : `with ${withWhom?.name ?? "whoever is free"}`,
      day,
      start,
      minutes,
      before: service.firstExtra > 0 ? before : null,
      asks:
        service.firstExtra > 0
          ? `Have you been to us before? A first appointment takes ${service.firstExtra} minutes longer, at the same price.`
          : null,
      more: offer.extra ? `, and ${offer.extra} more for a first appointment` : null,
      price: rangeInFull(plus(priceOf(offer.length, day ?? today), others.pence)),
      shortPrice: rangeInProse(priceOf(offer.length, day ?? today)),
      coming: comingPrice(offer.length, { therapistIds: offer.therapists.map(({ id }) => id), today }),
    },
    others: others.times,
    othersNote: others.note,
    services: bookable.map((each) => ({ ...serviceChoice(each), keeps: keptBy(each, { minutes, therapist, givers }) })),
    lengths: service.lengths.map((each) => ({
      minutes: each.minutes,
      label: each.label,
      price: rangeInProse(priceOf(each, day ?? today)),
    })),
    therapists: givers.map(({ slug, name, short }) => ({ slug, name, short })),
    phone: getContactLinks(settings.business).phone,
    ...(waits && {
      wait: {
        href: `/book/wait?${queryFrom({ service: service.slug, minutes, therapist, day })}`,
        title: waitTitle(days, day),
        words: "If a time comes free, it is kept for one person on the list, who gets an email.",
      },
    }),
    ...days,
    goneNote:
      days.goneNote ??
      (isMore && !start ? `Chosen: ${others.times.map(({ label }) => label).join("; ")}. Choose another time.` : null),
  };
}

type Around = { ask: AskDays; rules: BookingRules; offer: Offer; locale: string };
type AskDays = (from: string, to: string) => Promise<FreeDay[]>;

/**
 * Those of the other times that are still free with this offer, and what they cost; `around`: the days without the times
 * that would overlap them.
 */
async function otherTimes(also: Choices["also"], { ask, rules, offer, locale }: Around) {
  const { zone } = rules;
  const { bufferBefore, bufferAfter } = offer.service;
  const apart = (offer.length.minutes + (offer.extra ?? 0) + bufferBefore + bufferAfter) * MINUTE_MS;
  const taken: number[] = [];
  const gone: number[] = [];
  let pence = 0;
  const isApart = (start: number) => taken.every((other) => Math.abs(other - start) >= apart);
  for (const start of (also ?? []).map((each) => Date.parse(each))) {
    const date = localDateOf(start, zone);
    const [day] = await ask(date, date);
    const slot = day?.slots.find((each) => each.start === start);
    if (!slot || !isApart(start)) {
      gone.push(start);
      continue;
    }
    taken.push(start);
    pence += pricesOn(offer.length, { therapistIds: slot.therapists, date }).lowest;
  }
  const label = (start: number) => localeMoment(start, zone, locale);
  const around =
    (askDays: AskDays): AskDays =>
    async (from, to) =>
      taken.length === 0 ? askDays(from, to) : withSlots(await askDays(from, to), ({ start }) => isApart(start));
  return {
    around,
    pence,
    times: taken.map((start) => ({
      start: new Date(start).toISOString(),
      day: localDateOf(start, zone),
      label: label(start),
    })),
    note: gone.length > 0 ? `No longer free: ${gone.map(label).join("; ")}. Choose another time.` : null,
  };
}

function plus({ lowest, highest }: PriceRange, pence: number): PriceRange {
  return { lowest: lowest + pence, highest: highest + pence };
}

/** The same days with the times at which two therapists are free. */
function daysForTwo(days: readonly FreeDay[], { firstId }: ForTwo): FreeDay[] {
  return withSlots(
    days,
    ({ therapists }) => therapists.length > 1 && (firstId === null || therapists.includes(firstId)),
  );
}

function withSlots(days: readonly FreeDay[], fits: (slot: FreeSlot) => boolean): FreeDay[] {
  return days.map((day) => {
    const slots = day.slots.filter(fits);
    return { ...day, slots, state: day.state === "open" && slots.length === 0 ? "full" : day.state };
  });
}

/** Why to wait; null where the day has times. Only a full day without any has a cell. */
function waitTitle({ times, days, dayTitle }: Pick<Scheduler, "times" | "days" | "dayTitle">, day: string | null) {
  if (times.length > 0) return null;
  const isFull = days.some(({ date, open }) => date === day && open !== null);
  return isFull ? `${dayTitle} is full` : "Nothing is free at the moment";
}

/** Keeps what still fits in the addresses of what to choose from. */
function offerToChoose(
  { field, message }: { field: "service" | "minutes" | "therapist"; message: string },
  { catalogue, choices, first }: { catalogue: Known["practice"]; choices: Choices; first: Service },
): OfferToChoose {
  const { therapist, minutes, day, from } = choices;
  const bookable = catalogue.services.filter(isBookable);
  const service = bookable.find(({ slug }) => slug === choices.service) ?? first;
  const href = (others: Partial<Choices>) => `/book?${queryFrom({ service: service.slug, day, from, ...others })}`;
  const sentence = `${message}.`;
  if (field === "service") {
    const rows = bookable.map(serviceChoice).map(({ slug, title, lengths, price }) => ({
      ...{ href: href({ service: slug }), name: title, detail: lengths, price },
    }));
    return { sentence, title: "Choose a treatment", rows };
  }
  if (field === "minutes") {
    const rows = service.lengths.map((length) => ({
      href: href({ minutes: length.minutes, therapist }),
      name: `${length.minutes} minutes`,
      detail: length.label || null,
      price: rangeInProse(pricesOn(length, { therapistIds: service.therapistIds, date: NOW })),
    }));
    return { sentence, title: `Choose a length of ${service.title}`, rows };
  }
  const givers = catalogue.therapists.filter(({ id }) => service.therapistIds.includes(id));
  const rows = givers.map(({ slug, name, role }) => ({
    ...{ href: href({ minutes, therapist: slug }), name, detail: role || null, price: null },
  }));
  const anyone = { href: href({ minutes }), name: "Anyone", detail: "Any free therapist", price: null };
  return { sentence, title: `Choose a therapist for ${service.title}`, rows: [anyone, ...rows] };
}

type Kept = { minutes: number; therapist: string | null; givers: readonly { id: string; slug: string }[] };

/** What of the chosen length and therapist another treatment has, too. */
export function keptBy(
  { lengths, therapistIds }: Service,
  { minutes, therapist, givers }: Kept,
): ServiceChoice["keeps"] {
  const giver = givers.find(({ slug }) => slug === therapist);
  return {
    minutes: lengths.some((length) => length.minutes === minutes) ? minutes : null,
    therapist: giver && therapistIds.includes(giver.id) ? giver.slug : null,
  };
}

export function serviceChoice(service: Service): Omit<ServiceChoice, "keeps"> {
  const { slug, title, picture } = service;
  return { slug, title, picture, lengths: lengthsOnly(service), price: pricesFrom(service) };
}
