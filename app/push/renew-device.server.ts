import type { Identity } from "#app/accounts/session.ts";
import type { AppContext } from "#app/platform/app-context.server.ts";
import type { Queries } from "#app/platform/database/database.server.ts";
import { isPushEndpoint, type RenewedDevice } from "#app/push/push-device.form.ts";
import type { PushDevice } from "#app/push/push-device.ts";
import { getDeviceByKey, listDevicesOfSession, renewSubscription } from "#app/push/push-devices.db.server.ts";
import { isPushKey } from "#app/push/web-push.gateway.server.ts";

/**
 * A browser has replaced the subscription that it was told by, often with nobody signed in: it proves itself by the old
 * one's key, or by its session. Its id; null: it was not told, or can't be by the new one.
 */
export async function renewDevice(app: AppContext, identity: Identity, renewed: RenewedDevice): Promise<string | null> {
  const { after } = renewed;
  if (!isPushEndpoint(after.endpoint, app.config.outboundPrivate) || !isPushKey(after.keys.p256dh)) return null;
  return app.db.kysely.transaction().execute(async (tx) => {
    const device = await deviceBefore(tx, identity, renewed);
    if (device) await renewSubscription(tx, { id: device.id, after });
    return device?.id ?? null;
  });
}

async function deviceBefore(
  db: Queries,
  { sessionId }: Identity,
  { before, tells }: RenewedDevice,
): Promise<PushDevice | null> {
  if (before) return getDeviceByKey(db, { endpoint: before.endpoint, auth: before.keys.auth });
  const own = sessionId === null ? [] : await listDevicesOfSession(db, sessionId);
  const told = own.filter((device) => (tells === "practice" ? device.tellsPractice : device.tellsReminders));
  // With two it would be a guess.
  return told.length === 1 ? (told[0] ?? null) : null;
}
