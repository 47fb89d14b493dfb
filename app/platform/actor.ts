/** On whose behalf a command runs. A command checks its actor again, whatever the route has checked. */
export type Actor =
  | { kind: "visitor" }
  | { kind: "client"; userId: string }
  /** Holds the manage link of one booking; valid for that booking only. */
  | { kind: "holder"; appointmentId: string }
  /** An owner. */
  | { kind: "admin"; userId: string; isConfirmed?: boolean }
  | Staff
  /** Our own jobs: seeding, reminders. */
  | { kind: "system" };

/** Works for the practice and is no owner: may do what `permissions.ts` says of these parts. */
export type Staff = {
  kind: "staff";
  userId: string;
  parts: readonly Part[];
  /** Whose diary is their own; null for somebody who treats nobody. */
  therapistId: string | null;
  /** What the owners have chosen that bears on parts. */
  choices: readonly TeamChoice[];
  isConfirmed?: boolean;
};

/** What owners choose for everybody who works for them, under Settings, People. */
export type TeamChoice = "shared diaries" | "time off by request";

/** Who is signed in. */
export type Person = Extract<Actor, { userId: string }>;

export const visitor: Actor = { kind: "visitor" };

export function actorName(actor: Actor): string {
  return "userId" in actor ? `${actor.kind}:${actor.userId}` : actor.kind;
}

/** Whether the actor of an audit line, as `actorName` has it, was somebody of the practice. */
export function isOfPractice(name: string): boolean {
  return name.startsWith("admin") || name.startsWith("staff");
}

/** Whether the actor works for the practice, and so is not bound by a client's notice and limits. */
export function worksHere(actor: Actor): boolean {
  return actor.kind === "admin" || actor.kind === "staff" || actor.kind === "system";
}

/** Whose diary is the actor's own. */
export function ownTherapistOf(actor: Actor): string | null {
  return actor.kind === "staff" ? actor.therapistId : null;
}

/** What somebody of the practice is there for. One person may have several. */
export const PARTS = ["owner", "reception", "therapist", "bookkeeper"] as const;
export type Part = (typeof PARTS)[number];
