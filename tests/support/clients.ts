import type { World } from "#app/platform/world.server.ts";

/** Whose record an appointment is in. */
export async function clientOf(world: World, appointmentId: string): Promise<string> {
  const row = await world.db.kysely
    .selectFrom("appointments")
    .select("client_id")
    .where("id", "=", appointmentId)
    .executeTakeFirstOrThrow();
  return row.client_id ?? "none";
}

/** Moves an appointment to a time that is over. */
export async function makePast(world: World, appointmentId: string, daysAgo = 7): Promise<void> {
  const start = world.clock.now() - daysAgo * 86_400_000;
  const end = start + 3_600_000;
  await world.db.kysely
    .updateTable("appointments")
    .set({ starts_at: start, block_start: start, ends_at: end, block_end: end })
    .where("id", "=", appointmentId)
    .execute();
}
