import { z } from "zod";
import { isSame, type Times } from "#app/appointments/notifications/therapist-notifications.ts";
import { addDays, dayInWords, localDateOf, localTimeOf } from "#app/platform/date-time.ts";

const times = z.object({ start: z.number(), end: z.number() }).nullable();

/** `therapistId`: whose it is or was, if its owner hears as this therapist; null: as the practice. `knew`: by this device. */
export const deviceNotificationData = z.object({
  deviceId: z.string(),
  appointmentId: z.string(),
  therapistId: z.string().nullable(),
  knew: times,
});

export const reminderPushData = z.object({ deviceId: z.string(), appointmentId: z.string(), start: z.number() });

/** What goes to devices, beside the mails. */
export const pushMessages = {
  "appointment-told-device": { title: "Change, to a device", data: deviceNotificationData },
  "appointment-reminder-device": { title: "Reminder, to a device", data: reminderPushData },
} as const;

export const DEVICE_NOTIFICATION = "appointment-told-device";
export const REMINDER_DEVICE = "appointment-reminder-device";

type When = { now: number; zone: string };
type Known = { knew: Times; has: Times };

export type DeviceChange = "booked" | "cancelled" | "moved";

/** What a device is told: each new booking, and of today what is cancelled or moved. What is over is no news. */
export function getDeviceChange({ knew, has }: Known, when: When): DeviceChange | null {
  if (has && !knew) return has.end > when.now ? "booked" : null;
  if (knew && !has) return isStillToday(knew, when) ? "cancelled" : null;
  if (isSame(knew, has) || knew?.start === has?.start) return null;
  return isStillToday(knew, when) || isStillToday(has, when) ? "moved" : null;
}

function isStillToday(times: Times, { now, zone }: When): boolean {
  return times !== null && times.end > now && localDateOf(times.start, zone) === localDateOf(now, zone);
}

/** For a lock screen: a time, and nothing of whom or what. `waits`: for the practice's word. */
export function deviceChangeInWords(
  change: DeviceChange,
  { knew, has }: Known,
  { waits, ...when }: When & { waits: boolean },
): string {
  const was = knew ? momentInWords(knew.start, when) : "";
  const is = has ? momentInWords(has.start, when) : "";
  if (change === "booked") return `${waits ? "New booking to confirm" : "New booking"}, ${is}`;
  return change === "cancelled" ? `Cancelled, ${was}` : `Moved, ${was} is now ${is}`;
}

export function reminderInWords(start: number, when: When): string {
  const moment = momentInWords(start, when);
  return `You have an appointment ${/^to(day|morrow) /.test(moment) ? moment : `on ${moment}`}`;
}

/** `today at 14:00`, `tomorrow at 14:00`, `Tuesday at 14:00`, and beyond a week `Tuesday 8 December at 14:00`. */
export function momentInWords(instant: number, { now, zone }: When): string {
  return `${dayOf(localDateOf(instant, zone), localDateOf(now, zone))} at ${localTimeOf(instant, zone)}`;
}

function dayOf(date: string, today: string): string {
  if (date === today) return "today";
  if (date === addDays(today, 1)) return "tomorrow";
  const isNear = date > today && date < addDays(today, 7);
  return isNear ? (dayInWords(date).split(" ")[0] ?? date) : dayInWords(date);
}
