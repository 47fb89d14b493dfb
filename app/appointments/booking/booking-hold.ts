export const HOLD_MINUTES = 30;

/** A booking that its client must confirm by email or pay a part of. Instants are epoch ms UTC. */
export type BookingHold = {
  appointmentId: string;
  until: number;
  keptAt: number | null;
  releasedAt: number | null;
  /** Pence that it waits for; 0: it waits for its mailed link. */
  pays: number;
};

/** Neither confirmed by its link nor released on expiry. */
export function isOpen(hold: BookingHold | null): hold is BookingHold {
  return hold !== null && hold.keptAt === null && hold.releasedAt === null;
}

/** Stands once it is paid; or was let go unpaid. */
export function isUnpaid(hold: BookingHold | null): hold is BookingHold {
  return hold !== null && hold.pays > 0 && hold.keptAt === null;
}

/** The pence that were paid when it was booked. */
export function paidOf(hold: BookingHold | null): number {
  return hold !== null && hold.keptAt !== null ? hold.pays : 0;
}
