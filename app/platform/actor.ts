/** On whose behalf a command runs. A command checks its actor again, whatever the route has checked. */
export type Actor =
  | { kind: "visitor" }
  | { kind: "client"; userId: string }
  /** Holds the manage link of one booking; valid for that booking only. */
  | { kind: "holder"; appointmentId: string }
  | { kind: "admin"; userId: string }
  /** Our own jobs: seeding, reminders. */
  | { kind: "system" };

export const visitor: Actor = { kind: "visitor" };

export function actorName(actor: Actor): string {
  return actor.kind === "client" || actor.kind === "admin" ? `${actor.kind}:${actor.userId}` : actor.kind;
}

/** Whether the actor works for the practice: may confirm, may edit, and is not bound by notice. */
export function isAdmin(actor: Actor): boolean {
  return actor.kind === "admin" || actor.kind === "system";
}

/** For reads that are the practice's only: a route without its guard fails instead of answering. */
export function requireAdmin(actor: Actor): void {
  if (!isAdmin(actor)) throw new Error(`This is for the practice alone, not for a ${actor.kind}`);
}
