import type { Queries, Tx } from "#app/platform/app-context.server.ts";
import type { NewDevice, RenewedDevice } from "#app/push/push-device.form.ts";
import type { PushDevice } from "#app/push/push-device.ts";

type Owner = { userId: string; sessionId: string | null };

export async function listDevices(db: Queries, userId: string): Promise<PushDevice[]> {
  const rows = await selectDevices(db).where("user_id", "=", userId).orderBy("created_at").orderBy("id").execute();
  return rows.map(deviceFrom);
}

export async function getDevice(db: Queries, id: string): Promise<PushDevice | null> {
  const row = await selectDevices(db).where("id", "=", id).executeTakeFirst();
  return row ? deviceFrom(row) : null;
}

/** Whose key is `auth`: its browser alone knows it. */
export async function getDeviceByKey(
  db: Queries,
  { endpoint, auth }: { endpoint: string; auth: string },
): Promise<PushDevice | null> {
  const row = await selectDevices(db).where("endpoint", "=", endpoint).where("auth", "=", auth).executeTakeFirst();
  return row ? deviceFrom(row) : null;
}

/** The devices of one sign-in: of one browser, then. */
export async function listDevicesOfSession(db: Queries, sessionId: string): Promise<PushDevice[]> {
  const rows = await selectDevices(db).where("session_id", "=", sessionId).orderBy("id").execute();
  return rows.map(deviceFrom);
}

/** Those whose owners have chosen to hear of the practice's bookings, with the owners' ids. */
export async function listPracticeDevices(db: Queries): Promise<PushDevice[]> {
  const rows = await selectDevices(db).where("tells_practice", "=", 1).orderBy("id").execute();
  return rows.map(deviceFrom);
}

type Put = Owner & { id: string; device: NewDevice; label: string; now: number };

/** Stores a browser for whoever is signed in there. One that told somebody else until now tells them no more. */
export async function putDevice(tx: Tx, { id, userId, sessionId, device, label, now }: Put): Promise<void> {
  const { endpoint, keys, tells } = device;
  await tx.deleteFrom("push_devices").where("endpoint", "=", endpoint).where("user_id", "!=", userId).execute();
  const chosen = tells === "practice" ? { tells_practice: 1 } : { tells_reminders: 1 };
  const fresh = { ...keys, session_id: sessionId, label, seen_at: now, ...chosen };
  await tx
    .insertInto("push_devices")
    .values({ id, user_id: userId, endpoint, tells_practice: 0, tells_reminders: 0, created_at: now, ...fresh })
    .onConflict((conflict) => conflict.column("endpoint").doUpdateSet(fresh))
    .execute();
}

/** Notes that its owner is signed in there. Null: it is nobody's, or was somebody else's and is removed. */
export async function markSeen(
  tx: Tx,
  { endpoint, userId, sessionId, now }: Owner & { endpoint: string; now: number },
): Promise<string | null> {
  const row = await tx
    .updateTable("push_devices")
    .set({ session_id: sessionId, seen_at: now })
    .where("endpoint", "=", endpoint)
    .where("user_id", "=", userId)
    .returning("id")
    .executeTakeFirst();
  if (row) return row.id;
  await tx.deleteFrom("push_devices").where("endpoint", "=", endpoint).execute();
  return null;
}

/** Gives a device the subscription that its browser has now. Nothing else about it changes. */
export async function renewSubscription(
  tx: Tx,
  { id, after }: { id: string; after: RenewedDevice["after"] },
): Promise<void> {
  const { endpoint, keys } = after;
  await tx.deleteFrom("push_devices").where("endpoint", "=", endpoint).where("id", "!=", id).execute();
  await tx
    .updateTable("push_devices")
    .set({ endpoint, ...keys })
    .where("id", "=", id)
    .execute();
}

export async function markReached(db: Queries, { id, now }: { id: string; now: number }): Promise<void> {
  await db.updateTable("push_devices").set({ reached_at: now }).where("id", "=", id).execute();
}

export async function deleteDevice(db: Queries, { id, userId }: { id: string; userId: string }): Promise<boolean> {
  const outcome = await db
    .deleteFrom("push_devices")
    .where("id", "=", id)
    .where("user_id", "=", userId)
    .executeTakeFirst();
  return Number(outcome.numDeletedRows) === 1;
}

export async function deleteAllDevices(tx: Tx): Promise<void> {
  await tx.deleteFrom("push_devices").execute();
}

/** Counts one outcome for `/metrics`, whichever process it came to. */
export async function countOutcome(db: Queries, outcome: string): Promise<void> {
  await db
    .insertInto("push_outcomes")
    .values({ outcome, total: 1 })
    .onConflict((conflict) =>
      conflict.column("outcome").doUpdateSet((row) => ({ total: row("push_outcomes.total", "+", 1) })),
    )
    .execute();
}

function selectDevices(db: Queries) {
  return db
    .selectFrom("push_devices")
    .select(["id", "user_id", "endpoint", "p256dh", "auth", "label", "tells_practice", "tells_reminders"])
    .select(["created_at", "seen_at", "reached_at"]);
}

type Row = Awaited<ReturnType<ReturnType<typeof selectDevices>["executeTakeFirstOrThrow"]>>;

function deviceFrom(row: Row): PushDevice {
  return {
    id: row.id,
    userId: row.user_id,
    endpoint: row.endpoint,
    p256dh: row.p256dh,
    auth: row.auth,
    label: row.label,
    tellsPractice: row.tells_practice === 1,
    tellsReminders: row.tells_reminders === 1,
    createdAt: row.created_at,
    seenAt: row.seen_at,
    reachedAt: row.reached_at,
  };
}
