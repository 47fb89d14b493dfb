import type { AppContext } from "#app/platform/app-context.server.ts";
import type { Part } from "#app/platform/parts.ts";
import type { CanaryPractice } from "#tests/support/reach/canary-practice.ts";
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
  };
  amounts: Set<number>;
  records: Set<number>;
};

const PEOPLE: { parts: readonly Part[]; therapistId?: (typeof THERAPISTS)[number] }[] = [
  { parts: ["reception"] },
  { parts: ["therapist"], therapistId: THERAPISTS[0] },
  { parts: ["bookkeeper"] },
  { parts: ["therapist", "bookkeeper"], therapistId: THERAPISTS[2] },
];

export async function personasIn(app: AppContext, practice: CanaryPractice): Promise<Persona[]> {
  const personas: Persona[] = [];
  for (const { parts, therapistId = null } of PEOPLE) {
    const { id } = await staffIn(app, { parts, therapistId });
    const { cookie } = await newSession(app, id);
    personas.push({ who: parts.join(" and "), cookie, ...reachOf(practice, { parts, therapistId }) });
  }
  return personas;
}

type Worker = { parts: readonly Part[]; therapistId: string | null };

/** The oracle: in plain words, knowing nothing of the table of permissions. */
function reachOf({ clients, visits }: CanaryPractice, { parts, therapistId }: Worker): Omit<Persona, "who" | "cookie"> {
  const all = new Set(Array.from({ length: clients }, (_, n) => n));
  const every = new Set(visits.keys());
  const atDesk = parts.includes("reception");
  const own = visits.flatMap((visit, n) => (visit.therapist === therapistId ? [{ ...visit, n }] : []));
  const ownVisits = new Set(own.map(({ n }) => n));
  const met = new Set(own.filter(({ status }) => status !== "Cancelled").map(({ client }) => client));
  const booked = new Set(own.map(({ client }) => client));
  const isBookkeeper = parts.includes("bookkeeper");
  const named = new Set(visits.map(({ client }) => client));
  return {
    sees: {
      names: atDesk ? all : isBookkeeper ? named.union(booked) : booked,
      contacts: atDesk ? all : booked,
      clientNotes: met,
      visits: atDesk ? every : ownVisits,
      notes: ownVisits,
    },
    amounts: atDesk || isBookkeeper ? every : ownVisits,
    records: atDesk ? all : met,
  };
}
