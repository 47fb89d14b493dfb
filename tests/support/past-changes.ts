import fc from "fast-check";
import type { AppContext } from "#app/platform/app-context.server.ts";
import { insertVisits, type PastVisit } from "#tests/support/past-visits.ts";

const KINDS = [
  ...["book", "delete", "move", "mark", "price", "therapist", "service", "source", "status", "late", "client"],
  ...["merge", "shift", "lengthen"],
] as const;

/** What becomes of a visit; `like`: which other one it is made alike. */
export type PastChange = { kind: (typeof KINDS)[number]; of: number; like: number };

export const anyPastChange = (): fc.Arbitrary<PastChange> =>
  fc.record({ kind: fc.constantFrom(...KINDS), of: fc.nat(), like: fc.nat() });

/** Stored visits, and those that are not (any more). */
export type Past = { visits: PastVisit[]; gone: PastVisit[] };

const DAY_MS = 86_400_000;

/** Writes a change as any program may, and returns what is stored then. */
export async function changePast(app: AppContext, { visits, gone }: Past, change: PastChange): Promise<Past> {
  if (change.kind === "book") {
    const [booked, ...rest] = gone;
    if (!booked) return { visits, gone };
    await insertVisits(app, [booked]);
    return { visits: [...visits, booked], gone: rest };
  }
  const [visit, other] = [visits[change.of % visits.length], visits[change.like % visits.length]];
  if (!visit || !other) return { visits, gone };
  const by = (client: string | null, becomes: (one: PastVisit) => Partial<PastVisit>) =>
    visits.map((one) => (one.client === client ? { ...one, ...becomes(one) } : one));
  const alone = (becomes: Partial<PastVisit>) => visits.map((one) => (one === visit ? { ...one, ...becomes } : one));
  switch (change.kind) {
    case "delete":
      await app.db.kysely.deleteFrom("appointments").where("id", "=", visit.id).execute();
      return { visits: visits.filter((one) => one !== visit), gone: [...gone, visit] };
    case "merge":
      await write(app, visit.client, { client_id: other.client });
      return { visits: by(visit.client, () => ({ client: other.client })), gone };
    case "shift":
      return { visits: await shift(app, visits, visit.client), gone };
    case "mark":
      await mark(app, visit.id, other.state);
      return { visits: alone({ state: other.state }), gone };
    case "status":
    case "late":
      await cancel(app, visit, other);
      return { visits: alone({ status: other.status, cancelled: other.cancelled }), gone };
    default:
      return { visits: alone(await alter(app, change.kind, { visit, other })), gone };
  }
}

type Kind = "move" | "price" | "therapist" | "service" | "source" | "client" | "lengthen";

async function alter(
  app: AppContext,
  kind: Kind,
  { visit, other }: { visit: PastVisit; other: PastVisit },
): Promise<Partial<PastVisit>> {
  const { start, pence, therapist, service, source, client } = other;
  const changes: Record<Kind, [object, Partial<PastVisit>]> = {
    move: [timesOf(start, visit.minutes), { start }],
    price: [{ price_pence: pence }, { pence }],
    therapist: [{ therapist_id: therapist }, { therapist }],
    service: [{ service_id: service }, { service }],
    source: [{ source }, { source }],
    client: [{ client_id: client }, { client }],
    lengthen: [{ ...timesOf(visit.start, other.minutes), minutes: other.minutes }, { minutes: other.minutes }],
  };
  const [stored, told] = changes[kind];
  await app.db.kysely.updateTable("appointments").set(stored).where("id", "=", visit.id).execute();
  return told;
}

function timesOf(start: number, minutes: number) {
  const end = start + minutes * 60_000;
  return { starts_at: start, ends_at: end, block_start: start, block_end: end };
}

async function write(app: AppContext, client: string | null, set: { client_id: string | null }): Promise<void> {
  const of = app.db.kysely.updateTable("appointments").set(set);
  await (client === null ? of.where("client_id", "is", null) : of.where("client_id", "=", client)).execute();
}

/** All visits of a client a day later, by one statement. */
async function shift(app: AppContext, visits: readonly PastVisit[], client: string | null): Promise<PastVisit[]> {
  const update = app.db.kysely.updateTable("appointments").set((eb) => ({
    starts_at: eb("starts_at", "+", DAY_MS),
    ends_at: eb("ends_at", "+", DAY_MS),
    block_start: eb("block_start", "+", DAY_MS),
    block_end: eb("block_end", "+", DAY_MS),
  }));
  await update.where("client_id", "is not distinct from", client).execute();
  return visits.map((one) => (one.client === client ? { ...one, start: one.start + DAY_MS } : one));
}

async function mark(app: AppContext, id: string, state: string | null): Promise<void> {
  const db = app.db.kysely;
  if (state === null) {
    await db.deleteFrom("attendances").where("appointment_id", "=", id).execute();
    return;
  }
  const marked = db.insertInto("attendances").values({ appointment_id: id, state, at: 0, actor: "admin:x" });
  await marked.onConflict((conflict) => conflict.column("appointment_id").doUpdateSet({ state })).execute();
}

async function cancel(app: AppContext, { id }: PastVisit, { status, cancelled }: PastVisit): Promise<void> {
  const db = app.db.kysely;
  await db.updateTable("appointments").set({ status }).where("id", "=", id).execute();
  if (!cancelled) {
    await db.deleteFrom("cancellations").where("appointment_id", "=", id).execute();
    return;
  }
  const { at, actor, askedBy, late } = cancelled;
  const why = { reason: null, reason_code: null, chargeable: null, status_before: null };
  const row = { at, actor, asked_by: askedBy, ...why, late: late === null ? null : Number(late) };
  const written = db.insertInto("cancellations").values({ appointment_id: id, ...row });
  await written.onConflict((conflict) => conflict.column("appointment_id").doUpdateSet(row)).execute();
}
