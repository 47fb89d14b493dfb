/** Who asks. A command is handed its actor and checks it again, whatever the door has checked. */
export type Actor =
  | { kind: "visitor" }
  | { kind: "client"; userId: string }
  /** Whoever has the manage link of one booking, and for that booking alone. */
  | { kind: "holder"; appointmentId: string }
  | { kind: "admin"; userId: string }
  /** The practice's own machinery: seeding, reminders. */
  | { kind: "system" };

export const visitor: Actor = { kind: "visitor" };

/** How an actor stands in the audit. */
export function actorName(actor: Actor): string {
  return actor.kind === "client" || actor.kind === "admin" ? `${actor.kind}:${actor.userId}` : actor.kind;
}
