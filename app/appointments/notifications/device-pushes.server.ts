import { practiceActorFrom } from "#app/accounts/session.ts";
import { rolesInForce } from "#app/accounts/user.ts";
import { getUser } from "#app/accounts/users.db.server.ts";
import { viewStatus } from "#app/appointments/appointment.ts";
import { getAppointment } from "#app/appointments/appointments.db.server.ts";
import { appointmentSubject } from "#app/appointments/notifications/appointment-message.ts";
import {
  DEVICE_NOTIFICATION,
  deviceChangeInWords,
  deviceNotificationData,
  getDeviceChange,
  REMINDER_DEVICE,
  reminderInWords,
  reminderPushData,
} from "#app/appointments/notifications/device-push.ts";
import {
  type AppointmentChange,
  chooseNotifications,
  timesOfAny,
  timesWith,
} from "#app/appointments/notifications/therapist-notifications.ts";
import { type Due, PUSH_CHANNEL } from "#app/mail/message.ts";
import { withdrawUntried } from "#app/mail/outbox.db.server.ts";
import type { Queries, Tx } from "#app/platform/app-context.server.ts";
import { type Actor, mayWith, scopeFor } from "#app/platform/permissions.ts";
import { readPractice } from "#app/practice/read-practice.server.ts";
import type { PushRenderer } from "#app/push/push.jobs.server.ts";
import type { PushDevice } from "#app/push/push-device.ts";
import { listPracticeDevices } from "#app/push/push-devices.db.server.ts";

/** `knows`: the practice made the change itself. */
type PushContext = { actor: Actor; zone: string; knows: boolean; now: number; runAt?: number };

/**
 * What the practice's people are told on their devices of a change: owners and reception what clients do and what
 * falls out today, therapists what `therapist-notifications` says. Takes back what a change before would have told.
 */
export async function pushesToDevices(
  tx: Tx,
  { id, ...change }: AppointmentChange & { id: string },
  { actor, zone, knows, now, runAt }: PushContext,
): Promise<Due[]> {
  const devices = await listPracticeDevices(tx);
  if (devices.length === 0) return [];
  const subject = appointmentSubject(id);
  const withdrawn = change.before ? await withdrawUntried(tx, { kind: DEVICE_NOTIFICATION, subject }) : [];
  const pending = withdrawn.map((data) => deviceNotificationData.parse(data));
  const notifications = chooseNotifications(
    change,
    pending.flatMap(({ therapistId, knew }) => (therapistId === null ? [] : [{ therapistId, knew }])),
  );
  const practice = pending.find(({ therapistId }) => therapistId === null);
  const before = change.how === "booked" ? null : timesOfAny(change.before);
  const all = { therapistId: null, knew: practice ? practice.knew : before, has: timesOfAny(change.after) };
  const when = { now, zone };
  // Of a new booking by the practice itself its people know; of today's gap each should.
  const isForAll = !knows || practice !== undefined || getDeviceChange(all, when) !== "booked";
  const listeners = await listenersAt(tx, devices, "userId" in actor ? actor.userId : null);
  return listeners.flatMap(({ deviceId, seesAll, ownId }): Due[] => {
    const notification = notifications.find(({ therapistId }) => therapistId === ownId);
    const own = notification && { ...notification, has: timesWith(change.after, notification.therapistId) };
    const relevant = [seesAll && isForAll && all, own].find((one) => one && getDeviceChange(one, when) !== null);
    if (!relevant) return [];
    const data = { deviceId, appointmentId: id, therapistId: relevant.therapistId, knew: relevant.knew };
    return [{ kind: DEVICE_NOTIFICATION, subject, data, channel: PUSH_CHANNEL, ...(runAt !== undefined && { runAt }) }];
  });
}

/** Whose devices these are may see: all, or as which therapist. Whoever made the change knows of it. */
async function listenersAt(db: Queries, devices: readonly PushDevice[], self: string | null) {
  const ids = [...new Set(devices.map(({ userId }) => userId))].filter((id) => id !== self);
  const users = await Promise.all(ids.map((id) => getUser(db, id)));
  return devices.flatMap(({ id: deviceId, userId }) => {
    const user = users.find((one) => one?.id === userId);
    if (!user) return [];
    const seesAll = scopeFor(practiceActorFrom(user, []), "see", "appointments") === "all";
    const ownId = rolesInForce(user).includes("therapist") ? (user.staff?.therapistId ?? null) : null;
    return [{ deviceId, seesAll, ownId }];
  });
}

const LATEST_MS = 12 * 3_600_000;

/** Each is written from what is true when it is sent: what was moved or cancelled meanwhile is not told as it was. */
export const appointmentPushes: Record<string, PushRenderer> = {
  [DEVICE_NOTIFICATION]: async (app, sent, { user, device }) => {
    const { appointmentId, therapistId, knew } = deviceNotificationData.parse(sent);
    const appointment = await getAppointment(app.db.kysely, appointmentId);
    const owner = therapistId ?? appointment?.therapistId ?? null;
    const isTheirs = mayWith(practiceActorFrom(user, []), ["see", "appointments"], owner);
    if (!appointment || !device.tellsPractice || !isTheirs) return null;
    const has = therapistId === null ? timesOfAny(appointment) : timesWith(appointment, therapistId);
    const when = { now: app.clock.now(), zone: (await readPractice(app)).settings.bookingRules.zone };
    const deviceChange = getDeviceChange({ knew, has }, when);
    if (deviceChange === null) return null;
    const waits = viewStatus(appointment.status) === "Pending";
    const ends = Math.max(knew?.end ?? 0, has?.end ?? 0);
    return {
      title: deviceChangeInWords(deviceChange, { knew, has }, { ...when, waits }),
      path: therapistId !== null && has === null ? "/admin/diary" : `/admin/appointments/${appointmentId}`,
      until: Math.min(ends, when.now + LATEST_MS),
      isUrgent: deviceChange !== "booked",
    };
  },
  [REMINDER_DEVICE]: async (app, sent, { user, device }) => {
    const { appointmentId, start } = reminderPushData.parse(sent);
    const appointment = await getAppointment(app.db.kysely, appointmentId);
    if (appointment?.userId !== user.id || appointment.start !== start || !device.tellsReminders) return null;
    if (viewStatus(appointment.status) !== "Confirmed") return null;
    const { zone } = (await readPractice(app)).settings.bookingRules;
    const title = reminderInWords(start, { now: app.clock.now(), zone });
    return { title, path: "/my-appointment", until: start, isUrgent: true };
  },
};
