import { readBusy } from "#app/appointments/store.server.ts";
import type { Question } from "#app/availability/free-starts.ts";
import { readWorkingTime } from "#app/availability/store.server.ts";
import type { Offer } from "#app/catalogue/offer.ts";
import type { Queries } from "#app/platform/database/database.server.ts";
import { addDays, startOfDay } from "#app/platform/zoned-time.ts";
import type { BookingRules } from "#app/settings/booking-rules.ts";

type Ask = {
  offer: {
    service: Pick<Offer["service"], "bufferBefore" | "bufferAfter">;
    length: Pick<Offer["length"], "minutes">;
    therapists: readonly { id: string }[];
  };
  rules: BookingRules;
  from: string;
  to: string;
  now: number;
  /** The appointment that is being moved. */
  except?: string | null;
};

/**
 * All that the engine needs to know to answer for one offer and the local dates `from` to `to` inclusive.
 * Busy time is read a day further on either side: a buffer may reach over midnight.
 */
export async function readQuestion(db: Queries, { offer, rules, from, to, now, except }: Ask): Promise<Question> {
  const therapistIds = offer.therapists.map((therapist) => therapist.id);
  const within = {
    start: startOfDay(addDays(from, -1), rules.zone),
    end: startOfDay(addDays(to, 2), rules.zone),
  };
  // One after the other: inside a transaction there is one connection.
  const working = await readWorkingTime(db, { therapistIds, from, to });
  const busy = await readBusy(db, { therapistIds, within, except });
  const busyOf = Map.groupBy(busy, (block) => block.therapistId);
  return {
    from,
    to,
    now,
    length: offer.length.minutes,
    bufferBefore: offer.service.bufferBefore,
    bufferAfter: offer.service.bufferAfter,
    slotInterval: rules.slotInterval,
    notice: rules.notice,
    horizonDays: rules.horizonDays,
    zone: rules.zone,
    therapists: therapistIds.map((id) => ({
      id,
      weekly: working.get(id)?.weekly ?? [],
      exceptions: working.get(id)?.exceptions ?? [],
      busy: busyOf.get(id) ?? [],
    })),
  };
}
