import { extraMinutesOf } from "#app/appointments/appointment.ts";
import { isStanding } from "#app/appointments/appointments.db.server.ts";
import { listReturning } from "#app/appointments/clients/client-history.db.server.ts";
import { auditChange, getChangeable } from "#app/appointments/may-change.server.ts";
import * as schedule from "#app/appointments/schedule.server.ts";
import { keysOf } from "#app/clients/client.ts";
import { clientsWithin, getKnownClient } from "#app/clients/clients.db.server.ts";
import { checkPlace } from "#app/diary/booking/move-appointment.server.ts";
import type { PracticeBookingInput } from "#app/diary/booking/practice-booking.form.ts";
import type { FirstFault } from "#app/diary/lists/appointment-detail.ts";
import type { AppContext, Queries } from "#app/platform/app-context.server.ts";
import { lockForReading } from "#app/platform/database/lock.server.ts";
import type { Actor, Scope } from "#app/platform/permissions.ts";
import type { PracticeFacts } from "#app/practice/practice.ts";
import { readPractice } from "#app/practice/read-practice.server.ts";

const MINUTE_MS = 60_000;

type Looked = { practice: PracticeFacts; scope: Scope; now: number };

/**
 * Which of these appointments, not over yet, are too short for a first one or longer than they need to be, by what the
 * practice knows. Asks nothing where no service has extra minutes.
 */
export async function listFirstFaults(
  db: Queries,
  ids: readonly string[],
  { practice, scope, now }: Looked,
): Promise<Map<string, FirstFault>> {
  const extraOf = new Map(practice.services.map(({ id, firstExtra }) => [id, firstExtra]));
  const services = practice.services.filter(({ firstExtra }) => firstExtra > 0).map(({ id }) => id);
  if (services.length === 0 || ids.length === 0) return new Map();
  const rows = await db
    .selectFrom("appointments")
    .innerJoin("clients", "clients.id", "appointments.client_id")
    .select(["appointments.id", "service_id", "minutes", "starts_at as start", "ends_at as end", "been_before"])
    .select(["appointments.opens_record", "clients.is_existing"])
    .select((eb) => {
      const earlier = eb
        .selectFrom("appointments as earlier")
        .leftJoin("attendances", "attendances.appointment_id", "earlier.id")
        .select("earlier.id")
        .whereRef("earlier.client_id", "=", "appointments.client_id")
        .whereRef("earlier.starts_at", "<", "appointments.starts_at")
        .where((other) =>
          other.or([other("attendances.state", "is", null), other("attendances.state", "<>", "missed")]),
        )
        .where((other) => other(other.fn<string>("lower", ["earlier.status"]), "<>", "cancelled"));
      const own = earlier.whereRef("earlier.therapist_id", "=", "appointments.therapist_id");
      return [eb.exists(earlier).as("has_been"), eb.exists(own).as("has_been_there")];
    })
    .where("appointments.id", "in", [...ids])
    .where("service_id", "in", services)
    .where("ends_at", ">", now)
    .where(isStanding)
    .where((eb) => eb.or([eb("been_before", "is", null), eb("been_before", "<>", "settled")]))
    .execute();
  return new Map(
    rows.flatMap((row): [string, FirstFault][] => {
      const extra = extraMinutesOf(row);
      // What someone typed tells a therapist nothing of visits to others.
      const isOpen = scope === "all" || row.opens_record === 1;
      const isKnown = Boolean(isOpen ? row.has_been : row.has_been_there) || (isOpen && row.is_existing === 1);
      const said = row.been_before === "yes" || row.been_before === "no" ? row.been_before : null;
      if (isKnown && extra > 0) return [[row.id, { isShort: false, minutes: extra, said }]];
      if (isKnown || extra > 0 || !isOpen) return [];
      return [[row.id, { isShort: true, minutes: extraOf.get(row.service_id) ?? 0, said }]];
    }),
  );
}

type Typed = Pick<PracticeBookingInput, "client" | "phone" | "email" | "first">;

/** What the practice should look at before it books: a first appointment for someone known, or none for someone new. */
export async function warnOfFirst(
  db: Queries,
  { input, extra, start, scope }: { input: Typed; extra: number; start: number; scope: Scope },
): Promise<string[]> {
  if (extra === 0) return [];
  const { client, phone, email } = input;
  const keys = client ? [] : await getKnownClient(db, keysOf({ userId: null, phone, email }));
  const meant = client ? [client] : keys.map(({ clientId }) => clientId);
  const ids = (await clientsWithin(db, meant, scope)).map(({ id }) => id);
  // Beyond scope they may know who this is.
  if (meant.length > 0 && ids.length === 0) return [];
  const isKnown = (await listReturning(db, ids, start)).size > 0;
  if (input.first && isKnown) return [`They have been here before: ${extra} minutes more are not needed.`];
  if (input.first || isKnown) return [];
  return [`This is a first appointment: it takes ${extra} minutes longer, and they are not kept.`];
}

export type SettleOutcome =
  | { kind: "changed"; minutes: number; end: number; zone: string }
  | { kind: "kept" }
  /** The minutes after it are not free. */
  | { kind: "taken"; end: number; zone: string }
  | { kind: "conflict" }
  | { kind: "not-found" };

/** Puts a first appointment right: `longer` or `shorter` by its extra minutes, or as it is. `seen`: its `sequence`. */
export async function settleFirst(
  app: AppContext,
  actor: Actor,
  { appointmentId, to, seen }: { appointmentId: string; to: "longer" | "shorter" | "keep"; seen?: number },
): Promise<SettleOutcome> {
  return schedule.retryOnConflict(app, async (tx, now): Promise<SettleOutcome | schedule.Conflict> => {
    await lockForReading(tx, "offer");
    const practice = await readPractice(app, tx);
    const { settings } = practice;
    const { zone } = settings.bookingRules;
    const found = await getChangeable(tx, { actor, appointmentId, settings, now });
    if (found.kind !== "changeable") return { kind: "not-found" };
    const before = found.appointment;
    if (seen !== undefined && seen !== before.sequence) return { kind: "conflict" };
    const firstExtra = practice.services.find(({ id }) => id === before.serviceId)?.firstExtra ?? 0;
    const extra = to === "longer" ? firstExtra : 0;
    const by = (extra - extraMinutesOf(before)) * MINUTE_MS;
    if (to === "keep" || by === 0) {
      await schedule.settle(tx, before.id);
      await auditChange(tx, { actor, action: "appointment.settle-first", appointment: before, now });
      return { kind: "kept" };
    }
    const sequence = before.sequence + 1;
    const times = { end: before.end + by, blockEnd: before.blockEnd + by, sequence };
    const after = { ...before, ...times, beenBefore: "settled" as const };
    if (by > 0 && (await checkPlace(tx, { moved: after, settings, now })).kind !== "free")
      return { kind: "taken", end: before.end, zone };
    const outcome = await schedule.move(tx, { before, after }, { actor, from: "practice", settings, now });
    return outcome.kind === "conflict" ? outcome : { kind: "changed", minutes: extra, end: after.end, zone };
  });
}
