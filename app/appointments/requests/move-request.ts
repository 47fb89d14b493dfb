import { isOpen } from "#app/appointments/booking/booking-hold.ts";
import type { Managed } from "#app/appointments/requests/manage-link.ts";

/** In characters, of when another time would suit. */
export const LONGEST_REQUEST = 300;

/** What the practice said to it. `settled`: they have spoken, or it needs no answer. */
export type MoveAnswer = "declined" | "settled";

/** A client asks for another time of an appointment that they may no longer move online. Instants are epoch ms. */
export type MoveRequest = {
  /** The start that it asks to leave: once the appointment has another, the request is closed. */
  start: number;
  words: string;
  at: number;
  answer: MoveAnswer | null;
};

/** Whether its client may ask: it stands, has not begun, and is closed to changes online. */
export function mayAskToMove({ window, over, hold }: Pick<Managed, "window" | "over" | "hold">): boolean {
  return (window === "cancel-only" || window === "too-late") && !over && !isOpen(hold);
}

export function moveAnswerFrom(text: unknown): MoveAnswer | null {
  return text === "declined" || text === "settled" ? text : null;
}
