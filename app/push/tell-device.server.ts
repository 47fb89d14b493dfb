import type { Identity } from "#app/accounts/session.ts";
import { rolesInForce } from "#app/accounts/user.ts";
import type { AppContext, Queries } from "#app/platform/app-context.server.ts";
import { newId } from "#app/platform/ids.server.ts";
import { consumeRateLimit } from "#app/platform/limits.server.ts";
import { type Posted, postPush } from "#app/push/post-push.server.ts";
import { isPushEndpoint, type NewDevice, type RenewedDevice } from "#app/push/push-device.form.ts";
import { isStillNotified, MOST_DEVICES, type PushDevice } from "#app/push/push-device.ts";
import {
  deleteDevice,
  getDevice,
  getDeviceByKey,
  listDevices,
  listDevicesOfSession,
  markSeen,
  putDevice,
  renewSubscription,
} from "#app/push/push-devices.db.server.ts";
import { pushInUse } from "#app/push/push-in-use.server.ts";
import { isPushKey } from "#app/push/web-push.gateway.server.ts";

const HOURLY = 20;
const HOUR_SECONDS = 3_600;

type AddOutcome = { kind: "added" } | { kind: "refused"; message: string };

/** Tells somebody on the browser where they are signed in, by their own press. */
export async function addDevice(
  app: AppContext,
  { user, sessionId }: Identity,
  { device, label }: { device: NewDevice; label: string },
): Promise<AddOutcome> {
  if (!user || !sessionId) return refused("Log in first.");
  if (device.tells === "practice" && rolesInForce(user).length === 0) return refused("This is for the practice.");
  if ((await pushInUse(app)).kind !== "on") return refused("Notifications are switched off.");
  const isUsable = isPushEndpoint(device.endpoint, app.config.outboundPrivate) && isPushKey(device.keys.p256dh);
  if (!isUsable) return refused("This browser’s push service can’t be used.");
  const limit = { key: `push-device:${user.id}`, limit: HOURLY, windowSeconds: HOUR_SECONDS };
  if ((await consumeRateLimit(app, limit)).kind === "limited") return refused("That was often. Wait an hour.");
  const now = app.clock.now();
  return app.db.kysely.transaction().execute(async (tx): Promise<AddOutcome> => {
    const own = await listDevices(tx, user.id);
    const isNew = own.every(({ endpoint }) => endpoint !== device.endpoint);
    if (isNew && own.length >= MOST_DEVICES) return refused("These are ten devices. Remove one of them first.");
    await putDevice(tx, { id: newId(), userId: user.id, sessionId, device, label, now });
    return { kind: "added" };
  });
}

function refused(message: string): AddOutcome {
  return { kind: "refused", message };
}

/** A browser says that it is told: its id, if it still is and by whoever is signed in there; otherwise null. */
export async function seeDevice(
  app: AppContext,
  { user, sessionId }: Identity,
  endpoint: string,
): Promise<string | null> {
  if (!user || !sessionId) return null;
  const now = app.clock.now();
  const seen = { endpoint, userId: user.id, sessionId, now };
  return app.db.kysely.transaction().execute((tx) => markSeen(tx, seen));
}

/** The devices of whoever asks that are still told. */
export async function ownDevices(app: AppContext, { user }: Identity): Promise<PushDevice[]> {
  if (!user) return [];
  const devices = await listDevices(app.db.kysely, user.id);
  return devices.filter((device) => isStillNotified(device, user, app.clock.now()));
}

export async function removeDevice(
  app: AppContext,
  { user }: Identity,
  id: string,
): Promise<{ kind: "removed" | "not-found" }> {
  const isRemoved = user !== null && (await deleteDevice(app.db.kysely, { id, userId: user.id }));
  return { kind: isRemoved ? "removed" : "not-found" };
}

export type Tried = { kind: "tried"; posted: Posted } | { kind: "limited" } | { kind: "not-found" } | { kind: "off" };

const MINUTE_MS = 60_000;

/** Sends a try to one of somebody's own devices, now, and tells what its service answered. */
export async function tryDevice(app: AppContext, { user }: Identity, id: string): Promise<Tried> {
  const device = await getDevice(app.db.kysely, id);
  if (!user || device?.userId !== user.id) return { kind: "not-found" };
  const inUse = await pushInUse(app);
  if (inUse.kind !== "on") return { kind: "off" };
  const limit = { key: `push-try:${user.id}`, limit: HOURLY, windowSeconds: HOUR_SECONDS };
  if ((await consumeRateLimit(app, limit)).kind === "limited") return { kind: "limited" };
  const path = device.tellsPractice ? "/admin/notifications" : "/account/notifications";
  const until = app.clock.now() + MINUTE_MS;
  const note = { title: "This is how reminders look here.", path, until, isUrgent: true };
  return { kind: "tried", posted: await postPush(app, { inUse, device, note, id: newId() }) };
}

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
  const recipients = own.filter((device) => (tells === "practice" ? device.tellsPractice : device.tellsReminders));
  // With two it would be a guess.
  return recipients.length === 1 ? (recipients[0] ?? null) : null;
}
