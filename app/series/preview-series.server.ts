import { getQuestion } from "#app/booking/free-times.db.server.ts";
import { practiceRules } from "#app/booking/practice-rules.ts";
import { getBookable } from "#app/catalogue/bookable-service.db.server.ts";
import { type Offer, type OfferInput, resolveOffer } from "#app/catalogue/offer.ts";
import type { Giver } from "#app/catalogue/therapist.ts";
import { knownDetails } from "#app/diary/known-details.server.ts";
import type { PracticeField } from "#app/diary/practice-booking.form.ts";
import type { Actor } from "#app/platform/actor.ts";
import type { AppContext } from "#app/platform/app-context.server.ts";
import type { Queries } from "#app/platform/database/database.server.ts";
import { requireReach } from "#app/platform/permissions.ts";
import { addDays, localDateOf } from "#app/platform/zoned-time.ts";
import { DAYS_AROUND, lookAtSeries, type Occurrence } from "#app/series/look-at-series.ts";
import { occurrencesOf, type SeriesRule } from "#app/series/occurrences.ts";
import type { SeriesInput } from "#app/series/series.form.ts";
import type { BookingRules } from "#app/settings/booking-rules.ts";
import { getSetting } from "#app/settings/settings.db.server.ts";

const QUANTUM = 5;

/** `givers`: all who give the service, to name a place's therapist. */
export type SeriesPreview =
  | { kind: "preview"; occurrences: Occurrence[]; offer: Offer; givers: Giver[]; messages: string[]; zone: string }
  | { kind: "invalid"; field: PracticeField; message: string };

/** What booking this series would find now. For the practice only. */
export async function previewSeries(
  app: AppContext,
  actor: Actor,
  { input, rule }: { input: SeriesInput; rule: SeriesRule },
): Promise<SeriesPreview> {
  requireReach(actor, "change", "series");
  const db = app.db.kysely;
  const offers = await getOffers(db, input);
  if (offers.kind === "unknown") return { ...offers, kind: "invalid" };
  if (rule.minute % QUANTUM !== 0) {
    return { kind: "invalid", field: "time", message: "Enter a time of whole five minutes, like 10:35" };
  }
  const { asked, anyone } = offers;
  const rules = await getSetting(db, app.log, "bookingRules");
  const found = occurrencesOf(rule, rules.zone);
  if (found.kind === "invalid") return found;
  const { starts } = found;
  const question = await questionAround(db, { offer: anyone, rules, starts, now: app.clock.now() });
  const therapistIds = asked.therapists.map(({ id }) => id);
  return {
    kind: "preview",
    occurrences: lookAtSeries(question, { starts, therapistIds }),
    offer: asked,
    givers: anyone.therapists,
    messages: await knownDetails(db, input, "all"),
    zone: rules.zone,
  };
}

/** The offer as asked for, and the same from anybody who gives it. */
export async function getOffers(db: Queries, input: OfferInput) {
  const catalogue = await getBookable(db, { slug: input.service });
  const asked = resolveOffer(catalogue, input);
  if (asked.kind === "unknown") return asked;
  const anyone = resolveOffer(catalogue, { ...input, therapist: null });
  return anyone.kind === "unknown" ? anyone : { kind: "offers" as const, asked: asked.offer, anyone: anyone.offer };
}

/** All that the engine needs for these starts and the times near them. */
export function questionAround(
  db: Queries,
  { offer, rules, starts, now }: { offer: Offer; rules: BookingRules; starts: readonly number[]; now: number },
) {
  const first = localDateOf(Math.min(...starts), rules.zone);
  const last = localDateOf(Math.max(...starts), rules.zone);
  const range = { from: addDays(first, -DAYS_AROUND), to: addDays(last, DAYS_AROUND) };
  return getQuestion(db, { offer, rules: practiceRules(rules), now, ...range });
}
