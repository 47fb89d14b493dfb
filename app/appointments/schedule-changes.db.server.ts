import type { Queries, Tx } from "#app/platform/app-context.server.ts";
import { newId } from "#app/platform/ids.server.ts";
import type { Actor } from "#app/platform/permissions.ts";

export type Cause =
  | "booked"
  | "confirmed"
  | "moved"
  | "cancelled"
  | "reinstated"
  | "deleted"
  | "hours"
  | "closure"
  | "opening"
  | "calendar";

/** Epoch ms UTC, an appointment's with its buffers. `therapistId` null: everyone's; `end` null: from then on. */
export type Stretch = { therapistId: string | null; start: number; end: number | null };

export type ScheduleChange = {
  cause: Cause;
  appointmentId: string | null;
  freed: Stretch | null;
  taken: Stretch | null;
};

export async function insertScheduleChanges(
  tx: Tx,
  changes: readonly ScheduleChange[],
  { actor, now }: { actor: Actor; now: number },
): Promise<void> {
  const rows = changes.map(({ cause, appointmentId, freed, taken }) => ({
    id: newId(),
    at: now,
    cause,
    actor: actor.kind,
    appointment_id: appointmentId,
    freed_therapist_id: freed?.therapistId ?? null,
    freed_start: freed?.start ?? null,
    freed_end: freed?.end ?? null,
    taken_therapist_id: taken?.therapistId ?? null,
    taken_start: taken?.start ?? null,
    taken_end: taken?.end ?? null,
  }));
  if (rows.length > 0) await tx.insertInto("schedule_changes").values(rows).execute();
}

/** Deletes up to `most` rows from before this instant. Returns how many. */
export async function deleteScheduleChanges(
  db: Queries,
  { before, most }: { before: number; most: number },
): Promise<number> {
  const old = db.selectFrom("schedule_changes").select("id").where("at", "<", before).limit(most);
  const outcome = await db.deleteFrom("schedule_changes").where("id", "in", old).executeTakeFirst();
  return Number(outcome.numDeletedRows);
}
