import { practiceActorFrom } from "#app/accounts/session.ts";
import { shownStatus } from "#app/appointments/appointment.ts";
import {
  deviceNews,
  newsInWords,
  REMINDER_DEVICE,
  reminderInWords,
  reminderPushData,
  TOLD_DEVICE,
  toldDeviceData,
} from "#app/appointments/appointment-push.ts";
import { getAppointment } from "#app/appointments/appointments.db.server.ts";
import { timesOfAny, timesWith } from "#app/appointments/who-hears.ts";
import { mayWith } from "#app/platform/permissions.ts";
import type { PushRenderer } from "#app/push/push.jobs.server.ts";
import { getSetting } from "#app/settings/settings.db.server.ts";

const LATEST_MS = 12 * 3_600_000;

/** Each is written from what is true when it is sent: what was moved or cancelled meanwhile is not told as it was. */
export const appointmentPushes: Record<string, PushRenderer> = {
  [TOLD_DEVICE]: async (app, sent, { user, device }) => {
    const { appointmentId, therapistId, knew } = toldDeviceData.parse(sent);
    const appointment = await getAppointment(app.db.kysely, appointmentId);
    const owner = therapistId ?? appointment?.therapistId ?? null;
    const isTheirs = mayWith(practiceActorFrom(user, []), ["see", "appointments"], owner);
    if (!appointment || !device.tellsPractice || !isTheirs) return null;
    const has = therapistId === null ? timesOfAny(appointment) : timesWith(appointment, therapistId);
    const when = { now: app.clock.now(), zone: (await getSetting(app.db.kysely, app.log, "bookingRules")).zone };
    const news = deviceNews({ knew, has }, when);
    if (news === null) return null;
    const waits = shownStatus(appointment.status) === "Pending";
    const ends = Math.max(knew?.end ?? 0, has?.end ?? 0);
    return {
      title: newsInWords(news, { knew, has }, { ...when, waits }),
      path: therapistId !== null && has === null ? "/admin/diary" : `/admin/appointments/${appointmentId}`,
      until: Math.min(ends, when.now + LATEST_MS),
      isUrgent: news !== "booked",
    };
  },
  [REMINDER_DEVICE]: async (app, sent, { user, device }) => {
    const { appointmentId, start } = reminderPushData.parse(sent);
    const appointment = await getAppointment(app.db.kysely, appointmentId);
    if (appointment?.userId !== user.id || appointment.start !== start || !device.tellsReminders) return null;
    if (shownStatus(appointment.status) !== "Confirmed") return null;
    const { zone } = await getSetting(app.db.kysely, app.log, "bookingRules");
    const title = reminderInWords(start, { now: app.clock.now(), zone });
    return { title, path: "/my-appointment", until: start, isUrgent: true };
  },
};
