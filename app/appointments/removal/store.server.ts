import type { Tx } from "#app/platform/database/database.server.ts";

/** Deletes the record and, through its references, its claims, note, attendance and cancellation. */
export async function deleteAppointment(tx: Tx, id: string): Promise<boolean> {
  const { numDeletedRows } = await tx.deleteFrom("appointments").where("id", "=", id).executeTakeFirst();
  return Number(numDeletedRows) === 1;
}
