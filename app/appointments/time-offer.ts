/** `start` is epoch ms. */
export type OfferedTime = { start: number; therapistId: string };

/** Times offered for an appointment; they hold nothing. `sequence`: the appointment as it was then. */
export type TimeOffer = { times: OfferedTime[]; sequence: number; at: number; actor: string };

/** An offer ends when its appointment has changed since. */
export function isOffered(
  { times, sequence }: TimeOffer,
  chosen: OfferedTime,
  appointment: { sequence: number },
): boolean {
  if (sequence !== appointment.sequence) return false;
  return times.some(({ start, therapistId }) => start === chosen.start && therapistId === chosen.therapistId);
}

/** The three nearest to the booked start of all that are near, in order of time. */
export function threeNearest(times: readonly OfferedTime[], wanted: number): OfferedTime[] {
  return [...times]
    .sort((one, other) => Math.abs(one.start - wanted) - Math.abs(other.start - wanted) || one.start - other.start)
    .slice(0, 3)
    .sort((one, other) => one.start - other.start);
}
