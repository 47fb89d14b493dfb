import fc from "fast-check";
import type { AppContext } from "#app/platform/app-context.server.ts";
import type { TeamRole } from "#app/platform/permissions.ts";
import type { CanaryPractice } from "#tests/support/scope/canary-practice.ts";
import { newSession } from "#tests/support/signed-in.ts";
import { staffIn } from "#tests/support/staff.ts";

export const THERAPISTS = ["demo-imogen-hartley", "demo-tom-ellery", "demo-priya-sandhu"] as const;

/** Somebody of the practice, and by the words of the specification what may reach them: numbers of clients and visits. */
export type Persona = {
  who: string;
  cookie: string;
  sees: {
    names: Set<number>;
    contacts: Set<number>;
    clientNotes: Set<number>;
    visits: Set<number>;
    notes: Set<number>;
    /** Numbers of therapists. */
    closures: Set<number>;
  };
  amounts: Set<number>;
  records: Set<number>;
};

export type Worker = { roles: readonly TeamRole[]; therapistId: string | null };

const EVERYBODY: readonly Worker[] = [
  { roles: ["reception"], therapistId: null },
  { roles: ["therapist"], therapistId: THERAPISTS[0] },
  { roles: ["bookkeeper"], therapistId: null },
  { roles: ["therapist", "bookkeeper"], therapistId: THERAPISTS[2] },
  { roles: ["reception", "therapist"], therapistId: THERAPISTS[1] },
];

/** One to three roles for one person, and perhaps a diary. */
function anyWorker(): fc.Arbitrary<Worker> {
  return fc.record({
    roles: fc.subarray(["reception", "therapist", "bookkeeper"] as TeamRole[], { minLength: 1 }),
    therapistId: fc.constantFrom(...THERAPISTS, null),
  });
}

/** Somebody with each role, two who have several, and anybody else. */
export function anyTeam(): fc.Arbitrary<Worker[]> {
  return anyWorker().map((other) => [...EVERYBODY, other]);
}

export async function personasIn(
  app: AppContext,
  practice: CanaryPractice,
  team: readonly Worker[] = EVERYBODY,
): Promise<Persona[]> {
  const personas: Persona[] = [];
  for (const { roles, therapistId } of team) {
    const { id } = await staffIn(app, { roles, therapistId });
    const { cookie } = await newSession(app, id);
    personas.push({ who: roles.join(" and "), cookie, ...scopeOf(practice, { roles, therapistId }) });
  }
  return personas;
}

/** The oracle: in plain words, knowing nothing of the table of permissions. */
function scopeOf({ clients, visits }: CanaryPractice, worker: Worker): Omit<Persona, "who" | "cookie"> {
  const { roles } = worker;
  const therapistId = roles.includes("therapist") ? worker.therapistId : null;
  const all = new Set(Array.from({ length: clients }, (_, n) => n));
  const every = new Set(visits.keys());
  const atDesk = roles.includes("reception");
  const own = visits.flatMap((visit, n) => (visit.therapist === therapistId ? [{ ...visit, n }] : []));
  const ownVisits = new Set(own.map(({ n }) => n));
  const met = new Set(own.filter(({ status }) => status !== "Cancelled").map(({ client }) => client));
  const booked = new Set(own.map(({ client }) => client));
  const isBookkeeper = roles.includes("bookkeeper");
  const named = new Set(visits.map(({ client }) => client));
  return {
    sees: {
      names: atDesk ? all : isBookkeeper ? named.union(booked) : booked,
      contacts: atDesk ? all : booked,
      clientNotes: met,
      visits: atDesk ? every : ownVisits,
      notes: ownVisits,
      closures: new Set(THERAPISTS.flatMap((id, n) => (atDesk || id === therapistId ? [n] : []))),
    },
    amounts: atDesk || isBookkeeper ? every : ownVisits,
    records: atDesk ? all : met,
  };
}
