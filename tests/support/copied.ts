import type { AppContext } from "#app/platform/app-context.server.ts";
import { setStatus, walkedIn } from "#tests/support/practice.ts";

const FIFTY_MINUTES = 3_000_000;

/** Copies of an appointment that begin at these instants, as an import could bring them: no time is claimed. Their ids. */
export async function copied(
  app: AppContext,
  starts: readonly number[],
  therapistId = "demo-tom-ellery",
): Promise<string[]> {
  const { id } = await walkedIn(app, { day: "2028-02-02", despite: "on" });
  const db = app.db.kysely;
  const row = await db.selectFrom("appointments").selectAll().where("id", "=", id).executeTakeFirstOrThrow();
  const copies = starts.map((start, at) => ({
    ...row,
    id: `copy-${start}-${at}-${therapistId}`,
    reference: `${id} ${at}`,
    manage_hash: `${id} ${at}`,
    idempotency_key: null,
    therapist_id: therapistId,
    starts_at: start,
    ends_at: start + FIFTY_MINUTES,
    block_start: start,
    block_end: start + FIFTY_MINUTES,
  }));
  await db.insertInto("appointments").values(copies).execute();
  await setStatus(app, id, "Cancelled");
  return copies.map((copy) => copy.id);
}
