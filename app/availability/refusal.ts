import type { Question, TherapistTime } from "#app/availability/free-starts.ts";
import { holds, overlaps } from "#app/availability/interval.ts";
import { type Stretch, stretchesOf } from "#app/availability/opening-hours.ts";
import { addDays, localDateOf } from "#app/platform/zoned-time.ts";

const MINUTE_MS = 60_000;

export type Refusal = "past" | "too-soon" | "too-far" | "closed" | "off-grid" | "taken";

/**
 * Why a start (epoch ms) can't be booked with this therapist, or with any of them (null): the first reason that
 * applies, in the type's order. Null when it can be booked.
 */
export function refusalOf(question: Question, start: number, therapistId: string | null): Refusal | null {
  const { now, notice, horizonDays, zone } = question;
  if (start < now) return "past";
  if (start < now + notice * MINUTE_MS) return "too-soon";
  const date = localDateOf(start, zone);
  if (date > addDays(localDateOf(now, zone), horizonDays)) return "too-far";

  const slot = { start, end: start + question.length * MINUTE_MS };
  const holding = question.therapists
    .filter((therapist) => therapistId === null || therapist.id === therapistId)
    .map((therapist) => ({
      therapist,
      stretch: stretchesOf(therapist, date, zone).find((stretch) => holds(stretch, slot)),
    }))
    .filter((pair): pair is { therapist: TherapistTime; stretch: Stretch } => pair.stretch !== undefined);
  if (holding.length === 0) return "closed";
  const step = question.slotInterval * MINUTE_MS;
  const standing = holding.filter(({ stretch }) => (start - stretch.gridStart) % step === 0);
  if (standing.length === 0) return "off-grid";
  const block = {
    start: slot.start - question.bufferBefore * MINUTE_MS,
    end: slot.end + question.bufferAfter * MINUTE_MS,
  };
  const free = standing.some(({ therapist }) => !therapist.busy.some((busy) => overlaps(busy, block)));
  return free ? null : "taken";
}
