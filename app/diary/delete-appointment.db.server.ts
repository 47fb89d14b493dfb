import type { Queries, Tx } from "#app/platform/database/database.server.ts";

/** References delete its claims, note, attendance and cancellation with it. */
export async function deleteAppointment(tx: Tx, id: string): Promise<boolean> {
  const { numDeletedRows } = await tx.deleteFrom("appointments").where("id", "=", id).executeTakeFirst();
  return Number(numDeletedRows) === 1;
}

/** Null while the appointment is not linked to a client. */
export async function getClientOf(db: Queries, id: string): Promise<string | null> {
  const row = await db.selectFrom("appointments").select("client_id").where("id", "=", id).executeTakeFirst();
  return row?.client_id ?? null;
}
