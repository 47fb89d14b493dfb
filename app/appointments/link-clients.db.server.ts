import type { Contact } from "#app/clients/client.ts";
import type { Queries, Tx } from "#app/platform/database/database.server.ts";

/** `createdAt` is epoch ms UTC. */
type Unlinked = Contact & { id: string; createdAt: number };

/** The oldest appointments without a client. An imported one waits until someone has chosen whose it is. */
export async function listUnlinked(db: Queries, most: number): Promise<Unlinked[]> {
  const rows = await db
    .selectFrom("appointments")
    .select(["id", "created_at", "user_id", "name", "email", "phone"])
    .where("client_id", "is", null)
    .where((eb) =>
      eb.not(
        eb.exists(
          eb
            .selectFrom("import_rows")
            .select("import_rows.number")
            .whereRef("import_rows.appointment_id", "=", "appointments.id"),
        ),
      ),
    )
    .orderBy("created_at")
    .orderBy("id")
    .limit(most)
    .execute();
  return rows.map(({ created_at, user_id, ...row }) => ({ ...row, createdAt: created_at, userId: user_id }));
}

/** Does nothing when another process has linked it already. */
export async function linkAppointment(tx: Tx, { id, clientId }: { id: string; clientId: string }): Promise<void> {
  await tx
    .updateTable("appointments")
    .set({ client_id: clientId })
    .where("id", "=", id)
    .where("client_id", "is", null)
    .execute();
}
