import type { Queries, Tx } from "#app/platform/database/database.server.ts";

export async function getMatch(
  db: Queries,
  appointmentId: string,
): Promise<{ clientId: string | null; isOpen: boolean } | null> {
  const row = await db
    .selectFrom("appointments")
    .select(["client_id", "opens_record"])
    .where("id", "=", appointmentId)
    .executeTakeFirst();
  return row ? { clientId: row.client_id, isOpen: row.opens_record === 1 } : null;
}

export async function openRecord(tx: Tx, appointmentId: string): Promise<void> {
  await tx.updateTable("appointments").set({ opens_record: 1 }).where("id", "=", appointmentId).execute();
}
