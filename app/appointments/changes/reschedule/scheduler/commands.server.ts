import type { Appointment } from "#app/appointments/appointment.ts";
import { movedOffer } from "#app/appointments/changes/reschedule/moved-offer.ts";
import { freeDays } from "#app/appointments/free-times/commands.server.ts";
import type { Choices } from "#app/appointments/scheduler/choices.ts";
import { showDays } from "#app/appointments/scheduler/days/commands.server.ts";
import type { Scheduler } from "#app/appointments/scheduler/scheduler.ts";
import { priceInFull } from "#app/catalogue/price.ts";
import { listServices, listTherapists } from "#app/catalogue/store.server.ts";
import type { World } from "#app/platform/world.server.ts";
import { addDays, localDateOf } from "#app/platform/zoned-time.ts";
import { readSettings } from "#app/settings/store.server.ts";

/**
 * The scheduler for another time of this appointment: its service, length and price stay. `therapist` undefined
 * is who it is booked with, null anyone. It opens on the appointment's own day, whose time counts as free.
 * Null: it can't be moved online any more, as nobody gives the service.
 */
export async function showReschedule(
  world: World,
  { appointment, choices, therapist }: { appointment: Appointment; choices: Choices; therapist?: string | null },
): Promise<Scheduler | null> {
  const db = world.db.kysely;
  const [services, therapists, settings] = await Promise.all([
    listServices(db),
    listTherapists(db),
    readSettings(db, world.log),
  ]);
  const catalogue = { services, therapists };
  const all = movedOffer(catalogue, { appointment, therapist: null });
  if (!all) return null;
  const wished = movedOffer(catalogue, { appointment, therapist });
  const offer = wished ?? all;
  const { bookingRules: rules } = settings;
  const today = localDateOf(world.clock.now(), rules.zone);
  const search = {
    ask: (from: string, to: string) => freeDays(world, { offer, rules, from, to, except: appointment.id }),
    ...{ today, lastDay: addDays(today, rules.horizonDays), zone: rules.zone },
  };
  const isLeafing = choices.from !== null || choices.day !== null;
  const ownDay = localDateOf(appointment.start, rules.zone);
  const { day, ...days } = await showDays(search, isLeafing ? choices : { ...choices, day: ownDay });
  const chosenTherapist = wished && therapist !== null ? (wished.therapists[0]?.slug ?? null) : null;
  return {
    zone: rules.zone,
    chosen: {
      ...choices,
      ...{ service: offer.service.slug, serviceTitle: appointment.serviceTitle, therapist: chosenTherapist, day },
      ...{ minutes: appointment.minutes, price: priceInFull(appointment.pricePence) },
    },
    ...{ services: [], lengths: [] },
    therapists: all.therapists.map(({ slug, name }) => ({ slug, name })),
    ...days,
  };
}
