import { getBookable } from "#app/catalogue/bookable-service.db.server.ts";
import { listServices } from "#app/catalogue/catalogue.db.server.ts";
import { isBookable, resolveOffer } from "#app/catalogue/service.ts";
import type { PlainRecord, PlainValue } from "#app/moving/firebase/firestore-value.ts";
import type { StoredAs } from "#app/moving/firebase/store-appointment.server.ts";
import { UnreadableExport } from "#app/moving/firebase/streamparser.gateway.server.ts";
import type { AppContext } from "#app/platform/app-context.server.ts";
import { readSettings } from "#app/settings/settings.db.server.ts";

/** As which treatment appointments are stored: slugs and a length as they were typed; null: the first that is offered. */
export async function storedAsOf(app: AppContext, typed: PlainValue | undefined): Promise<StoredAs> {
  const db = app.db.kysely;
  const chosen = (typed ?? {}) as PlainRecord;
  const [service, therapist] = [chosen.service, chosen.therapist].map((slug) => (slug ? String(slug) : null));
  const slug = service ?? (await listServices(db)).find(isBookable)?.slug;
  if (!slug) throw new UnreadableExport("No treatment is offered here yet: add one, with a therapist, under Services");
  const minutes = typeof chosen.minutes === "number" ? chosen.minutes : null;
  const resolved = resolveOffer(await getBookable(db, { slug }), { service: slug, minutes, therapist });
  if (resolved.kind === "not-found") throw new UnreadableExport(resolved.message);
  const rules = (await readSettings(db, app.log)).settings.bookingRules;
  return { offer: resolved.offer, rules, typed: { service: service ?? null, minutes, therapist: therapist ?? null } };
}

export function storedAsInWords({ offer: { service, length } }: StoredAs): string {
  return `${service.title}, ${length.minutes} minutes`;
}
