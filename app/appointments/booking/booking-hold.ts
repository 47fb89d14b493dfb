export const HOLD_MINUTES = 30;

/** A booking that its client must confirm by e-mail. Instants are epoch ms UTC. */
export type BookingHold = {
  appointmentId: string;
  until: number;
  keptAt: number | null;
  releasedAt: number | null;
};

/** Neither confirmed by its link nor released on expiry. */
export function isOpen(hold: BookingHold | null): hold is BookingHold {
  return hold !== null && hold.keptAt === null && hold.releasedAt === null;
}
