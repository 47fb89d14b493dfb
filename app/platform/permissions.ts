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

/** Works for the practice and is no owner: may do what PERMISSIONS says of these roles. */
export type Staff = {
  kind: "staff";
  userId: string;
  roles: readonly TeamRole[];
  /** Whose diary is their own; null for somebody who treats nobody. */
  therapistId: string | null;
  /** What the owners have chosen that bears on roles. */
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
export const TEAM_ROLES = ["owner", "reception", "therapist", "bookkeeper"] as const;
export type TeamRole = (typeof TEAM_ROLES)[number];

export type Verb = "see" | "change" | "delete" | "export";

/** Whose rows: everybody's, or those of one therapist. */
export type Scope = "all" | { therapistId: string };

/** `own`: of the therapist whose diary is theirs. */
type Extent = "all" | "own";
/** Or only with, or only without, what the owners have chosen. */
export type Cell = Extent | { scope: Extent; with: TeamChoice } | { scope: Extent; without: TeamChoice };
type Cells = Partial<Record<Exclude<TeamRole, "owner">, Cell>>;
type Row = Partial<Record<Verb, Cells>>;

const CLINICIANS: Cells = { reception: "all", therapist: "own" };
const OWN_UNASKED: Cell = { scope: "own", without: "time off by request" };

/**
 * Who may do what, and how far. Owners may do everything, and nobody else what is not here. Documented by
 * docs/roles.md, which is generated from this.
 */
export const PERMISSIONS = {
  dashboard: { see: { reception: "all", therapist: "own", bookkeeper: "all" } },
  diary: { see: CLINICIANS },
  "waiting list": { see: { reception: "all" }, change: { reception: "all" } },
  "taken times": { see: { reception: "all", therapist: { scope: "all", with: "shared diaries" } } },
  appointments: { see: CLINICIANS, change: CLINICIANS, delete: {}, export: {} },
  series: { see: CLINICIANS, change: { reception: "all" } },
  clients: { see: CLINICIANS, change: CLINICIANS, delete: {}, export: {} },
  "new clients": { change: { reception: "all" } },
  notes: { see: { therapist: "own" }, change: { therapist: "own" }, delete: {} },
  // Of an owner, too, only as the therapist who they are (decisions/0910): `whoTreats` asks.
  "treatment notes": { see: { therapist: "own" }, change: { therapist: "own" } },
  closures: { see: CLINICIANS, change: CLINICIANS },
  "time off": { change: { reception: "all", therapist: OWN_UNASKED } },
  "time off requests": { see: { therapist: "own" }, change: { therapist: "own" } },
  hours: { see: { therapist: "own" }, change: { therapist: OWN_UNASKED } },
  profiles: { see: { therapist: "own" }, change: { therapist: "own" } },
  calendars: { see: { therapist: "own" }, change: { therapist: "own" } },
  figures: { see: { therapist: "own", bookkeeper: "all" }, export: { therapist: "own", bookkeeper: "all" } },
  takings: { see: { reception: "all", therapist: "own", bookkeeper: "all" } },
  payments: {
    see: { ...CLINICIANS, bookkeeper: "all" },
    change: CLINICIANS,
    export: { therapist: "own", bookkeeper: "all" },
  },
  closings: { see: { ...CLINICIANS, bookkeeper: "all" }, change: CLINICIANS },
  sellers: { see: { therapist: "own" }, change: { therapist: "own" } },
  messages: { see: { reception: "all" }, change: { reception: "all" }, delete: {} },
  mails: { see: { reception: "all" }, change: { reception: "all" } },
  services: { see: {}, change: {} },
  settings: { see: {}, change: {} },
  imports: { see: {}, change: {} },
  users: { see: {}, change: {} },
  audit: { see: {} },
  everything: { export: {} },
} satisfies Record<string, Row>;

export type Noun = keyof typeof PERMISSIONS;
export type Permission = readonly [Verb, Noun];

/** The widest reach of the actor's roles; null where none of them reaches anything. */
export function scopeFor(actor: Actor, verb: Verb, noun: Noun): Scope | null {
  if (actor.kind === "admin" || actor.kind === "system") return "all";
  if (actor.kind !== "staff") return null;
  const cells: Row = PERMISSIONS[noun];
  const found = actor.roles.map((role) =>
    role === "owner" ? undefined : extentOf(cells[verb]?.[role], actor.choices),
  );
  if (found.includes("all")) return "all";
  const { therapistId } = actor;
  return found.includes("own") && therapistId !== null ? { therapistId } : null;
}

function extentOf(cell: Cell | undefined, choices: readonly TeamChoice[]): Extent | undefined {
  if (cell === undefined || typeof cell === "string") return cell;
  const holds = "with" in cell ? choices.includes(cell.with) : !choices.includes(cell.without);
  return holds ? cell.scope : undefined;
}

/** Whether the actor may do this to anything at all. */
export function may(actor: Actor, verb: Verb, noun: Noun): boolean {
  return scopeFor(actor, verb, noun) !== null;
}

/** The same of somebody signed in, for what is theirs by name: a password, a limit, a test email. No job may. */
export function mayInPerson(actor: Actor, verb: Verb, noun: Noun): actor is Person {
  return "userId" in actor && may(actor, verb, noun);
}

/**
 * Whether somebody signed in has to show again who they are before they do what would let them act for others or take
 * everybody's data along: mail server, sender, roles, ways to sign in, connections with keys, exports. Each such command
 * asks this; a password or a code of the last ten minutes is enough, and a sign-in counts (decisions/0325).
 */
export function needsConfirmation(actor: Actor): boolean {
  return actor.kind !== "system" && !("isConfirmed" in actor && actor.isConfirmed === true);
}

/** Whether the actor may do this to what is a therapist's; to what is the whole practice's with null. */
export function mayWith(actor: Actor, [verb, noun]: Permission, therapistId: string | null): boolean {
  return covers(scopeFor(actor, verb, noun), therapistId);
}

export function covers(scope: Scope | null, therapistId: string | null): boolean {
  return scope === "all" || (scope !== null && scope.therapistId === therapistId);
}

/** For reads that are the practice's only: a route without its guard fails instead of answering. */
export function requireScope(actor: Actor, verb: Verb, noun: Noun): Scope {
  const scope = scopeFor(actor, verb, noun);
  if (scope === null) throw new Error(`To ${verb} ${noun} is for the practice alone, not for a ${actor.kind}`);
  return scope;
}

/** Of a list of things of one therapist each, those within scope. */
export function within<Thing extends { therapistId: string }>(scope: Scope, things: readonly Thing[]): Thing[] {
  return things.filter(({ therapistId }) => covers(scope, therapistId));
}

/**
 * For a page's controls: `verb noun` of all that the actor may do, `verb own noun` as well where that is of their own
 * diary alone; null for an owner, who may do everything.
 */
export function abilitiesOf(actor: Actor): string[] | null {
  if (actor.kind !== "staff") return null;
  return Object.entries(PERMISSIONS as Record<string, Row>).flatMap(([noun, row]) =>
    Object.keys(row).flatMap((verb) => {
      const scope = scopeFor(actor, verb as Verb, noun as Noun);
      if (scope === null) return [];
      return scope === "all" ? [`${verb} ${noun}`] : [`${verb} ${noun}`, `${verb} own ${noun}`];
    }),
  );
}
