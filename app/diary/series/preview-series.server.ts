import { practiceRules } from "#app/appointments/booking/free-times/assign-therapist.ts";
import { getQuestion } from "#app/appointments/booking/free-times/free-times.db.server.ts";
import { type Offer, type OfferInput, resolveOffer } from "#app/catalogue/offer.ts";
import type { Giver } from "#app/catalogue/therapist.ts";
import { knownDetails } from "#app/diary/booking/known-details.server.ts";
import type { PracticeField } from "#app/diary/booking/practice-booking.form.ts";
import { checkSeries, DAYS_AROUND, type Occurrence } from "#app/diary/series/check-series.ts";
import { occurrencesOf, type SeriesRule } from "#app/diary/series/occurrences.ts";
import type { SeriesInput } from "#app/diary/series/series.form.ts";
import type { Actor } from "#app/platform/actor.ts";
import type { AppContext } from "#app/platform/app-context.server.ts";
import type { Queries } from "#app/platform/database/database.server.ts";
import { requireScope } from "#app/platform/permissions.ts";
import { addDays, localDateOf } from "#app/platform/zoned-time.ts";
import { bookableIn, type PracticeFacts } from "#app/practice/practice.ts";
import { readPractice } from "#app/practice/read-practice.server.ts";
import type { BookingRules } from "#app/settings/schemas/booking-rules.ts";

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
  requireScope(actor, "change", "series");
  const db = app.db.kysely;
  const practice = await readPractice(app);
  const offers = getOffers(practice, input);
  if (offers.kind === "not-found") return { ...offers, kind: "invalid" };
  if (rule.minute % QUANTUM !== 0) {
    return { kind: "invalid", field: "time", message: "Enter a time of whole five minutes, like 10:35" };
  }
  const { asked, anyone } = offers;
  const rules = practice.settings.bookingRules;
  const found = occurrencesOf(rule, rules.zone);
  if (found.kind === "invalid") return found;
  const { starts } = found;
  const question = await questionAround(db, { offer: anyone, rules, starts, now: app.clock.now() });
  const therapistIds = asked.therapists.map(({ id }) => id);
  return {
    kind: "preview",
    occurrences: checkSeries(question, { starts, therapistIds }),
    offer: asked,
    givers: anyone.therapists,
    messages: await knownDetails(db, input, "all"),
    zone: rules.zone,
  };
}

/** The offer as asked for, and the same from anybody who gives it. */
export function getOffers(practice: PracticeFacts, input: OfferInput) {
  const catalogue = bookableIn(practice, { slug: input.service });
  const asked = resolveOffer(catalogue, input);
  if (asked.kind === "not-found") return asked;
  const anyone = resolveOffer(catalogue, { ...input, therapist: null });
  return anyone.kind === "not-found" ? anyone : { kind: "offers" as const, asked: asked.offer, anyone: anyone.offer };
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
