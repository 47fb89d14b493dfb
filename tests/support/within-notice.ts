import { openDatabase } from "#app/platform/database/open.server.ts";
import { createLog } from "#app/platform/log.server.ts";

const HOUR = 3_600_000;

/** As if time had passed: the appointment of this person begins an hour after it was booked. */
export async function comeWithinNotice(dataDir: string, email: string): Promise<void> {
  const log = createLog("silent");
  const db = openDatabase({ databaseUrl: null, dataDir }, log);
  const mine = db.kysely.selectFrom("appointments").where("email", "=", email);
  const { id, created_at } = await mine.select(["id", "created_at"]).executeTakeFirstOrThrow();
  const start = created_at + HOUR;
  await db.kysely
    .updateTable("appointments")
    .set({ starts_at: start, ends_at: start + HOUR, block_start: start, block_end: start + HOUR })
    .where("id", "=", id)
    .execute();
  await db.kysely.deleteFrom("appointment_claims").where("appointment_id", "=", id).execute();
  await db.close();
}
