import type { Appointment } from "#app/appointments/appointment.ts";
import type { MoveAnswer } from "#app/appointments/move-request.ts";
import { CALL_THEM } from "#app/settings/no-mail.ts";

/** What a press did; `undo`: the press that takes it back. */
export type Answered = { words: string; undo: { id: string; answer: MoveAnswer } | null };

type Outcome =
  | { kind: "answered"; appointment: Pick<Appointment, "id" | "name" | "email"> }
  | { kind: "before"; by: string | null };

export function answeredInWords(
  outcome: Outcome,
  { answer, isUndo, sendsMail }: { answer: MoveAnswer; isUndo: boolean; sendsMail: boolean },
): Answered {
  if (outcome.kind === "before") {
    return { words: `${outcome.by ?? "Somebody"} was quicker, or it has moved. Nothing else has changed.`, undo: null };
  }
  const { id, name, email } = outcome.appointment;
  const who = name || "Unknown";
  if (isUndo) return { words: `${who}: the request is open again.`, undo: null };
  const withEmail = sendsMail ? "Our email goes out in two minutes." : CALL_THEM;
  const told = email ? withEmail : "There is no email address, so please call them.";
  const words = answer === "declined" ? `${who}: cannot be moved. ${told}` : `${who}: done.`;
  return { words, undo: { id, answer } };
}
