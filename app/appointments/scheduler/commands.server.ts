import { freeDays } from "#app/appointments/free-times/commands.server.ts";
import type { Choices } from "#app/appointments/scheduler/choices.ts";
import { showDays } from "#app/appointments/scheduler/days/commands.server.ts";
import type { Scheduler } from "#app/appointments/scheduler/scheduler.ts";
import { resolveOffer } from "#app/catalogue/offer.ts";
import { priceInFull } from "#app/catalogue/price.ts";
import { isBookable, lengthOf } from "#app/catalogue/service.ts";
import { listServices, listTherapists } from "#app/catalogue/store.server.ts";
import type { World } from "#app/platform/world.server.ts";
import { addDays, localDateOf } from "#app/platform/zoned-time.ts";
import { readSettings } from "#app/settings/store.server.ts";

/** The scheduler for what has been chosen so far. Choices that no longer fit give way to the nearest that do. */
export async function showScheduler(world: World, choices: Choices): Promise<Scheduler> {
  const db = world.db.kysely;
  const [services, therapists, settings] = await Promise.all([
    listServices(db),
    listTherapists(db),
    readSettings(db, world.log),
  ]);
  const bookable = services.filter(isBookable);
  const service = bookable.find((candidate) => candidate.slug === choices.service) ?? bookable[0];
  if (!service) throw new Error("Nothing can be booked: no service has a length and a therapist");
  const givers = therapists.filter((therapist) => service.therapistIds.includes(therapist.id));
  const length = lengthOf(service, choices.minutes) ?? lengthOf(service, null);
  const therapist = givers.find((candidate) => candidate.slug === choices.therapist)?.slug ?? null;
  const resolved = resolveOffer(
    { services, therapists },
    { service: service.slug, minutes: length?.minutes, therapist },
  );
  if (resolved.kind === "unknown") throw new Error(`What was just read can't be asked for: ${resolved.message}`);
  const { offer } = resolved;
  const { bookingRules: rules } = settings;
  const { zone, horizonDays } = rules;
  const today = localDateOf(world.clock.now(), zone);
  const ask = (from: string, to: string) => freeDays(world, { offer, rules, from, to });
  const { day, ...days } = await showDays({ ask, today, lastDay: addDays(today, horizonDays), zone }, choices);
  return {
    zone,
    chosen: {
      ...choices,
      ...{ service: service.slug, serviceTitle: service.title, therapist, day },
      ...{ minutes: length?.minutes ?? 0, price: priceInFull(length?.pricePence ?? 0) },
    },
    services: bookable.map(({ slug, title }) => ({ slug, title })),
    lengths: service.lengths.map(({ minutes, label, pricePence }) => ({
      minutes,
      label,
      price: priceInFull(pricePence),
    })),
    therapists: givers.map(({ slug, name }) => ({ slug, name })),
    ...days,
  };
}
