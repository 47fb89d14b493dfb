import { type Busy, listBusy } from "#app/appointments/appointments.db.server.ts";
import type { Question } from "#app/availability/free-starts.ts";
import type { Offer } from "#app/catalogue/service.ts";
import { getWorkingTime, type WorkingTime } from "#app/hours/working-time.db.server.ts";
import type { Queries } from "#app/platform/app-context.server.ts";
import { addDays, startOfDay } from "#app/platform/date-time.ts";
import type { PracticeFacts } from "#app/practice/practice.ts";
import { readHours } from "#app/practice/read-practice.server.ts";
import type { BookingRules } from "#app/settings/schemas/booking-rules.ts";

export type Ask = {
  offer: {
    service: Pick<Offer["service"], "bufferBefore" | "bufferAfter">;
    length: Pick<Offer["length"], "minutes">;
    therapists: readonly { id: string }[];
    extra?: number;
  };
  rules: BookingRules;
  from: string;
  to: string;
  now: number;
  except?: string | readonly string[] | null;
};

/**
 * All that the engine needs for one offer and the local dates `from` to `to`, inclusive. `practice`: what the same
 * transaction or page has read.
 */
export async function getQuestion(
  db: Queries,
  { practice, ...ask }: Ask & { practice?: PracticeFacts },
): Promise<Question> {
  // In sequence: a transaction has only one connection.
  const range = { from: ask.from, to: ask.to, therapistIds: therapistIdsOf(ask) };
  const working = practice ? await readHours(db, practice, range) : await getWorkingTime(db, range);
  return questionFrom(ask, working, await listBusyFor(db, ask));
}

/** The bookings that affect the answer, with a day more on either side: a buffer may reach past midnight. */
export function listBusyFor(
  db: Queries,
  ask: Omit<Ask, "now" | "offer"> & { offer: Pick<Ask["offer"], "therapists">; bookedOnly?: boolean },
): Promise<Busy[]> {
  const { from, to, rules, except, bookedOnly } = ask;
  const within = {
    start: startOfDay(addDays(from, -1), rules.zone),
    end: startOfDay(addDays(to, 2), rules.zone),
  };
  return listBusy(db, { therapistIds: therapistIdsOf(ask), within, except, bookedOnly });
}

export function questionFrom(ask: Ask, working: ReadonlyMap<string, WorkingTime>, busy: readonly Busy[]): Question {
  const { offer, rules, from, to, now } = ask;
  const busyOf = Map.groupBy(busy, (block) => block.therapistId);
  return {
    from,
    to,
    now,
    length: offer.length.minutes + (offer.extra ?? 0),
    bufferBefore: offer.service.bufferBefore,
    bufferAfter: offer.service.bufferAfter,
    slotInterval: rules.slotInterval,
    notice: rules.notice,
    horizonDays: rules.horizonDays,
    zone: rules.zone,
    therapists: therapistIdsOf(ask).map((id) => ({
      id,
      weekly: working.get(id)?.weekly ?? [],
      exceptions: working.get(id)?.exceptions ?? [],
      busy: busyOf.get(id) ?? [],
    })),
  };
}

function therapistIdsOf({ offer }: { offer: Pick<Ask["offer"], "therapists"> }): string[] {
  return offer.therapists.map((therapist) => therapist.id);
}
