import type { Queries, Tx } from "#app/platform/database/database.server.ts";

/** Who rang, and when (epoch ms). */
type Call = { at: number; actor: string };

export async function getCall(db: Queries, appointmentId: string): Promise<Call | null> {
  const row = await db
    .selectFrom("stranded_appointments")
    .select(["rang_at", "rang_by"])
    .where("appointment_id", "=", appointmentId)
    .executeTakeFirst();
  return row?.rang_at && row.rang_by ? { at: row.rang_at, actor: row.rang_by } : null;
}

/** False when somebody has rung since `seen`, or the appointment is not stranded. */
export async function writeCall(
  tx: Tx,
  appointmentId: string,
  { at, actor, seen }: Call & { seen: number | null },
): Promise<boolean> {
  const outcome = await tx
    .updateTable("stranded_appointments")
    .set({ rang_at: at, rang_by: actor })
    .where("appointment_id", "=", appointmentId)
    .where((eb) => (seen === null ? eb("rang_at", "is", null) : eb("rang_at", "=", seen)))
    .executeTakeFirst();
  return Number(outcome.numUpdatedRows) === 1;
}

/** How many appointments were stranded by the same changes as these, these included. */
export async function countStrandedWith(db: Queries, ids: readonly string[]): Promise<number> {
  if (ids.length === 0) return 0;
  const { total } = await db
    .selectFrom("stranded_appointments")
    .select((eb) => eb.fn.countAll<number>().as("total"))
    .where("at", "in", (eb) =>
      eb
        .selectFrom("stranded_appointments")
        .select("at")
        .where("appointment_id", "in", [...ids]),
    )
    .executeTakeFirstOrThrow();
  return Number(total);
}
