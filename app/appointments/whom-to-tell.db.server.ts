import { sql } from "kysely";
import { MAIL_CHOICES, type TherapistMails } from "#app/catalogue/therapist-mails.ts";
import type { Queries } from "#app/platform/database/database.server.ts";

type Chosen = Pick<TherapistMails, "address" | "choice"> & { id: string };

/** How these therapists are mailed, and whether anybody of the practice is told on a device: in one read. */
export async function listWhomToTell(
  db: Queries,
  ids: readonly string[],
): Promise<{ therapists: Chosen[]; hasDevices: boolean }> {
  const told = sql<{ has_devices: number | boolean }>`
    (select exists (select 1 from push_devices where tells_practice = 1) as has_devices)
  `;
  const rows = await db
    .selectFrom(told.as("told"))
    .leftJoin("therapists", (on) => on.on("therapists.id", "in", ids.length > 0 ? [...ids] : [""]))
    .select(["told.has_devices", "therapists.id", "therapists.mail_address", "therapists.mail_choice"])
    .execute();
  const therapists = rows.flatMap(({ id, mail_address, mail_choice }): Chosen[] => {
    const choice = MAIL_CHOICES.find((known) => known === mail_choice) ?? "none";
    return id === null ? [] : [{ id, address: mail_address ?? "", choice }];
  });
  return { therapists, hasDevices: Boolean(rows[0]?.has_devices) };
}
