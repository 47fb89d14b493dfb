import type { Appointment } from "#app/appointments/appointment.ts";
import type { MoveAnswer } from "#app/appointments/move-request.ts";

/** What a press did; `undo`: the press that takes it back. */
export type Answered = { words: string; undo: { id: string; answer: MoveAnswer } | null };

type Outcome =
  | { kind: "answered"; appointment: Pick<Appointment, "id" | "name" | "email"> }
  | { kind: "before"; by: string | null }
  | { kind: "not-found" };

export function answeredInWords(
  outcome: Outcome,
  { answer, isUndo }: { answer: MoveAnswer; isUndo: boolean },
): Answered {
  if (outcome.kind === "not-found") return { words: "That appointment is not there any more.", undo: null };
  if (outcome.kind === "before") {
    return { words: `${outcome.by ?? "Somebody"} was quicker, or it has moved. Nothing else has changed.`, undo: null };
  }
  const { id, name, email } = outcome.appointment;
  const who = name || "Unknown";
  if (isUndo) return { words: `${who}: the request is open again.`, undo: null };
  const told = email ? "Our mail goes out in two minutes." : "There is no e-mail address, so please ring them.";
  const words = answer === "declined" ? `${who}: cannot be moved. ${told}` : `${who}: done.`;
  return { words, undo: { id, answer } };
}
