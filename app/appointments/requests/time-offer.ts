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

/** Whether a time overlaps one that somebody else is offered: each is offered once. `lasts` in ms, with its buffers. */
export function isOfferedElsewhere(
  time: OfferedTime & { lasts: number },
  others: readonly (OfferedTime & { lasts: number })[],
): boolean {
  return others.some(
    (other) =>
      other.therapistId === time.therapistId &&
      time.start < other.start + other.lasts &&
      other.start < time.start + time.lasts,
  );
}

/**
 * Three times to choose from, in order: the nearest to the booked start that do not overlap, so that one booking by
 * somebody else leaves two of them. The block is the appointment's own, buffers included.
 */
export function threeToOffer(
  times: readonly OfferedTime[],
  { start: target, blockStart, blockEnd }: { start: number; blockStart: number; blockEnd: number },
): OfferedTime[] {
  const chosen: OfferedTime[] = [];
  const nearest = [...times].sort(
    (one, other) => Math.abs(one.start - target) - Math.abs(other.start - target) || one.start - other.start,
  );
  for (const time of nearest) {
    const overlaps = chosen.some(({ start }) => Math.abs(start - time.start) < blockEnd - blockStart);
    if (!overlaps && chosen.length < 3) chosen.push(time);
  }
  return chosen.sort((one, other) => one.start - other.start);
}
