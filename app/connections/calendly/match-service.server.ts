import { getCatalogue } from "#app/catalogue/catalogue.db.server.ts";
import { priceOn } from "#app/catalogue/quote.ts";
import type { SyncContext } from "#app/connections/calendly/sync-invitee.server.ts";
import type { Queries } from "#app/platform/database/database.server.ts";
import { folded } from "#app/platform/search-text.ts";
import { localDateOf } from "#app/platform/zoned-time.ts";

const MINUTE_MS = 60_000;

type GivenOffer = { serviceId: string; serviceTitle: string; therapistId: string; pricePence: number };

/**
 * Which of our services and therapists an event on Calendly is: by its name and its host's, else those of the settings,
 * else the first. A length that we don't list has no price of ours. Null while the practice has neither.
 */
export async function matchService(
  db: Queries,
  { facts, settings: { scheduler, bookingRules } }: Pick<SyncContext, "facts" | "settings">,
): Promise<GivenOffer | null> {
  const { services, therapists } = await getCatalogue(db);
  const service =
    services.find(({ title }) => folded(title) === folded(facts.title)) ??
    services.find(({ id }) => id === scheduler.serviceId) ??
    services[0];
  const host = facts.host && folded(facts.host);
  const therapist =
    therapists.find(({ name }) => folded(name) === host) ??
    therapists.find(({ id }) => id === scheduler.therapistId) ??
    therapists.find(({ id }) => service?.therapistIds.includes(id)) ??
    therapists[0];
  if (!service || !therapist) return null;
  const minutes = Math.round((facts.end - facts.start) / MINUTE_MS);
  const length = service.lengths.find((candidate) => candidate.minutes === minutes);
  const date = localDateOf(facts.start, bookingRules.zone);
  const pricePence = length ? priceOn(length, { therapistId: therapist.id, date }) : 0;
  return { serviceId: service.id, serviceTitle: facts.title, therapistId: therapist.id, pricePence };
}
