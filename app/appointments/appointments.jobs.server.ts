import { ADDRESS_DAYS, NOTHING_OF_ADDRESS } from "#app/appointments/home-visit.ts";
import { SERIES } from "#app/appointments/notifications/appointment-message.ts";
import { deleteScheduleChanges } from "#app/appointments/schedule-changes.db.server.ts";
import type { Contact } from "#app/clients/client.ts";
import { clientFor } from "#app/clients/client-for-booking.server.ts";
import { clearMailsAbout } from "#app/mail/mails-to-person.db.server.ts";
import type { AppContext } from "#app/platform/app-context.server.ts";
import type { Queries, Tx } from "#app/platform/database/database.server.ts";
import { repeatBatches } from "#app/platform/timer.server.ts";

const BATCH = 50;
const LOOK_EVERY = 60_000;

/**
 * Links appointments that were not booked here (an import, say) to their clients: at the start, then once a minute.
 * With none to link, it costs one read of an empty index. Returns a function that stops it.
 */
export function startLinkingClients(app: AppContext): () => Promise<void> {
  return repeatBatches(app, {
    every: LOOK_EVERY,
    batch: linkSome,
    failed: "appointments could not be given their clients",
  });
}

/** Links the next batch of appointments without a client. Returns how many; 0 when all are linked. */
export async function linkSome(app: AppContext): Promise<number> {
  return app.db.kysely.transaction().execute(async (tx) => {
    const waiting = await listUnlinked(tx, BATCH);
    for (const { id, createdAt, ...contact } of waiting) {
      const { id: clientId } = await clientFor(tx, { ...contact, by: "import" }, createdAt);
      await linkAppointment(tx, { id, clientId });
    }
    return waiting.length;
  });
}

const FORGET_EVERY = 3_600_000;
const DAY_MS = 86_400_000;

/** Drops the addresses of visits that were a while ago, once an hour. Returns a function that stops it. */
export function startForgettingVisits(app: AppContext): () => Promise<void> {
  return repeatBatches(app, {
    every: FORGET_EVERY,
    batch: forgetVisits,
    failed: "addresses of visits were not dropped",
  });
}

/** Drops the next batch of them, and what sent mails say of them. Returns how many. */
export async function forgetVisits(app: AppContext): Promise<number> {
  return app.db.kysely.transaction().execute(async (tx) => {
    const over = await tx
      .selectFrom("appointments")
      .select(["id", "series_id"])
      .where("visit_address", "is not", null)
      .where("ends_at", "<", app.clock.now() - ADDRESS_DAYS * DAY_MS)
      .limit(BATCH)
      .execute();
    if (over.length === 0) return 0;
    const ids = over.map(({ id }) => id);
    await tx.updateTable("appointments").set(NOTHING_OF_ADDRESS).where("id", "in", ids).execute();
    await clearMailsAbout(tx, "appointment", ids);
    await clearMailsAbout(
      tx,
      SERIES,
      over.flatMap((row) => row.series_id ?? []),
    );
    return ids.length;
  });
}

const CHANGE_DAYS = 30;
const CHANGES_AT_ONCE = 1000;

/** Deletes schedule changes after 30 days, once a day. Returns a function that stops it. */
export function startForgettingChanges(app: AppContext): () => Promise<void> {
  return repeatBatches(app, {
    every: DAY_MS,
    batch: forgetChanges,
    failed: "old schedule changes were not deleted",
  });
}

export function forgetChanges(app: AppContext): Promise<number> {
  const before = app.clock.now() - CHANGE_DAYS * DAY_MS;
  return deleteScheduleChanges(app.db.kysely, { before, most: CHANGES_AT_ONCE });
}

/** `createdAt` is epoch ms UTC. */
type Unlinked = Contact & { id: string; createdAt: number };

/** The oldest appointments without a client. An imported one waits until someone has chosen whose it is. */
async function listUnlinked(db: Queries, most: number): Promise<Unlinked[]> {
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
async function linkAppointment(tx: Tx, { id, clientId }: { id: string; clientId: string }): Promise<void> {
  await tx
    .updateTable("appointments")
    .set({ client_id: clientId })
    .where("id", "=", id)
    .where("client_id", "is", null)
    .execute();
}
