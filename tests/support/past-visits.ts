import { AT_PRACTICE, venueColumns } from "#app/appointments/venue.ts";
import type { AppContext } from "#app/platform/app-context.server.ts";
import type { Tables } from "#app/platform/database/tables.ts";

/** A visit as it stands in the tables, whatever made it. `cancelled`: when, and for whom. */
export type PastVisit = {
  id: string;
  client: string | null;
  start: number;
  minutes: number;
  pence: number;
  therapist: string;
  service: string;
  status: string;
  state: string | null;
  source: string | null;
  cancelled: { at: number; actor: string; askedBy: "client" | "practice" | null; late: boolean | null } | null;
};

/** Writes visits with their clients, marks and cancellations; claims none of their time. */
export async function insertVisits(app: AppContext, visits: readonly PastVisit[]): Promise<void> {
  const ids = [...new Set(visits.flatMap(({ client }) => client ?? []))];
  const marks = visits.flatMap(({ id, state }) =>
    state ? [{ appointment_id: id, state, at: 0, actor: "admin:x" }] : [],
  );
  const cancellations = visits.flatMap(({ id, cancelled }) => {
    if (!cancelled) return [];
    const { at, actor, askedBy, late } = cancelled;
    const why = { reason: null, reason_code: null, chargeable: null, status_before: null };
    return [{ appointment_id: id, at, actor, asked_by: askedBy, ...why, late: late === null ? null : Number(late) }];
  });
  await app.db.kysely.transaction().execute(async (tx) => {
    if (ids.length > 0) {
      const known = tx.insertInto("clients").values(ids.map(clientRow));
      await known.onConflict((conflict) => conflict.column("id").doNothing()).execute();
    }
    await tx.insertInto("appointments").values(visits.map(rowOf)).execute();
    if (marks.length > 0) await tx.insertInto("attendances").values(marks).execute();
    if (cancellations.length > 0) await tx.insertInto("cancellations").values(cancellations).execute();
  });
}

function clientRow(id: string): Tables["clients"] {
  const person = { name: `=${id}`, email: null, phone: null, search: id, practical_note: null };
  const open = { blocked_at: null, blocked_reason: null };
  return { id, ...person, ...open, erased_at: null, contact_version: 1, is_existing: 0, created_at: 0, booked_at: 0 };
}

function rowOf({ id, client, start, minutes, pence, ...visit }: PastVisit): Tables["appointments"] {
  const end = start + minutes * 60_000;
  return {
    id,
    reference: id.padStart(8, "0").slice(-8).toUpperCase(),
    reference_prefix: "LY",
    service_id: visit.service,
    therapist_id: visit.therapist,
    service_title: visit.service,
    minutes,
    price_pence: pence,
    starts_at: start,
    ends_at: end,
    block_start: start,
    block_end: end,
    status: visit.status,
    name: client && `=${client}`,
    phone: null,
    email: null,
    user_id: null,
    client_id: client,
    idempotency_key: null,
    idempotency_body: null,
    manage_hash: id,
    search: null,
    sequence: 0,
    contact_version: 1,
    details_differ: 0,
    unproven: 0,
    opens_record: 1,
    link_version: 1,
    origin: null,
    practical_note: null,
    been_before: null,
    ...venueColumns(AT_PRACTICE),
    source: visit.source,
    series_id: null,
    series_position: null,
    series_total: null,
    created_at: start - 86_400_000,
    updated_at: start,
  };
}
