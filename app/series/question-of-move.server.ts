import { type Appointment, movedTo } from "#app/appointments/appointment.ts";
import type { Question } from "#app/availability/free-starts.ts";
import { getQuestion } from "#app/booking/free-times.db.server.ts";
import { practiceRules } from "#app/booking/practice-rules.ts";
import type { Queries } from "#app/platform/database/database.server.ts";
import { addDays, localDateOf } from "#app/platform/zoned-time.ts";
import { DAYS_AROUND, type Place } from "#app/series/look-at-series.ts";
import { blockOf } from "#app/series/moving.ts";
import type { BookingRules } from "#app/settings/booking-rules.ts";

const MINUTE_MS = 60_000;

type Move = { appointment: Appointment; to: Place };
type Within = { rules: BookingRules; therapistIds: readonly string[]; now: number };

/**
 * What the engine needs to look at one of several moves: the old times of all of them count as free, the new times of
 * the others as taken.
 */
export async function questionOfMove(
  db: Queries,
  { appointment, to }: Move,
  { moves, rules, therapistIds, now }: Within & { moves: readonly Move[] },
): Promise<Question> {
  const date = localDateOf(to.start, rules.zone);
  const question = await getQuestion(db, {
    offer: {
      service: {
        bufferBefore: (appointment.start - appointment.blockStart) / MINUTE_MS,
        bufferAfter: (appointment.blockEnd - appointment.end) / MINUTE_MS,
      },
      length: { minutes: appointment.minutes },
      therapists: [...new Set([...therapistIds, to.therapistId])].map((id) => ({ id })),
    },
    rules: practiceRules(rules),
    from: addDays(date, -DAYS_AROUND),
    to: addDays(date, DAYS_AROUND),
    now,
    except: moves.map((move) => move.appointment.id),
  });
  const others = moves.filter((move) => move.appointment.id !== appointment.id);
  return {
    ...question,
    therapists: question.therapists.map((therapist) => ({
      ...therapist,
      busy: [
        ...therapist.busy,
        ...others
          .filter((other) => other.to.therapistId === therapist.id)
          .map((other) => blockOf(movedTo(other.appointment, other.to))),
      ],
    })),
  };
}
