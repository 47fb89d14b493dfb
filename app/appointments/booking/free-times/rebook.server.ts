import { type Appointment, viewStatus } from "#app/appointments/appointment.ts";
import { cachedFreeTimes } from "#app/appointments/booking/free-times/cached-free-times.server.ts";
import type { FreeTimes } from "#app/appointments/booking/free-times/free-times.server.ts";
import { queryFrom } from "#app/appointments/booking/scheduler/choices-query.ts";
import { listOwned } from "#app/appointments/clients/own-appointments.db.server.ts";
import type { FreeDay } from "#app/availability/free-starts.ts";
import { getTherapist } from "#app/catalogue/catalogue.db.server.ts";
import { pricesOn, rangeInProse } from "#app/catalogue/quote.ts";
import { bookableIn, isBookable } from "#app/catalogue/service.ts";
import type { AppContext } from "#app/platform/app-context.server.ts";
import { addDays, localDateOf, localeMoment, localMinuteOf } from "#app/platform/date-time.ts";
import { readPractice } from "#app/practice/read-practice.server.ts";

const TIMES = 3;
const LOOK_AHEAD = [
  [0, 13],
  [14, 41],
] as const;

export type SameAgain = { offer: string; times: { label: string; href: string }[]; otherHref: string };

/**
 * For somebody signed in: their latest booking, with the same therapist if possible, at about the same time of day.
 * Null without a booking that could be repeated.
 */
export async function rebook(
  app: AppContext,
  { userId, locale }: { userId: string; locale: string },
): Promise<SameAgain | null> {
  const practice = await readPractice(app);
  const { zone } = practice.settings.bookingRules;
  const owned = await listOwned(app.db.kysely, userId);
  const last = owned.find(({ status }) => viewStatus(status) !== "Cancelled");
  const [service] = last ? bookableIn(practice, { id: last.serviceId }).services : [];
  if (!last || !service || !isBookable(service)) return null;
  const slug = (await getTherapist(app.db.kysely, last.therapistId))?.slug;
  for (const therapist of slug ? [slug, undefined] : [undefined]) {
    const choices = { service: service.slug, minutes: last.minutes, therapist };
    const found = await nextTimes(app, { last, choices, zone });
    if (!found || found.starts.length === 0) continue;
    const query = { ...choices, therapist: therapist ?? null };
    const [only] = therapist ? found.offer.therapists : [];
    return {
      offer: `${service.title}, ${last.minutes} min${only ? ` with ${only.name}` : ""}, ${priceIn(found, zone)}`,
      times: found.starts.map((start) => ({
        label: localeMoment(start, zone, locale),
        href: `/book?${queryFrom({ ...query, day: localDateOf(start, zone), start: new Date(start).toISOString() })}`,
      })),
      otherHref: `/book?${queryFrom(query)}`,
    };
  }
  return null;
}

/** What it costs at these times with whoever may give it. */
function priceIn({ offer, starts }: { offer: FreeTimes["offer"]; starts: readonly number[] }, zone: string): string {
  const therapistIds = offer.therapists.map(({ id }) => id);
  const each = starts.map((start) => pricesOn(offer.length, { therapistIds, date: localDateOf(start, zone) }));
  return rangeInProse({
    lowest: Math.min(...each.map(({ lowest }) => lowest)),
    highest: Math.max(...each.map(({ highest }) => highest)),
  });
}

type Choices = { service: string; minutes: number; therapist: string | undefined };
type Search = { last: Appointment; choices: Choices; zone: string };

async function nextTimes(app: AppContext, { last, choices, zone }: Search) {
  const today = localDateOf(app.clock.now(), zone);
  const after = addDays(localDateOf(last.start, zone), 1);
  const from = [today, after].sort().at(-1) ?? today;
  const minute = localMinuteOf(last.start, zone);
  const starts: number[] = [];
  let offer: FreeTimes["offer"] | null = null;
  for (const [first, end] of LOOK_AHEAD) {
    const within = { from: addDays(from, first), to: addDays(from, end) };
    const answer = await cachedFreeTimes(app, { ...choices, ...within });
    if (answer.kind !== "times") return null;
    offer = answer.offer;
    starts.push(...answer.days.flatMap((day) => nearest(day, minute, zone) ?? []));
    if (starts.length >= TIMES) break;
  }
  return offer && { offer, starts: starts.slice(0, TIMES) };
}

function nearest({ slots }: FreeDay, minute: number, zone: string): number | undefined {
  const away = (start: number) => Math.abs(localMinuteOf(start, zone) - minute);
  return slots.map(({ start }) => start).sort((a, b) => away(a) - away(b) || a - b)[0];
}
